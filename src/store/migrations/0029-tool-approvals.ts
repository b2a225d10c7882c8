import type { Kysely } from 'kysely'

/** Calls of tools that somebody has to agree to, and what became of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tool_approval')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('conversation', 'text', (c) => c.notNull())
    .addColumn('turn', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('tool', 'text', (c) => c.notNull())
    .addColumn('arguments', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('asks', 'text', (c) => c.notNull())
    .addColumn('rounds', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('decided_by', 'text')
    .addColumn('result', 'text')
    .addColumn('asked_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('told_at', 'bigint')
    .execute()
  await db.schema.createIndex('tool_approval_of').on('tool_approval').column('key').execute()
  await db.schema.createIndex('tool_approval_due').on('tool_approval').columns(['state', 'expires_at']).execute()
  await db.schema
    .createTable('tool_call')
    .addColumn('agent', 'text', (c) => c.notNull())
    .addColumn('tool', 'text', (c) => c.notNull())
    .addColumn('hour', 'text', (c) => c.notNull())
    .addColumn('calls', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('tool_call_of', ['agent', 'tool', 'hour'])
    .execute()
}
