import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('scenario_progress')
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('conversation', 'text', (c) => c.notNull())
    .addColumn('progress', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('scenario_progress_pk', ['key', 'conversation'])
    .execute()
  await db.schema.createIndex('scenario_progress_by_time').on('scenario_progress').column('updated_at').execute()

  // Turns of callers without a uid have no inbox row. SQLite cannot drop a NOT NULL, so the table is made anew.
  await db.schema
    .createTable('turn_anew')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('inbox_id', 'integer', (c) => c.unique())
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
  await sql`insert into turn_anew select * from turn`.execute(db)
  await db.schema.dropTable('turn').execute()
  await db.schema.alterTable('turn_anew').renameTo('turn').execute()
  await db.schema.createIndex('turn_by_time').on('turn').column('started_at').execute()
  // `parley why` asks for the last turn of a person or an agent.
  await db.schema.createIndex('turn_by_key').on('turn').columns(['key', 'started_at']).execute()
}
