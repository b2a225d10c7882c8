import { sql } from 'kysely'
import type { Database } from './database.ts'
import { statement } from './statement.ts'

const longestPauseMs = 60_000
/** A process that has not said for so long that it lives is dead. */
const livesForMs = 7500

/**
 * Keys that wait to be drained, and those that processes have taken to drain them; by the time of the database. A row waits
 * (`at`), or is taken (`taker`) and may be `due` again; `pause` is how long its last retry waits, 0: it did not fail.
 */
export function ringRows(db: Database) {
  const { query } = db
  const now = sql<number>`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`
  const tell = sql`select pg_notify('parley_rings', '')`
  const raw = <Params extends object, Row = unknown>(build: (p: Params) => ReturnType<typeof sql<Row>>) =>
    statement<Params, Row>((p) => ({ compile: () => build(p).compile(query) }))

  type Ring = { key: string; wait: number }
  const rung = (p: Ring) => sql`
    insert into ring (key, at) values (${p.key}, ${now} + cast(${p.wait} as bigint))
    on conflict (key) do update set
      at = case when ring.taker is null then excluded.at end,
      due = case when ring.taker is not null then least(ring.due, excluded.at) end
    where case when ring.taker is null then ring.pause = 0 and excluded.at < ring.at
      else ring.due is null or excluded.at < ring.due end`
  const ring = raw((p: Ring) => rung(p))
  const ringTelling = raw(
    (p: Ring) => sql`with rung as (${rung(p)} returning taker) ${tell} from rung where rung.taker is null`,
  )
  const take = raw<{ taker: string; most: number }, { key: string }>(
    (p) => sql`
      with first as materialized (
        select key from ring where at <= ${now} order by at limit cast(${p.most} as bigint) for update skip locked
      )
      update ring set at = null, taker = ${p.taker} from first
      where ring.key = first.key and exists (select from ring_worker where id = ${p.taker} and until > ${now})
      returning ring.key`,
  )
  type Taken = { key: string; taker: string }
  const done = raw((p: Taken) => sql`delete from ring where key = ${p.key} and taker = ${p.taker} and due is null`)
  const again = raw(
    (p: Taken) => sql`
      update ring set at = coalesce(due, ${now}), taker = null, due = null, pause = 0
      where key = ${p.key} and taker = ${p.taker}`,
  )
  const pause = (p: { retryMs: number }) =>
    sql`case when pause = 0 then cast(${p.retryMs} as bigint) else least(pause * 2, ${sql.lit(longestPauseMs)}) end`
  const failed = raw<Taken & { retryMs: number }, { pause: number }>(
    (p) => sql`
      update ring set at = ${now} + ${pause(p)}, taker = null, due = null, pause = ${pause(p)}
      where key = ${p.key} and taker = ${p.taker}
      returning pause`,
  )
  const giveBack = raw(
    (p: Taken) => sql`
      with given as (
        update ring set at = ${now}, taker = null, due = null where key = ${p.key} and taker = ${p.taker} returning 1
      ) ${tell} from given`,
  )
  const giveBackBut = raw(
    (p: { taker: string; keys: readonly string[] }) => sql`
      update ring set at = ${now}, taker = null, due = null
      where taker = ${p.taker} and key not in (select unnest(cast(${p.keys} as text[])))`,
  )
  const beat = raw(
    (p: { taker: string }) => sql`
      with lives as (
        insert into ring_worker (id, until) values (${p.taker}, ${now} + ${sql.lit(livesForMs)})
        on conflict (id) do update set until = excluded.until
      ), gone as (
        delete from ring_worker where until < ${now} - 60000
      )
      update ring set at = ${now}, taker = null, due = null
      where taker <> ${p.taker} and not exists (select from ring_worker where id = ring.taker and until > ${now})`,
  )
  const leave = raw((p: { taker: string }) => sql`delete from ring_worker where id = ${p.taker}`)

  return {
    /** In `wait` ms. `tell`: whoever works hears of it, unless it waits or is drained already. */
    async ring(key: string, wait: number, tell: boolean): Promise<void> {
      await db.run(tell ? ringTelling : ring, { key, wait: Math.ceil(wait) })
    },
    /** The first `most` that are due. Nothing for who has not said lately that it lives. */
    async take(taker: string, most: number): Promise<string[]> {
      return (await db.all(take, { taker, most })).map(({ key }) => key)
    },
    /** True when it was rung meanwhile, and waits again. */
    async done(taker: string, key: string): Promise<boolean> {
      return (await db.run(done, { taker, key })) === 0 && (await db.run(again, { taker, key })) === 1
    },
    /** Waits for twice as long as the last time, at first for `retryMs`, up to a minute; that long. What was rung meanwhile is done then. */
    async failed(taker: string, key: string, retryMs: number): Promise<number> {
      return (await db.get(failed, { taker, key, retryMs }))?.pause ?? 0
    },
    /** For others, at once. */
    async giveBack(taker: string, key: string): Promise<void> {
      await db.run(giveBack, { taker, key })
    },
    /** All but these. */
    async giveBackBut(taker: string, keys: readonly string[]): Promise<void> {
      await db.run(giveBackBut, { taker, keys })
    },
    /** Says that it lives. What the dead had taken waits again. */
    async beat(taker: string): Promise<void> {
      await db.run(beat, { taker })
    },
    async leave(taker: string): Promise<void> {
      await db.run(leave, { taker })
    },
  }
}
