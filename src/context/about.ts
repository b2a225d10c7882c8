import type { ContextSettings } from '../model/context.ts'
import type { ReadMessage } from '../model/message.ts'
import type { Channel } from '../ports/channel.ts'
import type { LinkedMessage } from '../ports/reading.ts'
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
export async function aboutOf(question: Question, settings: ContextSettings, parts: AboutParts): Promise<About> {
  if (settings.reach === 'none') return { about: [], unseen: [], calls: 0 }
  const [above, linked] = await Promise.all([aboveOf(question, parts), linkedIn(question, settings, parts)])
  const known = new Set(above.map(({ eventId }) => eventId))
  const { about, unseen, calls } = linked
  const isLost = question.reaction !== undefined && above.length === 0
  return {
    about: [...about.filter(({ eventId }) => !known.has(eventId)), ...above],
    unseen: [...(isLost ? ['The message that is asked about could not be read.'] : []), ...unseen],
    calls,
  }
}

/** A quotation copies words, and often a part of them: the files of what is quoted are told of only where that is read itself. */
async function aboveOf({ repliesTo, quoted = [] }: Question, { channel, signal }: AboutParts): Promise<ReadMessage[]> {
  // An answer of the agent's is known as it was given.
  const isKnown = quoted.length > 0 && quoted.every(({ eventId }) => eventId === undefined)
  if (!repliesTo || isKnown) return [...quoted]
  const until = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
  const outcome = await channel.reading?.message(repliesTo, until)
  const found = outcome && 'ok' in outcome ? outcome.ok : undefined
  const above = found ? unfolded(found) : []
  const read = new Set(above.map(({ eventId }) => eventId))
  return [...quoted.filter(({ eventId }) => eventId === undefined || !read.has(eventId)), ...above]
}

/** A message behind those that it goes back to. */
function unfolded({ quoted = [], ...message }: ReadMessage): ReadMessage[] {
  return [...quoted.flatMap(unfolded), message]
}

/**
 * The messages that links in it lead to: where they stand in the very place that it is asked in, or where all who will see the answer
 * can read them anyway. Others are not followed, whoever asks.
 */
async function linkedIn(question: Question, { calls: most }: ContextSettings, parts: AboutParts): Promise<About> {
  const { text, channel: here, talk, author } = question
  const { reading } = parts.channel
  const links = here !== undefined && text.includes('://') ? (reading?.linked?.(text, here) ?? []) : []
  const until = AbortSignal.any([parts.signal, AbortSignal.timeout(waitMs)])
  const follow = async ({ place, ref, link }: LinkedMessage): Promise<About> => {
    const isNear = place === here || place === talk
    const telling = { place, here: here!, person: author.id, isAlone: talk === undefined }
    const asked = isNear || most === 0 ? undefined : await reading!.mayTell?.(telling, until)
    const { may, calls } = asked ?? { may: isNear, calls: 0 }
    if (!may) return { about: [], unseen: [`The message behind ${link} stands elsewhere and was not read.`], calls }
    const outcome = await reading!.message(ref, until)
    const found = 'ok' in outcome ? outcome.ok : undefined
    const unseen = found ? [] : [`The message behind ${link} could not be read.`]
    return { about: found ? [found] : [], unseen, calls: calls + 1 }
  }
  const followed = await Promise.all(links.slice(0, maxLinks).map(follow))
  return {
    about: followed.flatMap(({ about }) => about),
    unseen: followed.flatMap(({ unseen }) => unseen),
    calls: followed.reduce((sum, { calls }) => sum + calls, 0),
  }
}
