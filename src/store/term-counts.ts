import type { Counted } from './search-scores.ts'

/** A term in so many passages takes long to count, and is asked for again and again. */
const common = 100
/** Common terms kept of an agent, and agents of whom they are; the oldest go to make room. */
const maxKept = 2000
const maxAgents = 100

/**
 * Counts an agent's passages by the terms they hold. Counts of common terms are kept as long as `version` stays the same,
 * which is whatever tells what the agent knows.
 */
export function keepTermCounts(count: (scope: string, terms: readonly string[]) => Promise<Counted[]>) {
  const kept = new Map<string, { version: string; counts: Map<string, number> }>()

  function keptOf(scope: string, version: string): Map<string, number> {
    const known = kept.get(scope)
    if (known?.version === version) return known.counts
    kept.delete(scope)
    if (kept.size >= maxAgents) kept.delete(kept.keys().next().value!)
    const counts = new Map<string, number>()
    kept.set(scope, { version, counts })
    return counts
  }

  return async (scope: string, version: string, terms: readonly string[]): Promise<Counted[]> => {
    const counts = keptOf(scope, version)
    const others = terms.filter((term) => !counts.has(term))
    const counted = await count(scope, others)
    const known = terms.filter((term) => counts.has(term)).map((term) => ({ term, passages: counts.get(term)! }))
    for (const { term, passages } of counted) {
      if (passages >= common && counts.size < maxKept) counts.set(term, passages)
    }
    return [...known, ...counted]
  }
}
