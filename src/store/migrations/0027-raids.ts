import { type Kysely, sql } from 'kysely'
import { isPostgres } from './portable.ts'

/** Servers in which far more was written than before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('raid')
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('server', 'text', (c) => c.notNull())
    .addColumn('began_at', 'bigint', (c) => c.notNull())
    .addColumn('until', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('ended_by', 'text')
    .addPrimaryKeyConstraint('raid_of', ['account', 'server'])
    .execute()
  if (!isPostgres(db)) return
  // As of the other tables of the catalogue.
  await sql`create trigger told_changes after update on raid
    for each row execute function tell_catalogue()`.execute(db)
  await sql`create trigger told_comings after insert or delete on raid
    for each row execute function tell_catalogue()`.execute(db)
}
