import type { Kysely } from 'kysely'

/** What somebody wrote of an answer beside their thumb; null where they wrote nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('feedback').addColumn('words', 'text').execute()
}
