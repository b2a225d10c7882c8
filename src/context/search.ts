import type { Searched } from '../model/conversation.ts'
import type { Channel } from '../ports/channel.ts'
import type { Outcome } from '../ports/outcome.ts'
import { short } from './cut.ts'
import { byName, createNames } from './names.ts'
import type { Question } from './question.ts'
import { whyUnseen } from './read.ts'

/** Nobody waits longer for one look. */
const searchMs = 6000
/** Of one message. */
const longest = 700

/** Looks for what was said anywhere, with the rights of whoever asks; undefined where their platform has no such search. */
export function searchFor(
  { eventId, author, channel: here, talk, searchLeave: leave }: Question,
  channel: Pick<Channel, 'reading' | 'names'>,
): ((query: string, signal: AbortSignal) => Promise<Searched>) | undefined {
  const { reading } = channel
  if (!reading?.search || here === undefined) return undefined
  return async (query, signal) => {
    const until = AbortSignal.any([signal, AbortSignal.timeout(searchMs)])
    const asked = { query, eventId, here, person: author.id, isAlone: talk === undefined, ...(leave && { leave }) }
    const outcome = await reading.search!(asked, until)
    signal.throwIfAborted()
    if (!('ok' in outcome)) return { unseen: whyNotSearched(outcome) }
    const ids = outcome.ok.flatMap((one) => [
      ...(one.author.name === undefined && one.author.id !== undefined ? [one.author.id] : []),
      ...(one.named ?? []),
    ])
    const names = await createNames(channel, until)(ids)
    return {
      found: outcome.ok.map(({ author: { id = '', name }, at, in: place, text, link }) => ({
        author: name ?? names.get(id) ?? (id || 'somebody'),
        ...(at !== undefined && { at }),
        ...(place !== undefined && { in: byName(place, names) }),
        text: short(byName(text, names), longest),
        ...(link !== undefined && { link }),
      })),
    }
  }
}

function whyNotSearched(outcome: Exclude<Outcome<unknown>, { ok: unknown }>): string {
  const isGone = 'refused' in outcome && outcome.refused.code === 'gone'
  return isGone
    ? 'the platform gives leave for a while with a question that is put to the agent itself'
    : whyUnseen(outcome)
}
