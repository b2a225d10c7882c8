import { keysOfAgent } from '../model/key.ts'
import type { Database } from './database.ts'
import { type Step, statement, stepOf } from './statement.ts'
import type { StandingApprovalTable } from './tables.ts'

export type StandingApprovalRow = StandingApprovalTable

type Of = Pick<StandingApprovalRow, 'key' | 'tool' | 'place'>

/** What people have agreed to for all calls of a tool in a place, as long as its server says the same of it. */
export function standingApprovals(db: Database, now: () => number) {
  const { query } = db
  const one = statement((p: Of) =>
    query
      .selectFrom('standing_approval')
      .select('pin')
      .where('key', '=', p.key)
      .where('tool', '=', p.tool)
      .where('place', '=', p.place),
  )
  return {
    /** What the tool said when it was agreed to; undefined: it was not. */
    async pinOf(key: string, tool: string, place: string): Promise<string | undefined> {
      return (await db.get(one, { key, tool, place }))?.pin
    },
    /** In place of what there was. */
    putStep: (row: Omit<StandingApprovalRow, 'given_at'>): Step =>
      stepOf(
        query
          .insertInto('standing_approval')
          .values({ ...row, given_at: now() })
          .onConflict((c) =>
            c.columns(['key', 'tool', 'place']).doUpdateSet((e) => ({
              pin: e.ref('excluded.pin'),
              given_by: e.ref('excluded.given_by'),
              given_at: e.ref('excluded.given_at'),
            })),
          ),
      ),
    list: (keys: readonly string[]): Promise<StandingApprovalRow[]> =>
      query
        .selectFrom('standing_approval')
        .selectAll()
        .where('key', 'in', keys)
        .orderBy('key')
        .orderBy('tool')
        .orderBy('place')
        .execute(),
    /** Of everybody, the newest first; of all tools where none is named. */
    ofAgent(agent: string, tool?: string): Promise<StandingApprovalRow[]> {
      const { from, to } = keysOfAgent(agent)
      return query
        .selectFrom('standing_approval')
        .selectAll()
        .where('key', '>=', from)
        .where('key', '<', to)
        .$if(tool !== undefined, (q) => q.where('tool', '=', tool!))
        .orderBy('given_at', 'desc')
        .orderBy('key')
        .orderBy('place')
        .execute()
    },
    /** A guard: void where it is another one by now. */
    removeStep: ({ key, tool, place, pin }: Of & { pin: string }): Step =>
      stepOf(
        query
          .deleteFrom('standing_approval')
          .where('key', '=', key)
          .where('tool', '=', tool)
          .where('place', '=', place)
          .where('pin', '=', pin),
        { guard: true },
      ),
    /** Of everybody with that agent. A guard: void where there is none. */
    removeOfToolStep(agent: string, tool: string): Step {
      const { from, to } = keysOfAgent(agent)
      const those = query.deleteFrom('standing_approval').where('key', '>=', from).where('key', '<', to)
      return stepOf(those.where('tool', '=', tool), { guard: true })
    },
    forgetStep: (key: string): Step => stepOf(query.deleteFrom('standing_approval').where('key', '=', key)),
    forgetAgentStep(agent: string): Step {
      const { from, to } = keysOfAgent(agent)
      return stepOf(query.deleteFrom('standing_approval').where('key', '>=', from).where('key', '<', to))
    },
  }
}
