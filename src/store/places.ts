import type { Place, PlatformId } from '../model/message.ts'
import type { Database } from './database.ts'
import type { EventRows } from './events.ts'
import { installationRows } from './installations.ts'
import { keptOfCatalogue } from './kept.ts'
import { guard, type Step, statement, step, stepOf } from './statement.ts'
import type { BindingTable } from './tables.ts'

export type Binding = BindingTable

/** Whether an agent hears what is said near it, to whomever. */
export const hearsAll = (mode: Binding['mode']): boolean => mode === 'listen' || mode === 'all'

/** All of an installation: a workspace, server or tenant, or an organisation of several workspaces. */
export const wholeOf = ({ platform, installation }: { platform: PlatformId; installation: string }): Place =>
  `${platform}:${installation}` as Place

/** Where the app is installed, which agent a place is bound to, which places an agent takes part in. */
export function places(db: Database, now: () => number, events: Pick<EventRows, 'steps'>) {
  const { query } = db
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
      .onConflict((c) => c.column('place').doUpdateSet({ agent: p.agent }).where('thread.agent', '<>', p.agent)),
  )
  const meet = statement((p: { place: string; agent: string; at: number }) =>
    query
      .insertInto('thread')
      .values({ place: p.place, agent: p.agent, joined_at: p.at })
      .onConflict((c) => c.column('place').doNothing()),
  )

  const bound = keptOfCatalogue<ReadonlyMap<string, Binding>>(db, 1)

  return {
    ...installationRows(db, now, events),
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
      context = null,
      reads = null,
      ...given
    }: Omit<Binding, 'bound_by' | 'bound_at' | 'context' | 'reads'> &
      Partial<Pick<Binding, 'bound_by' | 'context' | 'reads'>>): Step {
      const row = { ...given, context, reads, bound_by, bound_at: now() }
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
