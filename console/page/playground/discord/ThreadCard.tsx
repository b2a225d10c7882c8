import { useDiscord } from './context.ts'
import { text } from './strings.ts'
import styles from './ThreadCard.module.css'

/** The way from a message to the thread that was started from it. */
export function ThreadCard({ thread }: { thread: string }) {
  const { workspace, openChannel } = useDiscord()
  const channel = workspace.channels.find(({ id }) => id === thread)
  if (!channel) return null
  const messages = (workspace.messages[thread] ?? []).filter(({ type, ephemeral }) => type !== 21 && !ephemeral)
  const last = messages.at(-1)
  return (
    <button type="button" className={styles.card} data-testid="thread-link" onClick={() => openChannel(thread)}>
      <span className={styles.head}>
        <strong>{channel.name}</strong>
        <span>{messages.length > 0 ? text.messageCount(messages.length) : text.seeThread} ›</span>
      </span>
      {last && (
        <span className={styles.last}>
          <b>{last.author.name}</b> {last.content.slice(0, 120)}
        </span>
      )}
    </button>
  )
}
