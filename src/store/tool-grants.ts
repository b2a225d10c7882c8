import { sql } from 'kysely'
import { keysOfAgent } from '../model/key.ts'
import type { Database } from './database.ts'
import { type Step, stepOf } from './statement.ts'
import type { ToolClientTable, ToolConnectingTable, ToolGrantTable } from './tables.ts'

export type ToolGrantRow = ToolGrantTable
export type ToolConnectingRow = ToolConnectingTable

/** Named by its lease and not by its text, which a rotation of the house's key may change meanwhile. */
type LeasedGrant = Pick<ToolGrantRow, 'key' | 'server' | 'leased_until'>

/** So long a refresh may take, whoever dies meanwhile. */
const leaseMs = 15_000

/** What servers of tools let agents and people do there, how they come to it, and what agents are known as there. */
export function toolGrants(db: Database, now: () => number) {
  const { query } = db
  const one = (key: string, server: string) =>
    query.updateTable('tool_grant').where('key', '=', key).where('server', '=', server)
  return {
    of: (key: string, server: string): Promise<ToolGrantRow | undefined> =>
      query.selectFrom('tool_grant').selectAll().where('key', '=', key).where('server', '=', server).executeTakeFirst(),
    list: (keys: readonly string[]): Promise<ToolGrantRow[]> =>
      query.selectFrom('tool_grant').selectAll().where('key', 'in', keys).orderBy('key').orderBy('server').execute(),
    /** In place of what there was. */
    putStep: (row: Pick<ToolGrantRow, 'key' | 'server' | 'url' | 'sealed' | 'expires_at'>): Step =>
      stepOf(
        query
          .insertInto('tool_grant')
          .values({ ...row, leased_until: 0, granted_at: now() })
          .onConflict((c) =>
            c.columns(['key', 'server']).doUpdateSet((e) => ({
              url: e.ref('excluded.url'),
              sealed: e.ref('excluded.sealed'),
              expires_at: e.ref('excluded.expires_at'),
              leased_until: sql.lit(0),
              granted_at: e.ref('excluded.granted_at'),
            })),
          ),
      ),
    /** As whoever may refresh it holds it; undefined: somebody else does, or it is another one by now. */
    async lease({ key, server, sealed }: ToolGrantRow): Promise<LeasedGrant | undefined> {
      const leased_until = now() + leaseMs
      const { numUpdatedRows } = await one(key, server)
        .set({ leased_until })
        .where('sealed', '=', sealed)
        .where('leased_until', '<=', now())
        .executeTakeFirst()
      return numUpdatedRows > 0n ? { key, server, leased_until } : undefined
    },
    /** Without `next` it stays as it was. */
    async release(held: LeasedGrant, next?: Pick<ToolGrantRow, 'sealed' | 'expires_at'>): Promise<void> {
      const { key, server, leased_until } = held
      await one(key, server)
        .set({ ...next, leased_until: 0 })
        .where('leased_until', '=', leased_until)
        .execute()
    },
    /** It is of no use any more. */
    async drop({ key, server, leased_until }: LeasedGrant): Promise<void> {
      const gone = query.deleteFrom('tool_grant').where('key', '=', key).where('server', '=', server)
      await gone.where('leased_until', '=', leased_until).execute()
    },
    /** A guard: void where there is none. */
    removeStep: (key: string, server: string): Step =>
      stepOf(query.deleteFrom('tool_grant').where('key', '=', key).where('server', '=', server), { guard: true }),

    connectingStep: (row: ToolConnectingRow): Step => stepOf(query.insertInto('tool_connecting').values(row)),
    /** Also those whose time is over, as long as they are kept. */
    connecting: (hash: string, kind: ToolConnectingRow['kind']): Promise<ToolConnectingRow | undefined> =>
      query
        .selectFrom('tool_connecting')
        .selectAll()
        .where('hash', '=', hash)
        .where('kind', '=', kind)
        .executeTakeFirst(),
    /** A guard: void for whoever comes second. */
    takeStep: (hash: string): Step =>
      stepOf(query.deleteFrom('tool_connecting').where('hash', '=', hash), { guard: true }),

    async client(of: Omit<ToolClientTable, 'sealed'>): Promise<string | undefined> {
      const row = await query
        .selectFrom('tool_client')
        .select('sealed')
        .where('agent', '=', of.agent)
        .where('issuer', '=', of.issuer)
        .where('redirect', '=', of.redirect)
        .executeTakeFirst()
      return row?.sealed
    },
    async keepClient(row: ToolClientTable): Promise<void> {
      const { sealed } = row
      await query
        .insertInto('tool_client')
        .values(row)
        .onConflict((c) => c.columns(['agent', 'issuer', 'redirect']).doUpdateSet({ sealed }))
        .execute()
    },
    async dropClients(agent: string, issuer: string): Promise<void> {
      await query.deleteFrom('tool_client').where('agent', '=', agent).where('issuer', '=', issuer).execute()
    },

    forgetAgentSteps(agent: string): Step[] {
      const { from, to } = keysOfAgent(agent)
      return [
        stepOf(query.deleteFrom('tool_grant').where('key', '>=', from).where('key', '<', to)),
        stepOf(query.deleteFrom('tool_connecting').where('agent', '=', agent)),
        stepOf(query.deleteFrom('tool_client').where('agent', '=', agent)),
      ]
    },
    async prune(): Promise<void> {
      await query.deleteFrom('tool_connecting').where('expires_at', '<=', now()).execute()
    },
  }
}
