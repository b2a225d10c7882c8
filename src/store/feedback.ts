import { sql } from 'kysely'
import type { Database } from './database.ts'
import { turnIdAt, weekOf } from './history.ts'
import { type Step, statement, step } from './statement.ts'

/** What people think of answers. */
export function feedback(db: Database, now: () => number) {
  const { query } = db
  type Vote = { turn: string; uid: string; good: number; words: string | null }
  const vote = statement((p: Vote & { at: number }) =>
    query
      .insertInto('feedback')
      .values({ turn: p.turn, uid: p.uid, good: p.good, at: p.at, words: p.words })
      .onConflict((c) => c.columns(['turn', 'uid']).doUpdateSet({ good: p.good, at: p.at, words: p.words })),
  )

  return {
    /** A person's last word on an answer. */
    voteStep: ({
      turn,
      uid,
      good,
      words,
    }: {
      turn: string
      uid: string
      good: boolean
      words?: string | undefined
    }): Step => step(vote, { turn, uid, good: good ? 1 : 0, words: words ?? null, at: now() }),
    /** Forgets what was thought of turns that began before that time. */
    async prune(before: number): Promise<void> {
      if (db.dialect === 'postgres') {
        const late = sql`select id from turn_other where started_at < ${before}`
        await sql`delete from feedback where turn < ${turnIdAt(weekOf(before))} or turn in (${late})`.execute(query)
        return
      }
      await query
        .deleteFrom('feedback')
        .where('turn', 'in', (e) => e.selectFrom('turn').select('id').where('started_at', '<', before))
        .execute()
    },
  }
}
