import type { AgentDocument, AgentVersion } from '../../model/agent.ts'
import type { Rule } from '../../model/rule.ts'
import { type PhraseIndex, phraseIndex } from './phrase-index.ts'

export interface RuleMatch {
  rule: Rule
  /** Its place among the agent's rules. */
  index: number
  /** Which of its phrases it is. */
  phrase: string
  /** 0 to 100; 100 is the same text. */
  score: number
}

/**
 * The rule an utterance is most like, however little; the first of two that are equally like it. Undefined when no rule has
 * anything in common with it.
 */
export function bestRule(agent: AgentVersion, utterance: string): RuleMatch | undefined {
  const { rules } = agent.document
  if (rules.length === 0) return undefined
  const [best] = indexOf(agent).search(utterance, 1)
  return best && { rule: rules[best.entry]!, index: best.entry, phrase: best.phrase, score: best.score }
}

/** Agents of which an index is kept to derive the next version's from; the one changed longest ago goes to make room. */
const maxAgents = 200

/** Documents never change, and an index goes with its document: a turn on an old version keeps the old one. */
const indexes = new WeakMap<AgentDocument, PhraseIndex>()
const latest = new Map<string, PhraseIndex>()

function indexOf({ id, document }: AgentVersion): PhraseIndex {
  const known = indexes.get(document)
  if (known) return known
  const entries = document.rules.map(({ when }) => when)
  const index = latest.get(id)?.derive(entries) ?? phraseIndex(entries)
  indexes.set(document, index)
  latest.delete(id)
  latest.set(id, index)
  if (latest.size > maxAgents) latest.delete(latest.keys().next().value!)
  return index
}
