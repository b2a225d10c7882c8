import { useMemo } from 'react'
import type { Conversation } from '../../../stand-ins/teams/view.ts'
import { Icon } from '../../shared/Icon.tsx'
import { MessageList } from '../../shared/MessageList.tsx'
import type { Desk, Seat } from '../../shared/pane/Desks.tsx'
import { emptyDraft } from '../../shared/pane/drafts.ts'
import type { Screen } from '../../shared/pane/useScreen.ts'
import { dayName } from '../../shared/time.ts'
import { strings } from '../../strings.ts'
import { Composer } from './Composer.tsx'
import styles from './ConversationView.module.css'
import { prompts } from './compose.ts'
import { useTeams } from './context.ts'
import { rowsOf, threadsOf } from './conversation.ts'
import { PlaceFace } from './Face.tsx'
import { Header } from './Header.tsx'
import { MessageItem } from './MessageItem.tsx'
import { Post } from './Post.tsx'
import { SuggestedActions } from './SuggestedActions.tsx'
import { text } from './strings.ts'
import { Typing } from './Typing.tsx'

interface Props {
  conversation: Conversation
  screen: Screen
  second: Desk['second']
  /** Where a second person would be. */
  other: Seat | undefined
}

/** A chat, or the posts of a channel. */
export function ConversationView({ conversation, ...header }: Props) {
  const { workspace, install } = useTeams()
  const { bot, me } = workspace
  const messages = workspace.messages[conversation.id] ?? []
  const isChannel = conversation.kind === 'channel'
  const ownLatest = messages.findLast(({ author, root }) => author.id === me.id && root === undefined)?.id
  const name = conversation.kind === 'personal' ? bot.name : conversation.name
  return (
    <div className={styles.view} data-kind={conversation.kind}>
      <Header conversation={conversation} {...header} />
      <MessageList label={strings.messages(name)} ownLatest={ownLatest}>
        <div className={styles.column}>
          <Intro conversation={conversation} empty={messages.length === 0} />
          {isChannel ? <Posts conversation={conversation} /> : <Messages conversation={conversation} />}
        </div>
      </MessageList>
      <div className={styles.foot}>
        {!conversation.installed && (
          <p className={styles.banner} data-testid="not-installed">
            <Icon name="bolt" />
            {text.notInstalled(bot.name)}
            <button type="button" className={styles.install} onClick={() => void install(conversation, true)}>
              {text.install(bot.name)}
            </button>
          </p>
        )}
        {!isChannel && <Typing conversation={conversation.id} />}
        {!isChannel && <SuggestedActions messages={messages} />}
        <Composer
          place={{ conversation }}
          placeholder={isChannel ? text.startPost(bot.name) : text.typeMessage}
          testId="composer"
        />
      </div>
    </div>
  )
}

function Messages({ conversation }: { conversation: Conversation }) {
  const messages = useTeams().workspace.messages[conversation.id]
  const rows = useMemo(() => rowsOf(messages ?? []), [messages])
  return rows.map((row) =>
    row.type === 'day' ? (
      <div key={`day ${row.at.toDateString()}`} className={styles.day}>
        <span>{dayName(row.at)}</span>
      </div>
    ) : (
      <MessageItem key={row.message.id} message={row.message} grouped={row.grouped} />
    ),
  )
}

function Posts({ conversation }: { conversation: Conversation }) {
  const messages = useTeams().workspace.messages[conversation.id]
  const threads = useMemo(() => threadsOf(messages ?? []), [messages])
  return threads.map((thread) => <Post key={thread.id} conversation={conversation} thread={thread} />)
}

function Intro({ conversation, empty }: { conversation: Conversation; empty: boolean }) {
  const { workspace, say } = useTeams()
  const { bot, commands } = workspace
  const { kind, name } = conversation
  const [title, words] = {
    personal: [text.introPersonal(bot.name), text.introPersonalText],
    group: [text.introGroup(name), text.introGroupText(bot.name)],
    channel: [text.introChannel(name), text.introChannelText(bot.name)],
  }[kind]
  const own = prompts(commands, kind).flatMap(({ title, prompt }) => (prompt ? [{ label: title, text: prompt }] : []))
  const proposed = own.length > 0 ? own : strings.suggestions.map((each) => ({ label: each, text: each }))
  return (
    <section className={styles.intro}>
      <PlaceFace conversation={conversation} size={72} />
      <h3>{title}</h3>
      <p>{words}</p>
      {empty && kind === 'personal' && (
        <div className={styles.prompts}>
          <p>{text.prompts}</p>
          {proposed.map((prompt) => (
            <button
              key={prompt.label}
              type="button"
              data-testid="prompt"
              onClick={() => void say({ conversation }, { ...emptyDraft, text: prompt.text })}
            >
              {prompt.label}
            </button>
          ))}
        </div>
      )}
    </section>
  )
}
