import { type Language, languageOf } from '../lib/language.ts'
import type { OfPlace } from '../model/context.ts'
import type { HandoverChoice, HandoverWhy } from '../model/handover.ts'
import type {
  Author,
  InboundFile,
  InboundMessage,
  MessageRef,
  Opening,
  Place,
  PlatformId,
  ReadMessage,
} from '../model/message.ts'
import type { Fired } from '../model/timer.ts'
import type { Channel } from '../ports/channel.ts'
import type { NewRow } from '../store/inbox.ts'
import type { Stopped } from '../turns/notices.ts'

/** The channel of an installation; none while its platform is not connected. */
export type ChannelOf = (installed: Pick<ChatContext, 'platform' | 'installation'>) => Channel | undefined

/** Where a chat turn came from and is answered. Kept with the turn; holds nothing that was said. */
export interface ChatContext extends OfPlace {
  platform: PlatformId
  installation: string
  conversation: string
  /** The narrowest place the message is in: what a stop button stops. */
  place: Place
  /** The channel or direct conversation that is in; not told by what was kept long ago. */
  channel?: Place
  replyTo: Place
  author: Author
  /** The message that was asked by, and the event that brought it. */
  asked?: { message: MessageRef; event: string }
  language: Language
  /** They are of another workspace, with which the channel is shared. */
  guest?: true
  /** The talk it is about, from `since` on (ms since the epoch), as the agent hears it. */
  around?: { talk: Place; root?: string; since: number }
  /** The talk that it was said in, which can be read; of a direct conversation none. */
  talk?: Place
  /** It is passed on between a person and a team, or told of that; `from`: whose words they are, and where they hear what did not come along. */
  handover?: {
    id: string
    passed: 'to team' | 'to person' | 'card' | 'notice' | 'suggestion'
    from?: {
      platform: PlatformId
      installation: string
      id: string
      name?: string
      near?: { uid: string; replyTo: Place; language: Language }
    }
  }
  /** It asks others whether this may be done. */
  asksFor?: string
  /** It answers nobody: whoever reads it may press its buttons. */
  anybody?: true
  /** As of an `InboundMessage`. */
  once?: true
}

/** What budgets and limits call a workspace, server or tenant. */
export const serverOf = ({ platform, installation }: Pick<ChatContext, 'platform' | 'installation'>): string =>
  `${platform} ${installation}`

/** A message as it waits in the inbox. */
export interface WaitingMessage extends ChatContext {
  text: string
  files: InboundFile[]
  /** Where more of its files are told of. */
  filesAt?: MessageRef
  /** People who stand in the text as `@` and their id. */
  named?: string[]
  /** What it replies to, which is quoted with it. */
  repliesTo?: MessageRef
  quoted?: ReadMessage[]
  /** Nothing was said: what it replies to is asked about, by this emoji. */
  reaction?: string
  /** As of an `InboundMessage`. */
  searchLeave?: string
  /** Only taken note of: nothing is answered. */
  listen?: true
  /** It decides on this call of a tool. */
  approval?: string
  /** Nobody has written it: a timer has gone off. */
  fired?: Fired
  /** Nobody has written it: they want a person. */
  wantsPerson?: HandoverWhy
  /** Below what is told of a handover. */
  buttons?: { options: string[]; choices: HandoverChoice[] }
}

/** What a person pointed at is what they ask about for so long. */
const askedAboutMs = 3_600_000

/** `hears`: the talk it is part of, where the agent takes part in one. */
export function waitingMessage(message: InboundMessage, hears?: Place): WaitingMessage {
  const { root, text, files, filesAt, named, repliesTo, quoted, reaction, sentAt, addressed, searchLeave } = message
  const direct = addressed === 'direct'
  const talk = direct ? message.talk : hears
  const since = direct ? sentAt - askedAboutMs : 0
  return {
    ...contextAt(message, text),
    ...(message.ref && { asked: { message: message.ref, event: message.eventId } }),
    ...(message.membership?.stranger && { guest: true as const }),
    ...(message.once && { once: true as const }),
    ...(talk && { around: { talk, ...(root !== undefined && { root }), since } }),
    ...(!direct && { talk: message.talk }),
    text,
    files,
    ...(filesAt && { filesAt }),
    ...(named.length > 0 && { named }),
    ...(repliesTo && { repliesTo }),
    ...(quoted && { quoted }),
    ...(reaction && { reaction: reaction[0]! }),
    ...(searchLeave && { searchLeave }),
  }
}

/** The start of a direct conversation: nobody has said anything yet. */
export function waitingGreeting(opening: Opening): WaitingMessage {
  return { ...contextAt(opening, ''), text: '', files: [] }
}

function contextAt(where: Opening | InboundMessage, text: string): ChatContext {
  const { platform, installation, conversation, within, replyTo, author } = where
  const language = languageOf(author.locale, text)
  const channel = within.at(-2) ?? within[0]!
  return { platform, installation, conversation, place: within[0]!, channel, replyTo, author, language }
}

/** Whether the turn whose context that is, as it is kept, is stopped: it is written in that place, or in a thread of that channel. */
export function concerns(kept: string, pressed: Stopped): boolean {
  const context: ChatContext = JSON.parse(kept)
  const isOwn = context.platform === pressed.platform && context.author.id === pressed.person
  return isOwn && (context.place === pressed.place || context.channel === pressed.place)
}

export function contextOf(message: WaitingMessage): ChatContext {
  const {
    text: _,
    files: _files,
    filesAt: _filesAt,
    named: _named,
    repliesTo: _to,
    quoted: _quoted,
    reaction: _reaction,
    searchLeave: _leave,
    listen: _listen,
    approval: _approval,
    fired: _fired,
    wantsPerson: _wants,
    buttons: _buttons,
    ...context
  } = message
  return context
}

/** As it stands in the inbox until it is answered. */
/** `saidAt`: of a message, when it was written by the platform's clock. */
export function waitingRow(eventId: string, key: string, message: WaitingMessage, saidAt?: number): NewRow {
  return {
    event_id: eventId,
    key,
    door: message.platform,
    conversation: message.conversation,
    installation: message.installation,
    payload: JSON.stringify(message),
    ...(saidAt !== undefined && { saidAt }),
  }
}
