import type { ContextSettings } from '../model/context.ts'
import { readOrderKey } from '../model/key.ts'
import type { ReadMessage } from '../model/message.ts'
import type { Channel } from '../ports/channel.ts'
import type { History, Reading, Stretch } from '../ports/reading.ts'
import type { Store } from '../store/index.ts'
import type { KnownTalk, TranscriptLine } from '../store/said.ts'
import { foldedText } from './fold.ts'
import type { Question } from './question.ts'
import { readStretch } from './read.ts'

/** Of a channel, whose last messages need not be about the question. */
const maxOfChannel = 15

export interface Talk {
  /** What people have called it. */
  title?: string
  /** Oldest first. */
  messages: ReadMessage[]
  /** The first is what the thread began with. */
  hasRoot: boolean
  leftOut: number
  /** There are more than those. */
  hasMore?: true
  calls: number
  /** Why not all of it was seen. */
  unseen?: string
}

export interface TalkParts {
  store: Pick<Store, 'conversationFiles' | 'db' | 'personPauses' | 'said' | 'turns'>
  channel: Pick<Channel, 'reading'>
  now: () => number
  signal: AbortSignal
}

const nothing: Talk = { messages: [], hasRoot: false, leftOut: 0, calls: 0 }

/**
 * What was said since the agent last answered this person: what is known of it, and the rest as the platform tells it. Where reads
 * are scarce nothing that is known is read again.
 */
export async function talkAround(question: Question, settings: ContextSettings, parts: TalkParts): Promise<Talk> {
  const { around, talk, author, eventId } = question
  if (settings.reach === 'none' || settings.reach === 'message') return nothing
  const since = Math.max(around?.since ?? 0, settings.hours ? parts.now() - settings.hours * 3_600_000 : 0)
  const limit = settings.messages
  const known: KnownTalk = around
    ? await parts.store.said.around({ ...around, since, eventId, uid: author.uid, limit })
    : { messages: [], older: 0, isCut: false }
  const isThread = talk !== undefined && around?.root !== undefined
  const isWanted = isThread || (talk !== undefined && settings.reach === 'channel')
  const { reading } = parts.channel
  if (!reading || !isWanted || settings.calls === 0)
    return withOlder(await chosen(known.messages.map(asRead), question, settings, known, parts.store), known)
  return isThread
    ? threadAround({ ...question, talk }, settings, { ...parts, reading }, known, since)
    : channelAround({ ...question, talk: talk! }, settings, { ...parts, reading }, known, since)
}

type Placed = Question & { talk: NonNullable<Question['talk']> }
type ReadingParts = TalkParts & { reading: Reading }

async function threadAround(
  question: Placed,
  settings: ContextSettings,
  parts: ReadingParts,
  known: KnownTalk,
  since: number,
): Promise<Talk> {
  const { reading, store, now, signal } = parts
  const { talk, eventId } = question
  // Whoever heard the beginning has heard the rest too; so has whoever read until where they began to hear.
  const isHeard = known.read ? known.read.is_whole === 1 : known.root !== undefined
  const isScarce = reading.isScarce?.(talk) ?? false
  const heard = known.messages.map(asRead)
  const choose = (messages: readonly ReadMessage[]) => chosen(messages, question, settings, known, store)
  if (isScarce && isHeard) return withOlder(await choose(heard), known)
  const isEnough = isHeard && heard.length >= settings.messages
  const from = isScarce ? known.read?.read_to : oldestWanted(known, isEnough)
  const stretch: Stretch = {
    talk,
    ...(question.reaction === undefined && { before: eventId }),
    ...(from !== undefined && { from }),
    ...(since > 0 && { since }),
    ...(!known.root && { root: true as const }),
    limit: settings.messages,
    calls: isScarce ? 1 : settings.calls,
  }
  const read = await readStretch(reading, stretch, signal)
  if ('unseen' in read) {
    const talked = withOlder(await choose(heard), known)
    return isHeard ? talked : { ...talked, unseen: `This thread could not be read: ${read.unseen}.` }
  }
  const { history } = read
  const messages = await unpaused(history.messages, talk, store)
  const gone = isScarce ? [] : goneSince(history, heard, from)
  const newest = question.reaction === undefined ? eventId : history.messages.at(-1)?.eventId
  const readTo = history.isWhole ? newest : history.readTo
  await store.said.keepRead(
    messages.filter((one) => one.eventId !== eventId).map((one) => lineOf(question, one)),
    gone,
    readTo === undefined ? undefined : { talk, read_to: readTo, is_whole: history.isWhole ? 1 : 0, at: now() },
  )
  if (gone.length > 0) await store.db.batch(gone.flatMap((one) => store.conversationFiles.forgetMessageSteps(one)))
  const still = heard.filter((one) => !gone.includes(one.eventId!))
  const seen = withUnread(await choose(inOrder([...still, ...messages])), history)
  return {
    ...(isEnough ? withOlder(seen, known) : seen),
    ...(history.title !== undefined && { title: history.title }),
    calls: history.calls,
    ...(!history.isWhole && {
      unseen: 'Only a part of this thread could be read: messages before the question are missing.',
    }),
  }
}

async function channelAround(
  question: Placed,
  settings: ContextSettings,
  { reading, signal, ...parts }: ReadingParts,
  known: KnownTalk,
  since: number,
): Promise<Talk> {
  const heard = known.messages.map(asRead)
  const limit = Math.min(settings.messages, maxOfChannel)
  const before = question.reaction === undefined && { before: question.eventId }
  const stretch = { talk: question.talk, ...before, ...(since > 0 && { since }), limit, calls: 1 }
  const read = await readStretch(reading, stretch, signal)
  if ('unseen' in read) {
    const talked = await chosen(heard, question, settings, known, parts.store)
    return { ...talked, unseen: `This channel could not be read: ${read.unseen}.` }
  }
  const messages = await unpaused(read.history.messages, question.talk, parts.store)
  const all = inOrder([...heard, ...messages])
  return { ...(await chosen(all, question, settings, known, parts.store)), calls: read.history.calls }
}

/**
 * From where on it is worth reading: all before it is known or in memory. Undefined: from the beginning, also of a thread that was
 * heard from there, since nobody hears themselves.
 */
function oldestWanted({ messages, answered }: KnownTalk, isEnough: boolean): string | undefined {
  return isEnough ? messages[0]!.event_id : answered
}

/** What was heard besides, before that. */
const withOlder = (talk: Talk, { older, isCut }: KnownTalk): Talk => ({
  ...talk,
  leftOut: talk.leftOut + older,
  ...(isCut && { hasMore: true as const }),
})

/** What the platform has besides. */
const withUnread = (talk: Talk, { isWhole, allFrom, unread }: History): Talk => ({
  ...talk,
  leftOut: talk.leftOut + (unread ?? 0),
  ...((allFrom !== undefined || !isWhole) && unread === undefined && { hasMore: true as const }),
})

/** What was heard and is not there any more. What came after the newest that was read may not have been told yet. */
function goneSince(
  { messages, isWhole, allFrom }: History,
  heard: readonly ReadMessage[],
  from: string | undefined,
): string[] {
  if (!isWhole || messages.length === 0) return []
  const there = new Set(messages.map(({ eventId }) => eventId))
  const first =
    allFrom === undefined
      ? heard.find(({ eventId }) => eventId === from)
      : messages.find(({ eventId }) => eventId === allFrom)
  const newest = messages.at(-1)!
  return heard
    .filter((one) => !there.has(one.eventId) && byTime(one, newest) < 0 && (!first || byTime(one, first) >= 0))
    .map(({ eventId }) => eventId!)
}

/** What of all that is to be shown: the root, then the newest, without what is in the agent's memory of this person. */
async function chosen(
  messages: readonly ReadMessage[],
  question: Question,
  settings: ContextSettings,
  known: KnownTalk,
  store: TalkParts['store'],
): Promise<Talk> {
  const { root, answered } = known
  const inMemory = new Set([question.eventId, answered, root?.isOwn ? root.event_id : undefined])
  const all = inOrder([...(root && question.around?.root !== undefined ? [asRead(root)] : []), ...messages])
  const counted = all.filter(
    ({ eventId, author }) => !inMemory.has(eventId) && (settings.programs || author.kind !== 'program'),
  )
  const news = await withoutOwnMemory(counted, question, store)
  const first = news[0]?.eventId !== undefined && news[0].eventId === question.around?.root ? news[0] : undefined
  const rest = first ? news.slice(1) : news
  const newest = rest.slice(-settings.messages)
  return {
    messages: [...(first ? [first] : []), ...newest],
    hasRoot: first !== undefined,
    leftOut: rest.length - newest.length,
    calls: 0,
  }
}

const asRead = ({ event_id, author, name, kind, text, at }: KnownTalk['messages'][number]): ReadMessage => ({
  eventId: event_id,
  author: { id: author, ...(name !== null && { name }), kind },
  at,
  text,
  files: [],
})

/** Without what people wrote who said that nothing of them is to be kept or answered. */
async function unpaused(
  messages: readonly ReadMessage[],
  talk: string,
  { personPauses }: TalkParts['store'],
): Promise<ReadMessage[]> {
  const platform = talk.slice(0, talk.indexOf(':'))
  const isPaused = await Promise.all(messages.map(({ author }) => personPauses.hasAuthor(platform, author.id ?? '')))
  return messages.filter((_, i) => !isPaused[i])
}

const lineOf = ({ talk, key }: Placed, message: ReadMessage): TranscriptLine => ({
  talk,
  event_id: message.eventId!,
  uid: '',
  author: message.author.id ?? '',
  name: message.author.name ?? null,
  kind: message.author.kind,
  text: foldedText(message),
  asked: 0,
  at: message.at!,
  agent: readOrderKey(key).agent,
})

/** Each once, as it was told last. */
function inOrder(messages: readonly ReadMessage[]): ReadMessage[] {
  const byId = new Map(messages.map((one) => [one.eventId, one]))
  return [...byId.values()].sort(byTime)
}

/** Event ids of one talk grow with time, which decides between equal milliseconds. */
function byTime(a: ReadMessage, b: ReadMessage): number {
  if (a.at !== b.at) return a.at! - b.at!
  return a.eventId === b.eventId ? 0 : a.eventId! < b.eventId! ? -1 : 1
}

/** Answers to this person are in the agent's memory of them; those to others are not. */
async function withoutOwnMemory(
  messages: readonly ReadMessage[],
  { key }: Question,
  store: Pick<Store, 'turns'>,
): Promise<ReadMessage[]> {
  const isOwn = async ({ author: { kind }, ref }: ReadMessage) =>
    kind === 'you' && ref !== undefined && (await store.turns.byRef(ref))?.key === key
  const own = await Promise.all(messages.map(isOwn))
  return messages.filter((_, i) => !own[i])
}
