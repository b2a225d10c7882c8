import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('installation')
    .addColumn('name', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('installation').addColumn('secret', 'text').execute()
  await db.schema.alterTable('installation').addColumn('removed_at', 'bigint').execute()

  await db.schema
    .createTable('said')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('talk', 'text', (c) => c.notNull())
    .addColumn('event_id', 'text', (c) => c.notNull())
    .addColumn('uid', 'text', (c) => c.notNull())
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('name', 'text')
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('asked', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('said_once', ['talk', 'event_id'])
    .execute()
  await db.schema.createIndex('said_in_talk').on('said').columns(['talk', 'id']).execute()
  await db.schema.createIndex('said_by_event').on('said').column('event_id').execute()
  await db.schema.createIndex('said_by_time').on('said').column('at').execute()
}
