import { sql } from 'kysely'
import type { Database } from './database.ts'
import { monthOf } from './turn-seen/sums.ts'
import type { UsageFilter } from './usage.ts'

/** Whose answers, or where, how many, and what models read and wrote for them. */
export interface UsageOf {
  name: string
  conversations: number
  tokens: number
}

/** How soon the first words of models were there on a day. */
export interface FirstTexts {
  day: string
  /** That a model began to write. */
  answers: number
  medianMs: number
  p95Ms: number
}

/** Which month is asked for, by any moment of it. */
export interface MonthFilter {
  account: string
  at: number
  agent?: string | undefined
}

const tables = { person: ['usage_person', 'uid'], place: ['usage_place', 'place'] } as const

/** What is summed behind the turns, a second or two after them. Days are both inclusive. */
export function usageBehind(db: Database) {
  const { query } = db

  /** Of the month of that moment: the most first, and how many there are in all. */
  async function most(of: keyof typeof tables, { account, at, agent }: MonthFilter, limit: number) {
    const [table, column] = tables[of]
    const { rows } = await sql<UsageOf & { total: number }>`
      select name, conversations, tokens, count(*) over () as total from (
        select ${sql.ref(column)} as name, sum(turns) as conversations, sum(tokens) as tokens from ${sql.table(table)}
        where account = ${account} and at = ${monthOf(at)}
          ${agent === undefined ? sql`` : sql`and agent = ${agent}`} group by ${sql.ref(column)}) as sums
      order by conversations desc, name limit ${limit}`.execute(query)
    return {
      total: Number(rows[0]?.total ?? 0),
      // PostgreSQL's sums are decimals, which come as texts.
      items: rows.map(({ name, conversations, tokens }): UsageOf => {
        return { name, conversations: Number(conversations), tokens: Number(tokens) }
      }),
    }
  }

  return {
    most,
    /** The oldest day first; those without any are not among them. */
    async firstTexts({ account, from, to }: Omit<UsageFilter, 'agent'>): Promise<FirstTexts[]> {
      const rows = await query
        .selectFrom('usage_first_text')
        .select(['at', 'within_ms as ms', 'turns'])
        .where('account', '=', account)
        .where('at', '>=', Date.parse(from))
        .where('at', '<=', Date.parse(to))
        .orderBy('at')
        .orderBy('within_ms')
        .execute()
      const days = Map.groupBy(rows, ({ at }) => at)
      return [...days].map(([at, buckets]) => ({ day: new Date(at).toISOString().slice(0, 10), ...spreadOf(buckets) }))
    },
    /** Who asked, and where, in the months before. How soon the first words were there stays: it is nobody's. */
    async prune(before: number): Promise<void> {
      await query.deleteFrom('usage_person').where('at', '<', monthOf(before)).execute()
      await query.deleteFrom('usage_place').where('at', '<', monthOf(before)).execute()
    },
  }
}

/** Of buckets in their order: each is taken for its end. */
function spreadOf(buckets: readonly Bucket[]): Omit<FirstTexts, 'day'> {
  const answers = buckets.reduce((sum, { turns }) => sum + turns, 0)
  return { answers, medianMs: endOf(buckets, answers * 0.5), p95Ms: endOf(buckets, answers * 0.95) }
}

interface Bucket {
  ms: number
  turns: number
}

/** Where so many of them have come. */
function endOf(buckets: readonly Bucket[], answers: number): number {
  let counted = 0
  for (const { ms, turns } of buckets) {
    counted += turns
    if (counted >= answers) return ms
  }
  return buckets.at(-1)!.ms
}
