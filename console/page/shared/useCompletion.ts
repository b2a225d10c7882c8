import type { KeyboardEvent, RefObject } from 'react'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { mentionAt } from './mention-at.ts'

export interface CompletionParts<Person> {
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  onText(text: string): void
  /** Those who may be meant by what was typed so far, without its `@`, in lower case. */
  find(start: string): Person[]
  /** As it stands in the text. */
  nameOf(person: Person): string
}

/** The list that completes `@` in a text box: who is in it, which one is chosen, and what the keys do. */
export function useCompletion<Person>({ box, text, onText, find, nameOf }: CompletionParts<Person>) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const found = typed === undefined ? [] : find(typed.slice(1).toLowerCase())
  const open = found.length > 0

  const look = (value: string, caret: number) => {
    setTyped(mentionAt(value, caret))
    setActive(0)
  }
  const close = () => setTyped(undefined)
  const choose = (person: Person) => {
    const caret = box.current?.selectionStart ?? text.length
    const start = caret - (typed?.length ?? 0)
    const name = `@${nameOf(person)} `
    // The caret can only be set once the text is there, and the next key must find it in place.
    flushSync(() => onText(text.slice(0, start) + name + text.slice(caret).trimStart()))
    box.current?.setSelectionRange(start + name.length, start + name.length)
    close()
  }

  /** Whether the key was the list's. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!open) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setActive((active + step + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(found[active]!)
    else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    return true
  }

  return { id, open, found, active, look, close, choose, onKeyDown }
}
