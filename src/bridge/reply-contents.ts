import type { Attachment, Part } from '../model/message.ts'
import type { Limits } from '../ports/channel.ts'
import type { CommittedAnswer } from '../turns/show.ts'
import { filesBehind, lostOf } from './answer-files.ts'
import type { ChatContext } from './context.ts'
import { answerFile, answerPart, fileWords, partAs, withNote, withOptions } from './parts.ts'
import { heldBy, type MessageContent, type ReplyState } from './reply-state.ts'
import { createSplitter, type Piece, render } from './split.ts'
import { handoverSentences, sentences } from './words/index.ts'

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
  let files: readonly Attachment[] | undefined

  /** What grows is being written by a model: whoever reads only this part is told so too. */
  function partOf(words: string, { isPlain, answer }: Pick<ReplyState, 'isPlain' | 'answer'>): Part {
    const { id: person } = context.author
    const isModels = labels && !isPlain && (answer === undefined || answer.source === 'model')
    return {
      ...partAs(words, context),
      ...(person !== '' && { mayMention: person }),
      ...(isModels && { aiGenerated: true }),
      ...(isPlain && { plain: true }),
    }
  }

  function whole(state: ReplyState): MessageContent[] {
    const { text, answer, messages, may, isPlain } = state
    const shown = messages.findLast(({ native }) => native)?.native?.upTo
    const file = () => answerFile(answer!, language)
    const words = () => fileWords(answer!, language)
    const { messages: most } = limits.atMost ?? {}
    const contents = contentsOf({
      text,
      pieces: splitter.update(text, { closed: answer !== undefined, ...(shown !== undefined && { shown }) }),
      ended: answer !== undefined,
      part: (words) => partOf(words, state),
      lastPart: (last) =>
        isPlain && !context.once
          ? partOf(withOptions(last, answer!, limits), state)
          : answerPart(last, id, answer!, context, { feedback, labels }),
      inFile: may.attach && !state.inFile && most !== undefined ? { messages: most, file, words } : undefined,
    })
    return answer && !context.once ? [...contents, ...brought(answer, state)] : contents
  }

  /** What comes with it, each in a message of its own; or, where that may not be there, what it was. */
  function brought(
    answer: CommittedAnswer,
    { text, may, isPlain, refused, unbrought = [] }: ReplyState,
  ): MessageContent[] {
    files ??= filesBehind(answer, text, may.bring)
    const elsewhere = refused?.code === 'unsupported' ? sentences.notBroughtHere : sentences.notBrought
    const missing = context.handover ? handoverSentences.notTaken : elsewhere
    const said = (words: string): MessageContent => {
      const end = { start: text.length, end: text.length, prefix: words, suffix: '', full: true }
      return { piece: end, part: { text: words, ...(isPlain && { plain: true }) }, whole: true }
    }
    return [
      ...files.map((file): MessageContent => {
        const isThere = may.bring && !unbrought.includes(file.name)
        return isThere ? { file, whole: true, brought: true } : said(missing(file.name)[language])
      }),
      ...lostOf(answer).map(({ why, names }) => said(handoverSentences.lost[why](names.join(', '))[language])),
    ]
  }

  /** What there is to see of a message, and why there will be no more. */
  function ended(content: MessageContent | undefined, state: ReplyState, note: string): MessageContent[] {
    if (!content || 'file' in content) return []
    return [{ ...content, part: partOf(withNote(seenOf(content, state), note), state), whole: true }]
  }

  /** The answer ends where its person stopped it, and says so. */
  function upToStop({ answer: _, ...growing }: ReplyState): MessageContent[] {
    const before = whole(growing)
    const { messages } = growing
    const n = heldBy(messages).findLastIndex((n) => messages[n]!.ref)
    return [...before.slice(0, Math.max(0, n)), ...ended(before[n], growing, sentences.stopped[language])]
  }

  function asFile(state: ReplyState & { answer: CommittedAnswer }): MessageContent[] {
    const { behind, isBegun } = state.inFile!
    const all = whole(state)
    const begun = isBegun ? ended(all[behind], state, sentences.inFileBelow[language]) : []
    return [...all.slice(0, behind), ...begun, { file: answerFile(state.answer, language), whole: true }]
  }

  function contentsOfReply(state: ReplyState): MessageContent[] {
    if (state.isStopped) return upToStop(state)
    const { answer } = state
    return answer && state.inFile ? asFile({ ...state, answer }) : whole(state)
  }

  return {
    /** Ends the growing message at the next line behind what was shown; false while there is none. */
    cut: splitter.cut,
    of(state: ReplyState): MessageContent[] {
      const contents = contentsOfReply(state)
      return state.calls && contents[0] ? [called(contents[0], context), ...contents.slice(1)] : contents
    },
  }
}

/** The message, in which whoever asked is called so that they hear of it; in plain words nobody is. */
export function called(content: MessageContent, { author }: Pick<ChatContext, 'author'>): MessageContent {
  if ('file' in content || content.part.plain || !author.name) return content
  return { ...content, part: { ...content.part, calls: author.name } }
}

/** As far as a message is on the screen. */
export function seenOf({ piece }: MessageContent & { piece: Piece }, { text, shownUpTo, atLeast }: ReplyState): string {
  const { prefix, start, end } = piece
  return prefix + text.slice(start, Math.min(end, Math.max(start, shownUpTo || atLeast)))
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
export function contentsOf({ text, pieces, ended, part, lastPart, inFile }: Parting): MessageContent[] {
  const isFiled = inFile !== undefined && pieces.length > inFile.messages
  const contents: MessageContent[] = (isFiled ? pieces.slice(0, inFile.messages) : pieces).map((piece, n) => {
    const shown = render(text, piece)
    const isLast = ended && n === pieces.length - 1
    return { piece, part: isLast ? lastPart(shown) : part(shown), whole: piece.full || ended }
  })
  if (!isFiled || !ended) return contents
  const words = inFile.words()
  const end = { start: text.length, end: text.length, prefix: words, suffix: '', full: true }
  return [...contents, { file: inFile.file(), whole: true }, { piece: end, part: lastPart(words), whole: true }]
}
