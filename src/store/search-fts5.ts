import { createHash } from 'node:crypto'
import { type Generated, sql } from 'kysely'
import { everydayPhrases } from '../everyday.ts'
import type { Search } from '../ports/search.ts'
import type { Database } from './database.ts'
import { statement } from './statement.ts'
import { type Counted, createTermCounts } from './term-counts.ts'
import { termsOf } from './terms.ts'

/** Of a question, in UTF-16 units and in terms; what goes beyond is not asked for. */
const maxText = 4000
const maxTerms = 200

/**
 * How many occurrences of a question's terms are looked at to choose candidates. Its rarest terms come first: they tell most,
 * and the common ones would only be found everywhere.
 */
const maxOccurrences = 1000
/** Candidates beyond those that are wanted, because the index ranks them by less than we do. */
const moreCandidates = 15

// BM25: how soon a second occurrence stops to matter, and how much its length is held against a passage.
const k1 = 1
const b = 0.4

/** The table of FTS5 that the migration made. */
type Index = { passage_fts: { rowid: Generated<number>; rank: number; passage_fts: string } }

/**
 * Search on SQLite. A score is the share of a question's terms that a passage holds, each weighed by how rare it is among
 * the agent's passages: BM25 divided by the sum of the question's weights, at most 1. Terms that no passage holds count too,
 * so what the agent knows nothing of scores low.
 */
export function createFts5Search(db: Database): Search {
  const query = db.query.withTables<Index>()
  const countTerms = createTermCounts(db)
  const size = statement((p: { agent: string }) =>
    query
      .selectFrom('knowledge_source')
      .select((e) => [e.fn.sum<number>('passages').as('passages'), e.fn.sum<number>('terms').as('terms')])
      // A bare placeholder on a partial index makes SQLite prepare the query anew at every run.
      .where('agent', '=', sql<string>`cast(${p.agent} as text)`)
      .where('status', '=', sql.lit('live')),
  )
  const candidates = statement((p: { agent: string; match: string; limit: number }) =>
    query
      .selectFrom('passage_fts')
      .innerJoin('passage', 'passage.id', 'passage_fts.rowid')
      .innerJoin('knowledge_source', 'knowledge_source.id', 'passage.source')
      .select([
        'passage.id',
        'passage.title',
        'passage.text',
        'passage.terms',
        'passage.length',
        'knowledge_source.name as source',
      ])
      .where(sql<boolean>`passage_fts match ${p.match}`)
      .where('knowledge_source.agent', '=', p.agent)
      .where('knowledge_source.status', '=', sql.lit('live'))
      .orderBy('passage_fts.rank')
      .limit(p.limit),
  )
  const merge = statement((p: { pages: number }) =>
    query.insertInto('passage_fts').values({ passage_fts: 'merge', rank: p.pages }),
  )

  return {
    async query(agent, text, limit) {
      const asked = [...new Set(termsOf(text.slice(0, maxText)))].slice(0, maxTerms)
      if (asked.length === 0) return []
      const all = await db.get(size, { agent })
      if (!all?.passages) return []
      const scope = scopeOf(agent)
      const found = await countTerms(scope, `${all.passages}/${all.terms}`, asked)
      const rarest = chooseTerms(found)
      if (rarest.length === 0) return []
      const match = rarest.map((term) => `"${scope}${term}"`).join(' OR ')
      const rows = await db.all(candidates, { agent, match, limit: limit + moreCandidates })

      const score = scorer(found, all.passages, all.terms / all.passages)
      return rows
        .map(({ terms, length, ...hit }) => ({ ...hit, score: score(terms, length) }))
        .sort((x, y) => y.score - x.score || x.id - y.id)
        .slice(0, limit)
        .map((hit) => ({ ...hit, score: Math.min(1, hit.score) }))
    },

    async settle(passages) {
      // Merges what was written into fewer parts, since a query looks into each. A part of a second for ten thousand.
      for (let step = 0; step < 4 + passages / 100; step++) await db.run(merge, { pages: 64 })
    },
  }
}

/** Stands for an agent in the index. It holds nothing that would end a term, or be stemmed with it. */
export function scopeOf(agent: string): string {
  return createHash('sha256').update(agent).digest('hex').slice(0, 16)
}

function chooseTerms(found: readonly Counted[]): string[] {
  const known = found.filter(({ passages }) => passages > 0).sort((x, y) => x.passages - y.passages)
  let room = maxOccurrences
  const chosen = known.filter(({ passages }, i) => {
    room -= passages
    return room >= 0 || i === 0
  })
  return chosen.map(({ term }) => term)
}

function scorer(found: readonly Counted[], passages: number, meanLength: number) {
  const all = passages + everydayPhrases.length
  const weights = new Map(
    found.map(({ term, passages }) => {
      const n = Math.min(all, passages + (everyday.get(term) ?? 0))
      return [term, Math.log(1 + (all - n + 0.5) / (n + 0.5))]
    }),
  )
  let whole = 0
  for (const weight of weights.values()) whole += weight

  return (terms: string, length: number): number => {
    const counts = new Map<string, number>()
    for (const term of terms.split(' ')) if (weights.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
    const slowness = k1 * (1 - b + (b * length) / meanLength)
    let held = 0
    for (const [term, n] of counts) held += (weights.get(term)! * n * (k1 + 1)) / (n + slowness)
    return held / whole
  }
}

/** Among an agent's few passages no word is common, so these count like passages too, and fade beside thousands. */
const everyday = new Map<string, number>()
for (const phrase of everydayPhrases) {
  for (const term of new Set(termsOf(phrase))) everyday.set(term, (everyday.get(term) ?? 0) + 1)
}
