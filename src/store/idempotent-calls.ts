import type { Database } from './database.ts'
import { guard, statement, step } from './statement.ts'
import type { IdempotentCallTable } from './tables.ts'

/** So long a call's answer is given again, in milliseconds. */
export const keptForMs = 24 * 60 * 60_000

/** Calls that named a key of their own: begun, and once they are done with their sealed answer. */
export function idempotentCalls(db: Database, now: () => number) {
  const { query } = db
  type Of = Pick<IdempotentCallTable, 'account' | 'key'>
  const insert = statement((p: Of & { request: string; holder: string; person: string | null; at: number }) =>
    query
      .insertInto('idempotent_call')
      .values({
        account: p.account,
        key: p.key,
        request: p.request,
        answer: null,
        holder: p.holder,
        begun_at: p.at,
        person: p.person,
      })
      .onConflict((c) => c.doNothing()),
  )
  const read = statement((p: Of) =>
    query.selectFrom('idempotent_call').selectAll().where('account', '=', p.account).where('key', '=', p.key),
  )
  const again = statement((p: Of & { since: number; holder: string; at: number }) =>
    query
      .updateTable('idempotent_call')
      .set({ holder: p.holder, begun_at: p.at })
      .where('account', '=', p.account)
      .where('key', '=', p.key)
      .where('begun_at', '=', p.since),
  )
  const still = statement((p: Of & { at: number }) =>
    query
      .updateTable('idempotent_call')
      .set({ begun_at: p.at })
      .where('account', '=', p.account)
      .where('key', '=', p.key)
      .where('answer', 'is', null),
  )
  const answer = statement((p: Of & { answer: string }) =>
    query
      .updateTable('idempotent_call')
      .set({ answer: p.answer })
      .where('account', '=', p.account)
      .where('key', '=', p.key),
  )
  const remove = statement((p: Of & { holder: string }) =>
    query
      .deleteFrom('idempotent_call')
      .where('account', '=', p.account)
      .where('key', '=', p.key)
      .where('holder', '=', p.holder),
  )

  return {
    /** False: it was begun before. */
    begin: async (of: Of & { request: string; holder: string; person: string | null }): Promise<boolean> =>
      db.batch([guard(insert, { ...of, at: now() })]),
    find: async (of: Of): Promise<IdempotentCallTable | undefined> => db.get(read, of),
    /** Takes over a call whose process has died. False: somebody else was faster. */
    takeOver: async ({ account, key, begun_at: since }: IdempotentCallTable, holder: string): Promise<boolean> =>
      db.batch([guard(again, { account, key, since, holder, at: now() })]),
    /** It still runs. */
    still: async (of: Of): Promise<void> => void (await db.batch([step(still, { ...of, at: now() })])),
    keep: async (of: Of & { answer: string }): Promise<void> => void (await db.batch([step(answer, of)])),
    /** Nothing came of it: it may be tried again. What another process has taken over is that one's. */
    giveUp: async (of: Of & { holder: string }): Promise<void> => void (await db.batch([step(remove, of)])),
    async prune(): Promise<void> {
      await query
        .deleteFrom('idempotent_call')
        .where('begun_at', '<', now() - keptForMs)
        .execute()
    },
  }
}
