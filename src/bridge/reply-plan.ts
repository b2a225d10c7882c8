import { isDeepStrictEqual } from 'node:util'
import { heldBy, type MessageContent, type ReplyMessage, type ReplyState, type ReplyStep } from './reply-state.ts'
import type { Piece } from './split.ts'

/** A first message is worth waiting for its first words, but not for long. */
export const firstTextMs = 120
const firstTextChars = 24
/** Where what comes first is what people are told, it is worth longer. */
const firstSentenceMs = 4000
/** The end of a sentence or of a line, with text before it. */
const SENTENCE = /\S[.!?…]["”’»)\]*_]*\s|[。!?]|\S\n/

export interface Moment {
  /** What the messages should hold by now. */
  contents: readonly MessageContent[]
  now: number
  /** The platform will soon end the native stream; its message goes on by edits. */
  closing: boolean
}

/** What should be done now to bring the screen nearer to the answer; undefined while nothing can be. */
export function plan(state: ReplyState, moment: Moment): ReplyStep | undefined {
  const { text, messages, answer } = state
  const ended = answer !== undefined
  if (!ended && !mayShow(state, moment.now)) return undefined
  const held = heldBy(messages)
  const entries = [...moment.contents.entries()]
  // A file is said to be there when it is.
  for (const [i, content] of state.inFile ? entries.reverse() : entries) {
    if (!ended && state.interim && i > 0) return undefined
    const n = held[i] ?? messages.length + i - held.length
    const message = messages[n]
    if (message?.isFrozen) continue
    if (!message?.ref) return opening(state, n, content, moment.now)
    // It was put there before a restart.
    if ('file' in content) continue
    if (message.native) {
      const goesOn = !ended || i < moment.contents.length - 1
      return streaming(text, message.native.upTo, n, content, { goesOn, closing: moment.closing })
    }
    const { piece, part, whole } = content
    if (!isDeepStrictEqual(message.looks, part)) return { do: 'edit', n, part, upTo: piece.end, whole }
    if (!whole) return undefined
  }
  return ended ? removal(messages, held.slice(moment.contents.length)) : undefined
}

/** Of a native stream that holds the text up to there. It ends with its message, or when the platform soon ends it. */
function streaming(
  text: string,
  upTo: number,
  n: number,
  { piece, part, whole }: Exclude<MessageContent, { file: unknown }>,
  { goesOn, closing }: { goesOn: boolean; closing: boolean },
): ReplyStep | undefined {
  const rest = text.slice(upTo, piece.end)
  if (whole) return { do: 'finish', n, text: rest + piece.suffix, upTo: piece.end, part, whole, goesOn }
  if (closing) return { do: 'finish', n, text: '', upTo, part, whole, goesOn }
  return rest === '' ? undefined : { do: 'append', n, text: rest, upTo: piece.end }
}

/** The end is always shown; what there is before it, unless the platform has refused that or takes it only now and then. */
function mayShow(state: ReplyState, now: number): boolean {
  const { isStopped, may, text, atLeast, interim, interims, beganAt } = state
  if (isStopped || !may.grow || text.length < atLeast) return false
  return !interim || (interims < interim.length && now >= beganAt + interim[interims]!)
}

/** Of a message that is not known to be there. */
function opening(state: ReplyState, n: number, content: MessageContent, now: number): ReplyStep | undefined {
  if (!content.whole && !isWorthPosting(content.piece, state, now)) return undefined
  const { intendedAt, tried } = state.messages[n] ?? {}
  if (intendedAt !== undefined) return { do: 'look', n, since: intendedAt }
  return tried && looksLike(tried, content) ? { do: 'doubt', n } : { do: 'open', n, content }
}

function isWorthPosting(piece: Piece, { text, textSince, toldOnce }: ReplyState, now: number): boolean {
  if (toldOnce && piece.start === 0 && now - textSince < firstSentenceMs) {
    return SENTENCE.test(text.slice(piece.start, piece.end))
  }
  return piece.end - piece.start >= firstTextChars || now - textSince >= firstTextMs
}

const looksLike = (one: MessageContent, other: MessageContent): boolean =>
  'part' in one && 'part' in other && isDeepStrictEqual(one.part, other.part)

/** An attempt before a restart may have come further than this answer does, and what was left behind is only its beginning. */
function removal(messages: readonly ReplyMessage[], more: readonly number[]): ReplyStep | undefined {
  const n = messages.findIndex(
    ({ ref, intendedAt, isFrozen, isLeft }, n) =>
      (isLeft || more.includes(n)) && (ref || intendedAt !== undefined) && !isFrozen,
  )
  return n < 0 ? undefined : { do: 'remove', n }
}
