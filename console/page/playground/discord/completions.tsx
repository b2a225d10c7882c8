import type { Channel, Command } from '../../../stand-ins/discord/view.ts'
import { Avatar } from '../../shared/Avatar.tsx'
import { CompletionList } from '../../shared/pane/CompletionList.tsx'
import { useCommandList } from '../../shared/pane/useCommandList.ts'
import type { Composer } from '../../shared/pane/useComposer.ts'
import { useCompletion } from '../../shared/useCompletion.ts'
import { strings } from '../../strings.ts'
import styles from './completions.module.css'
import { useDiscord } from './context.ts'
import { text } from './strings.ts'

/** How many people are proposed at once. */
const longest = 8

/** Completes the names of people of the workspace. */
export function useMention({ box, draft, setText }: Composer) {
  const { bot, me, users } = useDiscord().workspace
  const candidates = [bot, ...users.filter((user) => user.id !== bot.id && user.id !== me.id), me]
  return useCompletion({
    box,
    text: draft.text,
    onText: setText,
    find: (start) =>
      candidates
        .filter((user) => [user.username, user.name].some((name) => name.toLowerCase().startsWith(start)))
        .slice(0, longest),
    nameOf: (user) => user.name,
  })
}

/** Completes `/` by what somebody may use in a channel. */
export function useCommands({ draft }: Composer, { kind: place }: Channel, choose: (command: Command) => void) {
  const where = place === 'dm' ? 'direct' : 'server'
  const commands = useDiscord().workspace.commands.filter(({ offered }) => offered.includes(where))
  const typed = draft.text
  const isAsked = typed.startsWith('/') && !typed.includes('\n')
  const wanted = typed.slice(1).trimEnd().toLowerCase()
  const found = isAsked ? commands.filter(({ kind, label }) => kind === 'chat' && label.startsWith(wanted)) : []
  return useCommandList({ typed, isAsked, found, choose })
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
          <Avatar name={user.name} id={user.id} bot={user.bot} size={24} />
          <strong>{user.name}</strong>
          {user.bot && <span className={styles.tag}>{text.bot}</span>}
          <small className={styles.username}>{user.username}</small>
        </>
      )}
    />
  )
}

export function CommandList({ commands }: { commands: ReturnType<typeof useCommands> }) {
  const { bot } = useDiscord().workspace
  return (
    <CompletionList
      list={commands}
      label={text.commands}
      testId="commands"
      nothing={text.noCommands}
      keyOf={({ name }) => name}
      draw={({ label, options, description }) => (
        <>
          <Avatar name={bot.name} id={bot.id} bot size={24} />
          <span>
            <strong>/{label}</strong>
            {options.map(({ name, required }) => (
              <code key={name} className={styles.option} data-required={required}>
                {name}
              </code>
            ))}
            <small>{description}</small>
          </span>
        </>
      )}
    />
  )
}
