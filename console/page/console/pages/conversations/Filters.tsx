import { Link, useNavigate } from '@tanstack/react-router'
import styles from './Conversations.module.css'
import { type Filter, useAgents } from './turns.ts'
import { words } from './words.ts'

const doors = ['slack', 'discord', 'teams', 'web', 'http']

export function Filters({ filter }: { filter: Filter }) {
  const navigate = useNavigate()
  const agents = useAgents()
  const set = (change: Filter) =>
    void navigate({ to: '/conversations', search: { ...filter, ...change } as Filter, replace: true })
  const agentNames = Object.fromEntries((agents.data ?? []).map(({ id, displayName }) => [id, displayName || id]))
  const doorNames = Object.fromEntries(doors.map((door) => [door, door]))

  return (
    <search className={styles.filters} aria-label={words.filters}>
      <Choice name={words.agent} value={filter.agent} of={agentNames} onChoose={(agent) => set({ agent })} first />
      <Choice
        name={words.outcome}
        value={filter.outcome}
        of={words.outcomes}
        onChoose={(outcome) => set({ outcome })}
      />
      <Choice name={words.door} value={filter.door} of={doorNames} onChoose={(door) => set({ door })} />
      <Choice name={words.rating} value={filter.rating} of={words.ratings} onChoose={(rating) => set({ rating })} />
      <label>
        <span>{words.person}</span>
        <input
          type="search"
          placeholder={words.personHint}
          defaultValue={filter.uid ?? ''}
          key={filter.uid ?? ''}
          onKeyDown={(event) => event.key === 'Enter' && set({ uid: event.currentTarget.value.trim() || undefined })}
          onBlur={(event) => set({ uid: event.currentTarget.value.trim() || undefined })}
        />
      </label>
      {Object.values(filter).some(Boolean) && (
        <Link to="/conversations" className={styles.clear!}>
          {words.clear}
        </Link>
      )}
    </search>
  )
}

interface ChoiceProps {
  name: string
  value: string | undefined
  of: Record<string, string>
  first?: boolean
  onChoose(value: string | undefined): void
}

function Choice({ name, value, of, first, onChoose }: ChoiceProps) {
  return (
    <label>
      <span>{name}</span>
      <select
        value={value ?? ''}
        onChange={(event) => onChoose(event.target.value || undefined)}
        {...(first && { 'data-filter': '' })}
      >
        <option value="">{words.any}</option>
        {Object.entries(of).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
