import type { KeyboardEvent } from 'react'
import { useId, useState } from 'react'

export interface CommandListParts<Command> {
  typed: string
  /** Whether what was typed asks for commands. */
  isAsked: boolean
  found: Command[]
  choose(command: Command): void
  /** Whether Enter chooses; else it sends what is typed. */
  takesEnter?: boolean
}

/** The list that completes a command in a text box, until it is closed. */
export function useCommandList<Command>(parts: CommandListParts<Command>) {
  const { typed, isAsked, found, choose, takesEnter = true } = parts
  const id = useId()
  const [active, setActive] = useState(0)
  const [closed, setClosed] = useState('')
  const open = isAsked && typed !== closed
  const current = Math.min(active, Math.max(0, found.length - 1))

  /** Whether the key was the list's. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!open) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const takes = event.key === 'Tab' || (event.key === 'Enter' && takesEnter)
    if (step && found.length > 0) setActive((current + step + found.length) % found.length)
    else if (takes && found.length > 0) choose(found[current]!)
    else if (event.key === 'Escape') setClosed(typed)
    else return false
    event.preventDefault()
    return true
  }

  return { id, open, found, active: current, choose, onKeyDown }
}
