import type { Kysely } from 'kysely'

/** Whose turn a call was whose answer is kept: it goes with them. Null of what manages, and of what is older. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('idempotent_call').addColumn('person', 'text').execute()
  await db.schema.createIndex('idempotent_call_by_person').on('idempotent_call').column('person').execute()
}
