import type { Kysely } from 'kysely'

/** Which agent a message was kept for; null of what is older. It goes when that agent keeps nothing of its time any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('said').addColumn('agent', 'text').execute()
}
