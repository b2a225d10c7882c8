import type { Final, Progress } from '../../model/conversation.ts'
import type { MaskKind } from '../../model/safety.ts'
import type { DirectiveReader } from '../directives.ts'
import type { AnswerDraft } from '../draft.ts'
import { createMasker } from './masker.ts'

/** What a model writes, without the secrets in it: what may yet become one is held back until it is known. */
export function maskedReader(reader: DirectiveReader, draft: AnswerDraft): DirectiveReader {
  const { mask = [] } = draft.agent.document.agent
  if (mask.length === 0) return reader
  const masker = createMasker(mask, draft.language)
  return {
    ...reader,
    push: (chunk) => masker.push(reader.push(chunk)),
    end(how) {
      const { text, ...rest } = reader.end(how)
      const whole = masker.push(text) + masker.end()
      if (masker.count > 0) draft.trace.masked = (draft.trace.masked ?? 0) + masker.count
      return { text: whole, ...rest }
    },
  }
}

/** Anything that is said, whoever wrote it: an author's text may show what a webhook or a passage brought. */
export function maskedEvent<Event extends Progress | Final>(event: Event, draft: AnswerDraft): Event {
  const { mask = [] } = draft.agent.document.agent
  if (mask.length === 0) return event
  let count = 0
  const masked = (text: string) => {
    const whole = maskedWhole(text, mask, draft)
    count += whole.count
    return whole.shown
  }
  if (event.kind === 'progress') return { ...event, text: masked(event.text) }
  const { answer, effects, trace } = event
  const said = { ...answer, utterance: masked(answer.utterance), options: answer.options.map(masked) }
  const all = (trace.masked ?? 0) + count
  return {
    ...event,
    answer: said,
    effects: {
      ...effects,
      remember: effects.remember.map((item) =>
        item.role === 'assistant' ? { ...item, text: masked(item.text) } : item,
      ),
    },
    ...(all > 0 && { trace: { ...trace, masked: all } }),
  }
}

/** Whether some of a text would be hidden if the agent said it. */
export function wouldHide(text: string, draft: AnswerDraft): boolean {
  return maskedWhole(text, draft.agent.document.agent.mask ?? [], draft).count > 0
}

function maskedWhole(text: string, mask: readonly MaskKind[], { language }: AnswerDraft) {
  const masker = createMasker(mask, language)
  const shown = masker.push(text) + masker.end()
  return { shown, count: masker.count }
}

/** A text as the agent would say it. */
export const maskedText = (text: string, draft: AnswerDraft): string =>
  maskedWhole(text, draft.agent.document.agent.mask ?? [], draft).shown
