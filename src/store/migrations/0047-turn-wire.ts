import type { Kysely } from 'kysely'

/** What the calls came to that showed a turn's answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('turn').addColumn('wire', 'text').execute()
}
