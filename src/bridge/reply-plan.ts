import { isDeepStrictEqual } from 'node:util'
import type { Part } from '../model/message.ts'
import type { Content, ReplyState } from './reply-state.ts'
import type { Piece } from './split.ts'

/** A first message is worth waiting for its first words, but not for long. */
export const firstTextMs = 120
const firstTextChars = 24

export type Step =
  /** Find out whether a message is there that may have been posted since then. */
  | { do: 'look'; n: number; since: number }
  | { do: 'open'; n: number; content: Content }
  | { do: 'append'; n: number; text: string; upTo: number }
  | { do: 'finish'; n: number; text: string; upTo: number; part: Part; whole: boolean; goesOn: boolean }
  | { do: 'edit'; n: number; part: Part; upTo: number; whole: boolean }
  | { do: 'remove'; n: number }

export interface Moment {
  /** What the messages should hold by now. */
  contents: readonly Content[]
  now: number
  /** The platform will soon end the native stream; its message goes on by edits. */
  closing: boolean
}

/** What should be done now to bring the screen nearer to the answer; undefined while nothing can be. */
export function plan(state: ReplyState, moment: Moment): Step | undefined {
  const { text, messages, answer } = state
  const ended = answer !== undefined
  if (!ended && !mayShow(state, moment.now)) return undefined
  for (const [n, content] of moment.contents.entries()) {
    if (!ended && state.interim && n > 0) return undefined
    const message = messages[n]
    if (message?.isFrozen) continue
    if (!message?.ref) return opening(state, n, content, moment.now)
    // It was put there before a restart.
    if ('file' in content) continue
    const { piece, part, whole } = content
    if (message.native) {
      const { upTo } = message.native
      const rest = text.slice(upTo, piece.end)
      const goesOn = !ended || n < moment.contents.length - 1
      if (whole) return { do: 'finish', n, text: rest + piece.suffix, upTo: piece.end, part, whole, goesOn }
      if (moment.closing) return { do: 'finish', n, text: '', upTo, part, whole, goesOn }
      return rest === '' ? undefined : { do: 'append', n, text: rest, upTo: piece.end }
    }
    if (!isDeepStrictEqual(message.looks, part)) return { do: 'edit', n, part, upTo: piece.end, whole }
    if (!whole) return undefined
  }
  return ended ? removal(state, moment.contents.length) : undefined
}

/** The end is always shown; what there is before it, unless the platform has refused that or takes it only now and then. */
function mayShow(state: ReplyState, now: number): boolean {
  const { isStopped, may, text, atLeast, interim, interims, beganAt } = state
  if (isStopped || !may.grow || text.length < atLeast) return false
  return !interim || (interims < interim.length && now >= beganAt + interim[interims]!)
}

/** Of a message that is not known to be there. */
function opening(state: ReplyState, n: number, content: Content, now: number): Step | undefined {
  if (!content.whole && !isWorthPosting(content.piece, state, now)) return undefined
  const since = state.messages[n]?.intendedAt
  return since === undefined ? { do: 'open', n, content } : { do: 'look', n, since }
}

function isWorthPosting(piece: Piece, { textSince }: ReplyState, now: number): boolean {
  return piece.end - piece.start >= firstTextChars || now - textSince >= firstTextMs
}

/** An attempt before a restart may have come further than this answer does. */
function removal({ messages }: ReplyState, needed: number): Step | undefined {
  const n = messages.findIndex(
    ({ ref, intendedAt, isFrozen }, n) => n >= needed && (ref || intendedAt !== undefined) && !isFrozen,
  )
  return n < 0 ? undefined : { do: 'remove', n }
}
