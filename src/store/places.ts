import type { Platform } from '../model/message.ts'
import type { Database } from './database.ts'
import { type Step, statement, step } from './statement.ts'
import type { BindingTable } from './tables.ts'

export type Binding = BindingTable

/** Which account an installation belongs to, which agent a place is bound to, which threads an agent takes part in. */
export function places(db: Database, now: () => number) {
  const { query } = db
  const account = statement((p: { platform: string; id: string }) =>
    query.selectFrom('installation').select('account').where('platform', '=', p.platform).where('id', '=', p.id),
  )
  const binding = statement((p: { place: string }) =>
    query.selectFrom('binding').selectAll().where('place', '=', p.place),
  )
  const thread = statement((p: { place: string }) =>
    query.selectFrom('thread').select('agent').where('place', '=', p.place),
  )
  const join = statement((p: { place: string; agent: string; at: number }) =>
    query
      .insertInto('thread')
      .values({ place: p.place, agent: p.agent, joined_at: p.at })
      .onConflict((c) => c.column('place').doUpdateSet({ agent: p.agent })),
  )

  return {
    async accountOf(platform: Platform, installation: string): Promise<string | undefined> {
      return (await db.get(account, { platform, id: installation }))?.account
    },
    async install(platform: Platform, installation: string, to: string): Promise<void> {
      await query
        .insertInto('installation')
        .values({ platform, id: installation, account: to, created_at: now() })
        .onConflict((c) => c.columns(['platform', 'id']).doUpdateSet({ account: to }))
        .execute()
    },
    async uninstall(platform: Platform, installation: string): Promise<void> {
      await query.deleteFrom('installation').where('platform', '=', platform).where('id', '=', installation).execute()
    },
    async binding(place: string): Promise<Binding | undefined> {
      return db.get(binding, { place })
    },
    async bind(row: Binding): Promise<void> {
      await query
        .insertInto('binding')
        .values(row)
        .onConflict((c) => c.column('place').doUpdateSet({ account: row.account, agent: row.agent, mode: row.mode }))
        .execute()
    },
    /** The agent that takes part in this thread. */
    async agentInThread(place: string): Promise<string | undefined> {
      return (await db.get(thread, { place }))?.agent
    },
    joinThreadStep: (place: string, agent: string): Step => step(join, { place, agent, at: now() }),
  }
}
