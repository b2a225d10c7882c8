import { useState } from 'react'
import type { Message } from '../../../stand-ins/discord/view.ts'
import { Avatar } from '../../shared/Avatar.tsx'
import { Icon } from '../../shared/Icon.tsx'
import { editKey, useEditable } from '../../shared/pane/editing.ts'
import { fullTime, timeOfDay } from '../../shared/time.ts'
import { strings } from '../../strings.ts'
import { useDiscord } from './context.ts'
import { dateOf } from './conversation.ts'
import { MessageBody } from './MessageBody.tsx'
import { MessageDialog } from './MessageDialog.tsx'
import { MessageEditor } from './MessageEditor.tsx'
import styles from './MessageItem.module.css'
import { MessageMenu } from './MessageMenu.tsx'
import { Spine } from './Spine.tsx'
import { SystemMessage } from './SystemMessage.tsx'
import { text } from './strings.ts'

interface Props {
  message: Message
  /** The author stands above already. */
  grouped: boolean
  onReply: () => void
}

type Mode = 'shown' | 'editing' | 'deleting' | 'naming'

export function MessageItem({ message, grouped, onReply }: Props) {
  const { workspace, remove, startThread } = useDiscord()
  const [mode, setMode] = useState<Mode>('shown')
  const { me, attempts } = workspace
  const { author, ephemeral, mentions } = message
  const at = dateOf(message.id)
  const failed = attempts.some((each) => each.message === message.id && each.failed)
  const called = message.mention_everyone || mentions.includes(me.id)
  const isOwn = author.id === me.id && !ephemeral
  const key = isOwn ? editKey(me.id, message.id) : undefined
  const shown = useEditable(
    key,
    () => setMode('editing'),
    () => setMode('shown'),
  )
  const time = (
    <time dateTime={at.toISOString()} title={fullTime(at)}>
      {timeOfDay(at)}
    </time>
  )
  if (message.type === 18 || message.type === 21) return <SystemMessage message={message} />
  return (
    <article
      className={styles.message}
      data-testid="message"
      data-id={message.id}
      data-grouped={grouped}
      data-ephemeral={ephemeral}
      data-called={called && author.id !== me.id}
      aria-label={author.name}
      aria-busy={message.loading}
      tabIndex={-1}
    >
      <Spine message={message} />
      <div className={styles.gutter}>
        {grouped ? time : <Avatar name={author.name} id={author.id} bot={author.id === workspace.bot.id} size={40} />}
      </div>
      <div className={styles.main}>
        {!grouped && (
          <p className={styles.author}>
            <strong data-bot={author.bot}>{author.name}</strong>
            {author.bot && <span className={styles.tag}>{text.bot}</span>}
            {time}
          </p>
        )}
        {mode === 'editing' ? <MessageEditor message={message} onDone={shown} /> : <MessageBody message={message} />}
        {failed && (
          <p className={styles.failed} role="alert">
            {text.failed}
          </p>
        )}
        {ephemeral && (
          <p className={styles.onlyYou}>
            <Icon name="eye" />
            {text.onlyYou} •{' '}
            <button type="button" onClick={() => void remove(message)}>
              {text.dismiss}
            </button>
          </p>
        )}
      </div>
      {mode !== 'editing' && !ephemeral && (
        <MessageMenu
          message={message}
          onReply={onReply}
          onThread={() => setMode('naming')}
          onEdit={() => setMode('editing')}
          onDelete={() => setMode('deleting')}
        />
      )}
      {mode === 'deleting' && (
        <MessageDialog
          label={strings.deleteSure}
          button={strings.deleteButton}
          danger
          onDone={shown}
          onSubmit={() => void remove(message)}
        />
      )}
      {mode === 'naming' && (
        <MessageDialog
          label={text.thread}
          button={text.create}
          field={text.threadName}
          onDone={shown}
          onSubmit={(name) => void startThread(message, name)}
        />
      )}
    </article>
  )
}
