import { type Kysely, sql } from 'kysely'

/** Messages are looked up that are there: one that is about to be posted was in the index twice, and each time another page was written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index part_by_ref`.execute(db)
  await sql`create index part_by_ref on part (ref) where ref is not null`.execute(db)
}
