import { useEffect, useMemo } from 'react'
import type { Channel } from '../../../stand-ins/slack/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import { MessageList } from '../../shared/MessageList.tsx'
import { draftKey } from '../../shared/pane/drafts.ts'
import { editKey } from '../../shared/pane/editing.ts'
import { strings } from '../../strings.ts'
import { Composer } from './Composer.tsx'
import { nameOf } from './compose.ts'
import { useSlack } from './context.ts'
import { replyRows, threadsOf } from './conversation.ts'
import { MissingRoot } from './Dividers.tsx'
import { Me } from './Me.tsx'
import { MessageItem } from './MessageItem.tsx'
import { Activity } from './Thread.tsx'
import styles from './ThreadPane.module.css'

interface Props {
  channel: Channel
  threadTs: string
  onClose: () => void
}

export function ThreadPane({ channel, threadTs, onClose }: Props) {
  const { workspace, say } = useSlack()
  const messages = workspace.messages[channel.id]
  const thread = useMemo(() => threadsOf(messages ?? []).find(({ ts }) => ts === threadTs), [messages, threadTs])
  const replies = thread?.replies ?? []
  const ownLatest = replies.findLast(({ user }) => user === workspace.me.id)?.ts
  const count = replies.filter((reply) => !reply.ephemeral_to).length

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const taken = event.isComposing || event.defaultPrevented || document.querySelector('dialog[open]')
      if (event.key === 'Escape' && !taken) onClose()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onClose])

  return (
    <section
      className={styles.pane}
      data-testid="thread"
      aria-label={strings.at(strings.thread, 'Slack', nameOf(workspace.me))}
    >
      <header className={styles.header}>
        <h2>
          {strings.thread}
          <small>{channel.kind === 'im' ? nameOf(workspace.bot) : `#${channel.name}`}</small>
        </h2>
        <Me />
        <button
          type="button"
          className="iconButton"
          aria-label={strings.close}
          data-testid="thread-close"
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      <MessageList label={strings.thread} ownLatest={ownLatest}>
        {thread?.root ? <MessageItem message={thread.root} grouped={false} inThread /> : <MissingRoot ts={threadTs} />}
        {count > 0 && <p className={styles.count}>{strings.replies(count)}</p>}
        {replyRows(replies).map((row) => {
          if (row.type !== 'message') return null
          return <MessageItem key={row.message.ts} message={row.message} grouped={row.grouped} inThread />
        })}
        <Activity channel={channel.id} threadTs={threadTs} inPane />
      </MessageList>
      <Composer
        place={draftKey(workspace.me.id, channel.id, threadTs)}
        testId="thread-composer"
        placeholder={strings.placeholderThread}
        onSend={(draft) => say(channel.id, draft, threadTs)}
        lastOwn={ownLatest && editKey(workspace.me.id, ownLatest, 'thread')}
      />
    </section>
  )
}
