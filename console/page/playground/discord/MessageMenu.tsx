import { useState } from 'react'
import type { Message } from '../../../stand-ins/discord/view.ts'
import type { IconName } from '../../shared/Icon.tsx'
import { Icon } from '../../shared/Icon.tsx'
import { strings } from '../../strings.ts'
import { useDiscord } from './context.ts'
import styles from './MessageMenu.module.css'
import { text } from './strings.ts'

interface Props {
  message: Message
  onReply: () => void
  onThread: () => void
  onEdit: () => void
  onDelete: () => void
}

/** What can be done with a message: shown on hover and on keyboard focus. */
export function MessageMenu({ message, onReply, onThread, onEdit, onDelete }: Props) {
  const { workspace, react, run } = useDiscord()
  const [open, setOpen] = useState(false)
  const { me, channels, commands } = workspace
  const channel = channels.find(({ id }) => id === message.channel)
  const own = message.author.id === me.id
  const mayThread = channel?.kind === 'text' && !message.thread
  const apps = commands.filter(({ kind }) => kind === 'message')
  const liked = message.reactions.some(({ emoji, users }) => emoji === '👍' && users.includes(me.id))
  return (
    <div className={styles.menu} role="toolbar">
      <Item icon="thumbUp" label={text.react} onClick={() => void react(message, '👍', !liked)} />
      {channel?.writable && <Item icon="reply" label={text.reply} onClick={onReply} />}
      {mayThread && <Item icon="hash" label={text.thread} onClick={onThread} />}
      {own && <Item icon="edit" label={strings.edit} onClick={onEdit} />}
      {own && <Item icon="trash" label={strings.delete} onClick={onDelete} />}
      {apps.length > 0 && <Item icon="menu" label={text.apps} onClick={() => setOpen(!open)} />}
      {open && (
        <ul className={styles.apps}>
          {apps.map(({ name, label }) => (
            <li key={name}>
              <button
                type="button"
                onClick={() => {
                  setOpen(false)
                  void run({ channel: message.channel, name, options: {} }, message.id)
                }}
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
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
