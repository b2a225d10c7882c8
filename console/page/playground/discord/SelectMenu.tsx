import { useId, useState } from 'react'
import type { Component, Message } from '../../../stand-ins/discord/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import { strings } from '../../strings.ts'
import { useDiscord } from './context.ts'
import { type Option, optionsOf } from './options.ts'
import styles from './SelectMenu.module.css'
import { text } from './strings.ts'

/** A select of a message: one choice is sent at once, several when the list is closed. */
export function SelectMenu({ component, message }: { component: Component; message: Message }) {
  const { workspace, use } = useDiscord()
  const {
    custom_id,
    disabled,
    min_values = 1,
    max_values = 1,
  } = component as Component & { min_values?: number; max_values?: number }
  const options = optionsOf(component, workspace)
  const preset = options.filter((option) => option.default).map(({ value }) => value)
  const [chosen, setChosen] = useState(preset)
  const send = (values: string[]) => {
    setChosen(values)
    void use(message, String(custom_id), values)
  }
  return (
    <OptionList
      options={options}
      chosen={chosen}
      many={max_values > 1}
      placeholder={typeof component['placeholder'] === 'string' ? component['placeholder'] : text.makeSelection}
      disabled={disabled === true || workspace.pressed[message.id] !== undefined}
      onChoose={(values) => (max_values > 1 ? setChosen(values.slice(0, max_values)) : send(values))}
      onClose={() => max_values > 1 && chosen.length >= min_values && chosen.join() !== preset.join() && send(chosen)}
    />
  )
}

interface ListProps {
  options: Option[]
  chosen: string[]
  many: boolean
  /** Of one that may be left empty: choosing it again takes it away. */
  clears?: boolean
  placeholder: string
  disabled?: boolean
  onChoose: (values: string[]) => void
  onClose?: () => void
}

/** A box that opens a list. Also used in forms. */
export function OptionList(props: ListProps) {
  const { options, chosen, many, clears = false, placeholder, disabled = false, onChoose, onClose } = props
  const [open, setOpen] = useState(false)
  const id = useId()
  const close = () => {
    setOpen(false)
    onClose?.()
  }
  const choose = (value: string) => {
    if (!many) {
      setOpen(false)
      return onChoose(clears && chosen.includes(value) ? [] : [value])
    }
    onChoose(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value])
  }
  const labels = options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label)
  return (
    <fieldset
      className={styles.select}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (open && !currentTarget.contains(relatedTarget)) close()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        event.preventDefault()
        close()
      }}
    >
      <button
        type="button"
        className={styles.box}
        data-testid="select"
        data-chosen={labels.length > 0}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        disabled={disabled}
        onClick={() => (open ? close() : setOpen(true))}
      >
        <span>{labels.join(', ') || placeholder}</span>
        <Icon name="down" />
      </button>
      {open && (
        <div
          id={id}
          ref={reveal}
          className={styles.list}
          role="listbox"
          aria-multiselectable={many}
          aria-label={placeholder}
        >
          {options.map(({ value, label, description }) => (
            <button
              key={value}
              type="button"
              role="option"
              aria-selected={chosen.includes(value)}
              data-testid="option"
              onClick={() => choose(value)}
            >
              <span>
                {label}
                {description && <small>{description}</small>}
              </span>
              {chosen.includes(value) && <span aria-hidden="true">✓</span>}
            </button>
          ))}
          {many && (
            <button type="button" className={styles.done} onClick={close}>
              {strings.close}
            </button>
          )}
        </div>
      )}
    </fieldset>
  )
}

/** A list near the end of the messages would otherwise open out of sight. */
function reveal(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: 'nearest' })
}
