import { sql } from 'kysely'
import type { Delivery } from '../model/conversation.ts'
import type { Wire } from '../model/wire.ts'
import type { Database } from './database.ts'
import { type Step, statement, step } from './statement.ts'
import type { TurnTable } from './tables.ts'

export type Owed = 'rest' | 'end' | 'doubt'

/** What the messages of a turn owe: whoever comes after a crash shows it. */
export function turnShowing(db: Database) {
  const { query } = db
  const delivered = statement((p: { id: string; wire: string | null }) =>
    query.updateTable('turn').set({ status: 'delivered', partial: '', wire: p.wire }).where('id', '=', p.id),
  )
  const press = statement((p: { id: string; index: number }) =>
    query
      .updateTable('turn')
      .set({ pressed: p.index, owed: 'choice' })
      .where('id', '=', p.id)
      .where('pressed', 'is', null),
  )
  const revise = statement((p: { id: string; answer: string }) =>
    query
      .updateTable('turn')
      .set({ answer: p.answer, pressed: null, owed: 'revision' })
      .where('id', '=', p.id)
      .where('answer', 'is not', null),
  )
  const revised = statement((p: { id: string; answer: string }) =>
    query
      .updateTable('turn')
      .set({ owed: null })
      .where('id', '=', p.id)
      .where('owed', '=', sql.lit('revision'))
      .where((e) => e(e.fn.coalesce('answer', sql.lit('')), '=', p.answer)),
  )
  const emptied = statement((p: { id: string; answer: string; without: string }) =>
    query
      .updateTable('turn')
      .set({ answer: p.without })
      .where('id', '=', p.id)
      .where((e) => e(e.fn.coalesce('answer', sql.lit('')), '=', p.answer)),
  )
  const undelivered = statement((p: { id: string; delivery: string; owed: Owed | null; wire: string | null }) =>
    query
      .updateTable('turn')
      .set({
        status: 'delivered',
        partial: '',
        interrupted: 'undelivered',
        delivery: p.delivery,
        owed: p.owed,
        wire: p.wire,
      })
      .where('id', '=', p.id),
  )
  const delivery = statement((p: { id: string; delivery: string }) =>
    query.updateTable('turn').set({ delivery: p.delivery }).where('id', '=', p.id),
  )
  const paid = statement((p: { id: string; owed: NonNullable<TurnTable['owed']> }) =>
    query.updateTable('turn').set({ owed: null }).where('id', '=', p.id).where('owed', '=', p.owed),
  )
  const deliveredLate = statement((p: { id: string }) =>
    query
      .updateTable('turn')
      .set({ owed: null, interrupted: null, delivery: null })
      .where('id', '=', p.id)
      .where('owed', '=', 'end'),
  )
  const owing = statement((p: { since: number }) =>
    query
      .selectFrom('turn')
      .select('id')
      .where('owed', 'is not', null)
      // What is to be taken away has no time after which it may stay.
      .where((e) => e.or([e('started_at', '>=', p.since), e('owed', '=', sql.lit('removal'))]))
      .orderBy('started_at'),
  )
  const owesRemoval = statement((p: { id: string }) =>
    query.updateTable('turn').set({ owed: 'removal' }).where('id', '=', p.id),
  )

  return {
    deliveredStep: (id: string, wire?: Wire): Step => step(delivered, { id, wire: written(wire) }),
    /** Its messages are yet to be taken away. */
    owesRemovalStep: (id: string): Step => step(owesRemoval, { id }),
    /** A guard: void when a quick reply of this turn was pressed before. */
    pressStep: (id: string, index: number): Step => ({ ...step(press, { id, index }), guard: true }),
    /** It says something else from now on, which its messages are yet to show. */
    reviseStep: (id: string, answer: string): Step => step(revise, { id, answer }),
    /** It is kept without what need not be kept of it, unless it says something else by now. */
    emptyStep: (id: string, answer: string, without: string): Step => step(emptied, { id, answer, without }),
    /** Its messages say what it said then. False where it says something else by now. */
    async revisionShown(id: string, answer: string | null): Promise<boolean> {
      return (await db.run(revised, { id, answer: answer ?? '' })) > 0
    },
    /** The place would not have the answer, or not all of it. `owed`: what is yet to be shown there. */
    undeliveredStep: (id: string, how: Delivery, owed: Owed | null, wire?: Wire): Step =>
      step(undelivered, { id, delivery: JSON.stringify(how), owed, wire: written(wire) }),
    /** The answer is shown otherwise than it is. */
    deliveryStep: (id: string, how: Delivery): Step => step(delivery, { id, delivery: JSON.stringify(how) }),
    /** How the answer is about to end: written before somebody is told, so that they are told once. */
    async keepDelivery(id: string, how: Delivery): Promise<void> {
      await db.run(delivery, { id, delivery: JSON.stringify(how) })
    },
    /** Its messages show what they owed. */
    async paid(id: string, owed: NonNullable<TurnTable['owed']>): Promise<void> {
      await db.run(paid, { id, owed })
    },
    /** All of an answer that was given up is shown after all. */
    async deliveredLate(id: string): Promise<void> {
      await db.run(deliveredLate, { id })
    },
    /** The turns that began since then and whose messages have yet to show something. */
    async owing(since: number): Promise<string[]> {
      return (await db.all(owing, { since })).map(({ id }) => id)
    },
  }
}

const written = (wire: Wire | undefined): string | null => (wire ? JSON.stringify(wire) : null)
