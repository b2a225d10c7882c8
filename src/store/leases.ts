import { sql } from 'kysely'
import type { Database } from './database.ts'
import { guard, type Step, statement, step } from './statement.ts'

/** Who may run a key's turns. The epoch grows with every holder, and every commit checks it. */
export function leaseRows(db: Database) {
  const { query } = db
  const server = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
  // Of the times that are given only the span between them counts where the database keeps the time.
  const at = (now: number) => (db.keepsTime ? server : now)
  const till = (p: { now: number; until: number }) =>
    db.keepsTime ? sql<number>`${server} + cast(${p.until} as bigint) - cast(${p.now} as bigint)` : p.until
  type Take = { key: string; holder: string; now: number; until: number }
  const take = statement((p: Take) =>
    query
      .insertInto('lease')
      .values({ key: p.key, epoch: 1, holder: p.holder, expires_at: till(p) })
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
  const release = statement((p: { key: string; epoch: number; now: number }) =>
    query
      .updateTable('lease')
      .set({ expires_at: at(p.now) })
      .where('key', '=', p.key)
      .where('epoch', '=', p.epoch),
  )
  const letGo = statement((p: { key: string; epoch: number; now: number; until: number }) =>
    query
      .updateTable('lease')
      .set((e) => ({
        expires_at: e
          .case()
          .when(
            e.exists(e.selectFrom('inbox').select('id').where('key', '=', p.key).where('status', '=', sql.lit('open'))),
          )
          .then(sql<number>`cast(${till(p)} as bigint)`)
          .else(sql<number>`cast(${at(p.now)} as bigint)`)
          .end(),
      }))
      .where('key', '=', p.key)
      .where('epoch', '=', p.epoch)
      .where('expires_at', '>', at(p.now)),
  )
  const takeOver = statement((_: object) =>
    query.updateTable('lease').set({ expires_at: 0 }).where('expires_at', '>', 0),
  )
  const prune = statement((p: { before: number }) => query.deleteFrom('lease').where('expires_at', '<', p.before))

  return {
    /** The epoch, or undefined while somebody else holds the key. */
    async take(row: Take): Promise<number | undefined> {
      return (await db.get(take, row))?.epoch
    },
    /** Renews those of the leases that are still held; the others stay lost. */
    async renew(leases: readonly { key: string; epoch: number }[], now: number, until: number): Promise<void> {
      await db.batch(leases.map(({ key, epoch }) => step(check, { key, epoch, now, until })))
    },
    /** Guards a batch: void unless the lease is still this one, which it renews. */
    checkStep: (key: string, epoch: number, now: number, until: number): Step =>
      guard(check, { key, epoch, now, until }),
    /** The last step of a batch, which is void unless the lease is still this one: ends it if no open row of its key is left. */
    letGoStep: (key: string, epoch: number, now: number, until: number): Step =>
      guard(letGo, { key, epoch, now, until }),
    async release(key: string, epoch: number, now: number): Promise<void> {
      await db.run(release, { key, epoch, now })
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
