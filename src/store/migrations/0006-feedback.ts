import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('feedback')
    .addColumn('turn', 'text', (c) => c.notNull())
    .addColumn('uid', 'text', (c) => c.notNull())
    .addColumn('good', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('feedback_once', ['turn', 'uid'])
    .execute()

  await db.schema.alterTable('turn').addColumn('owed', 'text').execute()
  // Partial: hardly any turn owes its person anything.
  await sql`create index turn_owing on turn (started_at) where owed is not null`.execute(db)
}
