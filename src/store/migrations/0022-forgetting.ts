import { type Kysely, sql } from 'kysely'

/**
 * What came of a message is found by the event that brought it, as long as any of it is kept: so that a message that is deleted
 * can be forgotten, and one that is edited is remembered as it reads now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('memory').addColumn('event_id', 'text').execute()
  await db.schema.alterTable('inbox').addColumn('edited', 'text').execute()
  await db.schema.alterTable('turn').addColumn('event_id', 'text').execute()
  // Partial: what HTTP callers ask is of no message that could be deleted.
  await sql`create index turn_by_event on turn (event_id) where event_id is not null`.execute(db)
  await sql`create index memory_by_event on memory (event_id) where event_id is not null`.execute(db)
  await sql`update turn set event_id = inbox.event_id from inbox
    where inbox.id = turn.inbox_id and turn.context is not null`.execute(db)
}
