import type { Kysely } from 'kysely'

/** What a server wants leave for beyond what was given. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('tool_grant').addColumn('wants', 'text').execute()
}
