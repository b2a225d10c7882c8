import { type Kysely, sql } from 'kysely'

/** When the platform says that a message was written: of what waits, what was said first is answered first. Null of what nobody said. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('inbox').addColumn('said_at', 'bigint').execute()
  await db.schema.dropIndex('inbox_open').execute()
  await sql`create index inbox_open on inbox (key, (coalesce(said_at, received_at)), id) where status = 'open'`.execute(
    db,
  )
}
