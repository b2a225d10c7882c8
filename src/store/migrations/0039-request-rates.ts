import type { Kysely } from 'kysely'

/** When all requests of a key may come at once again, in microseconds: all processes count them together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('request_rate')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('full_at', 'bigint', (c) => c.notNull())
    .execute()
}
