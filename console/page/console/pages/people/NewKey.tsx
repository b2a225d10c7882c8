import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Choices } from '../../shared/Choices.tsx'
import { Secret } from '../../shared/Secret.tsx'
import { useMe } from '../../shared/session.ts'
import styles from './People.module.css'
import { issueKey, type Key, useAgentIds } from './people.ts'
import { words } from './words.ts'

const kinds = ['conversation', 'agent', 'management'] as const

/** What a new key is to open, and until when; then the key itself, this once. */
export function NewKey() {
  const { scopes: allScopes = [] } = useMe().data?.choices ?? {}
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Key['kind']>('conversation')
  const [agent, setAgent] = useState('')
  const [scopes, setScopes] = useState<readonly string[]>([])
  const [until, setUntil] = useState('')
  const queries = useQueryClient()
  const agents = useAgentIds().data ?? []
  const of = agent || agents[0]
  const issue = useMutation({
    mutationFn: issueKey,
    onSuccess: () => setName(''),
    onSettled: () => queries.invalidateQueries({ queryKey: ['keys'] }),
  })
  const act = (submitted: FormEvent) => {
    submitted.preventDefault()
    issue.mutate({
      kind,
      name: name.trim(),
      ...(kind === 'agent' && of !== undefined && { agent: of }),
      ...(kind === 'management' && scopes.length > 0 && { scopes }),
      // The day that is chosen is the last on which it opens something.
      ...(until !== '' && { expiresAt: new Date(`${until}T23:59:59`).toISOString() }),
    })
  }
  return (
    <form className={styles.new} aria-label={words.newKey} onSubmit={act}>
      <label>
        {words.name}
        <input value={name} maxLength={100} required onChange={(event) => setName(event.currentTarget.value)} />
      </label>
      <label>
        {words.kind}
        <select value={kind} onChange={(event) => setKind(event.currentTarget.value as Key['kind'])}>
          {kinds.map((one) => (
            <option key={one} value={one}>
              {words.kinds[one]}
            </option>
          ))}
        </select>
      </label>
      {kind === 'agent' && (
        <label>
          {words.whichAgent}
          <select value={of} onChange={(event) => setAgent(event.currentTarget.value)}>
            {agents.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      )}
      <label>
        {words.lastDay}
        <input type="date" value={until} onChange={(event) => setUntil(event.currentTarget.value)} />
      </label>
      <button type="submit" className="primary" disabled={name.trim() === '' || issue.isPending}>
        {words.issue}
      </button>
      {kind === 'management' && (
        <Choices legend={words.onlyThese} options={allScopes} chosen={scopes} onChoose={setScopes} />
      )}
      {issue.error && <p role="alert">{issue.error.message}</p>}
      {issue.data && <Secret label={words.theKey} secret={issue.data.key} onDone={issue.reset} />}
    </form>
  )
}
