import { type Kysely, sql } from 'kysely'
import { isPostgres } from './portable.ts'

/**
 * The places that are told that an agent hears everything there, and since when and by whom agents are bound. Of bindings that are
 * there already nobody wrote that down, and their places have been told nothing yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('binding').addColumn('bound_by', 'text').execute()
  await db.schema.alterTable('binding').addColumn('bound_at', 'bigint').execute()
  await db.schema
    .createTable('listening')
    .addColumn('place', 'text', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('platform', 'text', (c) => c.notNull())
    .addColumn('installation', 'text', (c) => c.notNull())
    .addColumn('post_to', 'text', (c) => c.notNull())
    .addColumn('within', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('agent', 'text', (c) => c.notNull())
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  if (!isPostgres(db)) return
  // As of the other tables of the catalogue.
  await sql`create trigger told_changes after update on listening
    for each row execute function tell_catalogue()`.execute(db)
  await sql`create trigger told_comings after insert or delete on listening
    for each row execute function tell_catalogue()`.execute(db)
}
