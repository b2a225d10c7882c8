import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { guard, type Step, statement, step } from './statement.ts'
import { currentTime } from './time.ts'

type Take = { key: string; holder: string; now: number; until: number }

/** Of the times that are given only the span between them counts where the database keeps the time. */
function timesOf(db: Database) {
  const at = (now: number) => currentTime(db, now)
  const till = (p: { now: number; until: number }) =>
    db.keepsTime ? sql<number>`${at(p.now)} + cast(${p.until} as bigint) - cast(${p.now} as bigint)` : p.until
  return { at, till }
}

/** Leases that are taken together with what is to be done under them. */
function leasesAhead(db: Database) {
  const { query } = db
  const { at, till } = timesOf(db)
  // Its holder may be at work under it: then it stays theirs, as it is.
  const takeAhead = statement((p: Take & { first: number }) =>
    query
      .insertInto('lease')
      .values({ key: p.key, epoch: p.first, holder: p.holder, expires_at: till(p) })
      .onConflict((c) =>
        c
          .column('key')
          .doUpdateSet({ epoch: sql<number>`lease.epoch + 1`, holder: p.holder, expires_at: till(p) })
          .where('lease.expires_at', '<=', at(p.now)),
      ),
  )
  const own = statement((p: { key: string; holder: string; now: number }) =>
    query
      .selectFrom('lease')
      .select(['epoch', 'expires_at'])
      // SQLite prepares anew, at every run, a query that it might plan by the value of a bare placeholder.
      .where('key', '=', sql<string>`cast(${p.key} as text)`)
      .where('holder', '=', p.holder)
      .where('expires_at', '>', at(p.now)),
  )
  return {
    /** Takes it as part of a batch, if nobody has it. Who has it then, `own` tells. */
    takeAheadStep: (row: Take): Step => step(takeAhead, { ...row, first: randomInt(1, 2 ** 30) }),
    /** The lease of a key that this holder has. */
    async own(key: string, holder: string, now: number) {
      return db.get(own, { key, holder, now })
    },
  }
}

/** Who may run a key's turns. The epoch grows with every holder, and every commit checks it. */
export function leaseRows(db: Database) {
  const { query } = db
  const { at, till } = timesOf(db)
  const take = statement((p: Take & { first: number }) =>
    query
      .insertInto('lease')
      .values({ key: p.key, epoch: p.first, holder: p.holder, expires_at: till(p) })
      .onConflict((c) =>
        c
          .column('key')
          .doUpdateSet({ epoch: sql<number>`lease.epoch + 1`, holder: p.holder, expires_at: till(p) })
          // Its own holder takes it again when giving it back had failed; the queue never drains a key twice at once.
          .where((e) => e.or([e('lease.expires_at', '<=', at(p.now)), e('lease.holder', '=', p.holder)])),
      )
      .returning('epoch'),
  )
  const check = statement((p: { key: string; epoch: number; until: number; now: number }) =>
    query
      .updateTable('lease')
      .set({ expires_at: till(p) })
      .where('key', '=', p.key)
      .where('epoch', '=', p.epoch)
      .where('expires_at', '>', at(p.now)),
  )
  type Renew = { holder: string; keys: string; now: number; until: number }
  const renew = statement((p: Renew) => {
    const keys =
      db.dialect === 'postgres'
        ? sql`jsonb_array_elements_text(cast(${p.keys} as jsonb)) as t(value)`
        : sql`json_each(${p.keys})`
    return query
      .updateTable('lease')
      .set({ expires_at: till(p) })
      .where(sql<boolean>`key in (select value from ${keys})`)
      .where('holder', '=', p.holder)
      .where('expires_at', '>', at(p.now))
      .returning(['key', 'epoch'])
  })
  const release = statement((p: { key: string; epoch: number; now: number }) =>
    query
      .updateTable('lease')
      .set({ expires_at: at(p.now) })
      .where('key', '=', p.key)
      .where('epoch', '=', p.epoch),
  )
  const letGo = statement((p: { key: string; epoch: number; now: number }) =>
    query
      .updateTable('lease')
      .set({ expires_at: at(p.now) })
      .where('key', '=', p.key)
      .where('epoch', '=', p.epoch)
      .where('expires_at', '>', at(p.now)),
  )
  const held = statement((p: { key: string; now: number }) =>
    query.selectFrom('lease').select('epoch').where('key', '=', p.key).where('expires_at', '>', at(p.now)),
  )
  const ensure = statement((p: { key: string; first: number }) =>
    query
      .insertInto('lease')
      .values({ key: p.key, epoch: p.first, holder: '', expires_at: 0 })
      .onConflict((c) => c.column('key').doNothing()),
  )
  const pass = statement((p: { key: string; epoch: number; now: number }) =>
    query
      .updateTable('lease')
      .set({ epoch: sql<number>`epoch + 1` })
      .where('key', '=', p.key)
      .where('epoch', '=', p.epoch)
      .where('expires_at', '<=', at(p.now)),
  )
  const takeOver = statement((_: object) =>
    query.updateTable('lease').set({ expires_at: 0 }).where('expires_at', '>', 0),
  )
  const prune = statement((p: { before: number }) => query.deleteFrom('lease').where('expires_at', '<', p.before))

  return {
    ...leasesAhead(db),
    /** The epoch, or undefined while somebody else holds the key. */
    async take(row: Take): Promise<number | undefined> {
      // Whoever has held a key that was forgotten since finds no epoch of theirs, though the row is a new one.
      return (await db.get(take, { ...row, first: randomInt(1, 2 ** 30) }))?.epoch
    },
    /** Renews those of a holder's leases that it still has, which it resolves with. */
    async renew({ keys, ...row }: Omit<Renew, 'keys'> & { keys: readonly string[] }) {
      return db.all(renew, { ...row, keys: JSON.stringify(keys) })
    },
    /** Guards a batch: void unless the lease is still this one, which it renews. */
    checkStep: (key: string, epoch: number, now: number, until: number): Step =>
      guard(check, { key, epoch, now, until }),
    /** Guards a batch: void unless the lease is still this one, which it ends. */
    letGoStep: (key: string, epoch: number, now: number): Step => guard(letGo, { key, epoch, now }),
    async release(key: string, epoch: number, now: number): Promise<void> {
      await db.run(release, { key, epoch, now })
    },
    async isHeld(key: string, now: number): Promise<boolean> {
      return (await db.get(held, { key, now })) !== undefined
    },
    /**
     * First steps of a batch that changes what is kept under these keys: guards, void where anybody holds one of them, or has held it
     * since this was asked for. What is read in between is what the batch finds.
     */
    async untouchedSteps(keys: readonly string[], now: number): Promise<Step[]> {
      // Nobody has anything to answer under, and a list of none is no SQL.
      if (keys.length === 0) return []
      await db.batch(keys.map((key) => step(ensure, { key, first: randomInt(1, 2 ** 30) })))
      const rows = await query.selectFrom('lease').select(['key', 'epoch']).where('key', 'in', keys).execute()
      return rows.map(({ key, epoch }) => guard(pass, { key, epoch, now }))
    },
    /** Only when this process is known to be alone on the database: what was held, was held by the dead. */
    async takeOver(): Promise<void> {
      await db.run(takeOver, {})
    },
    async prune(before: number): Promise<void> {
      await db.run(prune, { before })
    },
  }
}
