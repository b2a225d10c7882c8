import { useEffect, useId, useState } from 'react'
import type { CommandOption } from '../../../stand-ins/discord/view.ts'
import type { Choice } from './client.ts'
import type { CommandCall } from './context.ts'
import { useDiscord } from './context.ts'
import styles from './OptionField.module.css'
import { optionsOf } from './options.ts'
import { text } from './strings.ts'

interface Props {
  option: CommandOption
  value: string | File | undefined
  /** The command as it stands, for the choices that the app offers. */
  call: CommandCall
  onChange: (value: string | File) => void
}

/** People, channels, roles: the numbers of an option and of the select of the same things differ. */
const SELECTS: Record<number, number> = { 6: 5, 7: 8, 8: 6, 9: 7 }

export function OptionField({ option, value, call, onChange }: Props) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label className={styles.field} title={option.description}>
      <span>{option.name}</span>
      <Control option={option} value={value} call={call} onChange={onChange} />
    </label>
  )
}

function Control({ option, value, call, onChange }: Props) {
  const { workspace } = useDiscord()
  const { type, name, choices, autocomplete } = option
  const typed = typeof value === 'string' ? value : ''
  if (type === 11) {
    return <input type="file" name={name} onChange={({ target }) => target.files?.[0] && onChange(target.files[0])} />
  }
  const kind = SELECTS[type]
  const listed =
    kind === undefined
      ? choices.map((choice) => ({ value: String(choice.value), label: choice.name }))
      : optionsOf({ type: kind, id: 0 }, workspace)
  const fixed =
    type === 5
      ? [
          { value: 'true', label: text.yes },
          { value: 'false', label: text.no },
        ]
      : listed
  if (fixed.length > 0) {
    return (
      <select name={name} value={typed} onChange={({ target }) => onChange(target.value)}>
        <option value="" disabled>
          …
        </option>
        {fixed.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
    )
  }
  if (autocomplete) return <Suggested option={option} value={typed} call={call} onChange={onChange} />
  return (
    <input
      name={name}
      type={type === 3 ? 'text' : 'number'}
      step={type === 4 ? 1 : 'any'}
      autoComplete="off"
      value={typed}
      style={{ width: `${Math.max(8, typed.length + 2)}ch` }}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** How long (ms) a pause in typing is before the app is asked for choices. */
const pause = 250

function Suggested({ option, value, call, onChange }: Props & { value: string }) {
  const { choices: ask } = useDiscord()
  const id = useId()
  const [choices, setChoices] = useState<Choice[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is the occasion
  useEffect(() => {
    let current = true
    const timer = setTimeout(() => {
      void ask(call, option.name).then((found) => current && setChoices(found))
    }, pause)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [value])
  const named = choices.find((choice) => String(choice.value) === value)?.name
  return (
    <span className={styles.suggested}>
      <input
        name={option.name}
        autoComplete="off"
        aria-autocomplete="list"
        aria-controls={id}
        value={value}
        title={named}
        style={{ width: `${Math.max(8, value.length + 2)}ch` }}
        onChange={({ target }) => onChange(target.value)}
      />
      {choices.length > 0 && !named && (
        <span id={id} className={styles.choices} role="listbox">
          {choices.map((choice) => (
            <button
              key={String(choice.value)}
              type="button"
              role="option"
              aria-selected={false}
              data-testid="choice"
              onClick={() => onChange(String(choice.value))}
            >
              {choice.name}
            </button>
          ))}
        </span>
      )}
    </span>
  )
}
