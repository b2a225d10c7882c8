import { AppError } from '../../lib/errors.ts'
import type { BestResponse, Final, Progress } from '../../model/conversation.ts'
import type { AnswerDraft } from '../draft.ts'
import type { NodeText } from './show.ts'

export interface Around {
  /** What scenarios that have ended said before it; empty: nothing. */
  before: string
  /** Asks the question of the one that goes on, once the answer is whole. */
  ask: (() => NodeText) | undefined
  /** Said in place of an answer that is none: then scenarios stand alone. */
  onNone?: (() => void) | undefined
  /** An answer of nothing but what scenarios said. */
  alone: () => Final
}

/**
 * The answer of the rest of the agent, between what scenarios say before and after it. Where it has none, or only a fixed text
 * to add to something that was said already, they stand alone.
 */
export async function* between(
  draft: AnswerDraft,
  rest: AsyncIterable<Progress | Final>,
  { before, ask, onNone, alone }: Around,
): AsyncIterable<Progress | Final> {
  let final: Final | undefined
  try {
    for await (const event of rest) {
      if (event.kind === 'final') final = event
      else yield { ...event, text: joined([before, event.text]) }
    }
  } catch (error) {
    const isSilent = error instanceof AppError && error.status === 503
    if (!isSilent || (before === '' && !ask)) throw error
  }
  if (final && before === '' && !ask) return yield final

  const said = final && unremember(draft)
  if (!final || (final.trace.source === 'fixed' && (onNone || !ask))) {
    if (onNone) onNone()
    else ask?.()
    return yield alone()
  }
  // What is not whole is left as it is; the question is asked when the person goes on.
  const asked = final.interrupted ? undefined : ask?.()
  const text = joined([before, said ?? '', asked?.text ?? ''])
  if (text !== '') draft.effects.remember.push({ role: 'assistant', text })
  yield { ...final, answer: { ...final.answer, ...together(final.answer, asked?.fields), utterance: text || '…' } }
}

/** Paragraphs. */
export const joined = (texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n')

/** Takes the answer out of what will be remembered. */
function unremember({ effects: { remember } }: AnswerDraft): string {
  return remember.at(-1)?.role === 'assistant' ? remember.pop()!.text : ''
}

/** What an answer carries: its own, else what the question does. The question's options are what can be said next. */
function together(answer: BestResponse, asked: NodeText['fields'] = {}): Partial<BestResponse> {
  const own = Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== '' && value !== null))
  return { ...asked, ...own, options: asked.options?.length ? asked.options : answer.options }
}
