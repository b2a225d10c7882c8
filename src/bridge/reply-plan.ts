import { isDeepStrictEqual } from 'node:util'
import type { MessageRef, Part } from '../model/message.ts'
import type { NativeStream } from '../ports/channel.ts'
import { type Piece, render } from './split.ts'

/** A first message is worth waiting for its first words, but not for long. */
export const firstTextMs = 120
const firstTextChars = 24
/** A native stream is closed this long before the platform would do it; its message is edited from then on. */
const closeEarlyMs = 60_000

/** One message of a reply, as far as it is known to be on the screen. */
export interface Message {
  /** Since when it may exist: an attempt to post it was recorded. */
  intendedAt?: number
  ref?: MessageRef
  /** Open for appending, and how much of the answer was appended. */
  native?: { stream: NativeStream; upTo: number }
  /** What it looks like, if that is known. */
  looks?: Part
  /** The edit that completes it was paid for when it was posted. */
  paid?: boolean
  /** It holds all it will ever hold. */
  frozen: boolean
}

/** What there is to show. */
export interface View {
  text: string
  /** The messages that show the text. The last one carries what comes with the end. */
  pieces: readonly Piece[]
  /** The answer has ended. */
  ended: boolean
  messages: readonly Message[]
  /** The part of the last message once the answer has ended, made of its text. */
  lastPart(text: string): Part
  now: number
  /** When the first text came. */
  textSince: number
  /** Nothing is shown before the answer is longer than this; afterwards it only grows. */
  atLeast: number
  /** The platform does not take it while it grows. */
  endOnly: boolean
}

export type Step =
  | { do: 'open'; n: number; piece: Piece; part: Part; whole: boolean }
  | { do: 'append'; n: number; text: string; upTo: number }
  | { do: 'finish'; n: number; text: string; upTo: number; part: Part; whole: boolean }
  | { do: 'edit'; n: number; part: Part; upTo: number; whole: boolean }
  | { do: 'remove'; n: number }

/** What should be done now to bring the screen nearer to the answer; undefined while nothing can be. */
export function nextStep(view: View): Step | undefined {
  const { text, pieces, ended, messages } = view
  if (!ended && (view.endOnly || text.length < view.atLeast)) return undefined
  for (const [n, piece] of pieces.entries()) {
    const message = messages[n]
    if (message?.frozen) continue
    const whole = piece.full || ended
    const shown = render(text, piece)
    const part = ended && n === pieces.length - 1 ? view.lastPart(shown) : { text: shown }
    if (!message?.ref) return whole || isWorthPosting(piece, view) ? { do: 'open', n, piece, part, whole } : undefined
    if (message.native) {
      const { stream, upTo } = message.native
      const rest = text.slice(upTo, piece.end)
      if (whole) return { do: 'finish', n, text: rest + piece.suffix, upTo: piece.end, part, whole }
      if (view.now >= stream.expiresAt - closeEarlyMs)
        return { do: 'finish', n, text: '', upTo, part: { text: shown }, whole }
      return rest === '' ? undefined : { do: 'append', n, text: rest, upTo: piece.end }
    }
    if (!isDeepStrictEqual(message.looks, part)) return { do: 'edit', n, part, upTo: piece.end, whole }
    if (!whole) return undefined
  }
  if (!ended) return undefined
  // An attempt before a restart may have come further than this answer does.
  const extra = messages.findIndex(
    ({ ref, intendedAt, frozen }, n) => n >= pieces.length && (ref || intendedAt !== undefined) && !frozen,
  )
  return extra < 0 ? undefined : { do: 'remove', n: extra }
}

function isWorthPosting(piece: Piece, { now, textSince }: View): boolean {
  return piece.end - piece.start >= firstTextChars || now - textSince >= firstTextMs
}
