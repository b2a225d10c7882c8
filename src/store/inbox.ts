import { sql } from 'kysely'
import type { Database } from './database.ts'
import { guard, type Step, statement, step } from './statement.ts'
import type { InboxTable } from './tables.ts'

export type InboxRow = Omit<InboxTable, 'id'> & { id: number }

/** What has been accepted and is to be done, in the order it came. */
export function inboxes(db: Database, now: () => number) {
  const { query } = db
  type New = Pick<InboxTable, 'event_id' | 'key' | 'door' | 'conversation' | 'payload'> & { at: number }
  const insert = statement((p: New) =>
    query
      .insertInto('inbox')
      .values({
        event_id: p.event_id,
        key: p.key,
        door: p.door,
        conversation: p.conversation,
        payload: p.payload,
        status: 'open',
        cancelled: null,
        received_at: p.at,
      })
      .onConflict((c) => c.column('event_id').doNothing())
      .returning('id'),
  )
  const next = statement((p: { key: string }) =>
    query
      .selectFrom('inbox')
      .selectAll()
      // SQLite prepares anew, at every run, a query that it might plan by the value of a bare placeholder.
      .where('key', '=', sql<string>`cast(${p.key} as text)`)
      .where('status', '=', sql.lit('open'))
      .orderBy('id')
      .limit(sql.lit(1)),
  )
  const countOpen = statement((p: { key: string }) =>
    query
      .selectFrom('inbox')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('key', '=', p.key)
      .where('status', '=', sql.lit('open')),
  )
  const byEvent = statement((p: { event_id: string }) =>
    query.selectFrom('inbox').selectAll().where('event_id', '=', p.event_id),
  )
  const byId = statement((p: { id: number }) => query.selectFrom('inbox').selectAll().where('id', '=', p.id))
  const cancel = statement((p: { event_id: string; why: 'deleted' | 'stopped' }) =>
    query
      .updateTable('inbox')
      .set({ cancelled: p.why })
      .where('event_id', '=', p.event_id)
      .where('status', '=', 'open'),
  )
  const replacePayload = statement((p: { event_id: string; payload: string }) =>
    query
      .updateTable('inbox')
      .set({ payload: p.payload })
      .where('event_id', '=', p.event_id)
      .where('status', '=', 'open')
      .where((e) => e.not(e.exists(e.selectFrom('turn').select('id').whereRef('turn.inbox_id', '=', 'inbox.id')))),
  )
  const markDone = statement((p: { id: number }) =>
    query.updateTable('inbox').set({ status: 'done' }).where('id', '=', p.id),
  )
  // The payload goes with the work: an utterance is kept only as long as memory is.
  const done = statement((p: { id: number }) =>
    query.updateTable('inbox').set({ status: 'done', payload: '' }).where('id', '=', p.id),
  )
  const openKeys = statement((_: object) =>
    query.selectFrom('inbox').select('key').distinct().where('status', '=', 'open'),
  )
  const dropAbandonedHttp = statement((_: object) =>
    query.updateTable('inbox').set({ status: 'done' }).where('status', '=', 'open').where('door', '=', 'http'),
  )
  const prune = statement((p: { before: number }) =>
    query.deleteFrom('inbox').where('status', '=', 'done').where('received_at', '<', p.before),
  )

  return {
    /** Undefined when this event was accepted before. */
    async add(row: Omit<New, 'at'>): Promise<number | undefined> {
      return (await db.get(insert, { ...row, at: now() }))?.id
    },
    /** The same as a guard of a batch, for what must be accepted together with something else: void if accepted before. */
    addStep(row: Omit<New, 'at'>): Step {
      return guard(insert, { ...row, at: now() })
    },
    async next(key: string): Promise<InboxRow | undefined> {
      return db.get(next, { key })
    },
    async openCount(key: string): Promise<number> {
      return (await db.get(countOpen, { key }))?.n ?? 0
    },
    async byEvent(eventId: string): Promise<InboxRow | undefined> {
      return db.get(byEvent, { event_id: eventId })
    },
    /** Marks an open row so that no process begins it; its holder, if any, finds out by its signal. */
    async cancel(eventId: string, why: 'deleted' | 'stopped'): Promise<boolean> {
      return (await db.run(cancel, { event_id: eventId, why })) > 0
    },
    /** An edit of a message whose turn has not begun. False when it came too late. */
    async replacePayload(eventId: string, payload: string): Promise<boolean> {
      return (await db.run(replacePayload, { event_id: eventId, payload })) > 0
    },
    async done(id: number): Promise<void> {
      await db.run(done, { id })
    },
    doneStep: (id: number): Step => step(done, { id }),
    /** Done, but may be asked for again: the message is kept until it is pruned. */
    doneKeepingStep: (id: number): Step => step(markDone, { id }),
    async byId(id: number): Promise<InboxRow | undefined> {
      return db.get(byId, { id })
    },
    async openKeys(): Promise<string[]> {
      return (await db.all(openKeys, {})).map((row) => row.key)
    },
    /** At an embedded start: HTTP calls of the process before have lost their sockets; their clients will ask again. */
    async dropAbandonedHttp(): Promise<void> {
      await db.run(dropAbandonedHttp, {})
    },
    /** Forgets what was done before that time; until then a resend of it is recognised. */
    async prune(before: number): Promise<void> {
      await db.run(prune, { before })
    },
  }
}
