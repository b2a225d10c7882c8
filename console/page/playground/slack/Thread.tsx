import { Avatar } from '../../shared/Avatar.tsx'
import { StopIcon } from '../../shared/Icon.tsx'
import { strings } from '../../strings.ts'
import { nameOf } from './compose.ts'
import { useSlack } from './context.ts'
import type { Thread as ThreadData } from './conversation.ts'
import { replyRows } from './conversation.ts'
import { MessageItem } from './MessageItem.tsx'
import { placeKey } from './state.ts'
import styles from './Thread.module.css'

/** How many of the latest replies a channel shows under the root. */
const previewed = 2

/** The end of a thread under its root in a channel, unless the side pane shows all of it. */
export function ThreadPreview({ channel, thread }: { channel: string; thread: ThreadData }) {
  const { workspace, openThread, shownThread } = useSlack()
  const { replies, ts } = thread
  const beside = shownThread === ts
  const count = replies.filter((reply) => !reply.ephemeral_to).length
  const authors = [...new Set(replies.map((reply) => reply.user))]
  const everyone = [...workspace.users, workspace.bot]
  return (
    <div className={styles.preview}>
      {replies.length > 0 && (
        <button
          type="button"
          className={styles.link}
          data-testid="thread-link"
          aria-current={beside || undefined}
          onClick={() => openThread(channel, ts)}
        >
          {authors.map((id) => {
            const user = everyone.find((one) => one.id === id)
            return <Avatar key={id} id={id} name={user ? nameOf(user) : id} bot={id === workspace.bot.id} size={22} />
          })}
          <span className={styles.count}>{strings.replies(count)}</span>
          {!beside && <span className={styles.view}>{strings.viewThread}</span>}
        </button>
      )}
      {!beside && replies.length > 0 && (
        <div className={styles.replies}>
          {replyRows(replies.slice(-previewed)).map((row) => {
            if (row.type !== 'message') return null
            return <MessageItem key={row.message.ts} message={row.message} grouped={row.grouped} inThread={false} />
          })}
        </div>
      )}
      <Activity channel={channel} threadTs={ts} />
    </div>
  )
}

/** What the bot is doing in a thread, and the way to stop it. The side pane shows it instead while it is open. */
export function Activity({
  channel,
  threadTs,
  inPane = false,
}: {
  channel: string
  threadTs: string
  inPane?: boolean
}) {
  const { workspace, shownThread, stop } = useSlack()
  const key = placeKey(channel, threadTs)
  const status = workspace.statuses[key]
  const processing = workspace.processing[key]
  if ((!status && !processing) || (!inPane && shownThread === threadTs)) return null
  return (
    <div className={styles.activity} role="status">
      <span className={styles.dots} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {status && (
        <span className={styles.status} data-testid="status">
          {nameOf(workspace.bot)} {status}
        </span>
      )}
      {processing && (
        <button type="button" className={styles.stop} data-testid="stop" onClick={() => void stop(channel, threadTs)}>
          <StopIcon />
          {strings.stop}
        </button>
      )}
    </div>
  )
}
