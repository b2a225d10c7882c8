import type { Kysely } from 'kysely'

/** Who is signed in to the console, and the one-time links that are yet to be used. Only hashes of what opens either are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('console_session')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('console_session_hash').unique().on('console_session').column('hash').execute()
}
