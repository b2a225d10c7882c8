import { sql } from 'kysely'
import type { Database } from './database.ts'
import { statement } from './statement.ts'

/** How many passages and terms an agent knows; undefined: nothing. */
export function knowledgeSize(db: Database) {
  const size = statement((p: { agent: string }) =>
    db.query
      .selectFrom('knowledge_source')
      .select((e) => [e.fn.sum<number>('passages').as('passages'), e.fn.sum<number>('terms').as('terms')])
      // A bare placeholder on a partial index makes SQLite prepare the query anew at every run.
      .where('agent', '=', sql<string>`cast(${p.agent} as text)`)
      .where('status', '=', sql.lit('live')),
  )
  return async (agent: string): Promise<{ passages: number; terms: number } | undefined> => {
    const all = await db.get(size, { agent })
    return all?.passages ? all : undefined
  }
}
