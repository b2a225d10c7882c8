import { type Kysely, sql } from 'kysely'
import { isPostgres } from './portable.ts'

/** What waits of an installation is found by a column, and no more by a look into every payload. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('inbox').addColumn('installation', 'text').execute()
  // What HTTP callers wait for, and what is done, has no payload.
  const named = isPostgres(db) ? sql`payload::json ->> 'installation'` : sql`json_extract(payload, '$.installation')`
  await sql`update inbox set installation = ${named} where status = 'open' and payload like '{%'`.execute(db)
}
