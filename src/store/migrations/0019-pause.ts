import { type Kysely, sql } from 'kysely'
import { isPostgres } from './portable.ts'

/** What is paused, and until when it was; and who was told so, once for each pause. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pause')
    .addColumn('scope', 'text', (c) => c.primaryKey())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('paused_by', 'text', (c) => c.notNull())
    .addColumn('why', 'text')
    .addColumn('began_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .execute()
  await db.schema
    .createTable('pause_told')
    .addColumn('pause', 'text', (c) => c.notNull())
    .addColumn('person', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('pause_told_once', ['pause', 'person'])
    .execute()
  if (!isPostgres(db)) return
  // As of the other tables of the catalogue.
  await sql`create trigger told_changes after update on pause
    for each row execute function tell_catalogue()`.execute(db)
  await sql`create trigger told_comings after insert or delete on pause
    for each row execute function tell_catalogue()`.execute(db)
}
