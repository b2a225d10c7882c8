import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, askAll } from '../../shared/api.ts'
import { moment } from '../../shared/dates.ts'
import { Sure } from '../../shared/Sure.tsx'
import { Failed, Loading } from '../../shared/states.tsx'
import type { RoomProps } from './AgentPage.tsx'
import styles from './Agents.module.css'
import { keyOf, nameOf, pathOf, useChange } from './agents.ts'
import { SideBySide } from './SideBySide.tsx'
import { words } from './words.ts'

interface Version {
  version: number
  author: string
  createdAt: string
}
interface Looked {
  version: number
  from: 'former' | 'live'
}

/** What was live when, by whom, what each changed; and the way back to one. */
export default function VersionsRoom({ agent, draft: { version: live } }: RoomProps) {
  const versions = useQuery({
    queryKey: keyOf(agent, 'versions'),
    queryFn: () => askAll<Version>(pathOf(agent, '/versions')),
  })
  const [looked, setLooked] = useState<Looked>()
  const back = useChange<{ version: number; former: number }>(agent)
  const look = (version: number, from: Looked['from']) =>
    setLooked(looked?.version === version && looked.from === from ? undefined : { version, from })

  return (
    <section>
      <p role="status" className={styles.good}>
        {back.data && words.rolledBack(back.variables!.path.split('/')[2]!, back.data.version)}
      </p>
      {back.error && (
        <p role="alert" className="failed">
          {back.error.message}
        </p>
      )}
      {versions.isPending && <Loading />}
      {versions.error && <Failed error={versions.error} onAgain={() => void versions.refetch()} />}
      <ol className={styles.versions}>
        {versions.data?.map(({ version, author, createdAt }) => (
          <li key={version}>
            <div>
              <strong>v{version}</strong> {version === live && <em>{words.isLive}</em>}{' '}
              <span className="quiet">
                {nameOf(author)}, <time dateTime={createdAt}>{moment(createdAt)}</time>
              </span>
            </div>
            <div className={styles.acts}>
              {version > 1 && (
                <button
                  type="button"
                  aria-expanded={looked?.version === version && looked.from === 'former'}
                  onClick={() => look(version, 'former')}
                >
                  {words.whatChanged(version)}
                </button>
              )}
              {version !== live && (
                <>
                  <button
                    type="button"
                    aria-expanded={looked?.version === version && looked.from === 'live'}
                    onClick={() => look(version, 'live')}
                  >
                    {words.besideLive(version)}
                  </button>
                  <Sure
                    label={words.rollBack}
                    about={words.rollBackTo(version)}
                    onSure={() =>
                      back.mutate({ method: 'POST', path: `/versions/${version}/rollback`, upon: `v${live}` })
                    }
                  />
                </>
              )}
            </div>
            {looked?.version === version && <Difference agent={agent} {...looked} live={live} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Difference({ agent, version, from, live }: Looked & { agent: string; live: number }) {
  const diff = useQuery({
    queryKey: keyOf(agent, 'version', `${version}`, from, `${live}`),
    queryFn: () => ask<{ patch: string }>(pathOf(agent, `/versions/${version}/diff?from=${from}`)),
  })
  if (diff.isPending) return <Loading />
  if (diff.error) return <Failed error={diff.error} onAgain={() => void diff.refetch()} />
  return <SideBySide patch={diff.data.patch} />
}
