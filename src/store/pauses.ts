import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'
import { keptOfCatalogue } from './kept.ts'
import { type Step, stepOf } from './statement.ts'
import type { PauseTable } from './tables.ts'

export type Pause = PauseTable

/** The scope of a pause of the whole deployment; any other is an account's id. */
export const everywhere = ''

/** What is paused. Kept until it changes, in this or another process: everything that answers, calls or posts asks. */
export function pauses(db: Database, now: () => number) {
  const { query } = db
  const kept = keptOfCatalogue<ReadonlyMap<string, Pause>>(db, 1)
  const all = () =>
    kept('', async () => {
      const rows = await query.selectFrom('pause').selectAll().execute()
      return new Map(rows.map((row) => [row.scope, row]))
    })

  async function concerning(accounts: readonly string[]): Promise<Pause[]> {
    const rows = await all()
    return [everywhere, ...accounts].flatMap((scope) => rows.get(scope) ?? [])
  }

  return {
    /** By their scopes, the last one of each, also those that are over. */
    all,
    /** Of the deployment or of one of these accounts, while it lasts. */
    async of(...accounts: string[]): Promise<Pause | undefined> {
      return (await concerning(accounts)).find(({ ended_at }) => ended_at === null)
    },
    /** Those that last: mostly none. */
    async current(): Promise<Pause[]> {
      return [...(await all()).values()].filter(({ ended_at }) => ended_at === null)
    },
    /** When the last pause of these ended; undefined: there was none. */
    async endedAt(...accounts: string[]): Promise<number | undefined> {
      const ends = (await concerning(accounts)).flatMap(({ ended_at }) => ended_at ?? [])
      return ends.length === 0 ? undefined : Math.max(...ends)
    },
    /** A guard: void where it is paused already. */
    beginStep(scope: string, by: string, why: string | null): Step {
      const row = { id: randomUUID(), paused_by: by, why, began_at: now(), ended_at: null }
      return stepOf(
        query
          .insertInto('pause')
          .values({ scope, ...row })
          .onConflict((c) => c.column('scope').doUpdateSet(row).where('pause.ended_at', 'is not', null)),
        { guard: true },
      )
    },
    /** A guard: void where nothing is paused. */
    endSteps: (scope: string): Step[] => [
      stepOf(
        query
          .deleteFrom('pause_told')
          .where('pause', 'in', (e) => e.selectFrom('pause').select('id').where('scope', '=', scope)),
      ),
      stepOf(
        query.updateTable('pause').set({ ended_at: now() }).where('scope', '=', scope).where('ended_at', 'is', null),
        { guard: true },
      ),
    ],
    /** True the first time. */
    async tellOnce({ id }: Pause, person: string): Promise<boolean> {
      return db.batch([
        stepOf(
          query
            .insertInto('pause_told')
            .values({ pause: id, person })
            .onConflict((c) => c.doNothing()),
          { guard: true },
        ),
      ])
    },
  }
}
