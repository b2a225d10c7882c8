import { useState } from 'react'
import type { Conversation, Message } from '../../../stand-ins/teams/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import { editKey, useEditable } from '../../shared/pane/editing.ts'
import { fullTime, timeOfDay } from '../../shared/time.ts'
import { Composer } from './Composer.tsx'
import { useTeams } from './context.ts'
import type { Thread } from './conversation.ts'
import { Face } from './Face.tsx'
import { FeedbackButtons } from './Feedback.tsx'
import { Failure, Marks } from './Marks.tsx'
import { MessageBody } from './MessageBody.tsx'
import { MessageEditor } from './MessageEditor.tsx'
import { MessageMenu } from './MessageMenu.tsx'
import styles from './Post.module.css'
import { Reactions } from './Reactions.tsx'
import { SuggestedActions } from './SuggestedActions.tsx'
import { text } from './strings.ts'
import { Typing } from './Typing.tsx'

/** How many of the latest replies show before anybody asks for all of them. */
const SHOWN = 6

/** A post of a channel with its replies. */
export function Post({ conversation, thread }: { conversation: Conversation; thread: Thread }) {
  const [all, setAll] = useState(false)
  const [replying, setReplying] = useState(false)
  const { root, replies } = thread
  const hidden = all ? 0 : Math.max(0, replies.length - SHOWN)
  return (
    <section className={styles.post} data-testid="post" data-id={thread.id}>
      {root ? <PostMessage message={root} isRoot /> : <p className={styles.missing}>{text.rootMissing}</p>}
      <div className={styles.thread}>
        {hidden > 0 && (
          <button type="button" className={styles.earlier} onClick={() => setAll(true)}>
            {text.replies(hidden)}
          </button>
        )}
        {replies.slice(hidden).map((reply) => (
          <PostMessage key={reply.id} message={reply} />
        ))}
        <Typing conversation={conversation.id} root={thread.id} />
        <SuggestedActions messages={replies} />
        {replying ? (
          <Composer place={{ conversation, root: thread.id }} placeholder={text.replyField} testId="reply-composer" />
        ) : (
          <button type="button" className={styles.reply} data-testid="reply" onClick={() => setReplying(true)}>
            <Icon name="reply" />
            {text.reply}
          </button>
        )}
      </div>
    </section>
  )
}

function PostMessage({ message, isRoot = false }: { message: Message; isRoot?: boolean }) {
  const { me } = useTeams().workspace
  const [editing, setEditing] = useState(false)
  const { author, deleted, targeted_to, mentions } = message
  const isOwn = author.id === me.id && !deleted
  const key = isOwn ? editKey(me.id, message.id) : undefined
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
      data-root={isRoot}
      data-own={author.id === me.id}
      data-targeted={targeted_to !== undefined}
      data-called={author.id !== me.id && mentions.some(({ id }) => id === me.id)}
      aria-label={author.name}
      aria-busy={message.stream !== undefined}
      tabIndex={-1}
    >
      <Face id={author.id} name={author.name} size={isRoot ? 32 : 24} />
      <div className={styles.main}>
        <p className={styles.author}>
          <strong>{author.name}</strong>
          <time dateTime={at.toISOString()} title={fullTime(at)}>
            {timeOfDay(at)}
          </time>
          {message.edited && !deleted && <span data-testid="edited">{text.edited}</span>}
          {!deleted && <Marks message={message} />}
        </p>
        {targeted_to !== undefined && (
          <p className={styles.onlyYou}>
            <Icon name="eye" />
            {text.onlyYou}
          </p>
        )}
        {editing ? <MessageEditor message={message} onDone={done} /> : <MessageBody message={message} />}
        {!deleted && <FeedbackButtons message={message} />}
        {!deleted && <Reactions message={message} />}
        <Failure at={message.id} />
      </div>
      {!deleted && !editing && <MessageMenu message={message} onEdit={() => setEditing(true)} />}
    </article>
  )
}
