import type { Kysely } from 'kysely'

/**
 * What is kept of conversations that have outgrown what a model is given of them, and of their person across conversations: a line at a
 * time, with the messages it was made of, so that it can be forgotten with them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lasting')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('conversation', 'text', (c) => c.notNull())
    .addColumn('section', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('sources', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('lasting_by_key').on('lasting').columns(['key', 'conversation']).execute()
}
