import { Link, useParams } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { moment } from '../../shared/dates.ts'
import { Failed, Loading } from '../../shared/states.tsx'
import styles from './Agents.module.css'
import { type Draft, nameOf, useDraft } from './agents.ts'
import { Chat } from './Chat.tsx'
import { Settings } from './Settings.tsx'
import { words } from './words.ts'

export interface RoomProps {
  agent: string
  draft: Draft
}

/** What an agent consists of, each loaded when it is opened. */
const rooms: Record<string, ComponentType<RoomProps>> = {
  settings: Settings,
  rules: lazy(() => import('./Rules.tsx')),
  scenarios: lazy(() => import('./Scenarios.tsx')),
  knowledge: lazy(() => import('./Knowledge.tsx')),
  schedules: lazy(() => import('./Schedules.tsx')),
  calls: lazy(() => import('./Calls.tsx')),
  files: lazy(() => import('./Files.tsx')),
  changes: lazy(() => import('./Changes.tsx')),
  versions: lazy(() => import('./Versions.tsx')),
}
const names = Object.keys(rooms) as (keyof typeof words.rooms)[]

/** One agent: what stands in its draft, and beside it a chat that talks to it. */
export function AgentPage() {
  const { agent = '', room = 'settings' } = useParams({ strict: false })
  const draft = useDraft(agent)
  const [isTalking, setTalking] = useState(() => matchMedia('(min-width: 72rem)').matches)
  const Room = rooms[room] ?? Settings
  return (
    <div className={isTalking ? `${styles.agent} ${styles.talking}` : styles.agent}>
      <div className={styles.work}>
        <header className={styles.head}>
          <div>
            <p className={styles.trail}>
              <Link to="/agents">{words.title}</Link>
            </p>
            <h1>
              {draft.data?.document.agent.displayName || agent} <code>{agent}</code>
            </h1>
            {draft.data && <State draft={draft.data} />}
          </div>
          <button type="button" aria-expanded={isTalking} onClick={() => setTalking(!isTalking)}>
            {isTalking ? words.hideChat : words.showChat}
          </button>
        </header>
        <nav className={styles.rooms} aria-label={words.parts}>
          {names.map((name) => (
            <Link
              key={name}
              to="/agents/$agent/$room"
              params={{ agent, room: name }}
              {...(name === room && { 'aria-current': 'page' as const })}
            >
              {words.rooms[name]}
              {name === 'changes' && draft.data?.draft && <span className={styles.dot} title={words.hasDraft} />}
            </Link>
          ))}
        </nav>
        {draft.isPending && <Loading />}
        {draft.error && <Failed error={draft.error} onAgain={() => void draft.refetch()} />}
        {draft.data && (
          <Suspense fallback={<Loading />}>
            <Room key={`${agent} ${room}`} agent={agent} draft={draft.data} />
          </Suspense>
        )}
      </div>
      {isTalking && <Chat key={agent} agent={agent} />}
    </div>
  )
}

function State({ draft: { version, draft } }: { draft: Draft }) {
  return (
    <p className={styles.state}>
      {words.live(version)} ·{' '}
      {draft ? words.draftOf(nameOf(draft.author), moment(draft.updatedAt), draft.changes.length) : words.noDraft}
    </p>
  )
}
