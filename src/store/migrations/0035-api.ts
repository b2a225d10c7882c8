import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { isPostgres } from './portable.ts'

/** What a key may do and for how long, and the answers of calls that may be repeated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_key').addColumn('scopes', 'text').execute()
  await db.schema.alterTable('api_key').addColumn('expires_at', 'bigint').execute()
  await db.schema
    .createTable('idempotent_call')
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('request', 'text', (c) => c.notNull())
    .addColumn('answer', 'text')
    .addColumn('begun_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotent_call_of', ['account', 'key'])
    .execute()
  await db.schema.createIndex('idempotent_call_by_time').on('idempotent_call').column('begun_at').execute()
  if (!isPostgres(db)) return
  await sql`alter table idempotent_call set (fillfactor = 80)`.execute(db)
}
