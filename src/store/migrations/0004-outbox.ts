import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('n', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('agent', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('webhook', 'text', (c) => c.notNull())
    .addColumn('lane', 'text', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('keeper', 'text')
    .addColumn('wants_token', 'integer', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .addColumn('next_at', 'bigint', (c) => c.notNull())
    .addColumn('until', 'bigint', (c) => c.notNull())
    .addColumn('leased_until', 'bigint')
    .addColumn('outcome', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('settled_at', 'bigint')
    .execute()
  // Partial: what is still to be sent is little, whatever the table holds.
  await sql`create index outbox_open on outbox (agent, webhook, next_at) where status = 'open'`.execute(db)
  await sql`create index outbox_leased on outbox (agent, webhook, leased_until) where leased_until is not null`.execute(
    db,
  )
  await db.schema.createIndex('outbox_by_webhook').on('outbox').columns(['agent', 'webhook', 'n']).execute()
  await db.schema.createIndex('outbox_by_time').on('outbox').column('settled_at').execute()

  await db.schema.alterTable('webhook_secret').addColumn('previous', 'text').execute()
  await db.schema.alterTable('webhook_secret').addColumn('rotated_at', 'bigint').execute()
}
