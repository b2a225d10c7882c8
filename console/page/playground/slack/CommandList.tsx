import type { KeyboardEvent } from 'react'
import { useId, useState } from 'react'
import type { Command } from '../../../stand-ins/slack/view.ts'
import { Avatar } from '../../shared/Avatar.tsx'
import styles from './CommandList.module.css'
import { nameOf } from './compose.ts'
import { useSlack } from './context.ts'
import { text } from './strings.ts'

export type Commands = ReturnType<typeof useCommands>

/** The list that completes `/` in a text box. */
export function useCommands(typed: string, onText: (text: string) => void) {
  const { workspace } = useSlack()
  const id = useId()
  const [active, setActive] = useState(0)
  const [closed, setClosed] = useState('')
  const [name = ''] = /^\/\S*$/.exec(typed) ?? []
  const open = name !== '' && typed !== closed
  const found = open ? workspace.commands.filter(({ command }) => command.startsWith(name.toLowerCase())) : []
  const current = Math.min(active, Math.max(0, found.length - 1))
  const choose = ({ command }: Command) => onText(`${command} `)

  /** Whether the key was the list's. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!open) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length > 0) setActive((current + step + found.length) % found.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && found.length > 0 && found[current]!.command !== typed)
      choose(found[current]!)
    else if (event.key === 'Escape') setClosed(typed)
    else return false
    event.preventDefault()
    return true
  }

  return { id, open, found, active: current, choose, onKeyDown }
}

export function CommandList({ commands }: { commands: Commands }) {
  const { bot } = useSlack().workspace
  if (!commands.open) return null
  return (
    <div id={commands.id} className={styles.list} role="listbox" aria-label={text.commands} data-testid="commands">
      {commands.found.length === 0 && <p>{text.noCommands}</p>}
      {commands.found.map((command, i) => (
        // The text box keeps the focus and the keys; pressing must not take it away.
        <div
          key={command.command}
          role="option"
          tabIndex={-1}
          aria-selected={i === commands.active}
          onMouseDown={(event) => {
            event.preventDefault()
            commands.choose(command)
          }}
        >
          <Avatar name={nameOf(bot)} id={bot.id} bot size={28} />
          <span>
            <strong>{command.command}</strong>
            {command.usage_hint && <code>{command.usage_hint}</code>}
            <small>{command.description}</small>
          </span>
        </div>
      ))}
    </div>
  )
}
