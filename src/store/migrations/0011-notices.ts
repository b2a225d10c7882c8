import { type Kysely, sql } from 'kysely'
import { isPostgres } from './portable.ts'

const catalogue = ['account', 'api_key', 'agent', 'agent_version', 'installation', 'binding', 'role']

/** Who keeps what it read of the catalogue hears when that changes. SQLite tells by itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  await sql`create function tell_catalogue() returns trigger language plpgsql as $$ begin
    notify parley_catalogue;
    return null;
  end $$`.execute(db)
  for (const table of catalogue) {
    // When a key was last used is nothing that anybody keeps.
    const unlessUsed =
      table === 'api_key' ? sql`when (old.last_used_at is not distinct from new.last_used_at)` : sql.raw('')
    const on = sql.table(table)
    await sql`create trigger told_changes after update on ${on}
      for each row ${unlessUsed} execute function tell_catalogue()`.execute(db)
    await sql`create trigger told_comings after insert or delete on ${on}
      for each row execute function tell_catalogue()`.execute(db)
  }
}
