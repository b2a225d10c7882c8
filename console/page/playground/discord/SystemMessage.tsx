import type { Message } from '../../../stand-ins/discord/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import { timeOfDay } from '../../shared/time.ts'
import { useDiscord } from './context.ts'
import { dateOf } from './conversation.ts'
import { MessageBody } from './MessageBody.tsx'
import styles from './SystemMessage.module.css'
import { text } from './strings.ts'

/** Discord's own words: a thread that began, and in the thread what it began with. */
export function SystemMessage({ message }: { message: Message }) {
  const { workspace, openChannel } = useDiscord()
  const { channels, messages } = workspace
  if (message.type === 21) {
    const parent = channels.find(({ id }) => id === message.channel)?.parent
    const start = messages[parent ?? '']?.find(({ id }) => id === message.channel)
    return (
      <div className={styles.starter} data-testid="starter">
        {start ? <Starter start={start} /> : <em>{text.originalDeleted}</em>}
      </div>
    )
  }
  const thread = channels.find(({ kind, name }) => kind === 'thread' && name === message.content)
  return (
    <p className={styles.line} data-testid="system">
      <Icon name="reply" />
      <span>
        <strong>{message.author.name}</strong> {text.startedThread}{' '}
        <button type="button" disabled={!thread} onClick={() => thread && openChannel(thread.id)}>
          {message.content}
        </button>
        <time>{timeOfDay(dateOf(message.id))}</time>
      </span>
    </p>
  )
}

/** The message that the thread is about, without the way into it. */
function Starter({ start }: { start: Message }) {
  const { thread: _, ...message } = start
  return (
    <>
      <strong>{start.author.name}</strong>
      <MessageBody message={{ ...message, components: [] }} />
    </>
  )
}
