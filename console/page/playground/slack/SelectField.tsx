import type { KeyboardEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../../shared/Icon.tsx'
import { useSlack } from './context.ts'
import type { InputProps } from './FormField.tsx'
import type { Input, Option } from './form.ts'
import styles from './SelectField.module.css'
import { text } from './strings.ts'

/** While somebody types, the app is asked only once they pause (ms). */
const pause = 150

/** A box that opens a list and narrows it to what is typed; some lists the app makes up as one types. */
export function SelectField({
  id,
  field,
  view,
  input,
  value,
  onChange,
}: InputProps & { input: Input & { type: 'select' } }) {
  const chosen = value as Option | undefined
  const list = useId()
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const box = useRef<HTMLInputElement>(null)
  const open = typed !== undefined
  const options = useOptions({ view, block_id: field.block_id, action_id: field.action_id }, input, typed)
  const current = Math.min(active, Math.max(0, (options?.length ?? 1) - 1))

  const choose = (option: Option | undefined) => {
    onChange(option)
    setTyped(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!open) {
      if (step) setTyped('')
      else return
    } else if (step && options?.length) setActive((current + step + options.length) % options.length)
    else if (event.key === 'Enter') {
      if (options?.[current]) choose(options[current])
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      setTyped(undefined)
    } else return
    event.preventDefault()
  }

  return (
    <div className={styles.select}>
      <input
        id={id}
        ref={box}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-activedescendant={open ? `${list}-${current}` : undefined}
        data-testid="select"
        placeholder={open ? (chosen?.label ?? text.search) : input.placeholder || text.choose}
        value={typed ?? chosen?.label ?? ''}
        onClick={() => !open && setTyped('')}
        onBlur={() => setTyped(undefined)}
        onChange={({ target }) => {
          setTyped(target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      {chosen && field.optional && !open ? (
        <button type="button" className={styles.clear} aria-label="×" onClick={() => choose(undefined)}>
          <Icon name="close" />
        </button>
      ) : (
        <span className={styles.sign} aria-hidden="true" />
      )}
      {open && (
        <div id={list} ref={reveal} className={styles.list} role="listbox" aria-label={field.label}>
          {options === undefined && <p>{text.working}</p>}
          {options?.length === 0 && <p>{text.nothingFound}</p>}
          {options?.map((option, at) => (
            // The box keeps the focus and the keys; pressing must not take it away.
            <div
              key={option.value}
              id={`${list}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === current}
              data-testid="option"
              onMouseDown={(event) => {
                event.preventDefault()
                choose(option)
              }}
            >
              {option.label}
              {option.value === chosen?.value && <span aria-hidden="true">✓</span>}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** Undefined while the app is asked. */
function useOptions(
  at: { view: string; block_id: string; action_id: string },
  input: Input & { type: 'select' },
  typed: string | undefined,
): Option[] | undefined {
  const { suggest } = useSlack()
  const [offered, setOffered] = useState<Option[]>()
  const { view, block_id, action_id } = at
  const { from } = input
  useEffect(() => {
    if (from === undefined || typed === undefined || typed.length < from) return
    let isLate = false
    const timer = setTimeout(async () => {
      const options = await suggest({ view, block_id, action_id, value: typed })
      if (!isLate) setOffered(options)
    }, pause)
    return () => {
      isLate = true
      clearTimeout(timer)
    }
  }, [suggest, view, block_id, action_id, from, typed])
  if (from !== undefined) return typed === undefined || typed.length >= from ? offered : []
  const wanted = (typed ?? '').trim().toLowerCase()
  return input.options.filter(({ label }) => label.toLowerCase().includes(wanted))
}

/** A list near the end of a form would otherwise open out of sight. */
function reveal(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: 'nearest' })
}
