import type { Language } from '../language.ts'
import type { Part } from '../model/message.ts'
import { type Answer, mayRetry } from '../turns/show.ts'
import * as sentences from './sentences.ts'
import { createSplitter } from './split.ts'

/** What a committed answer says, all of it: its text, and why it is not whole when it isn't. Never empty. */
export function answerText({ response, interrupted }: Answer, language: Language): string {
  const text = response.utterance.trim() === '' ? '…' : response.utterance
  if (interrupted === 'stopped') return `${fenceClosed(text)}\n\n${sentences.stopped[language]}`
  if (interrupted === 'model_interrupted') return `${fenceClosed(text)}\n\n${sentences.interrupted[language]}`
  return text
}

/** The last message of an answer: the one that carries its buttons, picture and link. */
export function answerPart(text: string, turnId: string, answer: Answer, language: Language, chosen?: number): Part {
  const { response, interrupted } = answer
  const options = mayRetry(interrupted) ? [sentences.retry[language]] : response.options
  return {
    text,
    ...(options.length > 0 && {
      quickReplies: { id: turnId, options, ...(chosen !== undefined && { chosen }) },
    }),
    ...(response.imageUrl && { imageUrl: response.imageUrl }),
    ...(response.url && { url: response.url }),
  }
}

/** An answer that was cut off in its code must not swallow what follows. */
function fenceClosed(text: string): string {
  const [whole] = createSplitter({ max: Number.MAX_SAFE_INTEGER, unit: 'utf16' }).update(text, { closed: true })
  return text + (whole?.suffix ?? '')
}
