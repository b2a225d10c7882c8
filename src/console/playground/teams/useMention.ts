import type { KeyboardEvent, RefObject } from 'react'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import type { User } from '../../../simulator/teams/view.ts'
import { mentionAt } from './compose.ts'
import { useTeams } from './context.ts'

export type Mention = ReturnType<typeof useMention>

/** The list that completes `@` in a text box: who is in it, which one is chosen, and what the keys do. */
export function useMention(box: RefObject<HTMLTextAreaElement | null>, text: string, onText: (text: string) => void) {
  const { workspace } = useTeams()
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const { bot, me, users } = workspace
  const candidates = [bot, ...users.filter((user) => user.id !== bot.id && user.id !== me.id)]
  const start = typed?.slice(1).toLowerCase()
  const found = start === undefined ? [] : candidates.filter(({ name }) => name.toLowerCase().startsWith(start))
  const open = found.length > 0

  const look = (value: string, caret: number) => {
    setTyped(mentionAt(value, caret))
    setActive(0)
  }
  const close = () => setTyped(undefined)
  const choose = (user: User) => {
    const caret = box.current?.selectionStart ?? text.length
    const from = caret - (typed?.length ?? 0)
    const name = `@${user.name} `
    // The caret can only be set once the text is there, and the next key must find it in place.
    flushSync(() => onText(text.slice(0, from) + name + text.slice(caret).trimStart()))
    box.current?.setSelectionRange(from + name.length, from + name.length)
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

  return { id, open, found, active, close, look, choose, onKeyDown }
}
