import { type Kysely, sql } from 'kysely'
import { isPostgres } from './portable.ts'

/** Whom and where agents have answered in a month, and how soon on a day: summed behind the turns, by the duty that writes their index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, of] of Object.entries({ usage_person: 'uid', usage_place: 'place' })) {
    await db.schema
      .createTable(table)
      .addColumn('account', 'text', (c) => c.notNull())
      .addColumn(of, 'text', (c) => c.notNull())
      .addColumn('at', 'integer', (c) => c.notNull())
      .addColumn('agent', 'text', (c) => c.notNull())
      .addColumn('turns', 'integer', (c) => c.notNull())
      .addColumn('tokens', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint(`${table}_of`, ['account', of, 'at', 'agent'])
      .execute()
    if (isPostgres(db)) continue
    // A month is summed from the index alone, in the order of its sums: each row would else be a look of its own.
    const whole = sql.join(['account', 'at', of, 'agent', 'turns', 'tokens'].map((column) => sql.ref(column)))
    await sql`create index ${sql.ref(`${table}_month`)} on ${sql.table(table)} (${whole})`.execute(db)
  }
  await db.schema
    .createTable('usage_first_text')
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('at', 'integer', (c) => c.notNull())
    .addColumn('within_ms', 'integer', (c) => c.notNull())
    .addColumn('turns', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('usage_first_text_of', ['account', 'at', 'within_ms'])
    .execute()
}
