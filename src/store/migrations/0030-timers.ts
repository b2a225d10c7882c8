import { type Kysely, sql } from 'kysely'

/** What agents do by themselves at a time; how much they post that nobody asked for, and where somebody wants none of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('timer')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('conversation', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('due', 'bigint', (c) => c.notNull())
    .addColumn('zone', 'text', (c) => c.notNull())
    .addColumn('rule', 'text')
    .addColumn('wall', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('server', 'text', (c) => c.notNull())
    .addColumn('task', 'text', (c) => c.notNull())
    .addColumn('context', 'text', (c) => c.notNull())
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .execute()
  // Whatever looks for what is due looks at those that wait alone.
  await sql`create index timer_due on timer (due, id) where state = 'waiting'`.execute(db)
  await db.schema.createIndex('timer_of').on('timer').columns(['key', 'conversation']).execute()
  await db.schema
    .createTable('unasked')
    .addColumn('agent', 'text', (c) => c.notNull())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('posts', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('unasked_of', ['agent', 'account', 'subject', 'day'])
    .execute()
}
