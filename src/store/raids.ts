import type { Database } from './database.ts'
import { keptOfCatalogue } from './kept.ts'
import { type Step, stepOf } from './statement.ts'
import type { RaidTable } from './tables.ts'

export type Raid = RaidTable

/** How long one that an owner has ended does not begin again. */
const restMs = 3_600_000

/** Servers whose rate has leapt, kept until that changes: every message asks. */
export function raids(db: Database, now: () => number) {
  const { query } = db
  const kept = keptOfCatalogue<ReadonlyMap<string, Raid>>(db, 1)
  const all = () =>
    kept('', async () => {
      const rows = await query.selectFrom('raid').selectAll().execute()
      return new Map(rows.map((row) => [`${row.account}\n${row.server}`, row]))
    })

  return {
    /** The one that lasts there. */
    async of(account: string, server: string): Promise<Raid | undefined> {
      const row = (await all()).get(`${account}\n${server}`)
      return row && row.ended_at === null && row.until > now() ? row : undefined
    },
    /** Whether an owner has ended one there not long ago. */
    async rests(account: string, server: string): Promise<boolean> {
      const ended = (await all()).get(`${account}\n${server}`)?.ended_at ?? null
      return ended !== null && ended > now() - restMs
    },
    /** True for whoever is the first to see it, in any process. */
    begin(account: string, server: string, until: number): Promise<boolean> {
      const row = { began_at: now(), until, ended_at: null, ended_by: null }
      const insert = query
        .insertInto('raid')
        .values({ account, server, ...row })
        .onConflict((c) => c.columns(['account', 'server']).doUpdateSet(row).where('raid.until', '<=', now()))
      return db.batch([stepOf(insert, { guard: true })])
    },
    /** A guard: void where none lasts. */
    endStep: (account: string, server: string, by: string): Step =>
      stepOf(
        query
          .updateTable('raid')
          .set({ ended_at: now(), ended_by: by, until: now() })
          .where('account', '=', account)
          .where('server', '=', server)
          .where('until', '>', now())
          .where('ended_at', 'is', null),
        { guard: true },
      ),
  }
}
