import type { Kysely } from 'kysely'

/** Who is served stays served: what was installed before anybody had to approve it counts as approved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = () => db.schema.alterTable('installation')
  await table()
    .addColumn('status', 'text', (c) => c.notNull().defaultTo('approved'))
    .execute()
  await table().addColumn('decided_by', 'text').execute()
  await table().addColumn('decided_at', 'bigint').execute()
  await table().addColumn('told_at', 'bigint').execute()
}
