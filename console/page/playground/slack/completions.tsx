import { Avatar } from '../../shared/Avatar.tsx'
import { CompletionList } from '../../shared/pane/CompletionList.tsx'
import { useCommandList } from '../../shared/pane/useCommandList.ts'
import type { Composer } from '../../shared/pane/useComposer.ts'
import { useCompletion } from '../../shared/useCompletion.ts'
import { strings } from '../../strings.ts'
import { nameOf } from './compose.ts'
import { useSlack } from './context.ts'
import { text } from './strings.ts'

/** Completes the names of people of the workspace. */
export function useMention({ box, draft, setText }: Composer) {
  const { bot, me, users } = useSlack().workspace
  const candidates = [bot, ...users.filter((user) => user.id !== bot.id && user.id !== me.id), me]
  return useCompletion({
    box,
    text: draft.text,
    onText: setText,
    find: (start) =>
      candidates.filter((user) => [user.name, user.real_name].some((name) => name.toLowerCase().startsWith(start))),
    nameOf,
  })
}

/** Completes `/`. A command that is written out is sent by Enter. */
export function useCommands({ draft, write }: Composer) {
  const { commands } = useSlack().workspace
  const typed = draft.text
  const isAsked = /^\/\S*$/.test(typed)
  const found = isAsked ? commands.filter(({ command }) => command.startsWith(typed.toLowerCase())) : []
  return useCommandList({
    typed,
    isAsked,
    found,
    choose: ({ command }) => write(`${command} `),
    takesEnter: !found.some(({ command }) => command === typed),
  })
}

export function MentionList({ mention }: { mention: ReturnType<typeof useMention> }) {
  return (
    <CompletionList
      list={mention}
      label={strings.mention}
      testId="mentions"
      keyOf={({ id }) => id}
      draw={(user) => (
        <>
          <Avatar name={nameOf(user)} id={user.id} bot={user.is_bot} size={22} />
          <strong>{nameOf(user)}</strong>
          {user.is_bot && <span className="badge">{strings.app}</span>}
        </>
      )}
    />
  )
}

export function CommandList({ commands }: { commands: ReturnType<typeof useCommands> }) {
  const { bot } = useSlack().workspace
  return (
    <CompletionList
      list={commands}
      label={text.commands}
      testId="commands"
      nothing={text.noCommands}
      keyOf={({ command }) => command}
      draw={({ command, usage_hint, description }) => (
        <>
          <Avatar name={nameOf(bot)} id={bot.id} bot size={28} />
          <span>
            <strong>{command}</strong>
            {usage_hint && <code>{usage_hint}</code>}
            <small>{description}</small>
          </span>
        </>
      )}
    />
  )
}
