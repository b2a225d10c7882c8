import { useEffect, useRef, useState } from 'react'
import type { Command, CommandOption, OptionValue } from '../../../stand-ins/discord/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import { toUpload } from '../../shared/pane/drafts.ts'
import { strings } from '../../strings.ts'
import styles from './CommandForm.module.css'
import { useDiscord } from './context.ts'
import { OptionField } from './OptionField.tsx'
import { text } from './strings.ts'

interface Props {
  command: Command
  channel: string
  onDone: () => void
}

/** A command that was chosen: its options are filled in where a message would be typed. */
export function CommandForm({ command, channel, onDone }: Props) {
  const { run } = useDiscord()
  const [values, setValues] = useState<Record<string, string | File>>({})
  const [shown, setShown] = useState(() => command.options.filter(({ required }) => required).map(({ name }) => name))
  const form = useRef<HTMLFormElement>(null)
  const options = command.options.filter(({ name }) => shown.includes(name))
  const others = command.options.filter(({ name }) => !shown.includes(name))
  const ready = options.every(({ name, required }) => !required || values[name])

  // biome-ignore lint/correctness/useExhaustiveDependencies: an option that was added is the occasion
  useEffect(() => {
    const fields = form.current?.querySelectorAll<HTMLElement>('input, select')
    ;(fields?.[fields.length - 1] ?? form.current?.querySelector<HTMLElement>('[type="submit"]'))?.focus()
  }, [shown])

  const send = async () => {
    if (!ready) return
    const given = options.filter(({ name }) => values[name])
    const pairs = await Promise.all(
      given.map(async (option) => [option.name, await toValue(option, values[option.name]!)]),
    )
    if (await run({ channel, name: command.name, options: Object.fromEntries(pairs) })) onDone()
  }

  return (
    <form
      ref={form}
      className={styles.form}
      data-testid="command-form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone()
      }}
    >
      <p className={styles.about}>
        <span>{command.description}</span>
        <button type="button" aria-label={strings.cancel} onClick={onDone}>
          <Icon name="close" />
        </button>
      </p>
      <div className={styles.line}>
        <strong>/{command.label}</strong>
        {options.map((option) => (
          <OptionField
            key={option.name}
            option={option}
            value={values[option.name]}
            call={{ channel, name: command.name, options: textsOf(values) }}
            onChange={(value) => setValues({ ...values, [option.name]: value })}
          />
        ))}
        {others.map(({ name, description }) => (
          <button
            key={name}
            type="button"
            className={styles.more}
            title={description}
            onClick={() => setShown([...shown, name])}
          >
            +{name}
          </button>
        ))}
        <button
          type="submit"
          className={styles.send}
          aria-label={text.runCommand}
          title={text.runCommand}
          data-testid="run"
          disabled={!ready}
        >
          <Icon name="send" />
        </button>
      </div>
    </form>
  )
}

/** What the app may be told while something is still being typed. */
function textsOf(values: Record<string, string | File>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

async function toValue({ type }: CommandOption, value: string | File): Promise<OptionValue> {
  if (typeof value !== 'string') return toUpload(value)
  if (type === 4 || type === 10) return Number(value)
  return type === 5 ? value === 'true' : value
}
