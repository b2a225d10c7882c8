import { type Kysely, sql } from 'kysely'
import { isPostgres } from './portable.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit')
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('door', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('agent', 'text')
    .addColumn('summary', 'text', (c) => c.notNull())
    .addColumn('nonce', 'text', (c) => c.notNull())
    .addColumn('previous', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('audit_row', ['account', 'n'])
    .addUniqueConstraint('audit_once', ['account', 'nonce'])
    .execute()
  if (isPostgres(db)) await keepAuditOnPostgres(db)
  else await keepAuditOnSqlite(db)

  await db.schema
    .createTable('role')
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('agent', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('given_by', 'text', (c) => c.notNull())
    .addColumn('given_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('role_of', ['account', 'person', 'agent'])
    .execute()

  await db.schema
    .createTable('draft')
    .addColumn('agent', 'text', (c) => c.primaryKey())
    .addColumn('base', 'integer', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('document', 'text', (c) => c.notNull())
    .addColumn('conflicts', 'text', (c) => c.notNull())
    .addColumn('former', 'text')
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('offer')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('command', 'text', (c) => c.notNull())
    .addColumn('given', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
}

async function keepAuditOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger audit_stays before update on audit begin select raise(abort, 'audit rows never change'); end`.execute(
    db,
  )
  await sql`create trigger audit_kept before delete on audit begin select raise(abort, 'audit rows are never deleted'); end`.execute(
    db,
  )
  // REPLACE deletes without asking the trigger above.
  await sql`create trigger audit_once_only before insert on audit
    when exists (select 1 from audit where account = new.account and (n = new.n or nonce = new.nonce))
    begin select raise(ignore); end`.execute(db)
}

async function keepAuditOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function audit_refuses() returns trigger language plpgsql as $$ begin
    raise exception '%', tg_argv[0];
  end $$`.execute(db)
  await sql`create trigger audit_stays before update on audit
    for each row execute function audit_refuses('audit rows never change')`.execute(db)
  await sql`create trigger audit_kept before delete on audit
    for each row execute function audit_refuses('audit rows are never deleted')`.execute(db)
  await sql`create trigger audit_kept_whole before truncate on audit
    for each statement execute function audit_refuses('audit rows are never deleted')`.execute(db)
}
