import { sql } from 'kysely'
import { keysOfAgent } from '../model/key.ts'
import type { Database } from './database.ts'
import { type Step, stepOf } from './statement.ts'
import type { ToolClientTable, ToolGrantTable } from './tables.ts'
import { toolConnecting } from './tool-connecting.ts'

export type ToolGrantRow = ToolGrantTable

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
    /** All there are, by their keys; `after` is where the page begins. */
    page: (after: Pick<ToolGrantRow, 'key' | 'server'> | undefined, limit: number): Promise<ToolGrantRow[]> =>
      query
        .selectFrom('tool_grant')
        .selectAll()
        .$if(after !== undefined, (q) =>
          q.where((e) =>
            e.or([e('key', '>', after!.key), e.and([e('key', '=', after!.key), e('server', '>', after!.server)])]),
          ),
        )
        .orderBy('key')
        .orderBy('server')
        .limit(limit)
        .execute(),
    /** In place of what there was. */
    putStep: (row: Pick<ToolGrantRow, 'key' | 'server' | 'url' | 'sealed' | 'expires_at' | 'given_by'>): Step =>
      stepOf(
        query
          .insertInto('tool_grant')
          .values({ ...row, leased_until: 0, granted_at: now(), wants: null })
          .onConflict((c) =>
            c.columns(['key', 'server']).doUpdateSet((e) => ({
              url: e.ref('excluded.url'),
              sealed: e.ref('excluded.sealed'),
              expires_at: e.ref('excluded.expires_at'),
              leased_until: sql.lit(0),
              granted_at: e.ref('excluded.granted_at'),
              given_by: e.ref('excluded.given_by'),
              wants: e.ref('excluded.wants'),
            })),
          ),
      ),
    async want(key: string, server: string, wants: string): Promise<void> {
      await one(key, server).set({ wants }).execute()
    },
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
    /** It is of no use any more. A guard: void where it is another one by now. */
    dropStep({ key, server, leased_until }: LeasedGrant): Step {
      const gone = query.deleteFrom('tool_grant').where('key', '=', key).where('server', '=', server)
      return stepOf(gone.where('leased_until', '=', leased_until), { guard: true })
    },
    /** A guard: void where there is none. */
    removeStep: (key: string, server: string): Step =>
      stepOf(query.deleteFrom('tool_grant').where('key', '=', key).where('server', '=', server), { guard: true }),

    /** A guard: void where it has been given anew since. */
    removeGivenStep: ({ key, server, granted_at, url }: ToolGrantRow): Step =>
      stepOf(
        query
          .deleteFrom('tool_grant')
          .where('key', '=', key)
          .where('server', '=', server)
          .where('granted_at', '=', granted_at)
          .where('url', '=', url),
        { guard: true },
      ),

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

    ...toolConnecting(db, now),

    forgetAgentSteps(agent: string): Step[] {
      const { from, to } = keysOfAgent(agent)
      return [
        stepOf(query.deleteFrom('tool_grant').where('key', '>=', from).where('key', '<', to)),
        stepOf(query.deleteFrom('tool_connecting').where('agent', '=', agent)),
        stepOf(query.deleteFrom('tool_client').where('agent', '=', agent)),
      ]
    },
  }
}
