import { sql } from 'kysely'
import type { Database } from './database.ts'
import { guard, type Step, statement, step } from './statement.ts'
import type { TurnTable } from './tables.ts'

/** What is known of a turn when it begins. `inbox_id` is its row's, `epoch` its lease's; `event_id` of a chat message alone. */
export type Begun = Pick<TurnTable, 'id' | 'inbox_id' | 'key' | 'agent' | 'version' | 'epoch' | 'context'> &
  Partial<Pick<TurnTable, 'event_id'>>

/** `delivered` at once where showing is not ours to make sure of. */
export type Committed = Pick<TurnTable, 'answer' | 'trace' | 'interrupted'> & { status: 'committed' | 'delivered' }

/** A turn that was begun, answered and shown at one stroke: only why it answered so is kept. */
export type Made = Pick<TurnTable, 'id' | 'key' | 'agent' | 'version' | 'epoch' | 'trace' | 'interrupted'>

type BeginRow = Begun & Pick<TurnTable, 'event_id'> & { at: number }

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

/** How turns begin and come to their answer: each change of a turn that runs holds only under the lease that it was made under. */
export function turnMaking(db: Database, now: () => number) {
  const { query } = db
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

  return {
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
    /** `at`: when it is committed, as what was said in it has it. */
    commitStep: (row: Begun & Committed, at = now()): Step =>
      step(commit, { ...row, event_id: row.event_id ?? null, at }),
    /** On SQLite alone, as `madeAloneStep`. `free`: nobody is at work on the key. `seen` tells whether a turn was written since. */
    async sight(key: string): Promise<{ free: boolean; seen: number }> {
      const { leased, last } = (await db.get(sight, { key }))!
      return { free: (leased ?? 0) <= now(), seen: last ?? 0 }
    },
    madeStep: (row: Made, at = now()): Step => step(made, { ...row, at }),
    /**
     * The same as a guard of what else the turn changes: void unless nobody is at work on its key or waits, and no turn of it
     * was written since `seen`. So the turn is as good as made at the moment of its commit.
     */
    madeAloneStep(row: Made, seen: number, at = now()): Step {
      return guard(madeAlone, { ...row, at, seen, since: at - clockStepMs })
    },
  }
}
