import type { Database } from './database.ts'
import { guard, statement } from './statement.ts'
import type { FollowedTurnTable } from './tables.ts'

/** Whoever does not come back to a turn for so long does not find it any more, in milliseconds. */
export const keptForMs = 300_000

/** What a process that died has left. */
const day = 86_400_000

export type FollowedTurnRow = FollowedTurnTable

/** Turns whose readers may come back to them, in whichever process. Only their holder writes to them. */
export function followedTurns(db: Database, now: () => number) {
  const { query } = db
  type Held = Pick<FollowedTurnTable, 'id' | 'holder'>
  type New = Pick<FollowedTurnTable, 'id' | 'key' | 'asker' | 'name' | 'holder' | 'request' | 'told' | 'called'>
  type Ended = Pick<FollowedTurnTable, 'told'> & { outcome: string; keepsName: boolean }
  const insert = statement((p: New & { at: number }) =>
    query
      .insertInto('followed_turn')
      .values({
        ...{ id: p.id, key: p.key, asker: p.asker, name: p.name, holder: p.holder, request: p.request },
        ...{ told: p.told, outcome: null, called: p.called, cancelled: 0, touched_at: p.at },
      })
      .onConflict((c) => c.column('name').doNothing()),
  )
  const byId = statement((p: { id: string; since: number }) =>
    query
      .selectFrom('followed_turn')
      .selectAll()
      .where('id', '=', p.id)
      .where((e) => e.or([e('outcome', 'is', null), e('touched_at', '>', p.since)])),
  )
  const byName = statement((p: { name: string }) =>
    query.selectFrom('followed_turn').selectAll().where('name', '=', p.name),
  )
  const running = (p: Held) =>
    query
      .updateTable('followed_turn')
      .where('id', '=', p.id)
      .where('holder', '=', p.holder)
      .where('outcome', 'is', null)
  const grow = statement((p: Held & { told: string; at: number }) => running(p).set({ told: p.told, touched_at: p.at }))
  const called = statement((p: Held) => running(p).set({ called: 1 }))
  const ended = (p: Held & { told: string; outcome: string; at: number }) =>
    running(p).set({ told: p.told, outcome: p.outcome, request: null, touched_at: p.at })
  const endNamed = statement(ended)
  const end = statement((p: Parameters<typeof ended>[0]) => ended(p).set({ name: null }))
  const takeOver = statement((p: Held & { by: string; at: number }) =>
    running(p).set({ holder: p.by, touched_at: p.at }),
  )
  const cancel = statement((p: { id: string }) =>
    query.updateTable('followed_turn').set({ cancelled: 1 }).where('id', '=', p.id).where('outcome', 'is', null),
  )
  const nameless = statement((p: { id: string }) =>
    query.updateTable('followed_turn').set({ name: null }).where('id', '=', p.id),
  )

  return {
    /** False: somebody is being told the same by then. */
    begin: async (row: New): Promise<boolean> => db.batch([guard(insert, { ...row, at: now() })]),
    find: async (id: string): Promise<FollowedTurnRow | undefined> => db.get(byId, { id, since: now() - keptForMs }),
    /** The one that runs, or ran until its process died. */
    byName: async (name: string): Promise<FollowedTurnRow | undefined> => db.get(byName, { name }),
    /** Nobody who asks the same joins it any more. */
    leave: async (id: string): Promise<void> => void (await db.run(nameless, { id })),
    /** What readers may have from now on. False, here and below: it is another process's. */
    grow: async (held: Held, told: string): Promise<boolean> => (await db.run(grow, { ...held, told, at: now() })) > 0,
    /** Something outside is about to be called: nobody else makes it again. */
    called: async (held: Held): Promise<boolean> => (await db.run(called, held)) > 0,
    end: async (held: Held, { told, outcome, keepsName }: Ended): Promise<boolean> =>
      (await db.run(keepsName ? endNamed : end, { ...held, told, outcome, at: now() })) > 0,
    /** From a process that has died. */
    takeOver: async (held: Held, by: string): Promise<boolean> =>
      (await db.run(takeOver, { ...held, by, at: now() })) > 0,
    cancel: async (id: string): Promise<void> => void (await db.run(cancel, { id })),
    async prune(): Promise<void> {
      await query
        .deleteFrom('followed_turn')
        .where((e) =>
          e.or([
            e('touched_at', '<', now() - day),
            e.and([e('touched_at', '<', now() - keptForMs), e('outcome', 'is not', null)]),
          ]),
        )
        .execute()
    },
  }
}
