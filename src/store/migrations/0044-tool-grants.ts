import type { Kysely } from 'kysely'

/** What servers of tools let agents and people do there, and those who are on their way to say yes to that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tool_grant')
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('server', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('leased_until', 'bigint', (c) => c.notNull())
    .addColumn('granted_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('tool_grant_pk', ['key', 'server'])
    .execute()
  await db.schema
    .createTable('tool_connecting')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('agent', 'text', (c) => c.notNull())
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('by', 'text', (c) => c.notNull())
    .addColumn('server', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('approval', 'text')
    .addColumn('sealed', 'text')
    .addColumn('browser', 'text')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('tool_connecting_by').on('tool_connecting').column('by').execute()
  await db.schema
    .createTable('tool_client')
    .addColumn('agent', 'text', (c) => c.notNull())
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('redirect', 'text', (c) => c.notNull())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('tool_client_pk', ['agent', 'issuer', 'redirect'])
    .execute()
}
