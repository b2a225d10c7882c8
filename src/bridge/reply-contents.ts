import type { Part } from '../model/message.ts'
import type { Limits } from '../ports/channel.ts'
import type { Answer } from '../turns/show.ts'
import type { ChatContext } from './context.ts'
import { answerFile, answerPart, fileWords, stoppedAt } from './parts.ts'
import { type Content, contentsOf, type Message } from './reply-plan.ts'
import { createSplitter } from './split.ts'

/** What there is of an answer, and of its messages. */
export interface Sofar {
  text: string
  /** Undefined while it grows. */
  answer: Answer | undefined
  messages: readonly Message[]
  /** Its text is on the screen up to there. */
  shownUpTo: number
  filesAllowed: boolean
  /** The platform took nothing but words. */
  wordsOnly: boolean
}

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

  return {
    /** Ends the growing message at the next line behind what was shown; false while there is none. */
    cut: splitter.cut,

    of({ text, answer, messages, filesAllowed, wordsOnly }: Sofar): Content[] {
      const shown = messages.findLast(({ native }) => native)?.native?.upTo
      const file = () => answerFile(answer!, language)
      const words = () => fileWords(answer!, language)
      const { messages: most } = limits.atMost ?? {}
      return contentsOf({
        text,
        pieces: splitter.update(text, { closed: answer !== undefined, ...(shown !== undefined && { shown }) }),
        ended: answer !== undefined,
        part: plainPart,
        lastPart: (last) =>
          wordsOnly ? plainPart(last) : answerPart(last, id, answer!, context, { feedback, labels }),
        inFile: filesAllowed ? { messages: most!, file, words } : undefined,
      })
    },

    /** The answer ends where its person stopped it, and says so. `before`: what the messages held then. */
    whenStopped(before: readonly Content[], { text, messages, shownUpTo }: Sofar): Content[] {
      const n = messages.findLastIndex(({ ref }) => ref)
      const last = before[n]
      if (!last || 'file' in last) return before.slice(0, n + 1)
      const { prefix, start, end } = last.piece
      const words = prefix + text.slice(start, Math.min(end, Math.max(start, shownUpTo)))
      return [...before.slice(0, n), { ...last, part: plainPart(stoppedAt(words, language)), whole: true }]
    },
  }
}
