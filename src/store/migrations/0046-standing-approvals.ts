import type { Kysely } from 'kysely'

/** What people have agreed to for all calls of a tool in a place; and who gave a server leave, since several uids may be one person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('standing_approval')
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('tool', 'text', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('pin', 'text', (c) => c.notNull())
    .addColumn('given_by', 'text', (c) => c.notNull())
    .addColumn('given_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('standing_approval_pk', ['key', 'tool', 'place'])
    .execute()
  await db.schema.alterTable('tool_approval').addColumn('standing', 'text').execute()
  await db.schema.alterTable('tool_grant').addColumn('given_by', 'text').execute()
}
