import type { Message } from '../../../stand-ins/slack/view.ts'
import type { IconName } from '../../shared/Icon.tsx'
import { Icon } from '../../shared/Icon.tsx'
import { strings } from '../../strings.ts'
import { useSlack } from './context.ts'
import { isReply } from './conversation.ts'
import styles from './MessageMenu.module.css'
import { text } from './strings.ts'

interface Props {
  message: Message
  own: boolean
  inThread: boolean
  onEdit: () => void
  onDelete: () => void
}

/** What can be done with a message: shown on hover and on keyboard focus. */
export function MessageMenu({ message, own, inThread, onEdit, onDelete }: Props) {
  const { workspace, openThread, askAbout, askWhy } = useSlack()
  const { channel, ts } = message
  return (
    <div className={styles.menu} role="toolbar">
      {!inThread && (
        <Item
          icon="reply"
          label={strings.replyInThread}
          onClick={() => openThread(channel, isReply(message) ? message.thread_ts : ts)}
        />
      )}
      <Item icon="ask" label={strings.askAbout} onClick={() => void askAbout(message)} />
      {message.user === workspace.bot.id && <Item icon="eye" label={text.why} onClick={() => void askWhy(message)} />}
      {own && <Item icon="edit" label={strings.edit} onClick={onEdit} />}
      {own && <Item icon="trash" label={strings.delete} onClick={onDelete} />}
    </div>
  )
}

function Item({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button type="button" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}
