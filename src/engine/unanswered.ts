import { AppError } from '../lib/errors.ts'
import { type Language, languageOf } from '../lib/language.ts'
import type { Final } from '../model/conversation.ts'
import type { LlmError } from '../ports/llm.ts'
import { OverBudget } from '../ports/spending.ts'
import type { AnswerDraft } from './draft.ts'
import { sentences } from './words/index.ts'

/** What an agent says when nothing else answers. Throws when a model could not be asked, and nobody wrote what to say instead. */
export function fixedAnswer(draft: AnswerDraft, failure: LlmError | undefined): Final {
  if (failure instanceof OverBudget) throw overBudget(failure)
  const { replies } = draft.agent.document
  const fixed = failure?.code === 'not_configured' ? (replies.noModel ?? replies.noAnswer) : replies.noAnswer
  const own = ownAnswers[failure?.code ?? '']
  if (failure && !fixed && !own) throw unanswerable(failure)
  const said = draft.render(draft.pick(fixed ? inTheirs(draft, fixed) : (own ?? sentences.noAnswer)[draft.language]))
  return draft.final('fixed', { utterance: said.text, options: said.options })
}

/** Of variants in several languages those in the language of what was said, else in that of whoever said it; all where none is. */
function inTheirs({ request, language }: AnswerDraft, variants: string | readonly string[]): readonly string[] {
  const all = [variants].flat()
  const those = (wanted: Language) => all.filter((text) => languageOf(undefined, text) === wanted)
  const found = [languageOf(undefined, request.utterance), language].map(those).find((some) => some.length > 0)
  return found ?? all
}

function overBudget(failure: OverBudget): AppError {
  const { say, retryAfterMs } = failure
  return new AppError('budget_reached', say, { status: 429, cause: failure, ...(retryAfterMs && { retryAfterMs }) })
}

/** What to say of a model that was asked, and of which nothing came. */
const ownAnswers: Readonly<Record<string, typeof sentences.noAnswer>> = {
  too_long: sentences.modelTooLong,
  filtered: sentences.modelFiltered,
  empty: sentences.modelEmpty,
}

function unanswerable(failure: LlmError): AppError {
  const { code, retryAfterMs } = failure
  if (code === 'not_configured') {
    return new AppError('model_not_configured', sentences.noModel, {
      status: 503,
      cause: failure,
      retryAfterMs: 60_000,
    })
  }
  const refuses = code === 'unauthorized' || code === 'rejected'
  const say = refuses
    ? sentences.modelRefuses
    : code === 'rate_limited'
      ? sentences.modelBusy
      : sentences.modelUnavailable
  const wait = retryAfterMs ?? (refuses ? 60_000 : 5_000)
  return new AppError('model_unavailable', say, { status: 503, cause: failure, retryAfterMs: wait })
}
