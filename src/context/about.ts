import type { ContextSettings } from '../model/context.ts'
import type { MessageRef, ReadMessage } from '../model/message.ts'
import type { Channel } from '../ports/channel.ts'
import type { Question } from './question.ts'

/** What a message goes back to is worth this wait. */
const waitMs = 4000
/** Of links that are followed. */
const maxLinks = 3

export interface About {
  /** Oldest first. */
  about: ReadMessage[]
  unseen: string[]
  calls: number
}

interface AboutParts {
  channel: Pick<Channel, 'reading'>
  signal: AbortSignal
}

/** What the message forwards, quotes, replies to or links to. */
export async function aboutOf(question: Question, { reach }: ContextSettings, parts: AboutParts): Promise<About> {
  if (reach === 'none') return { about: [], unseen: [], calls: 0 }
  const [above, linked] = await Promise.all([aboveOf(question, parts), linkedIn(question, parts)])
  const known = new Set(above.map(({ eventId }) => eventId))
  const { about, unseen, calls } = linked
  const isLost = question.reaction !== undefined && above.length === 0
  return {
    about: [...about.filter(({ eventId }) => !known.has(eventId)), ...above],
    unseen: [...(isLost ? ['The message that is asked about could not be read.'] : []), ...unseen],
    calls,
  }
}

async function aboveOf({ repliesTo, quoted }: Question, { channel, signal }: AboutParts): Promise<ReadMessage[]> {
  if (quoted) return [...quoted]
  if (!repliesTo) return []
  const until = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
  const outcome = await channel.reading?.message(repliesTo, until)
  const found = outcome && 'ok' in outcome ? outcome.ok : undefined
  return found ? unfolded(found) : []
}

/** A message behind those that it goes back to. */
function unfolded({ quoted = [], ...message }: ReadMessage): ReadMessage[] {
  return [...quoted.flatMap(unfolded), message]
}

/**
 * The messages that links in it lead to, where they stand in the very channel it is asked in: whoever sees the answer can read them
 * there. Others are not followed, whoever asks.
 */
async function linkedIn({ text, channel: here }: Question, { channel, signal }: AboutParts): Promise<About> {
  const { reading } = channel
  const links = here !== undefined && text.includes('://') ? (reading?.linked?.(text, here) ?? []) : []
  const [near, far] = [links.filter(({ place }) => place === here), links.filter(({ place }) => place !== here)]
  const until = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
  const read = async (ref: MessageRef): Promise<ReadMessage[]> => {
    const outcome = await reading!.message(ref, until)
    const found = 'ok' in outcome ? outcome.ok : undefined
    return found ? [found] : []
  }
  const followed = near.slice(0, maxLinks)
  const found = await Promise.all(followed.map(({ ref }) => read(ref)))
  const lost = followed.filter((_, i) => found[i]!.length === 0)
  return {
    about: found.flat(),
    unseen: [
      ...far.map(({ link }) => `The message behind ${link} stands elsewhere and was not read.`),
      ...lost.map(({ link }) => `The message behind ${link} could not be read.`),
    ],
    calls: followed.length,
  }
}
