import type { Database } from './database.ts'
import { type Step, stepOf } from './statement.ts'
import type { ConsoleSessionTable } from './tables.ts'

export type ConsoleSessionRow = ConsoleSessionTable

/** Sessions of the console, and the links that become one. */
export function consoleSessions(db: Database, now: () => number) {
  const { query } = db
  return {
    addStep: (row: ConsoleSessionRow): Step => stepOf(query.insertInto('console_session').values(row)),
    /** Void for whoever comes second: a link is used once. */
    takeLinkStep: (hash: string): Step =>
      stepOf(
        query
          .deleteFrom('console_session')
          .where('hash', '=', hash)
          .where('kind', '=', 'link')
          .where('expires_at', '>', now()),
        { guard: true },
      ),
    /** One that has not expired, and was used since `since`. */
    async byHash(hash: string, kind: ConsoleSessionRow['kind'], since = 0): Promise<ConsoleSessionRow | undefined> {
      return query
        .selectFrom('console_session')
        .selectAll()
        .where('hash', '=', hash)
        .where('kind', '=', kind)
        .where('expires_at', '>', now())
        .where('last_used_at', '>', since)
        .executeTakeFirst()
    },
    async used(id: string): Promise<void> {
      await query.updateTable('console_session').set({ last_used_at: now() }).where('id', '=', id).execute()
    },
    /** Those of an account that are signed in, the last used first. */
    async list(account: string, since: number): Promise<ConsoleSessionRow[]> {
      return query
        .selectFrom('console_session')
        .selectAll()
        .where('account', '=', account)
        .where('kind', '=', 'session')
        .where('expires_at', '>', now())
        .where('last_used_at', '>', since)
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .execute()
    },
    /** Void where it is not there any more. */
    endStep: (account: string, id: string): Step =>
      stepOf(query.deleteFrom('console_session').where('account', '=', account).where('id', '=', id), { guard: true }),
    async end(id: string): Promise<void> {
      await query.deleteFrom('console_session').where('id', '=', id).execute()
    },
    /** Puts away what has expired. */
    async prune(): Promise<void> {
      await query.deleteFrom('console_session').where('expires_at', '<=', now()).execute()
    },
  }
}
