import { useMemo } from 'react'
import type { Channel } from '../../../stand-ins/slack/view.ts'
import { Avatar } from '../../shared/Avatar.tsx'
import { Icon } from '../../shared/Icon.tsx'
import { MessageList } from '../../shared/MessageList.tsx'
import type { Desk, Seat } from '../../shared/pane/Desks.tsx'
import { draftKey, emptyDraft } from '../../shared/pane/drafts.ts'
import { editKey } from '../../shared/pane/editing.ts'
import { BesideButton, FaultsButton, MenuButton } from '../../shared/pane/Header.tsx'
import { Suggestions } from '../../shared/pane/Suggestions.tsx'
import type { Screen } from '../../shared/pane/useScreen.ts'
import { strings } from '../../strings.ts'
import styles from './ChannelView.module.css'
import { Composer } from './Composer.tsx'
import { nameOf } from './compose.ts'
import { useSlack } from './context.ts'
import type { Row } from './conversation.ts'
import { isReply, rowsOf } from './conversation.ts'
import { DayDivider, MissingRoot } from './Dividers.tsx'
import { Me } from './Me.tsx'
import { MessageItem } from './MessageItem.tsx'
import { Activity, ThreadPreview } from './Thread.tsx'

interface Props {
  channel: Channel
  screen: Screen
  second: Desk['second']
  /** Where a second person would be. */
  other: Seat | undefined
}

export function ChannelView({ channel, screen, second, other }: Props) {
  const { workspace, say } = useSlack()
  const direct = channel.kind === 'im'
  const bot = nameOf(workspace.bot)
  const title = direct ? bot : `#${channel.name}`
  const messages = workspace.messages[channel.id]
  const rows = useMemo(() => rowsOf(messages ?? [], { flat: direct }), [messages, direct])
  const ownLatest = messages?.findLast((message) => message.user === workspace.me.id && !isReply(message))?.ts
  const lastOwn = ownLatest === undefined ? undefined : editKey(workspace.me.id, ownLatest)
  return (
    <div className={styles.view}>
      <header className={styles.header}>
        <MenuButton screen={screen} />
        {direct ? <Avatar name={bot} id={workspace.bot.id} bot size={24} /> : <Icon name="hash" />}
        <h2>{direct ? bot : channel.name}</h2>
        {direct && <span className="badge">{strings.app}</span>}
        <div className={styles.tools}>
          <Me />
          <BesideButton second={second} other={other} />
          <FaultsButton screen={screen} faults={workspace.faults} />
        </div>
      </header>
      <MessageList label={strings.messages(title)} ownLatest={ownLatest}>
        <Intro channel={channel} empty={rows.length === 0} />
        {rows.map((row) => (
          <ChannelRow key={keyOf(row)} row={row} channel={channel} />
        ))}
      </MessageList>
      <Composer
        place={draftKey(workspace.me.id, channel.id)}
        testId="composer"
        placeholder={direct ? strings.placeholderDirect(bot) : strings.placeholderChannel(channel.name, bot)}
        onSend={(draft) => say(channel.id, draft)}
        lastOwn={lastOwn}
      />
    </div>
  )
}

function ChannelRow({ row, channel }: { row: Row; channel: Channel }) {
  switch (row.type) {
    case 'day':
      return <DayDivider at={row.at} />
    case 'missing':
      return <MissingRoot ts={row.ts} />
    case 'message':
      return <MessageItem message={row.message} grouped={row.grouped} inThread={false} />
    case 'thread':
      if (channel.kind === 'im') return <Activity channel={channel.id} threadTs={row.thread.ts} />
      return <ThreadPreview channel={channel.id} thread={row.thread} />
  }
}

function keyOf(row: Row): string {
  if (row.type === 'day') return `day ${row.at.toDateString()}`
  if (row.type === 'message') return row.message.ts
  return `${row.type} ${row.type === 'thread' ? row.thread.ts : row.ts}`
}

function Intro({ channel, empty }: { channel: Channel; empty: boolean }) {
  const { workspace, say } = useSlack()
  const bot = nameOf(workspace.bot)
  if (channel.kind === 'channel') {
    return (
      <section className={styles.intro}>
        <h3># {channel.name}</h3>
        <p>{strings.introChannel(channel.name, bot)}</p>
      </section>
    )
  }
  return (
    <section className={styles.intro}>
      <Avatar name={bot} id={workspace.bot.id} bot size={56} />
      <h3>{bot}</h3>
      <p>{strings.introDirect(bot)}</p>
      {empty && <Suggestions onChoose={(text) => void say(channel.id, { ...emptyDraft, text })} />}
    </section>
  )
}
