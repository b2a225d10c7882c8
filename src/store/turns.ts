import { sql } from 'kysely'
import type { Database } from './database.ts'
import { type Step, statement, step } from './statement.ts'
import type { PartTable, TurnTable } from './tables.ts'

export type TurnRow = TurnTable
export type PartRow = PartTable

/** What is known of a turn when it begins. `inbox_id` is its row's, `epoch` its lease's. */
export type Begun = Pick<TurnTable, 'id' | 'inbox_id' | 'key' | 'agent' | 'version' | 'epoch' | 'context'>

/** `delivered` at once where showing is not ours to make sure of. */
export type Committed = Pick<TurnTable, 'answer' | 'trace' | 'interrupted'> & { status: 'committed' | 'delivered' }

function begun({ id, inbox_id, key, agent, version, epoch, context }: Begun) {
  return { id, inbox_id, key, agent, version, epoch, context, attempt: 1, partial: '', calls: 0, pressed: null }
}

/** Turns, and the ledger of the messages that show them: together they decide what happens after a crash. */
export function turnRows(db: Database, now: () => number) {
  const { query } = db
  const byInbox = statement((p: { inbox_id: number }) =>
    query.selectFrom('turn').selectAll().where('inbox_id', '=', p.inbox_id),
  )
  const byId = statement((p: { id: string }) => query.selectFrom('turn').selectAll().where('id', '=', p.id))
  const begin = statement((p: Begun & { at: number }) =>
    query.insertInto('turn').values({
      ...begun(p),
      status: 'running',
      answer: null,
      trace: null,
      interrupted: null,
      started_at: p.at,
      committed_at: null,
    }),
  )
  const again = statement((p: { id: string; epoch: number }) =>
    query.updateTable('turn').set({ epoch: p.epoch, attempt: sql<number>`attempt + 1` }).where('id', '=', p.id),
  )
  const called = statement((p: { id: string }) =>
    query.updateTable('turn').set({ calls: sql<number>`calls + 1` }).where('id', '=', p.id),
  )
  const partial = statement((p: { id: string; epoch: number; text: string }) =>
    query
      .updateTable('turn')
      .set({ partial: p.text })
      .where('id', '=', p.id)
      .where('epoch', '=', p.epoch)
      .where('status', '=', 'running'),
  )
  // A turn that was answered at once has no row before.
  const commit = statement((p: Begun & Committed & { at: number }) => {
    const { status, answer, trace, interrupted, at } = p
    return query
      .insertInto('turn')
      .values({ ...begun(p), status, answer, trace, interrupted, started_at: at, committed_at: at })
      .onConflict((c) =>
        c.column('id').doUpdateSet({ status, partial: '', answer, trace, interrupted, committed_at: at }),
      )
  })
  const delivered = statement((p: { id: string }) =>
    query.updateTable('turn').set({ status: 'delivered' }).where('id', '=', p.id),
  )
  const press = statement((p: { id: string; index: number }) =>
    query.updateTable('turn').set({ pressed: p.index }).where('id', '=', p.id).where('pressed', 'is', null),
  )
  const parts = statement((p: { turn: string }) =>
    query.selectFrom('part').selectAll().where('turn', '=', p.turn).orderBy('n'),
  )
  const intend = statement((p: { turn: string; n: number; at: number }) =>
    query
      .insertInto('part')
      .values({ turn: p.turn, n: p.n, ref: null, intent_at: p.at, text: null })
      .onConflict((c) => c.columns(['turn', 'n']).doUpdateSet({ intent_at: p.at })),
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
  const owner = statement((p: { ref: string; turn: string }) =>
    query.selectFrom('part').select('turn').where('ref', '=', p.ref).where('turn', '!=', p.turn).limit(sql.lit(1)),
  )
  const pruneParts = statement((p: { before: number }) =>
    query
      .deleteFrom('part')
      .where('turn', 'in', (e) => e.selectFrom('turn').select('id').where('started_at', '<', p.before)),
  )
  const prune = statement((p: { before: number }) => query.deleteFrom('turn').where('started_at', '<', p.before))

  return {
    async byInbox(inboxId: number): Promise<TurnRow | undefined> {
      return db.get(byInbox, { inbox_id: inboxId })
    },
    async byId(id: string): Promise<TurnRow | undefined> {
      return db.get(byId, { id })
    },
    async begin(row: Begun): Promise<void> {
      await db.run(begin, { ...row, at: now() })
    },
    /** Counts another attempt, under a new lease. */
    async again(id: string, epoch: number): Promise<void> {
      await db.run(again, { id, epoch })
    },
    /** Something outside is about to be called: the turn is never run again. */
    async called(id: string): Promise<void> {
      await db.run(called, { id })
    },
    /** Keeps the text shown so far, so that an apology after a crash need not take it away. */
    async savePartial(id: string, epoch: number, text: string): Promise<void> {
      await db.run(partial, { id, epoch, text })
    },
    commitStep: (row: Begun & Committed): Step => step(commit, { ...row, at: now() }),
    deliveredStep: (id: string): Step => step(delivered, { id }),
    /** A guard: void when a quick reply of this turn was pressed before. */
    pressStep: (id: string, index: number): Step => ({ ...step(press, { id, index }), guard: true }),
    async parts(turn: string): Promise<PartRow[]> {
      return db.all(parts, { turn })
    },
    /** Before a post: from now on the message may exist. */
    async intend(turn: string, n: number): Promise<void> {
      await db.run(intend, { turn, n, at: now() })
    },
    /** False when that message shows another part already: a message has one owner, whoever finds it. */
    async placed(turn: string, n: number, ref: string): Promise<boolean> {
      return (await db.run(placed, { turn, n, ref })) > 0
    },
    async keepText(turn: string, n: number, text: string): Promise<void> {
      await db.run(keep, { turn, n, text })
    },
    /** Whether a message shows the answer of another turn. */
    async isOwned(ref: string, turn: string): Promise<boolean> {
      return (await db.get(owner, { ref, turn })) !== undefined
    },
    async prune(before: number): Promise<void> {
      await db.run(pruneParts, { before })
      await db.run(prune, { before })
    },
  }
}
