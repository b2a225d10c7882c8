import type { Kysely } from 'kysely'

/** Rows of these come in the order of their time, so what is old is found by their ids. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of ['memory_by_time', 'inbox_by_time', 'said_by_time']) await db.schema.dropIndex(index).execute()
}
