import type { Kysely } from 'kysely'

/** Who wrote each value of a person's state. Of what is there already nobody knows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('user_state').addColumn('writer', 'text').execute()
}
