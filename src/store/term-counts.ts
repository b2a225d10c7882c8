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
export function keepTermCounts() {
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

  return async (
    scope: string,
    version: string,
    terms: readonly string[],
    /** Terms that no passage holds may be missing from what it gives. */
    count: (terms: readonly string[]) => Promise<Counted[]>,
  ): Promise<Counted[]> => {
    const counts = keptOf(scope, version)
    const others = terms.filter((term) => !counts.has(term))
    const counted = new Map((await count(others)).map(({ term, passages }) => [term, passages]))
    for (const [term, passages] of counted) {
      if (passages >= common && counts.size < maxKept) counts.set(term, passages)
    }
    return terms.map((term) => ({ term, passages: counted.get(term) ?? counts.get(term) ?? 0 }))
  }
}
