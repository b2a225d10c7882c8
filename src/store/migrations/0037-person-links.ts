import { type Kysely, sql } from 'kysely'
import { isPostgres } from './portable.ts'

/** Who is one person under several uids, and the codes by which they are about to say so. Of a code only its hash is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('person_link')
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('uid', 'text', (c) => c.notNull())
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('linked_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('person_link_of', ['account', 'uid'])
    .execute()
  await db.schema
    .createTable('link_code')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('name', 'text')
    .addColumn('told_by', 'text')
    .addColumn('told_name', 'text')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  if (!isPostgres(db)) return
  // As of the other tables of the catalogue.
  await sql`create trigger told_changes after update on person_link
    for each row execute function tell_catalogue()`.execute(db)
  await sql`create trigger told_comings after insert or delete on person_link
    for each row execute function tell_catalogue()`.execute(db)
}
