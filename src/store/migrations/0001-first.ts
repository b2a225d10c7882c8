import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('plan', 'text', (c) => c.notNull())
    .addColumn('email', 'text')
    .addColumn('api_enabled', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('has_created_agent', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('default_agent', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('api_key')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull().references('account.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('agent', 'text')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('hint', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute()

  await db.schema
    .createTable('agent')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull().references('account.id'))
    .addColumn('made', 'text', (c) => c.notNull())
    .addColumn('head', 'integer', (c) => c.notNull())
    .addColumn('bundle_hash', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('agent_by_account').on('agent').column('account').execute()

  await db.schema
    .createTable('agent_version')
    .addColumn('agent', 'text', (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addColumn('document', 'text', (c) => c.notNull())
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('agent_version_pk', ['agent', 'n'])
    .execute()

  await db.schema
    .createTable('webhook_secret')
    .addColumn('agent', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('webhook_secret_pk', ['agent', 'name'])
    .execute()

  await db.schema
    .createTable('installation')
    .addColumn('platform', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('account', 'text', (c) => c.notNull().references('account.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('installation_pk', ['platform', 'id'])
    .execute()

  await db.schema
    .createTable('binding')
    .addColumn('place', 'text', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('agent', 'text', (c) => c.notNull())
    .addColumn('mode', 'text', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('thread')
    .addColumn('place', 'text', (c) => c.primaryKey())
    .addColumn('agent', 'text', (c) => c.notNull())
    .addColumn('joined_at', 'bigint', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('user_state')
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('user_state_pk', ['key', 'name'])
    .execute()

  await db.schema
    .createTable('memory')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('conversation', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('memory_by_conversation').on('memory').columns(['key', 'conversation', 'id']).execute()
  await db.schema.createIndex('memory_by_time').on('memory').column('at').execute()

  await db.schema
    .createTable('inbox')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('event_id', 'text', (c) => c.notNull().unique())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('door', 'text', (c) => c.notNull())
    .addColumn('conversation', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('cancelled', 'text')
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .execute()
  // Partial: only what is still to be done is looked for, and that is little whatever the table holds.
  await sql`create index inbox_open on inbox (key, id) where status = 'open'`.execute(db)
  await db.schema.createIndex('inbox_by_time').on('inbox').column('received_at').execute()

  await db.schema
    .createTable('lease')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('epoch', 'integer', (c) => c.notNull())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('turn')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('inbox_id', 'integer', (c) => c.notNull().unique())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('agent', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('epoch', 'integer', (c) => c.notNull())
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('partial', 'text', (c) => c.notNull())
    .addColumn('calls', 'integer', (c) => c.notNull())
    .addColumn('answer', 'text')
    .addColumn('trace', 'text')
    .addColumn('interrupted', 'text')
    .addColumn('context', 'text')
    .addColumn('pressed', 'integer')
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('committed_at', 'bigint')
    .execute()
  await db.schema.createIndex('turn_by_time').on('turn').column('started_at').execute()

  await db.schema
    .createTable('part')
    .addColumn('turn', 'text', (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addColumn('ref', 'text')
    .addColumn('intent_at', 'bigint', (c) => c.notNull())
    .addColumn('text', 'text')
    .addPrimaryKeyConstraint('part_pk', ['turn', 'n'])
    .execute()
  await db.schema.createIndex('part_by_ref').on('part').column('ref').execute()

  await db.schema
    .createTable('usage')
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('agent', 'text', (c) => c.notNull())
    .addColumn('door', 'text', (c) => c.notNull())
    .addColumn('turns', 'integer', (c) => c.notNull())
    .addColumn('input_tokens', 'integer', (c) => c.notNull())
    .addColumn('output_tokens', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('usage_pk', ['account', 'day', 'agent', 'door'])
    .execute()

  await db.schema
    .createTable('usage_month')
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('turns', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('usage_month_pk', ['account', 'month'])
    .execute()
}
