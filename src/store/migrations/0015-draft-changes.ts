import type { Kysely } from 'kysely'

/** Of what a draft consists, change by change. Of one that is there already nobody wrote that down. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('draft')
    .addColumn('changes', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
}
