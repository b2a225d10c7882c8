import { sql } from 'kysely'
import { tablesAfter } from './backup/rows.ts'
import type { Database } from './database.ts'
import { lastMigration } from './migrate.ts'

/** How many rows each table has. */
export async function countRows({ query }: Pick<Database, 'query'>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of await tablesAfter(lastMigration)) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(query)
    counts[name] = rows[0]!.n
  }
  return counts
}
