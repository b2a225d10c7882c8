import { useRef, useState } from 'react'
import { Sure } from '../../shared/Sure.tsx'
import styles from './People.module.css'
import { giveRole, useAgentIds, useChange } from './people.ts'
import { words } from './words.ts'

const roles = ['admin', 'owner', 'blocked'] as const
type Role = (typeof roles)[number]

/** What somebody is from now on: it is done by a second press, once it can be read who it is about. */
export function GiveRole() {
  const [person, setPerson] = useState('')
  const [role, setRole] = useState<Role>('admin')
  /** Of all, where none is chosen. */
  const [agent, setAgent] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const agents = useAgentIds().data ?? []
  const give = useChange(giveRole)
  const of = role === 'admin' && agent !== '' ? { role, agent } : { role }
  const named = person.trim()
  const about = role === 'blocked' ? words.blockOf(named) : words.giveOf(named, words.roleOf({ agent: null, ...of }))
  const act = () => {
    if (form.current?.reportValidity()) give.mutate({ person: named, ...of }, { onSuccess: () => setPerson('') })
  }
  return (
    <form ref={form} className={styles.new} aria-label={words.newRole} onSubmit={(event) => event.preventDefault()}>
      <label>
        {words.uid}
        <input
          value={person}
          required
          pattern=".*\S.*"
          maxLength={256}
          placeholder="slack_T0ACME_U0ANN"
          onChange={(event) => setPerson(event.currentTarget.value)}
        />
      </label>
      <label>
        {words.role}
        <select value={role} onChange={(event) => setRole(event.currentTarget.value as Role)}>
          {roles.map((one) => (
            <option key={one} value={one}>
              {words.roles[one]}
            </option>
          ))}
        </select>
      </label>
      {role === 'admin' && (
        <label>
          {words.ofWhich}
          <select value={agent} onChange={(event) => setAgent(event.currentTarget.value)}>
            <option value="">{words.allAgents}</option>
            {agents.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      )}
      <Sure label={role === 'blocked' ? words.block : words.give} about={about} onSure={act} />
      {give.error && (
        <p role="alert" className="failed">
          {give.error.message}
        </p>
      )}
    </form>
  )
}
