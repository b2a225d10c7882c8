import type { Conversation } from '../../../stand-ins/teams/view.ts'
import { Avatar } from '../../shared/Avatar.tsx'
import { strings } from '../../strings.ts'
import { useTeams } from './context.ts'
import { TeamsIcon } from './icons.tsx'
import styles from './Rail.module.css'
import { text } from './strings.ts'

interface Props {
  conversation: Conversation
  onUser: (id: string) => void
}

/** The bar at the left: chats or teams, and at its end who one is, and who else one could be. */
export function Rail({ conversation, onUser }: Props) {
  const { workspace, openConversation } = useTeams()
  const { conversations, unread, users, me } = workspace
  const inTeams = conversation.kind === 'channel'
  const entry = (icon: 'chat' | 'teams', label: string, isTeams: boolean) => {
    const places = conversations.filter(
      ({ kind, user }) => (kind === 'channel') === isTeams && (user ?? me.id) === me.id,
    )
    const waiting = places.reduce((sum, { id }) => sum + (id === conversation.id ? 0 : (unread[id] ?? 0)), 0)
    const first = places.find(({ kind }) => kind !== 'group') ?? places[0]
    return (
      <li>
        <button
          type="button"
          aria-current={inTeams === isTeams ? 'page' : undefined}
          data-testid={`rail-${icon}`}
          onClick={() => inTeams !== isTeams && first && openConversation(first.id)}
        >
          <TeamsIcon name={icon} size={24} />
          {label}
          {waiting > 0 && (
            <span className={styles.count} role="img" aria-label={strings.unread(waiting)}>
              {waiting}
            </span>
          )}
        </button>
      </li>
    )
  }
  return (
    <div className={styles.rail}>
      <ul aria-label={text.appBar}>
        {entry('chat', text.chat, false)}
        {entry('teams', text.teams, true)}
      </ul>
      <fieldset className={styles.people}>
        <legend>{strings.actingAs}</legend>
        {users
          .filter(({ bot }) => !bot)
          .map((user) => (
            <button
              key={user.id}
              type="button"
              title={text.switchTo(user.name)}
              aria-pressed={user.id === me.id}
              data-testid={`user-${user.id}`}
              onClick={() => onUser(user.id)}
            >
              <Avatar name={user.name} id={user.id} size={32} />
              <span>{user.name}</span>
            </button>
          ))}
      </fieldset>
    </div>
  )
}
