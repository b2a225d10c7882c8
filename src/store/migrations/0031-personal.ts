import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { isPostgres } from './portable.ts'

/**
 * People who are being forgotten, those who were (known again only by whoever has the key that their hashes were made with), and those
 * who do not want to be kept. What people said is found by what their platform calls
 * them: of what was read there nobody knows the uid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('forgetting')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('people', 'text', (c) => c.notNull())
    .addColumn('agent', 'text', (c) => c.notNull())
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('door', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('removed', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('tombstone')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('person_pause')
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('began_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('person_pause_of', ['account', 'person'])
    .execute()
  await db.schema.createIndex('said_by_author').on('said').column('author').execute()
  await db.schema.createIndex('feedback_by_uid').on('feedback').column('uid').execute()
  if (!isPostgres(db)) return
  // As of the other tables of the catalogue.
  await sql`create trigger told_changes after update on person_pause
    for each row execute function tell_catalogue()`.execute(db)
  await sql`create trigger told_comings after insert or delete on person_pause
    for each row execute function tell_catalogue()`.execute(db)
}
