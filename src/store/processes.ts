import { sql } from 'kysely'
import type { Database } from './database.ts'
import { statement } from './statement.ts'
import type { ProcessTable } from './tables.ts'
import { currentTime } from './time.ts'

/** Whoever has said nothing for so long has died, or is away from the database. */
const silentMs = 15_000

/** The processes on this database, as each of several says of itself. */
export function processes(db: Database, now: () => number) {
  const { query } = db
  const at = (p: { now: number }) => currentTime(db, p.now)
  const tell = statement((p: Omit<ProcessTable, 'told_at'> & { now: number }) => {
    const { holder, name, version, roles, started_at, conversations, platforms } = p
    return query
      .insertInto('process')
      .values({ holder, name, version, roles, started_at, conversations, platforms, told_at: at(p) })
      .onConflict((c) => c.column('holder').doUpdateSet({ conversations, platforms, told_at: at(p) }))
  })
  const living = statement((p: { now: number }) =>
    query
      .selectFrom('process')
      .selectAll()
      .where('told_at', '>', sql<number>`${at(p)} - ${sql.lit(silentMs)}`)
      .orderBy('started_at')
      .orderBy('holder'),
  )
  const end = statement((p: { holder: string }) => query.deleteFrom('process').where('holder', '=', p.holder))
  const prune = statement((p: { before: number }) => query.deleteFrom('process').where('told_at', '<', p.before))

  return {
    /** It lives. */
    async tell(row: Omit<ProcessTable, 'told_at'>): Promise<void> {
      await db.run(tell, { ...row, now: now() })
    },
    /** The oldest first. */
    living: (): Promise<ProcessTable[]> => db.all(living, { now: now() }),
    async end(holder: string): Promise<void> {
      await db.run(end, { holder })
    },
    async prune(before: number): Promise<void> {
      await db.run(prune, { before })
    },
  }
}
