import { Link } from '@tanstack/react-router'
import { useMe } from '../../shared/session.ts'
import { Failed, Loading } from '../../shared/states.tsx'
import styles from './Agents.module.css'
import { useAgents } from './agents.ts'
import { NewAgent } from './NewAgent.tsx'
import { words } from './words.ts'

/** The agents that somebody administers. */
export function AgentsPage() {
  const agents = useAgents()
  const me = useMe()
  return (
    <div className="page">
      <h1>{words.title}</h1>
      <p className="about">{words.about}</p>
      {me.data?.adminOf === 'all' && <NewAgent />}
      {agents.isPending && <Loading />}
      {agents.error && <Failed error={agents.error} onAgain={() => void agents.refetch()} />}
      {agents.data?.length === 0 && <p className="quiet">{words.noAgents}</p>}
      <ul className={styles.agents}>
        {agents.data?.map(({ id, displayName, description, version, scope, llm }) => (
          <li key={id}>
            <Link to="/agents/$agent" params={{ agent: id }}>
              <strong>{displayName || id}</strong> <code>{id}</code>
              {description && <span className={styles.told}>{description}</span>}
            </Link>
            <p>
              {words.version(version)} · {words.scopes[scope]} · {llm ?? words.noModel}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
