import type { Message } from '../../../stand-ins/discord/view.ts'
import { Avatar } from '../../shared/Avatar.tsx'
import { Icon } from '../../shared/Icon.tsx'
import { InlineText } from '../../shared/richtext/RichText.tsx'
import { useDiscord } from './context.ts'
import { parseInline } from './markdown.ts'
import styles from './Spine.module.css'
import { text } from './strings.ts'

/** The line above a message that tells what it answers: another message, or a command. */
export function Spine({ message }: { message: Message }) {
  const { workspace, people } = useDiscord()
  const { reply, command } = message
  if (command) {
    const user = workspace.users.find(({ id }) => id === command.user)
    return (
      <p className={styles.spine} data-testid="spine">
        {user && <Avatar name={user.name} id={user.id} size={16} />}
        <strong>{user?.name ?? command.user}</strong>
        <span>
          {text.used} <span className={styles.command}>{message.type === 20 ? `/${command.name}` : command.name}</span>
        </span>
      </p>
    )
  }
  if (!reply) return null
  const { author, content, attachments } = reply
  if (!author) {
    return (
      <p className={styles.spine} data-testid="spine">
        <Icon name="reply" />
        <em>{text.originalDeleted}</em>
      </p>
    )
  }
  const called = message.mentions.includes(author.id) ? '@' : ''
  return (
    <p className={styles.spine} data-testid="spine">
      <Avatar name={author.name} id={author.id} bot={author.id === workspace.bot.id} size={16} />
      {author.bot && <span className={styles.tag}>{text.bot}</span>}
      <strong>
        {called}
        {author.name}
      </strong>
      <button type="button" className={styles.quoted} onClick={() => show(reply.id)}>
        {content ? (
          <InlineText nodes={parseInline(content.replaceAll('\n', ' ').slice(0, 300))} people={people} />
        ) : (
          <em>{text.clickAttachment}</em>
        )}
        {attachments && <Icon name="file" />}
      </button>
    </p>
  )
}

function show(id: string): void {
  const message = document.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)
  message?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  message?.focus({ preventScroll: true })
}
