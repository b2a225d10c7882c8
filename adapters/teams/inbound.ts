import type {
  Author,
  Control,
  InboundMessage,
  Invitation,
  MessageRef,
  Opening,
  Press,
  ReadMessage,
  Vote,
} from '../../src/model/message.ts'
import { cardWords } from './card-words.ts'
import { type Activity, attachmentsOf, mentionsOf } from './payloads.ts'
import {
  baseOf,
  conversationPlace,
  type Kind,
  messageRef,
  privateTalk,
  replyPlace,
  type Spot,
  tenantPlace,
  threadIn,
  threadOf,
} from './places.ts'
import { isPress, type Pressed, pressedOf } from './pressed.ts'
import { quotesOf, twinOf, withoutQuotes } from './quotes.ts'
import { readFiles } from './received-files.ts'
import { readText } from './text.ts'
import type { Quote } from './twin.ts'

export type Inbound =
  | { kind: 'message'; message: InboundMessage }
  | { kind: 'press'; press: Press; near: Near }
  | { kind: 'vote'; vote: Vote; near: Near }
  | { kind: 'control'; control: Control }
  | { kind: 'opened'; opening: Opening }
  | { kind: 'invited'; invitation: Invitation }

/** Somebody, and where they can be told something. `user`: Teams' own id of them. */
export interface Near {
  spot: Spot
  user: string
}

/** What an activity is about, once all of it is there. */
export interface Told extends Near {
  activity: Activity
  /** Our own id. */
  bot: string
  author: Author
}

const KINDS: Record<string, Kind> = { personal: 'personal', groupChat: 'group', channel: 'channel' }
/** Nobody reads more of what somebody thinks of one answer. */
const FEEDBACK = 2000
const CARD = 'application/vnd.microsoft.card.adaptive'

/** The tenant an activity came from; undefined where it names none, or two. */
export function tenantOf({ channelData, conversation }: Activity): string | undefined {
  const ids = [channelData?.tenant?.id, conversation?.tenantId].filter((id) => id !== undefined)
  const named = new Set(ids.map((id) => id.toLowerCase()))
  return named.size === 1 ? [...named][0] : undefined
}

/** What an authenticated activity of a tenant means to us; undefined for everything that is none of our business. */
export function readInbound(activity: Activity, tenant: string): Inbound | undefined {
  const told = readTold(activity, tenant)
  if (!told) return undefined
  switch (activity.type) {
    case 'message':
      return isPress(activity.value) ? readPress(told, activity.value) : readMessage(told)
    case 'messageUpdate':
      return activity.channelData?.eventType === 'editMessage' ? readEdit(told) : undefined
    case 'messageReaction':
      return readReaction(told)
    case 'messageDelete':
      return control({ kind: 'deleted', platform: 'teams', eventId: eventIdOf(told.spot, activity.id!) })
    case 'conversationUpdate':
      if (activity.channelData?.eventType === 'channelDeleted')
        return readGone(activity.channelData.channel?.id, tenant)
      if (activity.membersRemoved?.some(({ id }) => id === told.bot)) return readLeft(told)
      if (activity.membersRemoved) return readPeopleLeft(told, activity.membersRemoved)
      return activity.membersAdded?.some(({ id }) => id === told.bot) ? readOpening(told) : undefined
    case 'installationUpdate':
      if (activity.action?.startsWith('remove')) return readLeft(told)
      return activity.action?.startsWith('add') ? readOpening(told) : undefined
    case 'invoke':
      return readInvoke(told)
    default:
      return undefined
  }
}

const uidOf = (tenant: string, own: string): string => `teams_${tenant}_${own}`

export function readTold(activity: Activity, tenant: string): Told | undefined {
  const { from, recipient, conversation, serviceUrl, id } = activity
  if (!from || !recipient || !conversation || from.id === recipient.id) return undefined
  if (/\s/.test(conversation.id + serviceUrl + (id ?? ''))) return undefined
  if (id === undefined && activity.type.startsWith('message')) return undefined
  // Where Teams does not say, others may be there.
  const kind = KINDS[conversation.conversationType ?? (activity.channelData?.team ? 'channel' : 'groupChat')]
  if (!kind) return undefined
  // The same person in whatever case Microsoft writes them.
  const own = from.aadObjectId?.toLowerCase() ?? from.id
  const author: Author = {
    uid: uidOf(tenant, own),
    id: own,
    ...(from.name && { name: from.name }),
    ...(activity.locale && { locale: activity.locale }),
    ...(activity.localTimezone && { timeZone: activity.localTimezone }),
  }
  const spot: Spot = { tenant, conversation: conversation.id, kind, serviceUrl }
  return { activity, bot: recipient.id, author, spot, user: from.id }
}

function readMessage({ activity, bot, author, spot, user }: Told): Extract<Inbound, { kind: 'message' }> {
  const mentions = mentionsOf(activity)
  const { tenant, kind } = spot
  const id = activity.id!
  const where = answeredIn(spot, id)
  const here = conversationPlace(tenant, where.conversation)
  const channel = conversationPlace(tenant, baseOf(spot.conversation))
  const root = kind === 'channel' ? (threadIn(where.conversation) ?? id) : id
  const isReply = root !== id
  const isDirect = kind === 'personal'
  const isNamed = mentions.some(({ mentioned }) => mentioned.id === bot)
  const { text, quotes, attached } = saidIn(activity, bot)
  const quote = quotes.find(({ id }) => id !== undefined)
  const shown = quotes.filter((one) => one.text !== '')
  return {
    kind: 'message',
    message: {
      eventId: eventIdOf(spot, id),
      ref: messageRef({ ...where, id }),
      platform: 'teams',
      installation: tenant,
      within: [...new Set([here, channel, tenantPlace(tenant)])],
      replyTo: replyPlace(where),
      ...(!isDirect && {
        announceTo: replyPlace({ ...spot, conversation: baseOf(spot.conversation) }),
        thread: here,
      }),
      talk: isDirect ? privateTalk(tenant, author.id) : isReply ? here : channel,
      ...(isReply && { root: eventIdOf(spot, root) }),
      ...(quote && { repliesTo: messageRef({ ...where, id: quote.id! }) }),
      ...(shown.length > 0 && { quoted: shown.map((one) => asQuoted(one, spot, bot)) }),
      conversation: here,
      addressed: isDirect ? 'direct' : isNamed ? 'mention' : mentions.length > 0 ? 'other' : 'none',
      // Teams tells an app of no other bot, as far as its documentation goes.
      ...(user.startsWith('28:') && { program: { ids: [user, user.slice(3)] } }),
      author,
      text,
      named: [],
      files: readFiles(activity),
      ...(attached && !isDirect && { filesAt: messageRef({ ...where, id }) }),
      sentAt: timeOf(activity),
    },
  }
}

/** A copy, as far as it is told: of a forward not whose it is. */
function asQuoted({ id, by, author, text }: Quote, spot: Spot, bot: string): ReadMessage {
  const kind = by === bot ? 'you' : by?.startsWith('28:') ? 'program' : 'person'
  return {
    ...(id !== undefined && { eventId: eventIdOf(spot, id) }),
    author: { name: author || 'somebody', kind },
    text,
    files: [],
  }
}

/** The words of the twin are those of the text, and more: the addresses behind them, tables, code. */
function saidIn(activity: Activity, bot: string): { text: string; quotes: Quote[]; attached: boolean } {
  const twin = twinOf(activity)
  const quotes = quotesOf(activity, twin)
  const read = (text: string): string => readText(text, mentionsOf(activity), bot)
  const text = twin?.text ? read(twin.text) : withoutQuotes(read(activity.text ?? ''), quotes)
  // All that a bot is told of files in channels and group chats is a mark for each; quotations have them too.
  const marks = (twin?.attachments ?? []).filter((id) => !quotes.some((quote) => quote.id === id))
  // What was found by our own search, and is put into a message, is said with it.
  const cards = attachmentsOf(activity).flatMap(({ contentType, content }) =>
    contentType === CARD ? [cardWords(content)] : [],
  )
  return {
    text: [text, ...cards].filter((part) => part !== '').join('\n\n'),
    quotes,
    attached: marks.length > quotes.filter(({ isForward }) => isForward).length,
  }
}

/** In a channel, in the thread of the message, or in the one it starts. */
export function answeredIn(spot: Spot, message: string): Spot {
  const { kind, conversation } = spot
  return kind === 'channel' && !threadIn(conversation)
    ? { ...spot, conversation: threadOf(conversation, message) }
    : spot
}

function readEdit(told: Told): Inbound {
  const { activity, bot, spot } = told
  const { text } = saidIn(activity, bot)
  const { message } = readMessage(told)
  const now = message.addressed === 'mention' && { now: message }
  return control({ kind: 'edited', platform: 'teams', eventId: eventIdOf(spot, activity.id!), text, ...now })
}

/** Teams tells of reactions to the app's own messages alone. Once for each person and message. */
function readReaction(told: Told): Inbound | undefined {
  const { activity, spot, user } = told
  const { reactionsAdded = [], replyToId: id } = activity
  if (reactionsAdded.length === 0 || id === undefined || /\s/.test(id)) return undefined
  const { message } = readMessage({ ...told, activity: { ...activity, id, text: '', attachments: [], entities: [] } })
  return {
    kind: 'message',
    message: {
      ...message,
      eventId: `teams:reaction:${user}:${eventIdOf(spot, id)}`,
      repliesTo: messageRef({ ...answeredIn(spot, id), id }),
      reactsTo: eventIdOf(spot, id),
      reaction: reactionsAdded.map(({ type }) => type),
    },
  }
}

function readGone(channel: string | undefined, tenant: string): Inbound | undefined {
  if (channel === undefined || /\s/.test(channel)) return undefined
  return control({ kind: 'placeGone', platform: 'teams', place: conversationPlace(tenant, baseOf(channel)) })
}

/** Of a team Teams tells as of its General channel; what waits in others of its channels ends when Teams refuses it. */
function readLeft({ spot }: Told): Inbound {
  return control({
    kind: 'placeLeft',
    platform: 'teams',
    place: conversationPlace(spot.tenant, baseOf(spot.conversation)),
  })
}

/** Guests of a meeting have no id in Entra: nothing of theirs is told apart by one. */
function readPeopleLeft({ spot }: Told, people: NonNullable<Activity['membersRemoved']>): Inbound | undefined {
  const uids = people.flatMap(({ aadObjectId }) => (aadObjectId ? uidOf(spot.tenant, aadObjectId.toLowerCase()) : []))
  if (uids.length === 0) return undefined
  const place = conversationPlace(spot.tenant, baseOf(spot.conversation))
  return control({ kind: 'peopleLeft', platform: 'teams', place, uids })
}

/** Teams tells of a new conversation twice: that the bot was added to it, and that the app was installed in it. */
function readOpening({ activity, author, spot }: Told): Inbound | undefined {
  const { tenant, kind } = spot
  const conversation = baseOf(spot.conversation)
  const here = conversationPlace(tenant, conversation)
  const opening: Invitation = {
    platform: 'teams',
    installation: tenant,
    within: [here, tenantPlace(tenant)],
    replyTo: replyPlace({ ...spot, conversation }),
    conversation: here,
    author,
    openedAt: timeOf(activity),
  }
  if (kind === 'personal') return { kind: 'opened', opening }
  // A new version of the app comes to where it has long been.
  return activity.action === 'add-upgrade' ? undefined : { kind: 'invited', invitation: opening }
}

/** A button that was pressed, by what it carries. */
export function pressIn(told: Told, data: unknown): { press: Press; near: Near } | undefined {
  const pressed = pressedOf(data)
  return pressed && pressAt(told, pressed)
}

function readPress(told: Told, data: unknown): Inbound | undefined {
  const read = pressIn(told, data)
  return read && { kind: 'press', ...read }
}

function pressAt({ activity, author, spot, user }: Told, { id, index }: Pressed): { press: Press; near: Near } {
  const { tenant } = spot
  // A card may tell of its message only, and of its thread not at all.
  const where = activity.replyToId === undefined ? spot : answeredIn(spot, activity.replyToId)
  const press: Press = {
    eventId: `teams:press:${tenant}:${baseOf(spot.conversation)}:${activity.id ?? `${id}:${index}`}`,
    platform: 'teams',
    installation: tenant,
    author,
    place: conversationPlace(tenant, where.conversation),
    replyTo: replyPlace(where),
    replyId: id,
    index,
  }
  return { press, near: { spot: where, user } }
}

/** A message whose words are those of an option that was suggested: it was chosen. */
export function asPress(activity: Activity, tenant: string, chosen: Pressed): Inbound | undefined {
  const told = readTold(activity, tenant)
  return told && { kind: 'press', ...pressAt(told, chosen) }
}

function readInvoke(told: Told): Inbound | undefined {
  const { name, value, replyToId } = told.activity
  if (name === 'message/submitAction') return readVote(told)
  if (/^suggestedActions?\/submit$/.test(name ?? '')) return readPress(told, value)
  return undefined

  function readVote({ author, spot, user }: Told): Inbound | undefined {
    const { actionName, actionValue } = (value ?? {}) as { actionName?: unknown; actionValue?: unknown }
    const { reaction, feedback } = (actionValue ?? {}) as { reaction?: unknown; feedback?: unknown }
    if (actionName !== 'feedback' || !replyToId || (reaction !== 'like' && reaction !== 'dislike')) return undefined
    const message = answerRef(spot, replyToId)
    const vote: Vote = {
      platform: 'teams',
      installation: spot.tenant,
      author,
      message,
      good: reaction === 'like',
      ...wordsIn(feedback),
    }
    return { kind: 'vote', vote, near: { spot, user } }
  }
}

/** Of what Teams asks behind a thumb; it comes as JSON in a text. */
function wordsIn(feedback: unknown): { words?: string } {
  try {
    const { feedbackText } = (typeof feedback === 'string' ? JSON.parse(feedback) : feedback) as {
      feedbackText?: unknown
    }
    const words = typeof feedbackText === 'string' ? feedbackText.trim().slice(0, FEEDBACK) : ''
    return words === '' ? {} : { words }
  } catch {
    return {}
  }
}

const answerRef = (spot: Spot, id: string): MessageRef => messageRef({ ...spot, id })

const control = (control: Control): Inbound => ({ kind: 'control', control })

/** Of the channel, also in its threads: a message that begins one is told with its thread or without. */
export const eventIdOf = ({ conversation }: Spot, message: string): string => `teams:${baseOf(conversation)}:${message}`

export function timeOf({ timestamp = '' }: Activity): number {
  const time = Date.parse(timestamp)
  return Number.isNaN(time) ? Date.now() : time
}
