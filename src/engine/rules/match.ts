import type { AgentDocument, AgentVersion } from '../../model/agent.ts'
import type { Rule } from '../../model/rule.ts'
import { waysToSay } from '../synonyms.ts'
import { type LearnedRules, learnRules } from './learned-rules.ts'
import type { Levels } from './levels.ts'
import { type PhraseIndex, phraseIndex } from './phrase-index.ts'
import { scoreOf } from './scale.ts'

export interface RuleMatch {
  rule: Rule
  /** Its place among the agent's rules. */
  index: number
  /** Which of its phrases it is. */
  phrase: string
  /** 0 to 100; 100 is the same text. On the scale of the levels, whatever the agent's own thresholds are. */
  score: number
  /** The words that told most, where it is not the same text and the agent's phrases were learned. */
  words?: string[]
  /** How near it is by meaning, as a cosine, where it was recognised so. */
  meaning?: number
}

/**
 * The rule an utterance is most like, however little; the first of two that are equally like it. Undefined when no rule has
 * anything in common with it.
 */
export function bestRule(agent: AgentVersion, utterance: string, levels: Levels): RuleMatch | undefined {
  return likelyRules(agent, utterance, levels, 1)[0]
}

/** Whether an utterance is word for word a phrase of a rule. */
export function isPhrase(agent: AgentVersion, utterance: string): boolean {
  return agent.document.rules.length > 0 && rulesOf(agent).index.same(utterance).length > 0
}

/**
 * The rules that an utterance is most like, best first, at most `limit`; of those that answer the same, one. With words that the agent
 * calls the same as those in it, it is as good as said with them.
 */
export function likelyRules(agent: AgentVersion, utterance: string, levels: Levels, limit: number): RuleMatch[] {
  const { document } = agent
  if (document.rules.length === 0) return []
  const learned = rulesOf(agent).learned.now()
  const before = asked.get(document)
  if (
    before?.utterance === utterance &&
    before.limit === limit &&
    before.levels === levels &&
    before.learned === learned
  )
    return before.found
  const found = likelyInAnyWay(agent, utterance, levels, limit)
  asked.set(document, { utterance, limit, levels, learned, found })
  return found
}

/** What an agent was asked last: a turn asks the same several times, of scenarios, of rules and of the score that is told. */
const asked = new WeakMap<AgentDocument, Asked>()
interface Asked {
  utterance: string
  limit: number
  levels: Levels
  learned: ReturnType<LearnedRules['now']>
  found: RuleMatch[]
}

function likelyInAnyWay(agent: AgentVersion, utterance: string, levels: Levels, limit: number): RuleMatch[] {
  const [found, ...more] = waysToSay(agent.document, utterance).map((way) => likelyAsSaid(agent, way, levels, limit))
  if (more.length === 0) return found!
  const best = new Map<Rule, RuleMatch>()
  for (const match of [found!, ...more].flat()) {
    if (match.score > (best.get(match.rule)?.score ?? 0)) best.set(match.rule, match)
  }
  return [...best.values()].sort((a, b) => b.score - a.score).slice(0, limit)
}

function likelyAsSaid(agent: AgentVersion, utterance: string, levels: Levels, limit: number): RuleMatch[] {
  const { rules } = agent.document
  const { index, learned } = rulesOf(agent)
  const same = index.same(utterance)
  const { recogniser, groups } = learned.now() ?? {}
  if (same.length > 0 || !recogniser || !groups) {
    const found = same.length > 0 ? same : index.search(utterance, limit)
    return found
      .slice(0, limit)
      .map(({ entry, phrase, score }) => ({ rule: rules[entry]!, index: entry, phrase, score }))
  }
  const likely = recogniser.recognise(utterance, limit).flatMap(({ group, share }) => {
    const nearest = index.nearest(utterance, groups[group]!)
    if (!nearest) return []
    const { entry, phrase } = nearest
    const likelihood = scoreOf(share, recogniser.thresholds, levels)
    const score = groups.length < few ? amongFew(likelihood, nearest.score) : likelihood
    return { rule: rules[entry]!, index: entry, phrase, score, words: recogniser.shared(utterance, group, maxWords) }
  })
  return likely.sort((a, b) => b.score - a.score)
}

/** From which score on a rule is worth offering to somebody who may have meant it. */
export function suggestedFrom(agent: AgentVersion, levels: Levels): number {
  if (agent.document.rules.length === 0) return 100
  const { recogniser, groups = [] } = rulesOf(agent).learned.now() ?? {}
  if (!recogniser) return unlearnedSuggestion
  const from = scoreOf(recogniser.thresholds.suggest, recogniser.thresholds, levels)
  return groups.length < few ? Math.max(from, fewSuggestion) : from
}

/** Resolves as soon as what can be learned of an agent's rules has been: until then its phrases are compared one by one. */
export async function rulesLearned(agent: AgentVersion): Promise<void> {
  if (agent.document.rules.length > 0) await rulesOf(agent).learned.done
}

/** Whether what can be learned of an agent's rules is yet to be. */
export function isLearning(agent: AgentVersion): boolean {
  return agent.document.rules.length > 0 && rulesOf(agent).learned.isLearning()
}

/** Words that a story tells of. */
const maxWords = 3
/** Where phrases are compared one by one: less than a third of what nobody means is as much like one. */
const unlearnedSuggestion = 27
/** Of few rules one that is less like what was said than this is not worth offering. */
const fewSuggestion = 30
/** Of few rules: what is very like a phrase is its rule's, and what is hardly like any is nobody's, however likely. */
const amongFew = (likely: number, alike: number): number => (alike < leastAlike ? alike : Math.max(likely, alike))
/**
 * Of few rules one is always the likeliest by far, whatever is said, so it must have a phrase that is a little like it, of 100. Among
 * twenty intents of CLINC150 that takes away four fifths of what is answered of questions of nobody's.
 */
const few = 30
const leastAlike = 40

interface Rules {
  index: PhraseIndex
  learned: LearnedRules
}

/** Agents of which an index is kept to derive the next version's from; the one changed longest ago goes to make room. */
const maxAgents = 200

/** Documents never change, and an index goes with its document: a turn on an old version keeps the old one. */
const known = new WeakMap<AgentDocument, Rules>()
const latest = new Map<string, PhraseIndex>()

function rulesOf({ id, document }: AgentVersion): Rules {
  const kept = known.get(document)
  if (kept) return kept
  const entries = document.rules.map(({ when }) => when)
  const index = latest.get(id)?.derive(entries) ?? phraseIndex(entries)
  const rules = { index, learned: learnRules(document.rules) }
  known.set(document, rules)
  latest.delete(id)
  latest.set(id, index)
  if (latest.size > maxAgents) latest.delete(latest.keys().next().value!)
  return rules
}
