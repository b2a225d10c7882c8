import type { Final } from '../../model/conversation.ts'
import type { AnswerDraft } from '../draft.ts'
import { hashOf } from '../tape/index.ts'
import { type Levels, thresholdOf } from './levels.ts'
import { bestRule, isLearning, type RuleMatch } from './match.ts'
import type { RuleMeanings } from './meanings.ts'

/** The answer of the rule whose phrases are most like what was said. */
export function ruledInWords(draft: AnswerDraft, levels: Levels): Final | undefined {
  if (isLearning(draft.agent)) draft.tape.unlearned()
  return ruleAnswer(draft, bestRule(draft.agent, draft.request.utterance, levels), levels)
}

/** The answer of the rule that means most nearly what was said. */
export async function ruledByMeaning(
  draft: AnswerDraft,
  { meanings, levels }: { meanings?: RuleMeanings | undefined; levels: Levels },
  signal: AbortSignal,
): Promise<Final | undefined> {
  if (!meanings) return undefined
  const { agent, request, tape } = draft
  const near = await tape.take('meaning', hashOf(request.utterance), async () => {
    const best = await meanings.best(agent, request.utterance, levels, signal)
    if (!best) return null
    const { phrase, index, score, meaning = 0 } = best
    return { phrase, index, score, meaning }
  })
  return ruleAnswer(draft, near ? matchIn(draft, near) : undefined, levels)
}

/** The rule of this document that has the phrase: where a turn is made again, it may be another document. */
function matchIn({ agent }: AnswerDraft, near: Omit<RuleMatch, 'rule' | 'words'>): RuleMatch | undefined {
  const { rules } = agent.document
  const has = (place: number) => rules[place]?.when.includes(near.phrase) === true
  const index = has(near.index) ? near.index : rules.findIndex((_, place) => has(place))
  return index < 0 ? undefined : { ...near, index, rule: rules[index]! }
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
