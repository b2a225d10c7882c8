import type { Kysely } from 'kysely'

/** What is read of talks is kept with what is heard of them, and how far that goes; a place may say how far its agent looks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('binding').addColumn('context', 'text').execute()
  await db.schema
    .alterTable('said')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('person'))
    .execute()
  await db.schema
    .createTable('talk_read')
    .addColumn('talk', 'text', (c) => c.primaryKey())
    .addColumn('read_to', 'text', (c) => c.notNull())
    .addColumn('is_whole', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
}
