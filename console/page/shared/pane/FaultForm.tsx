import { type ReactNode, useState } from 'react'
import { strings } from '../../strings.ts'
import styles from './FaultForm.module.css'
import { type FaultField, type FaultSheet, fieldsOf, isOf, readFault, type Typed } from './faults.ts'

interface Props<Fault> {
  sheet: FaultSheet<Fault>
  busy: boolean
  onAdd: (fault: Fault) => void
}

export function FaultForm<Fault>({ sheet, busy, onAdd }: Props<Fault>) {
  const all = fieldsOf(sheet)
  const [typed, setTyped] = useState<Typed>(() => ({
    kind: Object.keys(sheet.kinds)[0]!,
    call: '*',
    ...Object.fromEntries(all.map(({ name, start }) => [name, start])),
  }))
  const fields = all.filter((field) => isOf(field, typed['kind']!))
  const type = (name: string, value: string) => setTyped({ ...typed, [name]: value })
  const draw = (field: FaultField) => <FieldView key={field.name} field={field} typed={typed} onType={type} />
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onAdd(readFault(sheet, typed))
      }}
    >
      <Labelled label={strings.faultKind}>
        <Select name="kind" value={typed['kind']!} choices={sheet.kinds} onType={(value) => type('kind', value)} />
      </Labelled>
      <Labelled label={strings.faultMethod}>
        <Select
          name={sheet.callName}
          value={typed['call']!}
          choices={{ '*': strings.anyMethod, ...Object.fromEntries(sheet.calls.map((call) => [call, call])) }}
          onType={(value) => type('call', value)}
        />
      </Labelled>
      <div className={styles.pair}>{fields.filter(({ short }) => short).map(draw)}</div>
      {fields.filter(({ short }) => !short).map(draw)}
      <button type="submit" className="button primary" data-testid="faults-add" disabled={busy}>
        {strings.addFault}
      </button>
    </form>
  )
}

interface FieldProps {
  field: FaultField
  typed: Typed
  onType: (name: string, value: string) => void
}

function FieldView({ field, typed, onType }: FieldProps) {
  const { name, label, input, min } = field
  const value = typed[name]!
  if (input === 'check') {
    return (
      <label className={styles.check}>
        <input
          type="checkbox"
          name={name}
          checked={value === 'on'}
          onChange={({ target }) => onType(name, target.checked ? 'on' : '')}
        />
        {label}
      </label>
    )
  }
  return (
    <Labelled label={label}>
      {typeof input === 'string' ? (
        <input
          type={input}
          name={name}
          min={min}
          placeholder={field.placeholder?.(typed['kind']!)}
          value={value}
          onChange={({ target }) => onType(name, target.value)}
        />
      ) : (
        <Select name={name} value={value} choices={input} onType={(chosen) => onType(name, chosen)} />
      )}
    </Labelled>
  )
}

interface SelectProps {
  name: string
  value: string
  choices: Record<string, string>
  onType: (value: string) => void
}

function Select({ name, value, choices, onType }: SelectProps) {
  return (
    <select name={name} value={value} onChange={({ target }) => onType(target.value)}>
      {Object.entries(choices).map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </select>
  )
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label className={styles.field}>
      <span>{label}</span>
      {children}
    </label>
  )
}
