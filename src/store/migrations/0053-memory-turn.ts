import { type Kysely, sql } from 'kysely'

/** What was said in a turn that no event brought is found by that turn: it bore the moment of its commit alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update memory set event_id = (
    select turn.id from turn where turn.key = memory.key and turn.event_id is null and turn.committed_at = memory.at
      and turn.started_at <= memory.at and turn.started_at > memory.at - 900000 limit 1
  ) where event_id is null`.execute(db)
}
