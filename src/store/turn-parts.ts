import { sql } from 'kysely'
import type { Database } from './database.ts'
import { history } from './history.ts'
import { locks } from './locks.ts'
import { guard, type Step, statement, step } from './statement.ts'
import type { PartTable } from './tables.ts'

export type PartRow = PartTable

/** The ledger of the messages that show turns: a message may exist from its intent on, and has one owner. */
export function turnParts(db: Database, now: () => number) {
  const { query } = db
  const lock = locks(db)
  const since = history(db).since('answer')
  const parts = statement((p: { turn: string }) =>
    query
      .selectFrom('part')
      .selectAll('part')
      .$if(since !== undefined, (q) =>
        q.select((e) =>
          e
            .case()
            .when(sql<boolean>`${sql.ref('part.intent_at')} >= ${since!}`)
            .then(e.ref('part.text'))
            .end()
            .as('text'),
        ),
      )
      .where('turn', '=', p.turn)
      .orderBy('n'),
  )
  const intend = statement((p: { turn: string; n: number; at: number; calls: number | null }) =>
    query
      .insertInto('part')
      .values({ turn: p.turn, n: p.n, ref: null, intent_at: p.at, text: null, calls: p.calls })
      .onConflict((c) => c.columns(['turn', 'n']).doUpdateSet({ intent_at: p.at, calls: p.calls })),
  )
  const placed = statement((p: { turn: string; n: number; ref: string }) =>
    query
      .updateTable('part')
      .set({ ref: p.ref })
      .where('turn', '=', p.turn)
      .where('n', '=', p.n)
      .where((e) => e.not(e.exists(e.selectFrom('part as other').select('other.n').where('other.ref', '=', p.ref)))),
  )
  const keep = statement((p: { turn: string; n: number; text: string }) =>
    query.updateTable('part').set({ text: p.text }).where('turn', '=', p.turn).where('n', '=', p.n),
  )
  const owner = statement((p: { ref: string }) =>
    query.selectFrom('part').select('turn').where('ref', '=', p.ref).limit(sql.lit(1)),
  )

  return {
    async parts(turn: string): Promise<PartRow[]> {
      return db.all(parts, { turn })
    },
    /** Before a post: from now on the message may exist. */
    async intend(turn: string, n: number, calls = false): Promise<void> {
      await db.run(intend, { turn, n, at: now(), calls: calls ? 1 : null })
    },
    intendStep: (turn: string, n: number, at: number): Step => step(intend, { turn, n, at, calls: null }),
    /** False when that message shows another part already: a message has one owner, whoever finds it. */
    async placed(turn: string, n: number, ref: string): Promise<boolean> {
      return db.batch([...lock('message', ref), guard(placed, { turn, n, ref })])
    },
    placedStep: (turn: string, n: number, ref: string): Step => step(placed, { turn, n, ref }),
    /** What a message says that may be shown once more, with a button marked. */
    async keepText(turn: string, n: number, text: string): Promise<void> {
      await db.run(keep, { turn, n, text })
    },
    keepTextStep: (turn: string, n: number, text: string): Step => step(keep, { turn, n, text }),
    /** Whether a message is known to show an answer, or a part of one. */
    async isOwned(ref: string): Promise<boolean> {
      return (await db.get(owner, { ref })) !== undefined
    },
  }
}
