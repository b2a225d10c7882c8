import type { Kysely } from 'kysely'

/** What people write is counted beside what they use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('spending')
    .addColumn('messages', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
