import { sql } from 'kysely'
import type { Search } from '../ports/search.ts'
import type { Database } from './database.ts'
import {
  askedTerms,
  bestOf,
  type Candidate,
  type Counted,
  chooseTerms,
  moreCandidates,
  saturationOf,
  scopeOf,
  scorer,
  weigh,
} from './search-scores.ts'
import { statement } from './statement.ts'
import { keepTermCounts } from './term-counts.ts'

/** What an agent knows, and the blocks of the index that hold it. Nobody adds to a block, so they also tell one state from another. */
interface Known {
  passages: number | null
  terms: number | null
  blocks: string[]
}

/** Search on PostgreSQL, over the postings that the migration's triggers keep: the same terms, and the same scores. */
export function createPostgresSearch(db: Database): Search {
  const { query } = db
  const live = statement((p: { agent: string }) => ({
    compile: () =>
      sql<Known>`
        with live as materialized (
          select id, passages, terms from knowledge_source where agent = ${p.agent} and status = 'live'
        )
        select sum(passages) as passages, sum(terms) as terms, array(
          select posting_block.id from posting_block join live on live.id = posting_block.source order by 1
        ) as blocks
        from live
      `.compile(query),
  }))
  /** One look into the index for each term in `asked`: `offset 0` keeps it so, whatever is known of the table's size. */
  const held = (scope: string) => sql`
    cross join lateral (
      select block, passages, entries from posting where posting.term = posting_term(${scope}, asked.term) offset 0
    ) as held`
  const count = statement((p: { scope: string; blocks: readonly string[]; terms: readonly string[] }) => ({
    compile: () =>
      sql<Counted>`
        select asked.term, sum(held.passages) as passages
        from unnest(cast(${p.terms} as text[])) as asked (term) ${held(p.scope)}
          join unnest(cast(${p.blocks} as bigint[])) as live (block) on live.block = held.block
        group by asked.term
      `.compile(query),
  }))
  type Asked = {
    agent: string
    scope: string
    terms: readonly string[]
    weights: readonly number[]
    k1s: readonly number[]
    bs: readonly number[]
    mean: number
    limit: number
  }
  /** Of what is live by now, so that a source that was replaced since takes no other's place. */
  const candidates = statement((p: Asked) => ({
    compile: () =>
      sql<Candidate>`
        with live as materialized (
          select posting_block.id as block, knowledge_source.name as source
          from knowledge_source join posting_block on posting_block.source = knowledge_source.id
          where knowledge_source.agent = ${p.agent} and knowledge_source.status = 'live'
        )
        select passage.id, passage.title, passage.text, passage.terms, passage.length, found.source
        from (
          select entry >> 25 as passage, min(live.source) as source
          from unnest(
              cast(${p.terms} as text[]), cast(${p.weights} as float8[]), cast(${p.k1s} as float8[]), cast(${p.bs} as float8[])
            ) as asked (term, weight, k1, b) ${held(p.scope)}
            join live on live.block = held.block
            cross join lateral (
              select entry, cast((entry >> 17) & 255 as float8) as n, cast(entry & 131071 as float8) as length
              from unnest(held.entries) as entry
            ) as one
          group by entry >> 25
          order by sum(asked.weight * n * (asked.k1 + 1)
            / (n + asked.k1 * (1 - asked.b + asked.b * length / cast(${p.mean} as float8)))) desc, 1
          limit ${p.limit}
        ) as found join passage on passage.id = found.passage
      `.compile(query),
  }))
  const countTerms = keepTermCounts()

  return {
    async query(agent, text, limit) {
      const { ways, all: asked } = askedTerms(text)
      if (asked.length === 0) return []
      const all = await db.get(live, { agent })
      if (!all?.passages || !all.terms) return []
      const { blocks } = all
      const scope = scopeOf(agent)
      const found = await countTerms(scope, blocks.join(), asked, (terms) => db.all(count, { scope, blocks, terms }))
      const rarest = chooseTerms(found)
      if (rarest.length === 0) return []
      const weights = weigh(found, all.passages)
      const mean = all.terms / all.passages
      const rows = await db.all(candidates, {
        agent,
        scope,
        terms: rarest,
        weights: rarest.map((term) => weights.get(term)!),
        k1s: rarest.map((term) => saturationOf(term).k1),
        bs: rarest.map((term) => saturationOf(term).b),
        mean,
        limit: limit + moreCandidates,
      })
      return bestOf(rows, scorer(ways, weights, mean), limit)
    },

    async settle() {
      // How it is searched best is decided by what is known of it, which comes by itself only some time later.
      await sql`analyze posting`.execute(query)
    },
  }
}
