import { type Kysely, sql } from 'kysely'

/** What other programs are told of, and where to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('event_endpoint')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('types', 'text', (c) => c.notNull())
    .addColumn('words', 'integer', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('event_endpoint_of').on('event_endpoint').column('account').execute()
  await db.schema
    .createTable('event')
    .addColumn('n', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('words', 'text')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('event_of').on('event').columns(['account', 'n']).execute()
  await db.schema.createIndex('event_of_person').on('event').column('key').execute()
  await db.schema.createIndex('event_by_age').on('event').column('at').execute()
  // What is held back until those before it are through is looked for by its lane.
  await sql`create index outbox_lane on outbox (webhook, lane, n) where status = 'open' and agent = ''`.execute(db)
}
