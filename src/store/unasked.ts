import type { Database } from './database.ts'
import { guard, type Step, statement, step, stepOf } from './statement.ts'

/** Whose posts are counted together: those of an agent to somebody, or into a place, for one account. */
export interface Reader {
  agent: string
  account: string
  /** A uid or a place. */
  subject: string
}

/** In place of a day: they want none of them. */
const stop = 'stop'

/** How much agents post that nobody asked for, and who wants none of it. */
export function unasked(db: Database, now: () => number) {
  const { query } = db
  type Counted = Reader & { day: string; most: number }
  const count = statement((p: Counted) =>
    query
      .insertInto('unasked')
      .values({ agent: p.agent, account: p.account, subject: p.subject, day: p.day, posts: 1 })
      .onConflict((c) =>
        c
          .columns(['agent', 'account', 'subject', 'day'])
          .doUpdateSet((e) => ({ posts: e('unasked.posts', '+', 1) }))
          .where('unasked.posts', '<', p.most),
      ),
  )
  const begin = statement((p: Reader) =>
    query
      .insertInto('unasked')
      .values({ agent: p.agent, account: p.account, subject: p.subject, day: stop, posts: 0 })
      .onConflict((c) => c.doNothing()),
  )
  const at = (p: Reader, day: string) =>
    query
      .selectFrom('unasked')
      .select('posts')
      .where('agent', '=', p.agent)
      .where('account', '=', p.account)
      .where('subject', '=', p.subject)
      .where('day', '=', day)
  const today = (): string => new Date(now()).toISOString().slice(0, 10)

  return {
    /** A guard: void where there were so many today already. */
    countStep: (reader: Reader, most: number): Step => guard(count, { ...reader, day: today(), most }),
    async isFull(reader: Reader, most: number): Promise<boolean> {
      return ((await at(reader, today()).executeTakeFirst())?.posts ?? 0) >= most
    },
    stopStep: (reader: Reader): Step => step(begin, reader),
    goOnStep: ({ agent, account, subject }: Reader): Step =>
      stepOf(
        query
          .deleteFrom('unasked')
          .where('agent', '=', agent)
          .where('account', '=', account)
          .where('subject', '=', subject)
          .where('day', '=', stop),
      ),
    async isStopped(reader: Reader): Promise<boolean> {
      return (await at(reader, stop).executeTakeFirst()) !== undefined
    },
    /** Forgets the counts of days before that one; that somebody wants none is kept. */
    async prune(day: string): Promise<void> {
      await query.deleteFrom('unasked').where('day', '<', day).where('day', '<>', stop).execute()
    },
  }
}
