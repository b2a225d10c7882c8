import { type Generated, sql } from 'kysely'
import type { Search } from '../ports/search.ts'
import type { Database } from './database.ts'
import { askedTerms, bestOf, chooseTerms, moreCandidates, scopeOf, scorer, weigh } from './search-scores.ts'
import { knowledgeSize } from './search-size.ts'
import { statement } from './statement.ts'
import { keepTermCounts } from './term-counts.ts'

/** The tables of FTS5 that the migration made. */
type Index = {
  passage_fts: { rowid: Generated<number>; rank: number; passage_fts: string }
  passage_term: { term: string; doc: number }
}

/** Search on SQLite. */
export function createFts5Search(db: Database): Search {
  const query = db.query.withTables<Index>()
  const size = knowledgeSize(db)
  const count = statement((p: { scope: string; terms: string }) =>
    query
      .selectFrom(sql<{ value: string }>`json_each(${p.terms})`.as('asked'))
      .leftJoin('passage_term', (j) => j.on('passage_term.term', '=', sql<string>`${p.scope} || asked.value`))
      .select(['asked.value as term', sql<number>`coalesce(passage_term.doc, 0)`.as('passages')]),
  )
  const countTerms = keepTermCounts()
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
      const { ways, all: asked } = askedTerms(text)
      if (asked.length === 0) return []
      const all = await size(agent)
      if (!all) return []
      const scope = scopeOf(agent)
      const version = `${all.passages}/${all.terms}`
      const found = await countTerms(scope, version, asked, (terms) =>
        db.all(count, { scope, terms: JSON.stringify(terms) }),
      )
      const rarest = chooseTerms(found)
      if (rarest.length === 0) return []
      const match = rarest.map((term) => `"${scope}${term}"`).join(' OR ')
      const rows = await db.all(candidates, { agent, match, limit: limit + moreCandidates })
      return bestOf(rows, scorer(ways, weigh(found, all.passages), all.terms / all.passages), limit)
    },

    async settle(passages) {
      // Merges what was written into fewer parts, since a query looks into each. A part of a second for ten thousand.
      for (let step = 0; step < 4 + passages / 100; step++) await db.run(merge, { pages: 64 })
    },
  }
}
