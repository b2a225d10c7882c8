import type { QuotedMessage } from '../model/conversation.ts'
import type { MessageRef } from '../model/message.ts'
import type { Channel } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import type { WaitingMessage } from './context.ts'

/** Of all that is quoted. */
const maxCharacters = 8000
/** Names are worth no longer wait; what a message replies to is. */
const namesMs = 1500
const quotedMs = 4000

export interface Understood {
  utterance: string
  /** What others said around it, oldest first: looked for when it is asked for, which most answers need not. */
  others(): Promise<QuotedMessage[]>
}

/** A message with the talk it was said in, people by their names as far as the platform tells them. */
export async function understand(
  message: WaitingMessage,
  eventId: string,
  parts: { store: Store; channel: Channel; signal: AbortSignal },
): Promise<Understood> {
  const { named = [], text } = message
  const utterance = named.length === 0 ? text : byName(text, await namesOf([...new Set(named)], parts))
  return { utterance, others: () => othersAround(message, eventId, parts) }
}

async function othersAround(
  { around, author, repliesTo, quoted }: WaitingMessage,
  eventId: string,
  parts: { store: Store; channel: Channel; signal: AbortSignal },
): Promise<QuotedMessage[]> {
  const above = quoted ? [quoted] : repliesTo ? await quotedAbove(repliesTo, parts) : []
  const said = around ? await parts.store.said.around({ ...around, eventId, uid: author.uid }) : []
  const nameless = said.filter(({ name }) => name === null).map((one) => one.author)
  const names = await namesOf([...new Set(nameless)], parts)
  const others = said.map((one) => ({
    author: one.name ?? names.get(one.author) ?? one.author,
    text: byName(one.text, names),
  }))
  const besides = others.filter(({ text }) => !above.some((one) => one.text === text))
  return newest([...above, ...besides])
}

/** The messages that a reply goes back to, oldest first; where there are more of them, the first says so. */
async function quotedAbove(
  ref: MessageRef,
  { channel, signal }: { channel: Channel; signal: AbortSignal },
): Promise<QuotedMessage[]> {
  const quoted = await channel.quoted?.(ref, AbortSignal.any([signal, AbortSignal.timeout(quotedMs)]))
  const { messages = [], isCut = false } = quoted ?? {}
  return messages
    .map(({ author, text }, n) => ({ author, text: isCut && n === 0 ? `[…] ${text}` : text }))
    .filter(({ text }) => text !== '')
}

async function namesOf(
  people: string[],
  { channel, signal }: { channel: Channel; signal: AbortSignal },
): Promise<ReadonlyMap<string, string>> {
  if (people.length === 0 || !channel.names) return new Map()
  return channel.names(people, AbortSignal.any([signal, AbortSignal.timeout(namesMs)]))
}

function byName(text: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0 || !text.includes('@')) return text
  return text.replace(/@(\w+)/g, (whole, id: string) => (names.has(id) ? `@${names.get(id)}` : whole))
}

function newest(all: QuotedMessage[]): QuotedMessage[] {
  let left = maxCharacters
  const from = all.findLastIndex(({ text }) => {
    left -= text.length
    return left < 0
  })
  return all.slice(from + 1)
}
