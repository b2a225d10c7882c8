import type { Kysely } from 'kysely'

/** Files that people brought into a conversation: sources of knowledge that only their conversation finds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('conversation_file')
    .addColumn('source', 'text', (c) => c.primaryKey())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('conversation', 'text', (c) => c.notNull())
    .addColumn('event_id', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('conversation_file_of').on('conversation_file').columns(['key', 'conversation']).execute()
  await db.schema.createIndex('conversation_file_by_event').on('conversation_file').column('event_id').execute()
}
