import type { Kysely } from 'kysely'

/** What an answer was made of, beside what was said: it goes when that does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('memory').addColumn('tape', 'text').execute()
}
