import type { Kysely } from 'kysely'

/** The channel whose people have to agree to a call, as JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('tool_approval').addColumn('approvers', 'text').execute()
}
