import { sql } from 'kysely'
import { keysOfAgent } from '../model/key.ts'
import type { Database } from './database.ts'
import { history } from './history.ts'

/** What hangs on an agent, counted for those who are about to delete it. */
export function holdings(db: Database) {
  const { query } = db
  const since = history(db).since('memory')
  return {
    /** Places that are bound to it. */
    async bindings(agent: string): Promise<number> {
      const row = await query
        .selectFrom('binding')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('agent', '=', agent)
        .executeTakeFirstOrThrow()
      return row.count
    },
    /** People of whom it keeps something. */
    async people(agent: string): Promise<number> {
      const { from, to } = keysOfAgent(agent)
      const keys = (table: 'user_state' | 'memory' | 'scenario_progress' | 'lasting') =>
        query.selectFrom(table).select('key').where('key', '>=', from).where('key', '<', to)
      const remembered = keys('memory').$if(since !== undefined, (q) => q.where(sql.ref('at'), '>=', since!))
      const all = keys('user_state').union(keys('lasting')).union(remembered).union(keys('scenario_progress'))
      const row = await query
        .selectFrom(all.as('kept'))
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return row.count
    },
  }
}
