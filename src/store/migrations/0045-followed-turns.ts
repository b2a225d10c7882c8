import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { isPostgres } from './portable.ts'

/** Turns whose readers may come back to them, wherever they are made by then; and which process runs a call that may be repeated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('followed_turn')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('asker', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.unique())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('request', 'text')
    .addColumn('told', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text')
    .addColumn('called', 'integer', (c) => c.notNull())
    .addColumn('cancelled', 'integer', (c) => c.notNull())
    .addColumn('touched_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('followed_turn_by_key').on('followed_turn').column('key').execute()
  await db.schema.createIndex('followed_turn_by_time').on('followed_turn').column('touched_at').execute()
  await db.schema.alterTable('idempotent_call').addColumn('holder', 'text').execute()
  if (!isPostgres(db)) return
  await sql`alter table followed_turn set (fillfactor = 60)`.execute(db)
}
