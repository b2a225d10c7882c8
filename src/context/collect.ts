import { type ContextSettings, contextSettings } from '../model/context.ts'
import type { ConversationContext, QuotedMessage } from '../model/conversation.ts'
import type { FileRef, ReadMessage } from '../model/message.ts'
import type { Channel } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import { aboutOf } from './about.ts'
import { fitting, short } from './cut.ts'
import type { FileToRead, SeenFiles } from './files.ts'
import { hiddenFiles } from './hidden.ts'
import { linksIn } from './links.ts'
import { byName, createNames, type NamesOf } from './names.ts'
import type { Question } from './question.ts'
import { type TalkParts, talkAround } from './talk.ts'
import { sentences } from './words/index.ts'

export interface CollectorParts {
  store: TalkParts['store'] & Pick<Store, 'agents'>
  channel: Pick<Channel, 'reading' | 'names'>
  /** Reads what came with the message, and with what it is about, and what they link to. */
  readFiles(files: readonly FileToRead[], links: readonly string[], need?: 'files'): Promise<SeenFiles>
  now: () => number
  signal: AbortSignal
}

export interface Collected {
  /** What was asked, people by their names as far as the platform tells them. */
  utterance(): Promise<string>
  /** Gathered once, when it is asked for. `files`: nothing but what came with the message and with what it is about. */
  context(need?: 'files'): Promise<ConversationContext>
}

/** Gathers what people see around a message: what it forwards and replies to, and the talk it stands in. */
export function collectContext(question: Question, parts: CollectorParts): Collected {
  const { channel, store, now, signal } = parts
  const namesOf = createNames(channel, signal)
  let gathered: Promise<ConversationContext> | undefined

  async function gather(need?: 'files'): Promise<ConversationContext> {
    const startedAt = now()
    const live = await store.agents.live(question.agent)
    const set = contextSettings(live?.document.context, question)
    const settings = need === 'files' && set.reach !== 'none' ? { ...set, reach: 'message' as const } : set
    const asked = await Promise.all([seenOf(question, settings, parts, need), talkAround(question, settings, parts)])
    const [{ about, unseen: lost, calls, reading }, talk] = asked
    const unseen = [...(talk.unseen === undefined ? [] : [talk.unseen]), ...lost]
    const isAbout = new Set(about.map(({ eventId }) => eventId).filter((id) => id !== undefined))
    const besides = talk.messages.filter(
      ({ eventId, text }) => !isAbout.has(eventId!) && !about.some((one) => one.text === text),
    )
    const said = await named([...besides, ...about], namesOf)
    const all = said.map((one, i): QuotedMessage => (i < besides.length ? one : { ...one, of: 'question' }))
    const { messages, leftOut } = fitting(all, { tokens: settings.tokens, hasRoot: talk.hasRoot })
    const missing = leftOut + talk.leftOut
    // "What does this say?" in a thread that began with a file is about that.
    const { unseen: unread, ...seen } = await (reading ??
      parts.readFiles(talk.hasRoot ? filesOf(talk.messages[0]!) : [], [], need))
    unseen.push(...unread)
    const read = seen.files.filter(({ text }) => text !== undefined)
    const pages = read.filter(({ url }) => url !== undefined).length
    return {
      ...(talk.title !== undefined && { title: talk.title }),
      messages,
      ...(missing > 0 && { leftOut: missing }),
      ...(talk.hasMore && { hasMore: true }),
      unseen,
      ...seen,
      trace: {
        messages: messages.length,
        files: seen.images.length + read.filter(({ url }) => url === undefined).length,
        ...(pages > 0 && { pages }),
        leftOut: missing + unread.length,
        ...(talk.hasMore && { hasMore: true }),
        calls: talk.calls + calls,
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
    context: (need) => (gathered ??= gather(need)),
  }
}

/** What the message is about, and its files and those of that, which are read beside the rest. */
async function seenOf(question: Question, settings: ContextSettings, parts: CollectorParts, need?: 'files') {
  const found = await aboutOf(question, settings, parts)
  const own = [...question.files.map((file) => ({ file })), ...(await filesTold(question, parts))]
  const files = [...own, ...found.about.flatMap(filesOf)]
  const texts = settings.links === 'fetch' ? [question.text, ...found.about.flatMap(textsOf)] : []
  const links = linksIn(texts, (text) => parts.channel.reading?.linked?.(text, question.channel) ?? [])
  const reading = files.length + links.length > 0 ? parts.readFiles(files, links, need) : undefined
  // Whoever waits for it hears of it.
  reading?.catch(() => {})
  return { ...found, reading }
}

async function filesTold({ filesAt }: Question, { channel, signal }: CollectorParts): Promise<FileToRead[]> {
  if (!filesAt) return []
  const told = await hiddenFiles(filesAt, channel, signal)
  if ('files' in told) return told.files.map((file) => ({ file }))
  const file = { ref: filesAt as string as FileRef, name: 'that was attached', size: 0 }
  return [{ file, why: told.mayNot ? sentences.filesHidden : sentences.filesNotTold }]
}

/** What a message says, and those that it goes back to. */
const textsOf = ({ text, quoted = [] }: ReadMessage): string[] => [text, ...quoted.flatMap(textsOf)]

/** The files of a message, and of those that it goes back to. */
function filesOf({ files, author, eventId, quoted = [] }: ReadMessage): FileToRead[] {
  const from = author.name ?? author.id
  const of = { ...(from !== undefined && { from }), ...(eventId !== undefined && { eventId }) }
  return [...files.map((file) => ({ file, ...of })), ...quoted.flatMap(filesOf)]
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
