import type { Platform } from '../model/message.ts'
import type { Database } from './database.ts'
import { keptOfCatalogue } from './kept.ts'
import { guard, type Step, statement, step, stepOf } from './statement.ts'
import type { BindingTable, InstallationTable } from './tables.ts'

export type Binding = BindingTable

/** Whether an agent hears what is said near it, to whomever. */
export const hearsAll = (mode: Binding['mode']): boolean => mode === 'listen' || mode === 'all'

/** Which account an installation belongs to, which agent a place is bound to, which places an agent takes part in. */
export function places(db: Database, now: () => number) {
  const { query } = db
  const account = statement((p: { platform: string; id: string }) =>
    query
      .selectFrom('installation')
      .select('account')
      .where('platform', '=', p.platform)
      .where('id', '=', p.id)
      .where('removed_at', 'is', null),
  )
  const bindings = statement((_: object) => query.selectFrom('binding').selectAll())
  const thread = statement((p: { place: string; account: string }) =>
    query
      .selectFrom('thread')
      .innerJoin('agent', 'agent.id', 'thread.agent')
      .select('thread.agent')
      .where('thread.place', '=', p.place)
      .where('agent.account', '=', p.account),
  )
  const join = statement((p: { place: string; agent: string; at: number }) =>
    query
      .insertInto('thread')
      .values({ place: p.place, agent: p.agent, joined_at: p.at })
      .onConflict((c) => c.column('place').doUpdateSet({ agent: p.agent })),
  )
  const meet = statement((p: { place: string; agent: string; at: number }) =>
    query
      .insertInto('thread')
      .values({ place: p.place, agent: p.agent, joined_at: p.at })
      .onConflict((c) => c.column('place').doNothing()),
  )

  const owners = keptOfCatalogue<string | undefined>(db, 1000)
  const bound = keptOfCatalogue<ReadonlyMap<string, Binding>>(db, 1)

  return {
    /** Of an installation that was not removed. */
    accountOf: (platform: Platform, installation: string): Promise<string | undefined> =>
      owners(
        `${platform} ${installation}`,
        async () => (await db.get(account, { platform, id: installation }))?.account,
      ),
    /** A new installation belongs to `account`; one that is known, or was removed, keeps its own. */
    async install(row: Pick<InstallationTable, 'platform' | 'id' | 'account' | 'name' | 'secret'>): Promise<void> {
      const { name, secret } = row
      await query
        .insertInto('installation')
        .values({ ...row, created_at: now(), removed_at: null })
        .onConflict((c) => c.columns(['platform', 'id']).doUpdateSet({ name, secret, removed_at: null }))
        .execute()
    },
    /** Marks it, so that nothing of it is answered any more, and forgets what opened it. */
    async uninstall(platform: Platform, installation: string): Promise<void> {
      await query
        .updateTable('installation')
        .set({ removed_at: now(), secret: null })
        .where('platform', '=', platform)
        .where('id', '=', installation)
        .execute()
    },
    /** The one an account has had for longest; those that stand for direct conversations alone do not count. */
    async oldest(platform: Platform, account: string): Promise<string | undefined> {
      const row = await query
        .selectFrom('installation')
        .select('id')
        .where('platform', '=', platform)
        .where('account', '=', account)
        .where('removed_at', 'is', null)
        .where('id', 'not like', '@%')
        .orderBy('created_at')
        .orderBy('id')
        .executeTakeFirst()
      return row?.id
    },
    /** Removed ones too, the oldest first. */
    async installations(platform: Platform): Promise<InstallationTable[]> {
      return query
        .selectFrom('installation')
        .selectAll()
        .where('platform', '=', platform)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    },
    /** A guard: void where there is no such installation. */
    assignStep: (platform: Platform, installation: string, to: string): Step =>
      stepOf(
        query
          .updateTable('installation')
          .set({ account: to })
          .where('platform', '=', platform)
          .where('id', '=', installation),
        { guard: true },
      ),
    /**
     * Of these places, narrowest first, the binding of the first that has one. Those of an account that the
     * installation belonged to before do not count.
     */
    async bindingOf(within: readonly string[], account: string): Promise<Binding | undefined> {
      const all = await bound('', async () => new Map((await db.all(bindings, {})).map((one) => [one.place, one])))
      const place = within.find((one) => all.get(one)?.account === account)
      return place === undefined ? undefined : all.get(place)
    },
    /** What this very place is bound to, whoever's it is. */
    async at(place: string): Promise<Binding | undefined> {
      return query.selectFrom('binding').selectAll().where('place', '=', place).executeTakeFirst()
    },
    /** Of an account, in the order of their places. */
    async bindings(account: string): Promise<Binding[]> {
      return query.selectFrom('binding').selectAll().where('account', '=', account).orderBy('place').execute()
    },
    bindStep({
      bound_by = null,
      ...given
    }: Omit<Binding, 'bound_by' | 'bound_at'> & { bound_by?: string | null }): Step {
      const row = { ...given, bound_by, bound_at: now() }
      const { place: _, ...changed } = row
      return stepOf(
        query
          .insertInto('binding')
          .values(row)
          .onConflict((c) => c.column('place').doUpdateSet(changed)),
      )
    },
    /** A guard: void where there is none. */
    unbindStep: (place: string): Step =>
      stepOf(query.deleteFrom('binding').where('place', '=', place), { guard: true }),
    /** The account's agent that takes part in this place. */
    async agentIn(place: string, account: string): Promise<string | undefined> {
      return (await db.get(thread, { place, account }))?.agent
    },
    joinStep: (place: string, agent: string): Step => step(join, { place, agent, at: now() }),
    /** A guard: void where an agent takes part already. */
    meetStep: (place: string, agent: string): Step => guard(meet, { place, agent, at: now() }),
    /** The same where it does not matter. */
    metStep: (place: string, agent: string): Step => step(meet, { place, agent, at: now() }),
  }
}
