import type { KeyboardEvent } from 'react'
import { useId, useState } from 'react'
import type { Command } from '../../../stand-ins/discord/view.ts'
import { Avatar } from '../../shared/Avatar.tsx'
import { useDiscord } from './context.ts'
import styles from './List.module.css'
import { text } from './strings.ts'

export type Commands = ReturnType<typeof useCommands>

/** The list that completes `/` in a text box. */
export function useCommands(typed: string, choose: (command: Command) => void) {
  const { workspace } = useDiscord()
  const id = useId()
  const [active, setActive] = useState(0)
  const [closed, setClosed] = useState('')
  const wanted = typed.startsWith('/') ? typed.slice(1).trimEnd().toLowerCase() : undefined
  const found =
    wanted === undefined
      ? []
      : workspace.commands.filter(({ kind, label }) => kind === 'chat' && label.startsWith(wanted))
  const open = wanted !== undefined && typed !== closed && !typed.includes('\n')
  const current = Math.min(active, Math.max(0, found.length - 1))

  /** Whether the key was the list's. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!open) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length > 0) setActive((current + step + found.length) % found.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && found.length > 0) choose(found[current]!)
    else if (event.key === 'Escape') setClosed(typed)
    else return false
    event.preventDefault()
    return true
  }

  return { id, open, found, active: current, choose, onKeyDown }
}

export function CommandList({ commands }: { commands: Commands }) {
  const { bot } = useDiscord().workspace
  if (!commands.open) return null
  return (
    <div id={commands.id} className={styles.list} role="listbox" aria-label={text.commands} data-testid="commands">
      {commands.found.length === 0 && <p>{text.noCommands}</p>}
      {commands.found.map((command, i) => (
        // The text box keeps the focus and the keys; pressing must not take it away.
        <div
          key={command.name}
          role="option"
          tabIndex={-1}
          aria-selected={i === commands.active}
          onMouseDown={(event) => {
            event.preventDefault()
            commands.choose(command)
          }}
        >
          <Avatar name={bot.name} id={bot.id} bot size={24} />
          <span>
            <strong>/{command.label}</strong>
            {command.options.map(({ name, required }) => (
              <code key={name} data-required={required}>
                {name}
              </code>
            ))}
            <small>{command.description}</small>
          </span>
        </div>
      ))}
    </div>
  )
}
