import { sql } from 'kysely'
import type { Delivery } from '../model/conversation.ts'
import type { Database } from './database.ts'
import { history, turnIdAt, weekOf } from './history.ts'
import { locks } from './locks.ts'
import { guard, type Step, statement, step } from './statement.ts'
import type { PartTable, TurnTable } from './tables.ts'

export type TurnRow = TurnTable
export type Owed = 'rest' | 'end' | 'doubt'
export type PartRow = PartTable

/** What is known of a turn when it begins. `inbox_id` is its row's, `epoch` its lease's; `event_id` of a chat message alone. */
export type Begun = Pick<TurnTable, 'id' | 'inbox_id' | 'key' | 'agent' | 'version' | 'epoch' | 'context'> &
  Partial<Pick<TurnTable, 'event_id'>>
type BeginRow = Begun & Pick<TurnTable, 'event_id'> & { at: number }

/** `delivered` at once where showing is not ours to make sure of. */
export type Committed = Pick<TurnTable, 'answer' | 'trace' | 'interrupted'> & { status: 'committed' | 'delivered' }

/** A turn that was begun, answered and shown at one stroke: only why it answered so is kept. */
export type Made = Pick<TurnTable, 'id' | 'key' | 'agent' | 'version' | 'epoch' | 'trace' | 'interrupted'>

/** The clock may have been set back by this much since a turn was written, in milliseconds. */
const clockStepMs = 600_000

function begun({ id, inbox_id, event_id = null, key, agent, version, epoch, context }: Begun) {
  return {
    id,
    inbox_id,
    event_id,
    key,
    agent,
    version,
    epoch,
    context,
    attempt: 1,
    partial: '',
    calls: 0,
    pressed: null,
    owed: null,
    delivery: null,
  }
}

/** Turns, and the ledger of the messages that show them: together they decide what happens after a crash. */
export function turnRows(db: Database, now: () => number) {
  const { query } = db
  const lock = locks(db)
  const weeks = history(db)
  const since = weeks.since('answer')
  const isKept = (at: 'turn.started_at' | 'part.intent_at') => sql<boolean>`${sql.ref(at)} >= ${since!}`
  // Where the server gives two columns of a name, the second counts.
  const whole = query
    .selectFrom('turn')
    .selectAll('turn')
    .$if(since !== undefined, (q) =>
      q.select((e) =>
        e
          .case()
          .when(e.or([e('turn.status', '<>', sql.lit('delivered')), isKept('turn.started_at')]))
          .then(e.ref('turn.answer'))
          .end()
          .as('answer'),
      ),
    )
  const byInbox = statement((p: { inbox_id: number }) => whole.where('inbox_id', '=', p.inbox_id))
  const byId = statement((p: { id: string }) => whole.where('id', '=', p.id))
  const beginAlone = (p: BeginRow) =>
    query.insertInto('turn').values({
      ...begun(p),
      status: 'running',
      answer: null,
      trace: null,
      interrupted: null,
      started_at: p.at,
      committed_at: null,
    })
  // Turns that are kept by weeks cannot be held to one for a row of the inbox. The lease does it: whoever takes it waits for this.
  const beginLeased = (p: BeginRow) => ({
    compile: () =>
      sql`
        insert into turn (id, inbox_id, event_id, key, agent, version, epoch, context, attempt, partial, calls, status,
          started_at)
        select ${p.id}, ${p.inbox_id}, ${p.event_id}, ${p.key}, ${p.agent}, ${p.version}, ${p.epoch}, ${p.context}, 1, '', 0, 'running',
          ${p.at}
        where coalesce((select epoch from lease where key = ${p.key} for share), ${p.epoch}) = ${p.epoch}
      `.compile(query),
  })
  const begin = statement(db.dialect === 'sqlite' ? beginAlone : beginLeased)
  const again = statement((p: { id: string; epoch: number }) =>
    query.updateTable('turn').set({ epoch: p.epoch, attempt: sql<number>`attempt + 1` }).where('id', '=', p.id),
  )
  const called = statement((p: { id: string; epoch: number }) =>
    query
      .updateTable('turn')
      .set({ calls: sql<number>`calls + 1` })
      .where('id', '=', p.id)
      .where('epoch', '=', p.epoch),
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
  const commit = statement((p: BeginRow & Committed) => {
    const { status, answer, trace, interrupted, at } = p
    return query
      .insertInto('turn')
      .values({ ...begun(p), status, answer, trace, interrupted, started_at: at, committed_at: at })
      .onConflict((c) =>
        c.column('id').doUpdateSet({ status, partial: '', answer, trace, interrupted, committed_at: at }),
      )
  })
  const sight = statement((p: { key: string }) =>
    query.selectNoFrom((e) => [
      e.selectFrom('lease').select('expires_at').where('key', '=', p.key).as('leased'),
      e.selectFrom('turn').select(sql<number>`max(rowid)`.as('last')).as('last'),
    ]),
  )
  const made = statement((p: Made & { at: number }) =>
    query
      .insertInto('turn')
      .values({
        ...begun({
          id: p.id,
          inbox_id: null,
          key: p.key,
          agent: p.agent,
          version: p.version,
          epoch: p.epoch,
          context: null,
        }),
        status: 'delivered',
        answer: null,
        trace: p.trace,
        interrupted: p.interrupted,
        started_at: p.at,
        committed_at: p.at,
      })
      .onConflict((c) => c.column('id').doNothing()),
  )
  type MadeAlone = Made & { at: number; seen: number; since: number }
  // A rowid grows with every turn; the time only spares looking at all that there are of the key.
  const madeAlone = statement((p: MadeAlone) => ({
    compile: () =>
      sql`
        insert into turn (id, key, agent, version, epoch, trace, interrupted, started_at, committed_at,
          inbox_id, attempt, status, partial, calls, answer, context, pressed, owed)
        select ${p.id}, ${p.key}, ${p.agent}, ${p.version}, ${p.epoch}, ${p.trace}, ${p.interrupted}, ${p.at}, ${p.at},
          null, 1, 'delivered', '', 0, null, null, null, null
        where not exists (select 1 from lease where key = ${p.key} and expires_at > ${p.at})
          and not exists (select 1 from inbox where key = ${p.key} and status = 'open')
          and not exists (select 1 from turn where key = ${p.key} and started_at > ${p.since} and rowid > ${p.seen})
        on conflict (id) do nothing
      `.compile(query),
  }))
  const delivered = statement((p: { id: string }) =>
    query.updateTable('turn').set({ status: 'delivered', partial: '' }).where('id', '=', p.id),
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
  const undelivered = statement((p: { id: string; delivery: string; owed: Owed | null }) =>
    query
      .updateTable('turn')
      .set({ status: 'delivered', partial: '', interrupted: 'undelivered', delivery: p.delivery, owed: p.owed })
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
  const ofEvent = statement((p: { event_id: string }) =>
    query.selectFrom('turn').select(['id', 'key', 'status', 'interrupted']).where('event_id', '=', p.event_id),
  )
  const forget = statement((p: { id: string }) =>
    query.updateTable('turn').set({ answer: null, partial: '', owed: null }).where('id', '=', p.id),
  )
  const owesRemoval = statement((p: { id: string }) =>
    query.updateTable('turn').set({ owed: 'removal' }).where('id', '=', p.id),
  )
  const forgetParts = statement((p: { id: string }) =>
    query.updateTable('part').set({ text: null }).where('turn', '=', p.id),
  )
  const parts = statement((p: { turn: string }) =>
    query
      .selectFrom('part')
      .selectAll('part')
      .$if(since !== undefined, (q) =>
        q.select((e) => e.case().when(isKept('part.intent_at')).then(e.ref('part.text')).end().as('text')),
      )
      .where('turn', '=', p.turn)
      .orderBy('n'),
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
  const owner = statement((p: { ref: string }) =>
    query.selectFrom('part').select('turn').where('ref', '=', p.ref).limit(sql.lit(1)),
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
    async begin(row: Begun): Promise<void> {
      if ((await db.run(begin, { ...row, event_id: row.event_id ?? null, at: now() })) === 0)
        throw new Error(`the lease of ${row.key} was lost`)
    },
    /** Counts another attempt, under a new lease. */
    async again(id: string, epoch: number): Promise<void> {
      await db.run(again, { id, epoch })
    },
    /** Something outside is about to be called: the turn is never run again. False when it is already, under another lease. */
    async called(id: string, epoch: number): Promise<boolean> {
      return (await db.run(called, { id, epoch })) > 0
    },
    /** Keeps the text shown so far, so that an apology after a crash need not take it away. */
    async savePartial(id: string, epoch: number, text: string): Promise<void> {
      await db.run(partial, { id, epoch, text })
    },
    commitStep: (row: Begun & Committed): Step => step(commit, { ...row, event_id: row.event_id ?? null, at: now() }),
    /** On SQLite alone, as `madeAloneStep`. `free`: nobody is at work on the key. `seen` tells whether a turn was written since. */
    /** Whether somebody was answered before. */
    async knownBefore(key: string, at: number): Promise<boolean> {
      const turn = query.selectFrom('turn').select('id').where('key', '=', key).where('started_at', '<', at)
      return (await turn.limit(1).executeTakeFirst()) !== undefined
    },
    async sight(key: string): Promise<{ free: boolean; seen: number }> {
      const { leased, last } = (await db.get(sight, { key }))!
      return { free: (leased ?? 0) <= now(), seen: last ?? 0 }
    },
    madeStep(row: Made): Step {
      return step(made, { ...row, at: now() })
    },
    /**
     * The same as a guard of what else the turn changes: void unless nobody is at work on its key or waits, and no turn of it
     * was written since `seen`. So the turn is as good as made at the moment of its commit.
     */
    madeAloneStep(row: Made, seen: number): Step {
      const at = now()
      return guard(madeAlone, { ...row, at, seen, since: at - clockStepMs })
    },
    deliveredStep: (id: string): Step => step(delivered, { id }),
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
    /** Its messages are yet to be taken away. */
    owesRemovalStep: (id: string): Step => step(owesRemoval, { id }),
    /** A guard: void when a quick reply of this turn was pressed before. */
    pressStep: (id: string, index: number): Step => ({ ...step(press, { id, index }), guard: true }),
    /** It says something else from now on, which its messages are yet to show. */
    reviseStep: (id: string, answer: string): Step => step(revise, { id, answer }),
    /** Its messages say what it said then. False where it says something else by now. */
    async revisionShown(id: string, answer: string | null): Promise<boolean> {
      return (await db.run(revised, { id, answer: answer ?? '' })) > 0
    },
    async parts(turn: string): Promise<PartRow[]> {
      return db.all(parts, { turn })
    },
    /** Before a post: from now on the message may exist. */
    async intend(turn: string, n: number): Promise<void> {
      await db.run(intend, { turn, n, at: now() })
    },
    intendStep: (turn: string, n: number, at: number): Step => step(intend, { turn, n, at }),
    /** False when that message shows another part already: a message has one owner, whoever finds it. */
    async placed(turn: string, n: number, ref: string): Promise<boolean> {
      return db.batch([...lock('message', ref), guard(placed, { turn, n, ref })])
    },
    placedStep: (turn: string, n: number, ref: string): Step => step(placed, { turn, n, ref }),
    /** The place would not have the answer, or not all of it. `owed`: what is yet to be shown there. */
    undeliveredStep: (id: string, how: Delivery, owed: Owed | null): Step =>
      step(undelivered, { id, delivery: JSON.stringify(how), owed }),
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
    /** What a message says that may be shown once more, with a button marked. */
    async keepText(turn: string, n: number, text: string): Promise<void> {
      await db.run(keep, { turn, n, text })
    },
    keepTextStep: (turn: string, n: number, text: string): Step => step(keep, { turn, n, text }),
    /** Whether a message is known to show an answer, or a part of one. */
    async isOwned(ref: string): Promise<boolean> {
      return (await db.get(owner, { ref })) !== undefined
    },
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
