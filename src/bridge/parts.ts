import type { Language } from '../language.ts'
import type { Part } from '../model/message.ts'
import type { Answer } from '../turns/show.ts'
import * as sentences from './sentences.ts'

/** What a committed answer says, all of it: its text, and why it is not whole when it isn't. */
export function answerText({ response, interrupted }: Answer, language: Language): string {
  const note =
    interrupted === 'stopped'
      ? sentences.stopped
      : interrupted === 'model_interrupted'
        ? sentences.interrupted
        : undefined
  return note ? `${response.utterance}\n\n${note[language]}` : response.utterance
}

/** The last message of an answer: the one that carries its buttons, picture and link. */
export function answerPart(text: string, turnId: string, answer: Answer, language: Language, chosen?: number): Part {
  const { response, interrupted } = answer
  const options = mayRetry(interrupted) ? [sentences.retry[language]] : response.options
  return {
    text,
    ...(options.length > 0
      ? { quickReplies: { id: turnId, options, ...(chosen === undefined ? {} : { chosen }) } }
      : {}),
    ...(response.imageUrl ? { imageUrl: response.imageUrl } : {}),
    ...(response.url ? { url: response.url } : {}),
  }
}

function mayRetry(interrupted: string | null): boolean {
  return interrupted !== null && interrupted !== 'stopped'
}
