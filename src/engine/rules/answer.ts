import type { Final } from '../../model/conversation.ts'
import type { AnswerDraft } from '../draft.ts'
import { type Levels, thresholdOf } from './levels.ts'
import { bestRule, type RuleMatch } from './match.ts'
import type { RuleMeanings } from './meanings.ts'

/** The answer of the rule whose phrases are most like what was said. */
export function ruledInWords(draft: AnswerDraft, levels: Levels): Final | undefined {
  return ruleAnswer(draft, bestRule(draft.agent, draft.request.utterance, levels), levels)
}

/** The answer of the rule that means most nearly what was said. */
export async function ruledByMeaning(
  draft: AnswerDraft,
  { meanings, levels }: { meanings?: RuleMeanings | undefined; levels: Levels },
  signal: AbortSignal,
): Promise<Final | undefined> {
  return ruleAnswer(draft, await meanings?.best(draft.agent, draft.request.utterance, levels, signal), levels)
}

function ruleAnswer(draft: AnswerDraft, best: RuleMatch | undefined, levels: Levels): Final | undefined {
  if (!best) return undefined
  const { rule, index, phrase, score, words, meaning } = best
  const threshold = thresholdOf(draft.agent.document, levels)
  // What was almost recognised by its words stays in the trace, unless its meaning tells more.
  if (meaning === undefined || score >= threshold) {
    const told = { ...(words && words.length > 0 && { words }), ...(meaning !== undefined && { meaning }) }
    draft.trace.rule = { index, phrase, score, threshold, ...told }
  }
  if (score < threshold) return undefined
  const said = draft.render(draft.pick(rule.say))
  return draft.final('rule', {
    utterance: said.text,
    score,
    options: [...(rule.options ?? []).map((option) => draft.render(option).text), ...said.options],
    topic: rule.topic ?? '',
    imageUrl: rule.imageUrl ?? '',
    url: rule.url ?? '',
    state: rule.state ?? '',
    extensions: rule.extensions ?? null,
    embededHtml: rule.embededHtml ?? '',
  })
}
