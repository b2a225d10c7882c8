import type { Kysely } from 'kysely'

/** Which processes run, as each says of itself, and what platforms have refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('process')
    .addColumn('holder', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('roles', 'text', (c) => c.notNull())
    .addColumn('started_at', 'integer', (c) => c.notNull())
    .addColumn('conversations', 'integer', (c) => c.notNull())
    .addColumn('platforms', 'text', (c) => c.notNull())
    .addColumn('told_at', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('refused_call')
    .addColumn('platform', 'text', (c) => c.notNull())
    .addColumn('installation', 'text', (c) => c.notNull())
    .addColumn('call', 'text', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('since', 'integer', (c) => c.notNull())
    .addColumn('last_at', 'integer', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('refused_call_of', ['platform', 'installation', 'call', 'place', 'code'])
    .execute()
  await db.schema.createIndex('refused_call_last').on('refused_call').column('last_at').execute()
}
