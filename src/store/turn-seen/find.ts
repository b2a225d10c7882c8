import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { history } from '../history.ts'
import type { TurnFilter } from './shape.ts'
import { asArray, wanted } from './tokens.ts'

/** One that was found: its number in the index rises with time. */
interface Found {
  id: number
  turn: string
}

export interface Wanted {
  filter: TurnFilter
  /** Before this number. */
  before?: number | undefined
  limit: number
}

/** Newest ones that PostgreSQL looks at one by one, before it asks the index: what is frequent is among them. */
const newestLookedAt = 4000

/** Turns by what the index knows of them, newest first. */
export function findTurns(db: Database): (wanted: Wanted) => Promise<Found[]> {
  return db.dialect === 'sqlite' ? onSqlite(db) : onPostgres(db)
}

/** By time, as far as that is asked for. */
function within({ since, until }: TurnFilter): RawBuilder<unknown> {
  return sql`${since === undefined ? sql`` : sql` and at >= ${since}`}${until === undefined ? sql`` : sql` and at < ${until}`}`
}

function onSqlite(db: Database) {
  /** Numbers rise with time, nearly: where a time begins in them is looked up, with room for what came late. */
  async function bounds({ since, until }: TurnFilter, before: number | undefined) {
    const { rows } = await sql<{ from: number | null; to: number | null }>`select
      (select min(id) from (select id from turn_seen where at >= ${since ?? 0} order by at limit 500)) as "from",
      (select max(id) from (select id from turn_seen where at < ${until ?? Number.MAX_SAFE_INTEGER} order by at desc limit 500)) as "to"`.execute(
      db.query,
    )
    const { from, to } = rows[0]!
    return { from: from ?? 0, to: Math.min(to ?? 0, (before ?? Number.MAX_SAFE_INTEGER) - 1) }
  }

  return async ({ filter, before, limit }: Wanted): Promise<Found[]> => {
    const asked = wanted(filter)
    if (!asked) return []
    const { from, to } = await bounds(filter, before)
    const quoted = (terms: readonly string[], by: string) => terms.map((term) => `"${term}"`).join(by)
    const agents = asked.agents.length > 0 ? ` AND (${quoted(asked.agents, ' OR ')})` : ''
    const { rows } = await sql<Found>`select turn_seen.id, turn_seen.turn from turn_fts
      join turn_seen on turn_seen.id = turn_fts.rowid
      where turn_fts match ${quoted(asked.all, ' AND ') + agents} and turn_fts.rowid between ${from} and ${to}${within(filter)}
      order by turn_fts.rowid desc limit ${limit}`.execute(db.query)
    return rows
  }
}

/**
 * In two steps: where the planner has the choice it walks the newest turns for a word that none of them holds, through all that there
 * are.
 */
function onPostgres(db: Database) {
  const since = history(db).since('memory')!
  return async ({ filter, before, limit }: Wanted): Promise<Found[]> => {
    const asked = wanted(filter)
    if (!asked) return []
    const agents = asked.agents.length > 0 ? sql` and terms && cast(${asArray(asked.agents)} as text[])` : sql``
    // What must not be read any more may still stand in its week.
    const kept = filter.words === undefined ? sql`` : sql` and at >= ${since}`
    const holds = sql`terms @> cast(${asArray(asked.all)} as text[])${agents}${kept}${within(filter)}`
    const earlier = sql`id < ${before ?? Number.MAX_SAFE_INTEGER}`
    const newest = await sql<Found>`select id, turn from (
      select * from turn_seen where ${earlier} order by id desc limit ${sql.lit(newestLookedAt)}) as newest
      where ${holds} order by id desc limit ${limit}`.execute(db.query)
    if (newest.rows.length >= limit) return newest.rows
    const all =
      await sql<Found>`with found as materialized (select id, turn from turn_seen where ${holds} and ${earlier})
      select id, turn from found order by id desc limit ${limit}`.execute(db.query)
    return all.rows
  }
}
