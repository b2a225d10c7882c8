import type { AgentDocument } from '../../model/agent.ts'
import type { Match } from '../../model/scenario.ts'
import { type Levels, thresholdOf } from '../rules/levels.ts'
import { type PhraseIndex, phraseIndex } from '../rules/phrase-index.ts'
import { waysToSay } from '../synonyms.ts'
import type { RuleMatch } from './match.ts'

/** Tells which `rule` matches of an agent's scenarios an utterance fits. It is searched for at most once. */
export function alikeness(document: AgentDocument, utterance: string, levels: Levels): (match: RuleMatch) => boolean {
  let scores: Map<number, number> | undefined
  return (match) => {
    const { index, entries } = indexOf(document)
    scores ??= scoresOf(waysToSay(document, utterance).map((way) => index.search(way, entries.size)))
    return (scores.get(entries.get(match)!) ?? 0) >= thresholdOf(document, levels, match.level)
  }
}

/** Of each entry the best. */
function scoresOf(found: readonly (readonly { entry: number; score: number }[])[]): Map<number, number> {
  const scores = new Map<number, number>()
  for (const { entry, score } of found.flat()) scores.set(entry, Math.max(score, scores.get(entry) ?? 0))
  return scores
}

interface Index {
  index: PhraseIndex
  entries: ReadonlyMap<Match, number>
}

/** Documents never change, and the index goes with its document. */
const indexes = new WeakMap<AgentDocument, Index>()

function indexOf(document: AgentDocument): Index {
  let known = indexes.get(document)
  if (!known) {
    const all = document.scenarios.flatMap(({ start, nodes }) => [
      ...start.map(({ match }) => match),
      ...Object.values(nodes).flatMap(({ on = [] }) => on.flatMap((it) => ('match' in it ? [it.match] : []))),
    ])
    const alike = all.filter((match) => 'rule' in match)
    known = {
      index: phraseIndex(alike.map(({ rule }) => (typeof rule === 'string' ? [rule] : rule))),
      entries: new Map(alike.map((match, i) => [match, i])),
    }
    indexes.set(document, known)
  }
  return known
}
