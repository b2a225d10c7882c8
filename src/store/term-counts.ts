import { sql } from 'kysely'
import type { Database } from './database.ts'
import { statement } from './statement.ts'

export interface Counted {
  term: string
  /** How many of the agent's passages hold it. */
  passages: number
}

/** A term in so many passages takes long to count, and is asked for again and again. */
const common = 100
/** Common terms kept of an agent, and agents of whom they are; the oldest go to make room. */
const maxKept = 2000
const maxAgents = 100

/** The table of FTS5 that the migration made. */
type Terms = { passage_term: { term: string; doc: number } }

/**
 * Counts an agent's passages by the terms they hold. Counts of common terms are kept as long as `version` stays the same,
 * which is whatever tells what the agent knows.
 */
export function createTermCounts(db: Database) {
  const query = db.query.withTables<Terms>()
  const count = statement((p: { scope: string; terms: string }) =>
    query
      .selectFrom(sql<{ value: string }>`json_each(${p.terms})`.as('asked'))
      .leftJoin('passage_term', (j) => j.on('passage_term.term', '=', sql<string>`${p.scope} || asked.value`))
      .select(['asked.value as term', sql<number>`coalesce(passage_term.doc, 0)`.as('passages')]),
  )
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
    const counted = await db.all(count, { scope, terms: JSON.stringify(others) })
    const known = terms.filter((term) => counts.has(term)).map((term) => ({ term, passages: counts.get(term)! }))
    for (const { term, passages } of counted) {
      if (passages >= common && counts.size < maxKept) counts.set(term, passages)
    }
    return [...known, ...counted]
  }
}
