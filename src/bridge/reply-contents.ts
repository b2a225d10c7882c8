import type { Attachment, Part } from '../model/message.ts'
import type { Limits } from '../ports/channel.ts'
import type { ChatContext } from './context.ts'
import { answerFile, answerPart, fileWords, stoppedAt } from './parts.ts'
import type { Content, ReplyState } from './reply-state.ts'
import { createSplitter, type Piece, render } from './split.ts'

/** What the messages of one reply should hold by now. */
export function createContents(parts: {
  /** The turn's id. */
  id: string
  context: ChatContext
  limits: Limits
  feedback: boolean
  labels: boolean
}) {
  const { id, context, limits, feedback, labels } = parts
  const { language } = context
  const splitter = createSplitter(limits.text)
  const plainPart = (words: string): Part => ({ text: words, mayMention: context.author.id })

  function whole({ text, answer, messages, may }: ReplyState): Content[] {
    const shown = messages.findLast(({ native }) => native)?.native?.upTo
    const file = () => answerFile(answer!, language)
    const words = () => fileWords(answer!, language)
    const { messages: most } = limits.atMost ?? {}
    return contentsOf({
      text,
      pieces: splitter.update(text, { closed: answer !== undefined, ...(shown !== undefined && { shown }) }),
      ended: answer !== undefined,
      part: plainPart,
      lastPart: (last) => (may.dress ? answerPart(last, id, answer!, context, { feedback, labels }) : plainPart(last)),
      inFile: may.attach && most !== undefined ? { messages: most, file, words } : undefined,
    })
  }

  /** The answer ends where its person stopped it, and says so. */
  function upToStop({ answer: _, ...growing }: ReplyState): Content[] {
    const before = whole(growing)
    const { messages, text, shownUpTo } = growing
    const n = messages.findLastIndex(({ ref }) => ref)
    const last = before[n]
    if (!last || 'file' in last) return before.slice(0, n + 1)
    const { prefix, start, end } = last.piece
    const words = prefix + text.slice(start, Math.min(end, Math.max(start, shownUpTo)))
    return [...before.slice(0, n), { ...last, part: plainPart(stoppedAt(words, language)), whole: true }]
  }

  return {
    /** Ends the growing message at the next line behind what was shown; false while there is none. */
    cut: splitter.cut,
    of: (state: ReplyState): Content[] => (state.isStopped ? upToStop(state) : whole(state)),
  }
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
