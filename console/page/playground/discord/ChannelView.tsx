import { useMemo, useState } from 'react'
import type { Channel } from '../../../stand-ins/discord/view.ts'
import { Avatar } from '../../shared/Avatar.tsx'
import { Icon } from '../../shared/Icon.tsx'
import { MessageList } from '../../shared/MessageList.tsx'
import type { Desk, Seat } from '../../shared/pane/Desks.tsx'
import { emptyDraft } from '../../shared/pane/drafts.ts'
import { editKey } from '../../shared/pane/editing.ts'
import { BesideButton, FaultsButton, MenuButton } from '../../shared/pane/Header.tsx'
import { Suggestions } from '../../shared/pane/Suggestions.tsx'
import type { Screen } from '../../shared/pane/useScreen.ts'
import { dayName } from '../../shared/time.ts'
import { strings } from '../../strings.ts'
import { Attempts } from './Attempts.tsx'
import styles from './ChannelView.module.css'
import { Composer } from './Composer.tsx'
import type { ReplyTo } from './context.ts'
import { useDiscord } from './context.ts'
import { rowsOf } from './conversation.ts'
import { MessageItem } from './MessageItem.tsx'
import { text } from './strings.ts'
import { Typing } from './Typing.tsx'

interface Props {
  channel: Channel
  screen: Screen
  second: Desk['second']
  /** Where a second person would be. */
  other: Seat | undefined
}

export function ChannelView({ channel, screen, second, other }: Props) {
  const { workspace } = useDiscord()
  const [reply, setReply] = useState<ReplyTo>()
  const { me, attempts } = workspace
  const messages = workspace.messages[channel.id]
  const rows = useMemo(() => rowsOf(messages ?? []), [messages])
  // What one has just done is worth going to the end for: a word, a command, or the command's answer.
  const ownMessage = messages?.findLast(({ author, command }) => author.id === me.id || command?.user === me.id)?.id
  const own = messages?.findLast(({ author, ephemeral }) => author.id === me.id && !ephemeral)
  const ownCommand = attempts.findLast((each) => each.channel === channel.id && each.message === undefined)?.id
  const place =
    channel.kind === 'dm' ? `@${channel.name}` : channel.kind === 'thread' ? `"${channel.name}"` : `#${channel.name}`
  return (
    <div className={styles.view}>
      <header className={styles.header}>
        <MenuButton screen={screen} />
        <Title channel={channel} />
        <span className={styles.tools}>
          <BesideButton second={second} other={other} />
          <FaultsButton screen={screen} faults={workspace.faults} />
        </span>
      </header>
      <MessageList label={strings.messages(place)} ownLatest={ownCommand ?? ownMessage}>
        <Intro channel={channel} empty={rows.length === 0} />
        {rows.map((row) =>
          row.type === 'day' ? (
            <div key={`day ${row.at.toDateString()}`} className={styles.day}>
              <span>{dayName(row.at)}</span>
            </div>
          ) : (
            <MessageItem
              key={row.message.id}
              message={row.message}
              grouped={row.grouped}
              onReply={() => setReply({ message: row.message, ping: row.message.author.id !== me.id })}
            />
          ),
        )}
        <Attempts channel={channel.id} />
      </MessageList>
      <div className={styles.foot}>
        <Composer
          channel={channel}
          placeholder={text.placeholder(place)}
          reply={reply}
          onReply={setReply}
          lastOwn={own && editKey(me.id, own.id)}
        />
        <Typing channel={channel.id} />
      </div>
    </div>
  )
}

function Title({ channel }: { channel: Channel }) {
  const { workspace, openChannel } = useDiscord()
  const { channels, bot } = workspace
  const parent = channels.find(({ id }) => id === channel.parent)
  if (channel.kind === 'dm') {
    return (
      <>
        <Avatar name={bot.name} id={bot.id} bot size={24} />
        <h2>{bot.name}</h2>
      </>
    )
  }
  return (
    <>
      {parent && (
        <button type="button" className={styles.parent} onClick={() => openChannel(parent.id)}>
          <Icon name="hash" />
          {parent.name}
          <span aria-hidden="true">›</span>
        </button>
      )}
      <Icon name={channel.kind === 'thread' ? 'reply' : 'hash'} />
      <h2>{channel.name}</h2>
      {channel.archived && <span className={styles.archived}>{text.archived}</span>}
      {channel.topic && <p className={styles.topic}>{channel.topic}</p>}
    </>
  )
}

function Intro({ channel, empty }: { channel: Channel; empty: boolean }) {
  const { workspace, say } = useDiscord()
  const { bot } = workspace
  const isDirect = channel.kind === 'dm'
  return (
    <section className={styles.intro}>
      {isDirect ? (
        <Avatar name={bot.name} id={bot.id} bot size={80} />
      ) : (
        <span className={styles.sign}>
          <Icon name={channel.kind === 'thread' ? 'reply' : 'hash'} />
        </span>
      )}
      <h3>{isDirect ? bot.name : channel.kind === 'thread' ? channel.name : text.introChannel(channel.name)}</h3>
      {isDirect && <p>{text.introDirect(bot.name)}</p>}
      {isDirect && empty && (
        <Suggestions onChoose={(words) => void say(channel.id, { ...emptyDraft, text: words }, undefined)} />
      )}
      {channel.kind === 'text' && <p>{text.introChannelText(channel.name, bot.name)}</p>}
    </section>
  )
}
