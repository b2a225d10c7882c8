import { type Kysely, sql } from 'kysely'

/** The few turns in which something that was offered was pressed are found without looking at all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index turn_pressed on turn (started_at) where pressed is not null`.execute(db)
}
