import type { Kysely } from 'kysely'

/** Conversations that people have taken over from an agent, or are asked to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('handover')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('conversation', 'text', (c) => c.notNull())
    .addColumn('turn', 'text', (c) => c.notNull())
    .addColumn('why', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('ended', 'text')
    .addColumn('context', 'text', (c) => c.notNull())
    .addColumn('summary', 'text', (c) => c.notNull())
    .addColumn('transcript', 'text', (c) => c.notNull())
    .addColumn('team', 'text')
    .addColumn('thread', 'text')
    .addColumn('card', 'text')
    .addColumn('taken_by', 'text')
    .addColumn('taken_name', 'text')
    .addColumn('asked_at', 'bigint', (c) => c.notNull())
    .addColumn('waiting_at', 'bigint')
    .addColumn('taken_at', 'bigint')
    .addColumn('closed_at', 'bigint')
    .addColumn('remind_at', 'bigint')
    .execute()
  await db.schema.createIndex('handover_of').on('handover').columns(['key', 'conversation']).execute()
  await db.schema.createIndex('handover_in').on('handover').columns(['conversation', 'state']).execute()
  await db.schema.createIndex('handover_thread').on('handover').column('thread').execute()
  await db.schema.createIndex('handover_due').on('handover').columns(['state', 'remind_at']).execute()
}
