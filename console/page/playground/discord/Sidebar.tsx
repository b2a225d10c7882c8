import type { Channel } from '../../../stand-ins/discord/view.ts'
import { Avatar } from '../../shared/Avatar.tsx'
import { Icon } from '../../shared/Icon.tsx'
import { strings } from '../../strings.ts'
import { useDiscord } from './context.ts'
import styles from './Sidebar.module.css'
import { text } from './strings.ts'

interface Props {
  channel: Channel
  onUser: (id: string) => void
}

export function Sidebar({ channel, onUser }: Props) {
  const { guilds } = useDiscord().workspace
  const isHome = channel.kind === 'dm'
  const guild = guilds.find(({ id }) => id === channel.guild)
  return (
    <div className={styles.sidebar}>
      <h2 className={styles.title}>{isHome ? text.home : guild?.name}</h2>
      <div className={styles.lists}>
        {isHome ? <Conversations channel={channel} /> : <Channels channel={channel} />}
      </div>
      <People onUser={onUser} />
    </div>
  )
}

function Channels({ channel }: { channel: Channel }) {
  const { channels, bot, connected } = useDiscord().workspace
  const threadsOf = (parent: string) =>
    channels.filter((each) => each.parent === parent && (!each.archived || each.id === channel.id))
  return (
    <>
      <h3 className={styles.label}>{text.textChannels}</h3>
      <ul>
        {channels
          .filter(({ kind, guild }) => kind !== 'thread' && guild === channel.guild)
          .map((each) => (
            <li key={each.id}>
              <ChannelLink channel={each} current={each.id === channel.id} />
              <ul className={styles.threads}>
                {threadsOf(each.id).map((thread) => (
                  <li key={thread.id}>
                    <ChannelLink channel={thread} current={thread.id === channel.id} />
                  </li>
                ))}
              </ul>
            </li>
          ))}
      </ul>
      {!connected && <p className={styles.hint}>{text.offlineHint(bot.name)}</p>}
    </>
  )
}

function ChannelLink({ channel, current }: { channel: Channel; current: boolean }) {
  const { workspace, openChannel } = useDiscord()
  const unread = current ? 0 : (workspace.unread[channel.id] ?? 0)
  return (
    <button
      type="button"
      className={styles.channel}
      aria-current={current ? 'page' : undefined}
      data-unread={unread > 0}
      data-testid={`channel-${channel.id}`}
      onClick={() => openChannel(channel.id)}
    >
      {channel.kind !== 'thread' && <Icon name="hash" />}
      <span className={styles.name}>{channel.name}</span>
      {unread > 0 && (
        <span className={styles.unread} role="img" aria-label={strings.unread(unread)}>
          {unread}
        </span>
      )}
    </button>
  )
}

function Conversations({ channel }: { channel: Channel }) {
  const { workspace, openChannel } = useDiscord()
  const { bot, connected, channels } = workspace
  const presence = connected ? text.online : text.offline
  return (
    <ul>
      {channels
        .filter(({ kind }) => kind === 'dm')
        .map((each) => (
          <li key={each.id}>
            <button
              type="button"
              className={styles.conversation}
              aria-current={each.id === channel.id ? 'page' : undefined}
              data-testid={`channel-${each.id}`}
              onClick={() => openChannel(each.id)}
            >
              <span className={styles.face}>
                <Avatar name={bot.name} id={bot.id} bot size={32} />
                <i data-online={connected} role="img" aria-label={presence} title={presence} />
              </span>
              <span className={styles.name}>{bot.name}</span>
              <span className={styles.tag}>{text.bot}</span>
            </button>
          </li>
        ))}
    </ul>
  )
}

/** Who one is, and who else one could be. */
function People({ onUser }: { onUser: (id: string) => void }) {
  const { users, me } = useDiscord().workspace
  return (
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
            <span>
              <strong>{user.name}</strong>
              <small>{user.username}</small>
            </span>
          </button>
        ))}
    </fieldset>
  )
}
