import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { ask, Refused } from '../../shared/api.ts'
import { Failed, Loading } from '../../shared/states.tsx'
import { locale } from '../../shared/strings.ts'
import type { RoomProps } from './AgentPage.tsx'
import styles from './Agents.module.css'
import { type Draft, keyOf, pathOf, useChange } from './agents.ts'
import { Saving } from './Saving.tsx'
import { words } from './words.ts'

type Value = string | boolean
interface Field {
  name: string
  label: string
  hint?: string
  kind: 'text' | 'choice' | 'switch'
  optional: boolean
  max?: number
  lines?: boolean
  choices?: { value: string; label: string }[]
  value: Value
  byDefault: Value
}
interface Section {
  title: string
  isMore: boolean
  fields: Field[]
}
interface Form {
  revision: string
  sections: Section[]
}

/** The settings by the fields that the form in a chat has, with its help; a few of them first, the others behind *More*. */
export function Settings({ agent, draft }: RoomProps) {
  const form = useQuery({
    queryKey: keyOf(agent, 'form'),
    queryFn: () => ask<Form>(pathOf(agent, `/draft/form?language=${locale}`)),
  })
  const [edits, setEdits] = useState<Record<string, Value>>({})
  const [seen, setSeen] = useState<Draft>()
  const [isOpen, setOpen] = useState(false)
  const save = useChange<Draft>(agent)
  const isEdited = Object.keys(edits).length > 0

  const edit = (name: string, value: Value) => {
    if (!isEdited) setSeen(draft)
    setEdits({ ...edits, [name]: value })
  }
  const drop = () => {
    setEdits({})
    save.reset()
  }
  const put = (upon: string) => {
    // What was typed while it was being saved stays to be saved.
    const onSuccess = (changed: Draft) => {
      setSeen(changed)
      setEdits((now) => Object.fromEntries(Object.entries(now).filter(([name, value]) => edits[name] !== value)))
    }
    save.mutate({ method: 'PATCH', path: '/draft/form', body: { values: edits }, upon }, { onSuccess })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isEdited) put((seen ?? draft).revision)
  }
  if (form.isPending) return <Loading />
  if (form.error) return <Failed error={form.error} onAgain={() => void form.refetch()} />
  const faults = save.error instanceof Refused ? save.error.faults : []
  const faultOf = ({ name, label }: Field) => {
    const fault = faults.find(({ path }) => path === `values.${name}`)
    return fault && words.faultOf(label, fault.message)
  }
  const first = form.data.sections.filter(({ isMore }) => !isMore)
  const more = form.data.sections.filter(({ isMore }) => isMore)
  // What is wrong is not put out of sight.
  const isHiddenWrong = more.some(({ fields }) => fields.some((field) => faultOf(field) !== undefined))
  const shown = ({ title, fields }: Section) => (
    <fieldset key={title}>
      <legend>{title}</legend>
      {fields.map((field) => (
        <Input
          key={field.name}
          field={field}
          value={edits[field.name] ?? field.value}
          fault={faultOf(field)}
          onChange={(value) => edit(field.name, value)}
        />
      ))}
    </fieldset>
  )
  return (
    <form className={styles.form} onSubmit={submit}>
      {first.map(shown)}
      <details open={isOpen || isHiddenWrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{words.more}</summary>
        {more.map(shown)}
      </details>
      <div className={styles.bar}>
        <Saving
          error={save.error}
          seen={seen ?? draft}
          now={draft}
          onMine={() => put(draft.revision)}
          onTheirs={drop}
        />
        <button type="submit" className="primary" disabled={!isEdited || save.isPending}>
          {words.save}
        </button>{' '}
        <button type="button" disabled={!isEdited} onClick={drop}>
          {words.dropEdits}
        </button>
        <span role="status" className={styles.note}>
          {isEdited ? words.edited(Object.keys(edits).length) : save.isSuccess ? words.saved : ''}
        </span>
      </div>
    </form>
  )
}

function Input({
  field,
  value,
  fault,
  onChange,
}: {
  field: Field
  value: Value
  fault: string | undefined
  onChange: (value: Value) => void
}) {
  const id = useId()
  const { kind, label, hint, optional, max, lines, choices = [], byDefault } = field
  const told = [hint, byDefault !== '' && words.byDefault(shown(field))].filter(Boolean).join(' · ')
  const about = {
    id,
    'aria-describedby': `${id}-told`,
    'aria-invalid': fault !== undefined,
    ...(!optional && kind !== 'switch' && { required: true }),
  }
  const help = (
    <span id={`${id}-told`} className={styles.hint}>
      {told}
      {fault && <strong>{fault}</strong>}
    </span>
  )
  if (kind === 'switch') {
    return (
      <div className={styles.switch}>
        <input
          {...about}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <label htmlFor={id}>{label}</label>
        {help}
      </div>
    )
  }
  const given = `${value}`
  const typed = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value)
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label} {!optional && <span className={styles.needed}>{words.needed}</span>}
      </label>
      {kind === 'choice' ? (
        <select {...about} value={given} onChange={typed}>
          {(optional || given === '') && <option value="">{words.asUsual}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : lines ? (
        <textarea {...about} value={given} maxLength={max} rows={rowsOf(given)} onChange={typed} />
      ) : (
        <input {...about} value={given} maxLength={max} onChange={typed} />
      )}
      {help}
    </div>
  )
}

const rowsOf = (text: string): number => Math.min(24, Math.max(3, text.split('\n').length + 1))

function shown({ byDefault, choices = [] }: Field): string {
  if (typeof byDefault === 'boolean') return byDefault ? words.on : words.off
  return choices.find(({ value }) => value === byDefault)?.label ?? byDefault
}
