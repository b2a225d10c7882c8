import type { Database } from './database.ts'
import { guard, type Step, statement, step, stepOf } from './statement.ts'
import type { ApiKeyTable } from './tables.ts'

export type KeyRow = ApiKeyTable

/** API keys, known by their hash. */
export function keyRows(db: Database, now: () => number) {
  const { query } = db
  type New = Pick<ApiKeyTable, 'id' | 'account' | 'kind' | 'agent' | 'name' | 'hash' | 'hint' | 'scopes' | 'expires_at'>
  const insert = statement((p: New & { at: number }) =>
    query.insertInto('api_key').values({
      id: p.id,
      account: p.account,
      kind: p.kind,
      agent: p.agent,
      name: p.name,
      hash: p.hash,
      hint: p.hint,
      created_at: p.at,
      last_used_at: null,
      revoked_at: null,
      scopes: p.scopes,
      expires_at: p.expires_at,
    }),
  )
  const live = statement((p: { hash: string }) =>
    query
      .selectFrom('api_key')
      .innerJoin('account', 'account.id', 'api_key.account')
      .select(['api_key.id', 'api_key.account', 'api_key.kind', 'api_key.agent'])
      .select(['api_key.last_used_at', 'api_key.scopes', 'api_key.expires_at', 'account.api_enabled'])
      .where('api_key.hash', '=', p.hash)
      .where('api_key.revoked_at', 'is', null),
  )
  const used = statement((p: { id: string; at: number }) =>
    query.updateTable('api_key').set({ last_used_at: p.at }).where('id', '=', p.id),
  )
  const agentIsOwn = statement((p: { agent: string; account: string }) =>
    query
      .updateTable('agent')
      .set((e) => ({ head: e.ref('head') }))
      .where('id', '=', p.agent)
      .where('account', '=', p.account),
  )
  const revoke = statement((p: { id: string; account: string; at: number }) =>
    query
      .updateTable('api_key')
      .set((e) => ({ revoked_at: e.fn.coalesce('revoked_at', e.val(p.at)) }))
      .where('id', '=', p.id)
      .where('account', '=', p.account),
  )

  return {
    addStep: (row: New): Step => step(insert, { ...row, at: now() }),
    /** A guard: void unless the agent is there and the account's. An agent that is being deleted gets no new key. */
    agentIsOwnStep: (agent: string, account: string): Step => guard(agentIsOwn, { agent, account }),
    /** The key of this hash if it is not revoked. */
    async live(hash: string) {
      return db.get(live, { hash })
    },
    async used(id: string): Promise<void> {
      await db.run(used, { id, at: now() })
    },
    async list(account: string): Promise<KeyRow[]> {
      return query
        .selectFrom('api_key')
        .selectAll()
        .where('account', '=', account)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    },
    /** A guard: void without such a key. */
    renameStep: (account: string, id: string, name: string): Step =>
      stepOf(query.updateTable('api_key').set({ name }).where('id', '=', id).where('account', '=', account), {
        guard: true,
      }),
    /** A guard likewise. One that is revoked stays revoked since then. */
    revokeStep: (account: string, id: string): Step => guard(revoke, { id, account, at: now() }),
  }
}
