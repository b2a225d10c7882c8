import type { ConversationContext, QuotedMessage } from '../model/conversation.ts'
import { orderKey } from '../model/key.ts'
import type { Author, MessageRef, Place, ReadMessage } from '../model/message.ts'
import type { Channel } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import type { KnownTalk } from '../store/said.ts'
import { fitting, short } from './cut.ts'
import { byName, createNames, type NamesOf } from './names.ts'
import { readStretch } from './read.ts'

/** What a message that is to be answered tells of the talk it stands in. */
export interface Question {
  eventId: string
  account: string
  agent: string
  author: Author
  text: string
  named?: readonly string[]
  /** The talk that the agent hears, whose last messages may be kept. */
  around?: { talk: Place; root?: string; since: number }
  /** Where it was said, which can be read. */
  talk?: Place
  repliesTo?: MessageRef
  quoted?: readonly ReadMessage[]
}

export interface ContextSettings {
  /** Messages of the talk besides its first. */
  messages: number
  tokens: number
  /** To the platform, for one question. */
  calls: number
}

export const usualContext: ContextSettings = { messages: 30, tokens: 6000, calls: 2 }

export interface CollectorParts {
  store: Pick<Store, 'said' | 'turns'>
  channel: Pick<Channel, 'reading' | 'quoted' | 'names'>
  now: () => number
  signal: AbortSignal
}

export interface Collected {
  /** What was asked, people by their names as far as the platform tells them. */
  utterance(): Promise<string>
  /** Gathered once, when it is asked for. */
  context(): Promise<ConversationContext>
}

/** What a reply goes back to is worth this wait. */
const quotedMs = 4000

/** Gathers what people see around a message: what it forwards and replies to, and the talk it stands in. */
export function collectContext(question: Question, settings: ContextSettings, parts: CollectorParts): Collected {
  const { channel, now, signal } = parts
  const namesOf = createNames(channel, signal)
  let gathered: Promise<ConversationContext> | undefined

  async function gather(): Promise<ConversationContext> {
    const startedAt = now()
    const unseen: string[] = []
    const about = await aboutOf(question, parts)
    const talk = await talkOf(question, settings, parts)
    if (talk.unseen !== undefined) unseen.push(talk.unseen)
    const isAbout = new Set(about.map(({ eventId }) => eventId).filter((id) => id !== undefined))
    const besides = talk.messages.filter(
      ({ eventId, text }) => !isAbout.has(eventId!) && !about.some((one) => one.text === text),
    )
    const said = await named([...besides, ...about], namesOf)
    const all = said.map((one, i): QuotedMessage => (i < besides.length ? one : { ...one, of: 'question' }))
    const { messages, leftOut } = fitting(all, { tokens: settings.tokens, hasRoot: talk.hasRoot })
    const missing = leftOut + talk.leftOut
    return {
      messages,
      ...(missing > 0 && { leftOut: missing }),
      unseen,
      trace: {
        messages: messages.length,
        files: messages.reduce((sum, one) => sum + filesIn(one), 0),
        leftOut: missing,
        calls: talk.calls,
        ...(unseen.length > 0 && { unseen }),
        ms: now() - startedAt,
      },
    }
  }

  return {
    async utterance() {
      const { text, named: ids = [] } = question
      return ids.length === 0 ? text : byName(text, await namesOf(ids))
    },
    context: () => (gathered ??= gather()),
  }
}

const filesIn = ({ files = [], quotes = [] }: QuotedMessage): number =>
  files.length + quotes.reduce((sum, one) => sum + filesIn(one), 0)

/** What the message forwards, quotes or replies to, oldest first. */
async function aboutOf(
  { repliesTo, quoted }: Question,
  { channel, signal }: Pick<CollectorParts, 'channel' | 'signal'>,
): Promise<ReadMessage[]> {
  if (quoted) return [...quoted]
  if (!repliesTo) return []
  const until = AbortSignal.any([signal, AbortSignal.timeout(quotedMs)])
  if (channel.reading) {
    const outcome = await channel.reading.message(repliesTo, until)
    const found = 'ok' in outcome ? outcome.ok : undefined
    return found ? unfolded(found) : []
  }
  const { messages = [], isCut = false } = (await channel.quoted?.(repliesTo, until)) ?? {}
  return messages
    .map(
      ({ eventId, author, text }, n): ReadMessage => ({
        eventId,
        author: { name: author, kind: 'person' },
        text: isCut && n === 0 ? `[…] ${text}` : text,
        files: [],
      }),
    )
    .filter(({ text }) => text !== '')
}

/** A message behind those that it goes back to. */
function unfolded({ quoted = [], ...message }: ReadMessage): ReadMessage[] {
  return [...quoted.flatMap(unfolded), message]
}

interface Talk {
  messages: ReadMessage[]
  /** The first is what the thread began with. */
  hasRoot: boolean
  leftOut: number
  calls: number
  /** Why not all of it was seen. */
  unseen?: string
}

/** What was said since the agent last answered this person: what is known of it, and what the platform tells. */
async function talkOf(question: Question, settings: ContextSettings, parts: CollectorParts): Promise<Talk> {
  const { eventId, author, around, talk } = question
  const { store, channel, signal } = parts
  const known: KnownTalk = around
    ? await store.said.around({ ...around, eventId, uid: author.uid })
    : { messages: [], isOwnRoot: false }
  const messages = known.messages.map(asRead)
  const isThread = around?.root !== undefined && talk !== undefined
  const { root } = around ?? {}
  if (!channel.reading || !isThread) return { messages, hasRoot: false, leftOut: 0, calls: 0 }
  const stretch = {
    talk,
    before: eventId,
    ...(known.answered !== undefined && { from: known.answered }),
    ...(!known.isOwnRoot && { root: true as const }),
    limit: settings.messages,
    calls: settings.calls,
  }
  const read = await readStretch(channel.reading, stretch, signal)
  if ('unseen' in read) {
    return { messages, hasRoot: false, leftOut: 0, calls: 0, unseen: `This thread could not be read: ${read.unseen}.` }
  }
  const { history } = read
  const inMemory = new Set([eventId, known.answered, known.isOwnRoot ? root : undefined])
  const merged = inOrder([...messages, ...history.messages]).filter((one) => !inMemory.has(one.eventId))
  const news = await withoutOwnMemory(merged, question, store)
  const first = news[0]?.eventId === root ? news[0] : undefined
  const rest = first ? news.slice(1) : news
  const newest = rest.slice(-settings.messages)
  const unread = history.isWhole ? 0 : (history.unread ?? 0)
  return {
    messages: [...(first ? [first] : []), ...newest],
    hasRoot: first !== undefined,
    leftOut: rest.length - newest.length + unread,
    calls: history.calls,
    ...(!history.isWhole && {
      unseen: 'Only a part of this thread could be read: some messages before the question are missing.',
    }),
  }
}

const asRead = ({ event_id, author, name, text, at }: KnownTalk['messages'][number]): ReadMessage => ({
  eventId: event_id,
  author: { id: author, ...(name !== null && { name }), kind: 'person' },
  at,
  text,
  files: [],
})

/** Each once, as the platform told it last. */
function inOrder(messages: readonly ReadMessage[]): ReadMessage[] {
  const byId = new Map(messages.map((one) => [one.eventId, one]))
  return [...byId.values()].sort((a, b) => a.at! - b.at! || (a.eventId! < b.eventId! ? -1 : 1))
}

/** Answers to this person are in the agent's memory of them; those to others are not. */
async function withoutOwnMemory(
  messages: readonly ReadMessage[],
  { account, agent, author }: Question,
  store: Pick<Store, 'turns'>,
): Promise<ReadMessage[]> {
  const key = orderKey(account, agent, author.uid)
  const isOwn = async ({ author: { kind }, ref }: ReadMessage) =>
    kind === 'you' && ref !== undefined && (await store.turns.byRef(ref))?.key === key
  const own = await Promise.all(messages.map(isOwn))
  return messages.filter((_, i) => !own[i])
}

/** With the names of whoever wrote them and of those they speak of. */
async function named(messages: readonly ReadMessage[], namesOf: NamesOf): Promise<QuotedMessage[]> {
  const ids = (one: ReadMessage): string[] => [
    ...(one.author.name === undefined && one.author.id !== undefined ? [one.author.id] : []),
    ...(one.named ?? []),
    ...(one.quoted ?? []).flatMap(ids),
  ]
  const names = await namesOf(messages.flatMap(ids))
  const toQuoted = ({ author, at, text, files, quoted = [], in: place }: ReadMessage): QuotedMessage => ({
    author: author.name ?? names.get(author.id ?? '') ?? author.id ?? 'somebody',
    kind: author.kind,
    ...(at !== undefined && { at }),
    ...(place !== undefined && { in: byName(place, names) }),
    text: short(byName(text, names)),
    ...(files.length > 0 && {
      files: files.map(({ name, mimetype, size }) => ({ name, ...(mimetype && { mimetype }), size })),
    }),
    ...(quoted.length > 0 && { quotes: quoted.map(toQuoted) }),
  })
  return messages.map(toQuoted)
}
