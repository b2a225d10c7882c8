import { isDeepStrictEqual } from 'node:util'
import type { Attachment, MessageRef, Part } from '../model/message.ts'
import type { NativeStream } from '../ports/channel.ts'
import { type Piece, render } from './split.ts'

/** A first message is worth waiting for its first words, but not for long. */
export const firstTextMs = 120
const firstTextChars = 24

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

/** What a message of the reply should hold by now. */
export type Content =
  /** `whole`: it will hold no more. */
  { piece: Piece; part: Part; whole: boolean } | { file: Attachment; whole: true }

/** What there is to show. */
export interface View {
  text: string
  contents: readonly Content[]
  /** The answer has ended. */
  ended: boolean
  messages: readonly Message[]
  now: number
  /** When the first text came. */
  textSince: number
  /** Nothing is shown before the answer is longer than this; afterwards it only grows. */
  atLeast: number
  /** How many of the messages may be shown while the answer grows. */
  growing: number
  /** The platform will soon end the native stream; its message goes on by edits. */
  closing: boolean
}

export type Step =
  | { do: 'open'; n: number; content: Content }
  | { do: 'append'; n: number; text: string; upTo: number }
  | { do: 'finish'; n: number; text: string; upTo: number; part: Part; whole: boolean; goesOn: boolean }
  | { do: 'edit'; n: number; part: Part; upTo: number; whole: boolean }
  | { do: 'remove'; n: number }

/** What should be done now to bring the screen nearer to the answer; undefined while nothing can be. */
export function nextStep(view: View): Step | undefined {
  const { text, contents, ended, messages } = view
  if (!ended && text.length < view.atLeast) return undefined
  for (const [n, content] of contents.entries()) {
    if (!ended && n >= view.growing) return undefined
    const message = messages[n]
    if (message?.frozen) continue
    if (!message?.ref)
      return content.whole || isWorthPosting(content.piece, view) ? { do: 'open', n, content } : undefined
    // It was put there before a restart.
    if ('file' in content) continue
    const { piece, part, whole } = content
    if (message.native) {
      const { upTo } = message.native
      const rest = text.slice(upTo, piece.end)
      const goesOn = !ended || n < contents.length - 1
      if (whole) return { do: 'finish', n, text: rest + piece.suffix, upTo: piece.end, part, whole, goesOn }
      if (view.closing) return { do: 'finish', n, text: '', upTo, part, whole, goesOn }
      return rest === '' ? undefined : { do: 'append', n, text: rest, upTo: piece.end }
    }
    if (!isDeepStrictEqual(message.looks, part)) return { do: 'edit', n, part, upTo: piece.end, whole }
    if (!whole) return undefined
  }
  if (!ended) return undefined
  // An attempt before a restart may have come further than this answer does.
  const extra = messages.findIndex(
    ({ ref, intendedAt, frozen }, n) => n >= contents.length && (ref || intendedAt !== undefined) && !frozen,
  )
  return extra < 0 ? undefined : { do: 'remove', n: extra }
}

function isWorthPosting(piece: Piece, { now, textSince }: View): boolean {
  return piece.end - piece.start >= firstTextChars || now - textSince >= firstTextMs
}

/** The parts that an answer is shown in. */
export interface Parting {
  text: string
  /** The messages that show the text. The last one carries what comes with the end. */
  pieces: readonly Piece[]
  ended: boolean
  part(text: string): Part
  /** The part of the last message once the answer has ended. */
  lastPart(text: string): Part
  /** Where an answer may take only so many messages: all of it as a file, and what the last message says of that. */
  inFile?: { messages: number; file(): Attachment; words(): string } | undefined
}

/** What the messages should hold. What is too long for them is shown as far as they go, and at the end in a file. */
export function contentsOf({ text, pieces, ended, part, lastPart, inFile }: Parting): Content[] {
  const isFiled = inFile !== undefined && pieces.length > inFile.messages
  const contents: Content[] = (isFiled ? pieces.slice(0, inFile.messages) : pieces).map((piece, n) => {
    const shown = render(text, piece)
    const isLast = ended && n === pieces.length - 1
    return { piece, part: isLast ? lastPart(shown) : part(shown), whole: piece.full || ended }
  })
  if (!isFiled || !ended) return contents
  const words = inFile.words()
  const end = { start: text.length, end: text.length, prefix: words, suffix: '', full: true }
  return [...contents, { file: inFile.file(), whole: true }, { piece: end, part: lastPart(words), whole: true }]
}
