import { sql } from 'kysely'
import type { Database } from './database.ts'
import { statement } from './statement.ts'

const hourOf = (at: number): string => new Date(at).toISOString().slice(0, 13)

/** How often tools were called in this hour, where an agent's author limits it. */
export function toolCalls(db: Database, now: () => number) {
  const { query } = db
  type Of = { agent: string; tool: string; hour: string }
  const begin = statement((p: Of) =>
    query
      .insertInto('tool_call')
      .values({ agent: p.agent, tool: p.tool, hour: p.hour, calls: 0 })
      .onConflict((c) => c.doNothing()),
  )
  const count = statement((p: Of & { max: number }) =>
    query
      .updateTable('tool_call')
      .set({ calls: sql<number>`calls + 1` })
      .where('agent', '=', p.agent)
      .where('tool', '=', p.tool)
      .where('hour', '=', p.hour)
      .where('calls', '<', p.max),
  )
  return {
    /** Counts one more call; false where there were `max` in this hour. */
    async take(agent: string, tool: string, max: number): Promise<boolean> {
      const of = { agent, tool, hour: hourOf(now()) }
      await db.run(begin, of)
      return (await db.run(count, { ...of, max })) > 0
    },
    async prune(before: number): Promise<void> {
      await query.deleteFrom('tool_call').where('hour', '<', hourOf(before)).execute()
    },
  }
}
