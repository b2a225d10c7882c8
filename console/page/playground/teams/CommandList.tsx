import type { KeyboardEvent } from 'react'
import { useId, useState } from 'react'
import type { Command, Conversation } from '../../../stand-ins/teams/view.ts'
import { prompts, readCommand, slashCommands, slashWords } from './compose.ts'
import { useTeams } from './context.ts'
import { Face } from './Face.tsx'
import styles from './List.module.css'
import { text } from './strings.ts'

export type Commands = ReturnType<typeof useCommands>

/** The list that completes `/`, and what the app proposes behind a mention of it. `choose` gets the words to type. */
export function useCommands(typed: string, { kind }: Conversation, choose: (words: string) => void) {
  const { bot, commands } = useTeams().workspace
  const id = useId()
  const [active, setActive] = useState(0)
  const [closed, setClosed] = useState('')
  const slash = slashCommands(commands, kind)
  const called = `@${bot.name} `
  const isCall = typed.startsWith(called)
  const begun = typed.toLowerCase()
  const offered = typed.startsWith('/')
    ? slash.map((command) => ({ command, words: `${slashWords(command)} ` }))
    : isCall
      ? prompts(commands, kind).map((command) => ({ command, words: `${called}${command.prompt ?? command.title} ` }))
      : []
  const whole = readCommand(typed, slash) !== undefined
  const found = whole ? [] : offered.filter(({ words }) => words.toLowerCase().startsWith(begun) && words !== typed)
  // Behind a mention anything may follow; a lone slash promises a command, where there are any.
  const lost = typed.startsWith('/') && !whole && slash.length > 0
  const open = typed !== closed && !typed.includes('\n') && (found.length > 0 || lost)
  const current = Math.min(active, Math.max(0, found.length - 1))

  /** Whether the key was the list's. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!open) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const takes = event.key === 'Tab' || (event.key === 'Enter' && (!isCall || typed !== called))
    if (step && found.length > 0) setActive((current + step + found.length) % found.length)
    else if (takes && found.length > 0) choose(found[current]!.words)
    else if (event.key === 'Escape') setClosed(typed)
    else return false
    event.preventDefault()
    return true
  }

  return { id, open, found, active: current, choose, onKeyDown, isCall }
}

export function CommandList({ commands }: { commands: Commands }) {
  const { bot } = useTeams().workspace
  if (!commands.open) return null
  const nameOf = (command: Command) => (commands.isCall ? command.title : slashWords(command))
  return (
    <div id={commands.id} className={styles.list} role="listbox" aria-label={text.commands} data-testid="commands">
      {commands.found.length === 0 && <p>{text.noCommands}</p>}
      {commands.found.map(({ command, words }, i) => (
        // The text box keeps the focus and the keys; pressing must not take it away.
        <div
          key={words}
          role="option"
          tabIndex={-1}
          aria-selected={i === commands.active}
          onMouseDown={(event) => {
            event.preventDefault()
            commands.choose(words)
          }}
        >
          <Face id={bot.id} name={bot.name} size={28} />
          <span>
            <strong>{nameOf(command)}</strong>
            <small>{command.description}</small>
          </span>
        </div>
      ))}
    </div>
  )
}
