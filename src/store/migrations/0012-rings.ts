import { type Kysely, sql } from 'kysely'
import { isPostgres } from './portable.ts'

/**
 * What waits to be drained, where PostgreSQL rings. Nothing of it is worth a write-ahead log: after a crash of the server the
 * inbox is rung again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  // Rows come and go all the time.
  await sql`create unlogged table ring (
    key text collate "C" primary key,
    at bigint,
    taker text collate "C",
    due bigint,
    pause bigint not null default 0
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`.execute(db)
  await sql`create index ring_at on ring (at) where at is not null`.execute(db)
  await sql`create unlogged table ring_worker (id text collate "C" primary key, until bigint not null)`.execute(db)
}
