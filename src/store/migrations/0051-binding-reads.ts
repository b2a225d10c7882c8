import type { Kysely } from 'kysely'

/** What an agent reads in a place, where that says so of its own: JSON; null: as the agent's document says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('binding').addColumn('reads', 'text').execute()
}
