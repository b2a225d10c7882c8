import { sql } from 'kysely'
import { readOrderKey } from '../model/key.ts'
import { waitingDoors } from '../model/message.ts'
import type { Database } from './database.ts'
import { locks } from './locks.ts'
import { guard, type Step, statement, step } from './statement.ts'
import type { InboxTable } from './tables.ts'
import { currentTime } from './time.ts'

/** What is to be accepted. */
export type NewRow = Pick<InboxTable, 'event_id' | 'key' | 'door' | 'conversation' | 'payload'> & {
  installation?: string
  /** When a platform says that it was written. */
  saidAt?: number
}

export type InboxRow = Omit<InboxTable, 'id'> & { id: number }

/**
 * `begun`: a turn of it was begun before. `more`: other rows of its key are open. `person`: whoever the key names is kept
 * under another uid.
 */
export type NextRow = InboxRow & { begun: 0 | 1; more: 0 | 1; person: string | null }

/** People's messages come on several ways, which may bring them in another order than that in which they were said. */
const order = (table: 'inbox' | 'other') =>
  sql<number>`coalesce(${sql.ref(`${table}.said_at`)}, ${sql.ref(`${table}.received_at`)})`

/** A clock that is ahead of ours puts nothing behind what comes later. */
const saidOf = ({ saidAt }: NewRow, at: number): number | null => (saidAt === undefined ? null : Math.min(saidAt, at))

/** What has been accepted and is to be done: messages as they were said, everything else as it came. */
export function inboxes(db: Database, now: () => number) {
  const { query } = db
  const lock = locks(db)
  type New = NewRow & { at: number; said: number | null }
  const timed = (row: NewRow): New => {
    const at = now()
    return { ...row, at, said: saidOf(row, at) }
  }
  const insert = statement((p: New) =>
    query
      .insertInto('inbox')
      .values({
        event_id: p.event_id,
        key: p.key,
        door: p.door,
        conversation: p.conversation,
        payload: p.payload,
        installation: p.installation ?? null,
        status: 'open',
        cancelled: null,
        received_at: p.at,
        said_at: p.said,
      })
      .onConflict((c) => c.column('event_id').doNothing())
      .returning('id'),
  )
  const next = statement((p: { key: string; account: string; uid: string }) =>
    query
      .selectFrom('inbox')
      .selectAll()
      .select((e) => [
        e.exists(e.selectFrom('turn').select('turn.id').whereRef('turn.inbox_id', '=', 'inbox.id')).as('begun'),
        e
          .exists(
            e
              .selectFrom('inbox as other')
              .select('other.id')
              .whereRef('other.key', '=', 'inbox.key')
              .where('other.status', '=', sql.lit('open'))
              .whereRef('other.id', '!=', 'inbox.id'),
          )
          .as('more'),
        e
          .selectFrom('person_link')
          .select('person')
          .where('account', '=', sql<string>`cast(${p.account} as text)`)
          .where('uid', '=', sql<string>`cast(${p.uid} as text)`)
          .as('person'),
      ])
      // SQLite prepares anew, at every run, a query that it might plan by the value of a bare placeholder.
      .where('key', '=', sql<string>`cast(${p.key} as text)`)
      .where('status', '=', sql.lit('open'))
      .orderBy(order('inbox'))
      .orderBy('id')
      .limit(sql.lit(1)),
  )
  const move = statement((p: { key: string; to: string }) =>
    query
      .updateTable('inbox')
      .set({ key: p.to })
      .where('key', '=', p.key)
      .where('status', '=', sql.lit('open'))
      .where('door', 'not in', waitingDoors),
  )
  const openOf = (key: string) =>
    query
      .selectFrom('inbox')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('key', '=', key)
      .where('status', '=', sql.lit('open'))
  const countOpen = statement((p: { key: string }) => openOf(p.key))
  const fired = statement((_: object) =>
    query
      .selectFrom('inbox')
      .select((e) => ['key', e.fn.countAll<number>().as('n')])
      .where('status', '=', sql.lit('open'))
      .where('event_id', '>=', sql.lit('timer:'))
      // The character after the colon.
      .where('event_id', '<', sql.lit('timer;'))
      .groupBy('key'),
  )
  const insertUnder = statement(
    (p: Omit<New, 'installation' | 'saidAt'> & { installation: string | null; max: number }) =>
      query
        .insertInto('inbox')
        .columns([
          'event_id',
          'key',
          'door',
          'conversation',
          'payload',
          'installation',
          'status',
          'received_at',
          'said_at',
        ])
        .expression(
          query
            .selectNoFrom((e) => [
              e.val(p.event_id).as('event_id'),
              e.val(p.key).as('key'),
              e.val(p.door).as('door'),
              e.val(p.conversation).as('conversation'),
              e.val(p.payload).as('payload'),
              sql<string>`cast(${p.installation} as text)`.as('installation'),
              sql<'open'>`'open'`.as('status'),
              e.val(p.at).as('received_at'),
              sql<number | null>`cast(${p.said} as bigint)`.as('said_at'),
            ])
            .where(openOf(p.key), '<', p.max),
        )
        .onConflict((c) => c.column('event_id').doNothing()),
  )
  const byEvent = statement((p: { event_id: string }) =>
    query.selectFrom('inbox').selectAll().where('event_id', '=', p.event_id),
  )
  const bury = statement((p: { event_id: string; door: string; at: number; why: 'deleted' | 'limited' }) =>
    query
      .insertInto('inbox')
      .values({
        event_id: p.event_id,
        key: '',
        door: p.door,
        conversation: '',
        payload: '',
        installation: null,
        status: 'done',
        cancelled: p.why,
        received_at: p.at,
      })
      .onConflict((c) => c.column('event_id').doNothing()),
  )
  const byId = statement((p: { id: number }) => query.selectFrom('inbox').selectAll().where('id', '=', p.id))
  const cancel = statement((p: { event_id: string; why: 'deleted' | 'stopped' }) =>
    query
      .updateTable('inbox')
      .set({ cancelled: p.why })
      .where('event_id', '=', p.event_id)
      .where('status', '=', 'open'),
  )
  const replacePayload = statement((p: { event_id: string; payload: string; text: string }) =>
    query
      .updateTable('inbox')
      .set((e) => ({
        payload: p.payload,
        // Whoever answers it has read what it said before.
        edited: e
          .case()
          .when(e.exists(e.selectFrom('turn').select('id').whereRef('turn.inbox_id', '=', 'inbox.id')))
          .then(sql<string>`cast(${p.text} as text)`)
          .end(),
      }))
      .where('event_id', '=', p.event_id)
      .where('payload', '<>', sql.lit('')),
  )
  const readdress = statement((p: Pick<InboxRow, 'id' | 'door' | 'installation' | 'payload'>) =>
    query
      .updateTable('inbox')
      .set({ door: p.door, installation: p.installation, payload: p.payload })
      .where('id', '=', p.id)
      .where('status', '=', sql.lit('open')),
  )
  const empty = statement((p: { event_id: string }) =>
    query
      .updateTable('inbox')
      .set({ payload: '', edited: null })
      .where('event_id', '=', p.event_id)
      .where('status', '=', sql.lit('done')),
  )
  const wanted = (p: { id: number }) =>
    query
      .updateTable('inbox')
      .where('id', '=', p.id)
      .where((e) => e.or([e('cancelled', 'is', null), e('cancelled', '<>', sql.lit('deleted'))]))
  const settle = statement((p: { id: number }) => wanted(p).set({ status: 'done', payload: '', edited: null }))
  const settleKeeping = statement((p: { id: number }) => wanted(p).set({ status: 'done', edited: null }))
  // The payload goes with the work: an utterance is kept only as long as memory is.
  const done = statement((p: { id: number }) =>
    query.updateTable('inbox').set({ status: 'done', payload: '', edited: null }).where('id', '=', p.id),
  )
  const idleKeys = statement((p: { now: number }) =>
    query
      .selectFrom('inbox')
      .select('key')
      .distinct()
      .where('status', '=', 'open')
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('lease')
              .select('epoch')
              .whereRef('lease.key', '=', 'inbox.key')
              .where('expires_at', '>', currentTime(db, p.now)),
          ),
        ),
      ),
  )
  const waiting = statement((p: { events: string }) => {
    const events =
      db.dialect === 'postgres'
        ? sql`jsonb_array_elements_text(cast(${p.events} as jsonb)) as t(value)`
        : sql`json_each(${p.events})`
    return query
      .selectFrom('inbox')
      .select((e) => {
        const turn = e.selectFrom('turn').select('turn.id').whereRef('turn.inbox_id', '=', 'inbox.id')
        const part = turn.innerJoin('part', 'part.turn', 'turn.id').where('part.ref', 'is not', null)
        const earlier = e
          .selectFrom('inbox as other')
          .select('other.id')
          .whereRef('other.key', '=', 'inbox.key')
          .where('other.status', '=', sql.lit('open'))
          .where(sql<boolean>`(${order('other')}, other.id) < (${order('inbox')}, inbox.id)`)
        return [
          'event_id',
          'key',
          e.exists(turn).as('begun'),
          e.exists(part).as('shown'),
          e.exists(earlier).as('behind'),
        ]
      })
      .where('status', '=', sql.lit('open'))
      .where('cancelled', 'is', null)
      .where(sql<boolean>`event_id in (select value from ${events})`)
  })
  const dropAbandonedHttp = statement((_: object) =>
    query.updateTable('inbox').set({ status: 'done' }).where('status', '=', 'open').where('door', 'in', waitingDoors),
  )
  const prune = statement((p: { before: number }) =>
    // Rows come in the order of their time: what is old stands before the first that is not.
    query
      .deleteFrom('inbox')
      .where('status', '=', 'done')
      .where((e) => {
        const kept = e
          .selectFrom('inbox as i')
          .select('i.id')
          .where('i.received_at', '>=', p.before)
          .orderBy('i.id')
          .limit(sql.lit(1))
        return e('id', '<', e.fn.coalesce(kept, sql.lit(Number.MAX_SAFE_INTEGER)))
      }),
  )

  return {
    /** Undefined when this event was accepted before. */
    async add(row: NewRow): Promise<number | undefined> {
      return (await db.get(insert, timed(row)))?.id
    },
    /** The same as a guard of a batch, for what must be accepted together with something else: void if accepted before. */
    addStep(row: NewRow): Step {
      return guard(insert, timed(row))
    },
    /** The same, but void also when `max` of the key are open already, whoever else adds to them. */
    addUnderSteps: (row: NewRow, max: number): Step[] => [
      ...lock('line', row.key),
      guard(insertUnder, { ...timed(row), installation: row.installation ?? null, max }),
    ],
    async next(key: string): Promise<NextRow | undefined> {
      const { account, uid } = readOrderKey(key)
      return (await db.get(next, { key, account, uid })) as NextRow | undefined
    },
    /** What is open of platforms is another key's from then on, among what waits there as it was said. */
    async moveOpen(key: string, to: string): Promise<void> {
      await db.run(move, { key, to })
    },
    /** How many of each key are open that timers have put in. */
    openFired: async (): Promise<{ key: string; n: number }[]> => db.all(fired, {}),
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
    /**
     * Of a message that was deleted before it came, or that there was no room for: whenever it comes it is as if it had been accepted
     * before. False when it is here.
     */
    async bury(eventId: string, door: string, why: 'deleted' | 'limited' = 'deleted'): Promise<boolean> {
      return db.batch([...lock('event', eventId), guard(bury, { event_id: eventId, door, at: now(), why })])
    },
    /** An edit: a turn that has yet to begin, or begins again, reads it. `text`: what it says, for one that is answered already. */
    async replacePayload(eventId: string, payload: string, text: string): Promise<void> {
      await db.run(replacePayload, { event_id: eventId, payload, text })
    },
    /** What is open is for somebody else, and keeps its place among what waits. */
    async readdress(id: number, { door, installation, payload }: NewRow): Promise<void> {
      await db.run(readdress, { id, door, installation: installation ?? null, payload })
    },
    /** Nothing that was done for it can be asked for again. */
    emptyStep: (eventId: string): Step => step(empty, { event_id: eventId }),
    async done(id: number): Promise<void> {
      await db.run(done, { id })
    },
    doneStep: (id: number): Step => step(done, { id }),
    /**
     * Answered for good: a guard, void where the message was deleted meanwhile. `keep`: it may be asked for again, so it is kept until
     * it is pruned.
     */
    settledStep: (id: number, keep: boolean): Step => guard(keep ? settleKeeping : settle, { id }),
    async byId(id: number): Promise<InboxRow | undefined> {
      return db.get(byId, { id })
    },
    /** Keys with open rows that nobody holds. */
    async idleKeys(): Promise<string[]> {
      return (await db.all(idleKeys, { now: now() })).map((row) => row.key)
    },
    /** Those of these events whose answer is wanted and yet to come: whether a turn has begun, a message shows some of its answer, an earlier one is open. */
    async waiting(events: readonly string[]) {
      return db.all(waiting, { events: JSON.stringify(events) })
    },
    /** The event ids of what is open of an installation. */
    async openOf(door: string, installation: string): Promise<string[]> {
      const rows = await query
        .selectFrom('inbox')
        .select('event_id')
        .where('status', '=', 'open')
        .where('door', '=', door)
        .where('installation', '=', installation)
        .orderBy('id')
        .execute()
      return rows.map((row) => row.event_id)
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
