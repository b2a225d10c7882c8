import type { Kysely } from 'kysely'

/** What people see in conversations that are kept nowhere but here, and the files they sent there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('transcript')
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addColumn('rev', 'bigint', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('transcript_entry', ['key', 'id'])
    .execute()
  await db.schema.createIndex('transcript_by_change').on('transcript').columns(['key', 'rev']).execute()
  await db.schema.createIndex('transcript_by_age').on('transcript').column('at').execute()
  await db.schema
    .createTable('transcript_head')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('rev', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('transcript_file')
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('mimetype', 'text', (c) => c.notNull())
    .addColumn('content', 'blob', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('transcript_file_of', ['key', 'id'])
    .execute()
  await db.schema.createIndex('transcript_file_by_age').on('transcript_file').column('at').execute()
}
