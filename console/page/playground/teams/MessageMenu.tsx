import type { Attachment, Message } from '../../../stand-ins/teams/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import { useTeams } from './context.ts'
import styles from './MessageMenu.module.css'
import { text } from './strings.ts'

/** What can be done with a message: shown on hover and on keyboard focus. */
export function MessageMenu({ message, onEdit }: { message: Message; onEdit: () => void }) {
  const { workspace, react, remove, act, look } = useTeams()
  const { me, message_actions } = workspace
  if (message.targeted_to !== undefined || message.stream) return null
  const isMine = (type: string): boolean =>
    message.reactions.some((reaction) => reaction.type === type && reaction.users.includes(me.id))
  return (
    <div className={styles.menu} role="toolbar">
      {Object.entries(text.reactions).map(([type, emoji]) => (
        <button
          key={type}
          type="button"
          aria-label={text.reactionNames[type]}
          title={text.reactionNames[type]}
          aria-pressed={isMine(type)}
          onClick={() => void react(message, type, !isMine(type))}
        >
          {emoji}
        </button>
      ))}
      {message.attachments.some(isRefreshed) && (
        <button type="button" aria-label={text.refreshCard} title={text.refreshCard} onClick={() => void look(message)}>
          <Icon name="refresh" />
        </button>
      )}
      {message_actions.map(({ id, title }) => (
        <button key={id} type="button" aria-label={title} title={title} onClick={() => void act(message, id)}>
          <Icon name="ask" />
        </button>
      ))}
      {message.author.id === me.id && (
        <>
          <button type="button" aria-label={text.editMessage} title={text.editMessage} onClick={onEdit}>
            <Icon name="edit" />
          </button>
          <button
            type="button"
            aria-label={text.deleteMessage}
            title={text.deleteMessage}
            onClick={() => void remove(message)}
          >
            <Icon name="trash" />
          </button>
        </>
      )}
    </div>
  )
}

const isRefreshed = (one: Attachment): boolean => one.kind === 'card' && one.content['refresh'] !== undefined
