import { Link, useNavigate } from '@tanstack/react-router'
import { useMe } from '../../shared/session.ts'
import styles from './Conversations.module.css'
import { type Filter, useAgents } from './turns.ts'
import { words } from './words.ts'

export function Filters({ filter }: { filter: Filter }) {
  const navigate = useNavigate()
  const agents = useAgents()
  const doors = useMe().data?.choices.doors ?? []
  const set = (change: Filter) =>
    void navigate({ to: '/conversations', search: { ...filter, ...change } as Filter, replace: true })
  const agentNames = Object.fromEntries((agents.data ?? []).map(({ id, displayName }) => [id, displayName || id]))
  const doorNames = Object.fromEntries(doors.map(({ id, name }) => [id, name]))

  return (
    <search className={styles.filters} aria-label={words.filters}>
      <Field
        name={words.search}
        hint={words.searchHint}
        value={filter.words}
        onEnter={(said) => set({ words: said })}
        first
      />
      <Choice name={words.agent} value={filter.agent} of={agentNames} onChoose={(agent) => set({ agent })} />
      <Choice
        name={words.outcome}
        value={filter.outcome}
        of={words.outcomes}
        onChoose={(outcome) => set({ outcome })}
      />
      <Choice name={words.door} value={filter.door} of={doorNames} onChoose={(door) => set({ door })} />
      <Choice name={words.rating} value={filter.rating} of={words.ratings} onChoose={(rating) => set({ rating })} />
      <Field name={words.person} hint={words.personHint} value={filter.uid} onEnter={(uid) => set({ uid })} />
      <Field name={words.place} hint={words.placeHint} value={filter.place} onEnter={(place) => set({ place })} />
      <Day name={words.since} value={filter.since} onChoose={(since) => set({ since })} />
      <Day name={words.until} value={filter.until} onChoose={(until) => set({ until })} />
      {Object.values(filter).some(Boolean) && (
        <Link to="/conversations" className={styles.clear!}>
          {words.clear}
        </Link>
      )}
    </search>
  )
}

interface FieldProps {
  name: string
  hint: string
  value: string | undefined
  first?: boolean
  onEnter(value: string | undefined): void
}

/** What is typed counts once it is done: with Enter, or when somebody goes on. */
function Field({ name, hint, value = '', first, onEnter }: FieldProps) {
  const done = (typed: string) => {
    if (typed.trim() !== value) onEnter(typed.trim() || undefined)
  }
  return (
    <label className={first ? styles.search : undefined}>
      <span>{name}</span>
      <input
        type="search"
        placeholder={hint}
        defaultValue={value}
        key={value}
        onKeyDown={(event) => {
          // Enter that chooses among the characters of an input method is none.
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) done(event.currentTarget.value)
        }}
        onBlur={(event) => done(event.currentTarget.value)}
        {...(first && { 'data-filter': '' })}
      />
    </label>
  )
}

function Day({ name, value, onChoose }: Pick<ChoiceProps, 'name' | 'value' | 'onChoose'>) {
  return (
    <label>
      <span>{name}</span>
      <input type="date" value={value ?? ''} onChange={(event) => onChoose(event.target.value || undefined)} />
    </label>
  )
}

interface ChoiceProps {
  name: string
  value: string | undefined
  of: Record<string, string>
  onChoose(value: string | undefined): void
}

function Choice({ name, value, of, onChoose }: ChoiceProps) {
  return (
    <label>
      <span>{name}</span>
      <select value={value ?? ''} onChange={(event) => onChoose(event.target.value || undefined)}>
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
