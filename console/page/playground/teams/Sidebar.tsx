import type { Conversation, Message } from '../../../stand-ins/teams/view.ts'
import { Avatar } from '../../shared/Avatar.tsx'
import { Icon } from '../../shared/Icon.tsx'
import { timeOfDay } from '../../shared/time.ts'
import { strings } from '../../strings.ts'
import { useTeams } from './context.ts'
import { PlaceFace } from './Face.tsx'
import styles from './Sidebar.module.css'
import { text } from './strings.ts'
import { preview } from './text.ts'

/** The chats, or the teams with their channels. */
export function Sidebar({ conversation }: { conversation: Conversation }) {
  const { conversations, teams, bot, connected, me } = useTeams().workspace
  const inTeams = conversation.kind === 'channel'
  const chats = conversations.filter(({ kind, user }) => kind !== 'channel' && (user ?? me.id) === me.id)
  return (
    <div className={styles.sidebar}>
      <h2 className={styles.title}>{inTeams ? text.teams : text.chat}</h2>
      <div className={styles.lists}>
        {inTeams ? (
          teams.map((team) => (
            <section key={team.id} className={styles.team}>
              <h2>
                <Avatar name={team.name} id={team.id} size={24} />
                {team.name}
              </h2>
              <ul>
                {conversations
                  .filter((each) => each.team === team.id)
                  .map((each) => (
                    <ChannelLink key={each.id} channel={each} current={each.id === conversation.id} />
                  ))}
              </ul>
            </section>
          ))
        ) : (
          <ul>
            {chats.map((each) => (
              <ChatLink key={each.id} chat={each} current={each.id === conversation.id} />
            ))}
          </ul>
        )}
        {!connected && (
          <p className={styles.hint}>
            <Icon name="bolt" />
            {text.offlineHint(bot.name)}
          </p>
        )}
      </div>
    </div>
  )
}

function ChatLink({ chat, current }: { chat: Conversation; current: boolean }) {
  const { workspace, openConversation } = useTeams()
  const latest = workspace.messages[chat.id]?.at(-1)
  const unread = current ? 0 : (workspace.unread[chat.id] ?? 0)
  return (
    <li>
      <button
        type="button"
        className={styles.chat}
        aria-current={current ? 'page' : undefined}
        data-unread={unread > 0}
        data-testid={`conversation-${chat.id}`}
        onClick={() => openConversation(chat.id)}
      >
        <PlaceFace conversation={chat} size={32} />
        <span className={styles.name}>{chat.kind === 'personal' ? workspace.bot.name : chat.name}</span>
        {latest && <time dateTime={new Date(latest.at).toISOString()}>{timeOfDay(new Date(latest.at))}</time>}
        <span className={styles.preview}>{latest ? wordsOf(latest, workspace.me.id, chat) : text.noMessages}</span>
        {unread > 0 && <i className={styles.dot} role="img" aria-label={strings.unread(unread)} />}
      </button>
    </li>
  )
}

function wordsOf(message: Message, me: string, { kind }: Conversation): string {
  const other = message.attachments[0]?.kind === 'card' ? text.sentCard : text.sentImage
  const words = message.deleted ? text.deleted : preview(message) || message.stream?.informative || other
  if (message.author.id === me) return `${text.you} ${words}`
  return kind === 'group' ? text.someone(message.author.name, words) : words
}

function ChannelLink({ channel, current }: { channel: Conversation; current: boolean }) {
  const { workspace, openConversation } = useTeams()
  const unread = current ? 0 : (workspace.unread[channel.id] ?? 0)
  return (
    <li>
      <button
        type="button"
        className={styles.channel}
        aria-current={current ? 'page' : undefined}
        data-unread={unread > 0}
        data-testid={`conversation-${channel.id}`}
        onClick={() => openConversation(channel.id)}
      >
        <span className={styles.name}>{channel.name}</span>
        {unread > 0 && <i className={styles.dot} role="img" aria-label={strings.unread(unread)} />}
      </button>
    </li>
  )
}
