import { useState } from 'react'
import type { Message } from '../../../stand-ins/slack/view.ts'
import { Avatar } from '../../shared/Avatar.tsx'
import { Icon } from '../../shared/Icon.tsx'
import { editKey, useEditable } from '../../shared/pane/editing.ts'
import { fullTime, timeOfDay } from '../../shared/time.ts'
import { strings } from '../../strings.ts'
import { nameOf } from './compose.ts'
import { useSlack } from './context.ts'
import { dateOf } from './conversation.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { MessageBody } from './MessageBody.tsx'
import { MessageEditor } from './MessageEditor.tsx'
import styles from './MessageItem.module.css'
import { MessageMenu } from './MessageMenu.tsx'

interface Props {
  message: Message
  /** The author stands above already. */
  grouped: boolean
  /** In the side pane, where "reply in thread" would lead nowhere. */
  inThread: boolean
}

export function MessageItem({ message, grouped, inThread }: Props) {
  const { workspace } = useSlack()
  const [mode, setMode] = useState<'shown' | 'editing' | 'deleting'>('shown')
  const { bot, me, users } = workspace
  const author = message.user === bot.id ? bot : users.find(({ id }) => id === message.user)
  const name = message.face?.name ?? (author ? nameOf(author) : message.user)
  const at = dateOf(message.ts)
  const time = (
    <time dateTime={at.toISOString()} title={fullTime(at)}>
      {timeOfDay(at)}
    </time>
  )
  const isOwn = message.user === me.id && !message.ephemeral_to && !message.tombstone
  const key = isOwn ? editKey(me.id, message.ts, inThread ? 'thread' : '') : undefined
  const shown = useEditable(
    key,
    () => setMode('editing'),
    () => setMode('shown'),
  )
  return (
    <article
      className={styles.message}
      data-testid="message"
      data-ts={message.ts}
      data-grouped={grouped}
      data-ephemeral={message.ephemeral_to !== undefined}
      data-editing={mode === 'editing'}
      data-tombstone={message.tombstone === true}
      aria-label={name}
      aria-busy={message.streaming}
      tabIndex={-1}
    >
      <div className={styles.gutter}>
        {grouped ? time : <Avatar name={name} id={message.user} bot={message.user === bot.id} />}
      </div>
      <div className={styles.main}>
        {message.ephemeral_to && (
          <p className={styles.onlyYou}>
            <Icon name="eye" />
            {strings.onlyYou}
          </p>
        )}
        {!grouped && (
          <p className={styles.author}>
            <strong>{name}</strong>
            {author?.is_bot && <span className="badge">{strings.app}</span>}
            {time}
          </p>
        )}
        {mode === 'editing' ? <MessageEditor message={message} onDone={shown} /> : <MessageBody message={message} />}
      </div>
      {mode !== 'editing' && !message.ephemeral_to && !message.tombstone && (
        <MessageMenu
          message={message}
          own={message.user === me.id}
          inThread={inThread}
          onEdit={() => setMode('editing')}
          onDelete={() => setMode('deleting')}
        />
      )}
      {mode === 'deleting' && <DeleteDialog message={message} onDone={shown} />}
    </article>
  )
}
