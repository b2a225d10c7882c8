import { useState } from 'react'
import type { Message } from '../../../stand-ins/teams/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import { editKey, useEditable } from '../../shared/pane/editing.ts'
import { fullTime, timeOfDay } from '../../shared/time.ts'
import { useTeams } from './context.ts'
import { Face } from './Face.tsx'
import { FeedbackButtons } from './Feedback.tsx'
import { Failure, Marks } from './Marks.tsx'
import { MessageBody } from './MessageBody.tsx'
import { MessageEditor } from './MessageEditor.tsx'
import styles from './MessageItem.module.css'
import { MessageMenu } from './MessageMenu.tsx'
import { Reactions } from './Reactions.tsx'
import { text } from './strings.ts'

interface Props {
  message: Message
  /** The author stands above already. */
  grouped: boolean
}

/** A message of a chat: one's own at the right and tinted, others' at the left. */
export function MessageItem({ message, grouped }: Props) {
  const { me } = useTeams().workspace
  const [editing, setEditing] = useState(false)
  const { author, deleted, targeted_to, mentions } = message
  const own = author.id === me.id
  const key = own && !deleted ? editKey(me.id, message.id) : undefined
  const done = useEditable(
    key,
    () => setEditing(true),
    () => setEditing(false),
  )
  const at = new Date(message.at)
  return (
    <article
      className={styles.message}
      data-testid="message"
      data-id={message.id}
      data-own={own}
      data-grouped={grouped}
      data-targeted={targeted_to !== undefined}
      data-called={!own && mentions.some(({ id }) => id === me.id)}
      data-importance={message.importance}
      aria-label={author.name}
      aria-busy={message.stream !== undefined}
      tabIndex={-1}
    >
      <div className={styles.gutter}>{!own && !grouped && <Face id={author.id} name={author.name} size={32} />}</div>
      <div className={styles.main}>
        {(!grouped || message.edited) && (
          <p className={styles.author}>
            {!own && !grouped && <strong>{author.name}</strong>}
            <time dateTime={at.toISOString()} title={fullTime(at)}>
              {timeOfDay(at)}
            </time>
            {message.edited && !deleted && <span data-testid="edited">{text.edited}</span>}
            {!deleted && <Marks message={message} />}
          </p>
        )}
        {targeted_to !== undefined && (
          <p className={styles.onlyYou}>
            <Icon name="eye" />
            {text.onlyYou}
          </p>
        )}
        {editing ? <MessageEditor message={message} onDone={done} /> : <MessageBody message={message} bubble />}
        {!deleted && <FeedbackButtons message={message} />}
        {!deleted && <Reactions message={message} />}
        <Failure at={message.id} />
        {!deleted && !editing && <MessageMenu message={message} onEdit={() => setEditing(true)} />}
      </div>
    </article>
  )
}
