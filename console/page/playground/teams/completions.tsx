import type { Command, Conversation } from '../../../stand-ins/teams/view.ts'
import { CompletionList } from '../../shared/pane/CompletionList.tsx'
import { useCommandList } from '../../shared/pane/useCommandList.ts'
import type { Composer } from '../../shared/pane/useComposer.ts'
import { useCompletion } from '../../shared/useCompletion.ts'
import { strings } from '../../strings.ts'
import { prompts, readCommand, slashCommands, slashWords } from './compose.ts'
import { useTeams } from './context.ts'
import { Face } from './Face.tsx'
import { text } from './strings.ts'

/** Completes the names of people of the workspace. */
export function useMention({ box, draft, setText }: Composer) {
  const { bot, me, users } = useTeams().workspace
  const candidates = [bot, ...users.filter((user) => user.id !== bot.id && user.id !== me.id)]
  return useCompletion({
    box,
    text: draft.text,
    onText: setText,
    find: (start) => candidates.filter((user) => user.name.toLowerCase().startsWith(start)),
    nameOf: (user) => user.name,
  })
}

/** What a command is called in the list, and the words it stands for. */
interface Proposal {
  command: Command
  title: string
  words: string
}

/** Completes `/`, and what the app proposes behind a mention of it. */
export function useCommands({ draft, write }: Composer, { kind }: Conversation) {
  const { bot, commands } = useTeams().workspace
  const typed = draft.text
  const slash = slashCommands(commands, kind)
  const called = `@${bot.name} `
  const begun = typed.toLowerCase()
  const propose = (): Proposal[] => {
    if (typed.startsWith('/')) {
      return slash.map((command) => ({ command, title: slashWords(command), words: `${slashWords(command)} ` }))
    }
    if (!typed.startsWith(called)) return []
    return prompts(commands, kind).map((command) => ({
      command,
      title: command.title,
      words: `${called}${command.prompt ?? command.title} `,
    }))
  }
  const whole = readCommand(typed, slash) !== undefined
  const found = whole ? [] : propose().filter(({ words }) => words.toLowerCase().startsWith(begun) && words !== typed)
  // Behind a mention anything may follow; a lone slash promises a command, where there are any.
  const lost = typed.startsWith('/') && !whole && slash.length > 0
  return useCommandList({
    typed,
    isAsked: !typed.includes('\n') && (found.length > 0 || lost),
    found,
    choose: ({ words }) => write(words),
    takesEnter: typed !== called,
  })
}

export function MentionList({ mention }: { mention: ReturnType<typeof useMention> }) {
  const { bot } = useTeams().workspace
  return (
    <CompletionList
      list={mention}
      label={strings.mention}
      testId="mentions"
      keyOf={({ id }) => id}
      draw={({ id, name }) => (
        <>
          <Face id={id} name={name} size={28} />
          <span>
            <strong>{name}</strong>
            {id === bot.id && <small>{strings.app}</small>}
          </span>
        </>
      )}
    />
  )
}

export function CommandList({ commands }: { commands: ReturnType<typeof useCommands> }) {
  const { bot } = useTeams().workspace
  return (
    <CompletionList
      list={commands}
      label={text.commands}
      testId="commands"
      nothing={text.noCommands}
      keyOf={({ words }) => words}
      draw={({ command, title }) => (
        <>
          <Face id={bot.id} name={bot.name} size={28} />
          <span>
            <strong>{title}</strong>
            <small>{command.description}</small>
          </span>
        </>
      )}
    />
  )
}
