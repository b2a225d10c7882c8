import type { Kysely } from 'kysely'

/** How an answer ended that its place would not have, and the places that refuse answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('turn').addColumn('delivery', 'text').execute()
  await db.schema
    .createTable('refusing_place')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('platform', 'text', (c) => c.notNull())
    .addColumn('installation', 'text', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('since', 'integer', (c) => c.notNull())
    .addColumn('last_at', 'integer', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .execute()
}
