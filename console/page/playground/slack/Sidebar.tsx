import type { Channel, User } from '../../../stand-ins/slack/view.ts'
import { Avatar } from '../../shared/Avatar.tsx'
import { Icon } from '../../shared/Icon.tsx'
import { strings } from '../../strings.ts'
import { nameOf } from './compose.ts'
import { useSlack } from './context.ts'
import styles from './Sidebar.module.css'

interface Props {
  /** Only matters on small screens, where the sidebar slides over the messages. */
  open: boolean
  channel: string
  onChannel: (id: string) => void
  onUser: (id: string) => void
}

export function Sidebar({ open, channel, onChannel, onUser }: Props) {
  const { workspace } = useSlack()
  const { team, bot, channels, me } = workspace
  const shared = channels.filter(({ kind }) => kind === 'channel')
  const direct = channels.filter(({ kind }) => kind === 'im')
  const item = (one: Channel) => (
    <ChannelLink key={one.id} channel={one} current={one.id === channel} onClick={() => onChannel(one.id)} />
  )
  return (
    <nav className={styles.sidebar} data-open={open} aria-label={strings.at(strings.menu, 'Slack', nameOf(me))}>
      <h2 className={styles.team}>{team.name}</h2>
      <div className={styles.lists}>
        <h3 className={styles.label}>{strings.channels}</h3>
        <ul>{shared.map(item)}</ul>
        <h3 className={styles.label}>{strings.directMessages}</h3>
        <ul>{direct.map(item)}</ul>
        {!workspace.connected && <p className={styles.hint}>{strings.agentOfflineHint(nameOf(bot))}</p>}
      </div>
      <People onUser={onUser} />
    </nav>
  )
}

function ChannelLink({ channel, current, onClick }: { channel: Channel; current: boolean; onClick: () => void }) {
  const { workspace } = useSlack()
  const { bot, connected } = workspace
  const unread = current ? 0 : (workspace.unread[channel.id] ?? 0)
  const presence = connected ? strings.agentOnline : strings.agentOffline
  return (
    <li>
      <button
        type="button"
        className={styles.channel}
        aria-current={current ? 'page' : undefined}
        data-unread={unread > 0}
        data-testid={`channel-${channel.id}`}
        onClick={onClick}
      >
        {channel.kind === 'channel' ? <Icon name="hash" /> : <Avatar name={nameOf(bot)} id={bot.id} bot size={20} />}
        <span className={styles.name}>{channel.kind === 'channel' ? channel.name : nameOf(bot)}</span>
        {channel.kind === 'im' && <span className="badge">{strings.app}</span>}
        {channel.kind === 'im' && (
          <span className={styles.presence} data-online={connected} role="img" aria-label={presence} title={presence} />
        )}
        {unread > 0 && (
          <span className={styles.unread} role="img" aria-label={strings.unread(unread)}>
            {unread}
          </span>
        )}
      </button>
    </li>
  )
}

function People({ onUser }: { onUser: (id: string) => void }) {
  const { workspace } = useSlack()
  const people = workspace.users.filter((user) => !user.is_bot)
  return (
    <fieldset className={styles.people}>
      <legend className={styles.label}>{strings.actingAs}</legend>
      <div className={styles.switch}>
        {people.map((user: User) => (
          <button
            key={user.id}
            type="button"
            aria-pressed={user.id === workspace.me.id}
            data-testid={`user-${user.id}`}
            onClick={() => onUser(user.id)}
          >
            <Avatar name={nameOf(user)} id={user.id} size={22} />
            {nameOf(user)}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
