import type { Kysely } from 'kysely'

/** A message that has called whoever asked calls them when it is shown once more, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('part').addColumn('calls', 'integer').execute()
}
