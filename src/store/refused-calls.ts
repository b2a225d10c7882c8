import type { Database } from './database.ts'
import { statement } from './statement.ts'
import type { RefusedCallTable } from './tables.ts'

export type RefusedCall = RefusedCallTable

/** Whoever looks wants what is new. */
const mostListed = 50

/** What platforms have refused, and where, whichever process called them. */
export function refusedCalls(db: Database, now: () => number) {
  const { query } = db
  type Of = Omit<RefusedCall, 'since' | 'last_at' | 'count'>
  const keep = statement(({ platform, installation, call, place, code, detail, at }: Of & { at: number }) =>
    query
      .insertInto('refused_call')
      .values({ platform, installation, call, place, code, detail, since: at, last_at: at, count: 1 })
      .onConflict((c) =>
        c
          .columns(['platform', 'installation', 'call', 'place', 'code'])
          .doUpdateSet((e) => ({ detail, last_at: at, count: e('refused_call.count', '+', 1) })),
      ),
  )
  const last = statement((_: object) =>
    query.selectFrom('refused_call').selectAll().orderBy('last_at', 'desc').limit(mostListed),
  )
  const prune = statement((p: { before: number }) => query.deleteFrom('refused_call').where('last_at', '<', p.before))

  return {
    async keep(call: Of): Promise<void> {
      await db.run(keep, { ...call, at: now() })
    },
    /** The latest first. */
    last: (): Promise<RefusedCall[]> => db.all(last, {}),
    async prune(before: number): Promise<void> {
      await db.run(prune, { before })
    },
  }
}
