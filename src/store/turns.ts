import { sql } from 'kysely'
import type { Database } from './database.ts'
import { history, turnIdAt, weekOf } from './history.ts'
import { type Step, statement, step } from './statement.ts'
import type { TurnTable } from './tables.ts'
import { turnMaking } from './turn-making.ts'
import { turnParts } from './turn-parts.ts'
import { turnShowing } from './turn-showing.ts'

export type { Begun, Made } from './turn-making.ts'
export type { PartRow } from './turn-parts.ts'
export type TurnRow = TurnTable

/** Turns, and the ledger of the messages that show them: together they decide what happens after a crash. */
export function turnRows(db: Database, now: () => number) {
  const { query } = db
  const weeks = history(db)
  const since = weeks.since('answer')
  const isKept = sql<boolean>`${sql.ref('turn.started_at')} >= ${since!}`
  // Where the server gives two columns of a name, the second counts.
  const whole = query
    .selectFrom('turn')
    .selectAll('turn')
    .$if(since !== undefined, (q) =>
      q.select((e) =>
        e
          .case()
          .when(e.or([e('turn.status', '<>', sql.lit('delivered')), isKept]))
          .then(e.ref('turn.answer'))
          .end()
          .as('answer'),
      ),
    )
  const byInbox = statement((p: { inbox_id: number }) => whole.where('inbox_id', '=', p.inbox_id))
  const byId = statement((p: { id: string }) => whole.where('id', '=', p.id))
  const ofEvent = statement((p: { event_id: string }) =>
    query.selectFrom('turn').select(['id', 'key', 'status', 'interrupted']).where('event_id', '=', p.event_id),
  )
  const running = statement((p: { door: string }) =>
    query
      .selectFrom('inbox')
      .innerJoin('turn', 'turn.inbox_id', 'inbox.id')
      .select(['inbox.event_id', 'turn.context'])
      .where('inbox.door', '=', p.door)
      .where('inbox.status', '=', sql.lit('open'))
      .where('inbox.cancelled', 'is', null)
      .where('turn.status', '=', sql.lit('running'))
      .where('turn.context', 'is not', null),
  )
  const forget = statement((p: { id: string }) =>
    query.updateTable('turn').set({ answer: null, partial: '', owed: null }).where('id', '=', p.id),
  )
  const forgetParts = statement((p: { id: string }) =>
    query.updateTable('part').set({ text: null }).where('turn', '=', p.id),
  )
  const byRef = statement((p: { ref: string }) =>
    whole.innerJoin('part', 'part.turn', 'turn.id').where('part.ref', '=', p.ref).limit(sql.lit(1)),
  )
  const forgetAnswers = statement((p: { before: number }) =>
    query
      .updateTable('turn')
      .set({ answer: null })
      .where('started_at', '<', p.before)
      .where('answer', 'is not', null)
      .where('status', '=', 'delivered'),
  )
  const forgetTexts = statement((p: { before: number }) =>
    query.updateTable('part').set({ text: null }).where('intent_at', '<', p.before).where('text', 'is not', null),
  )
  const pruneParts = statement((p: { before: number }) =>
    query
      .deleteFrom('part')
      .where('turn', 'in', (e) => e.selectFrom('turn').select('id').where('started_at', '<', p.before)),
  )
  const prune = statement((p: { before: number }) => query.deleteFrom('turn').where('started_at', '<', p.before))

  return {
    ...turnMaking(db, now),
    ...turnShowing(db),
    ...turnParts(db, now),
    async byInbox(inboxId: number): Promise<TurnRow | undefined> {
      return db.get(byInbox, { inbox_id: inboxId })
    },
    async byId(id: string): Promise<TurnRow | undefined> {
      return db.get(byId, { id })
    },
    /** The turn that a message shows, or a part of it. */
    async byRef(ref: string): Promise<TurnRow | undefined> {
      return db.get(byRef, { ref })
    },
    /** Of a platform: the events of those that have begun and are yet to be answered, wherever they run or are to run again. */
    async running(door: string): Promise<{ event_id: string; context: string }[]> {
      const rows = await db.all(running, { door })
      return rows.map(({ event_id, context }) => ({ event_id, context: context! }))
    },
    /** Whether somebody was answered before. */
    async knownBefore(key: string, at: number): Promise<boolean> {
      const turn = query.selectFrom('turn').select('id').where('key', '=', key).where('started_at', '<', at)
      return (await turn.limit(1).executeTakeFirst()) !== undefined
    },
    /** Where somebody wrote to an agent and was answered, the latest first; not where it wrote to them by itself. */
    async wroteAt(key: string, limit: number): Promise<string[]> {
      const rows = await query
        .selectFrom('turn')
        .select('context')
        .where('key', '=', key)
        .where('context', 'is not', null)
        .where('event_id', 'is not', null)
        .where('event_id', 'not like', 'timer:%')
        .where('event_id', 'not like', 'opened:%')
        .orderBy('started_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ context }) => context!)
    },
    /** The turns that a chat message came to. */
    async ofEvent(eventId: string) {
      return db.all(ofEvent, { event_id: eventId })
    },
    /** Nothing is left of what it said. */
    forgetSteps: (id: string): Step[] => [step(forget, { id }), step(forgetParts, { id })],
    /** Takes what was said out of the turns that began earlier; why it was said stays. */
    async forgetAnswers(before: number): Promise<void> {
      if (db.dialect === 'postgres') return weeks.hide('answer', before)
      await db.run(forgetAnswers, { before })
      await db.run(forgetTexts, { before })
    },
    /** Forgets turns that began before that time; on PostgreSQL with the last of their week. */
    async prune(before: number): Promise<void> {
      if (db.dialect === 'postgres') {
        await weeks.roll('turn', before)
        await weeks.roll('part', before)
        const late = sql`select id from turn_other where started_at < ${before}`
        await sql`delete from part_other where turn < ${turnIdAt(weekOf(before))} or turn in (${late})`.execute(query)
        await sql`delete from turn_other where started_at < ${before}`.execute(query)
        return
      }
      await db.run(pruneParts, { before })
      await db.run(prune, { before })
    },
  }
}
