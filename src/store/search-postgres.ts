import { sql } from 'kysely'
import type { Search } from '../ports/search.ts'
import type { Database } from './database.ts'
import {
  askedTerms,
  b,
  bestOf,
  type Candidate,
  type Counted,
  chooseTerms,
  k1,
  moreCandidates,
  scopeOf,
  scorer,
  weigh,
} from './search-scores.ts'
import { knowledgeSize } from './search-size.ts'
import { statement } from './statement.ts'
import { keepTermCounts } from './term-counts.ts'

/** Search on PostgreSQL, over the postings that the migration's triggers keep: the same terms, and the same scores. */
export function createPostgresSearch(db: Database): Search {
  const { query } = db
  const size = knowledgeSize(db)
  const count = statement((p: { scope: string; terms: readonly string[] }) => ({
    compile: () =>
      sql<Counted>`
        select asked.term, (select count(*) from posting where posting.term = ${p.scope} || asked.term) as passages
        from unnest(cast(${p.terms} as text[])) as asked (term)
      `.compile(query),
  }))
  const countTerms = keepTermCounts((scope, terms) => db.all(count, { scope, terms }))
  type Asked = {
    agent: string
    terms: readonly string[]
    weights: readonly number[]
    mean: number
    limit: number
  }
  const candidates = statement((p: Asked) => ({
    compile: () =>
      sql<Candidate>`
        select passage.id, passage.title, passage.text, passage.terms, passage.length, found.source
        from (
          select posting.passage, knowledge_source.name as source
          from unnest(cast(${p.terms} as text[]), cast(${p.weights} as float8[])) as asked (term, weight)
            join posting on posting.term = asked.term
            join passage on passage.id = posting.passage
            join knowledge_source on knowledge_source.id = passage.source
          where knowledge_source.agent = ${p.agent} and knowledge_source.status = 'live'
          group by posting.passage, passage.length, knowledge_source.name
          order by sum(asked.weight * posting.n * ${sql.lit(k1 + 1)}
            / (posting.n + ${sql.lit(k1)} * (${sql.lit(1 - b)} + ${sql.lit(b)} * passage.length / cast(${p.mean} as float8)))) desc,
            posting.passage
          limit ${p.limit}
        ) as found join passage on passage.id = found.passage
      `.compile(query),
  }))

  return {
    async query(agent, text, limit) {
      const asked = askedTerms(text)
      if (asked.length === 0) return []
      const all = await size(agent)
      if (!all) return []
      const scope = scopeOf(agent)
      const found = await countTerms(scope, `${all.passages}/${all.terms}`, asked)
      const rarest = chooseTerms(found)
      if (rarest.length === 0) return []
      const weights = weigh(found, all.passages)
      const mean = all.terms / all.passages
      const rows = await db.all(candidates, {
        agent,
        terms: rarest.map((term) => scope + term),
        weights: rarest.map((term) => weights.get(term)!),
        mean,
        limit: limit + moreCandidates,
      })
      return bestOf(rows, scorer(weights, mean), limit)
    },

    async settle() {
      // How it is searched best is decided by what is known of it, which comes by itself only some time later.
      await sql`analyze posting`.execute(query)
    },
  }
}
