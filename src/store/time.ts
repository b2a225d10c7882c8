import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/** Milliseconds since the epoch. */
const ofServer = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`

/** What leases are compared with: `now` only where the database does not keep the time itself. */
export function currentTime(db: Pick<Database, 'keepsTime'>, now: number): number | RawBuilder<number> {
  return db.keepsTime ? ofServer : now
}
