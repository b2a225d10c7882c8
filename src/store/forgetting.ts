import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { listed, type Person } from './personal/person.ts'
import type { Removed } from './personal/remove.ts'
import { type Step, stepOf } from './statement.ts'
import type { ForgettingTable } from './tables.ts'
import { currentTime } from './time.ts'

/** A person who is being forgotten: what was asked for, and how far it is. */
export interface Forgetting extends Person {
  id: string
  author: string
  door: string
  at: number
  removed: Removed
}

/** For so long nobody else runs the turns of who is being forgotten, unless it is held on to. */
const holdMs = 60_000

/** What was asked for is written down first, so that it comes to its end whatever happens meanwhile. */
export function forgettings(db: Database, now: () => number) {
  const { query } = db
  const at = () => currentTime(db, now())
  const later = () => (db.keepsTime ? sql<number>`${at()} + ${holdMs}` : now() + holdMs)
  const read = ({ people, agent, removed, ...row }: ForgettingTable): Forgetting => ({
    ...row,
    at: Number(row.at),
    uids: JSON.parse(people),
    ...(agent !== '' && { agent }),
    removed: JSON.parse(removed),
  })

  return {
    async begin({ account, uids, agent = '' }: Person, by: { author: string; door: string }): Promise<Forgetting> {
      const row = { id: randomUUID(), account, people: JSON.stringify(uids), agent, ...by, at: now(), removed: '{}' }
      await query.insertInto('forgetting').values(row).execute()
      return read(row)
    },
    /** Those that are not at their end, the first first. */
    async open(): Promise<Forgetting[]> {
      return (await query.selectFrom('forgetting').selectAll().orderBy('at').execute()).map(read)
    },
    /** What is gone by now is told at the end, also by whoever goes on with it. */
    async noteRemoved({ id }: Forgetting, removed: Removed): Promise<void> {
      await query
        .updateTable('forgetting')
        .set({ removed: JSON.stringify(removed) })
        .where('id', '=', id)
        .execute()
    },
    /** A guard: void where somebody else has come to its end. */
    doneStep: ({ id }: Forgetting): Step =>
      stepOf(query.deleteFrom('forgetting').where('id', '=', id), { guard: true }),

    /**
     * Takes keys away from whoever runs their turns, which can commit nothing from then on, and keeps everybody from them for a while.
     * Done again, for a while longer.
     */
    async hold({ id }: Forgetting, keys: readonly string[]): Promise<void> {
      const holder = `forgetting:${id}`
      const steps = keys.map((key) =>
        stepOf(
          query
            .insertInto('lease')
            // Never one that a turn of before had: see `leases.ts`.
            .values({ key, epoch: randomInt(1, 2 ** 30), holder, expires_at: later() })
            .onConflict((c) =>
              c.column('key').doUpdateSet({ epoch: sql<number>`lease.epoch + 1`, holder, expires_at: later() }),
            ),
        ),
      )
      for (let from = 0; from < steps.length; from += 200) await db.batch(steps.slice(from, from + 200))
    },
    /** The last that is left of them. */
    releaseStep: ({ id }: Forgetting, keys: readonly string[]): Step =>
      stepOf(
        query
          .deleteFrom('lease')
          .where('holder', '=', `forgetting:${id}`)
          .where(sql<boolean>`key in ${listed(db, keys)}`),
      ),
    /** The events of what was written until then and is not answered for good, in the order it came. */
    async openEvents(keys: readonly string[], until: number): Promise<string[]> {
      if (keys.length === 0) return []
      const rows = await query
        .selectFrom('inbox')
        .select('event_id')
        .where('status', '=', 'open')
        .where('received_at', '<=', until)
        .where(sql<boolean>`key in ${listed(db, keys)}`)
        .orderBy('id')
        .execute()
      return rows.map((row) => row.event_id)
    },
  }
}
