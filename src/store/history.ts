import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

export const weekMs = 604_800_000
/** Weeks are there before they begin, so that nobody has to make one in a hurry. */
const weeksAhead = 2
/** Whoever is in the way is waited for by everybody else, so it is tried for a moment only, and again later. */
const tries = 3

/** What PostgreSQL keeps by weeks, and the column that tells the week. */
const columns = { turn: 'id', part: 'turn', memory: 'at' } as const
export type Parted = keyof typeof columns
export const parted = Object.keys(columns) as Parted[]

/** A week of a table, or what is of no week that is there. Times are milliseconds; rows are the server's estimate. */
export interface Partition {
  name: string
  from: number | undefined
  to: number | undefined
  rows: number
  bytes: number
}

/**
 * Tables that grow with every turn. On PostgreSQL they are kept by weeks; what must be forgotten is not read any more from that
 * moment on, and goes with its week. On SQLite nothing of this is there, and rows are deleted one by one.
 */
export function history(db: Pick<Database, 'dialect' | 'query'>) {
  const { query } = db

  /** Since `from`, till what lies ahead of the server's time. */
  async function make(table: Parted, from?: number): Promise<void> {
    const { now, there } = await weeksOf(table)
    for (let at = weekOf(from ?? now); at <= now + weeksAhead * weekMs; at += weekMs) {
      if (there.has(at)) continue
      await patiently(() => sql`select make_history(${table}, ${columns[table]}, ${at})`.execute(query))
    }
  }

  async function weeksOf(table: Parted): Promise<{ now: number; there: ReadonlyMap<number, string> }> {
    const { rows } = await sql<{ now: number; name: string }>`
      select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now, name from ${partitionsOf(table)}`.execute(
      query,
    )
    const there = rows.flatMap(({ name }) => {
      const from = weekNamed(name)
      return from === undefined ? [] : [[from, name] as const]
    })
    return { now: rows[0]!.now, there: new Map(there) }
  }

  return {
    /** What has been said since then is read; a condition of a statement, undefined where it needs none. */
    since: (what: 'memory' | 'answer'): RawBuilder<number> | undefined =>
      db.dialect === 'postgres' ? sql<number>`(select before from horizon where what = ${sql.lit(what)})` : undefined,

    /** From now on nothing from before that time is read. A clock that is ahead does not hide what is yet to come. */
    async hide(what: 'memory' | 'answer', before: number): Promise<void> {
      const now = sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
      await sql`update horizon set before = greatest(before, least(cast(${before} as bigint), ${now}))
        where what = ${what}`.execute(query)
    },

    make,

    /**
     * Makes the weeks ahead and drops those that ended before that time, never that which is running. One that is in use stays
     * until the next time.
     */
    async roll(table: Parted, before: number): Promise<void> {
      await make(table)
      const { now, there } = await weeksOf(table)
      for (const [from, name] of there) {
        if (from + weekMs <= Math.min(before, now))
          await patiently(() => sql`select drop_history(${name})`.execute(query))
      }
    },

    /** Of all tables, the oldest first. */
    async partitions(): Promise<Partition[]> {
      const all: Partition[] = []
      for (const table of parted) {
        const { rows } = await sql<{ name: string; rows: number; bytes: number }>`
          select name, rows, bytes from ${partitionsOf(table)} order by name`.execute(query)
        for (const row of rows) {
          const from = weekNamed(row.name)
          all.push({ ...row, from, to: from === undefined ? undefined : from + weekMs })
        }
      }
      return all
    },
  }
}

/** Ids of turns that began at that time or later are no less. */
export function turnIdAt(at: number): string {
  const hex = Math.max(0, at).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** The beginning of the week that a time is of: Monday, UTC. */
export function weekOf(at: number): number {
  const monday = 345_600_000
  return monday + Math.floor((at - monday) / weekMs) * weekMs
}

function weekNamed(name: string): number | undefined {
  const day = /_(\d{4})_(\d\d)_(\d\d)$/.exec(name)
  return day ? Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3])) : undefined
}

const partitionsOf = (table: Parted) => sql`(
  select relname as name, cast(greatest(reltuples, 0) as bigint) as rows, pg_total_relation_size(oid) as bytes
  from pg_class where oid in (select inhrelid from pg_inherits where inhparent = cast(${table} as regclass))
) as partition`

/** What cannot be done at the moment, because somebody uses the table, is left for another time. */
async function patiently(act: () => Promise<unknown>): Promise<void> {
  for (let tried = 1; tried <= tries; tried++) {
    try {
      await act()
      return
    } catch (error) {
      if (!/\b55P03\b/.test(String(error))) throw error
      await sleep(200 * Math.random() * tried)
    }
  }
}
