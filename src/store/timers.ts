import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { wallTime } from '../lib/recurrence.ts'
import { keysOfAgent } from '../model/key.ts'
import type { TimerTask, WatchTask } from '../model/timer.ts'
import type { Database } from './database.ts'
import { guard, type Step, statement, step, stepOf } from './statement.ts'
import type { TimerTable } from './tables.ts'

export type TimerRow = TimerTable

/** What is to be kept. */
export interface TimerToAdd {
  /** Names it for ever, where whoever sets it may do so twice. */
  id?: string
  key: string
  conversation: string
  due: number
  zone: string
  rule?: string | undefined
  task: TimerTask
  /** Where it is answered: a `ChatContext`. */
  context: string
  /** The workspace, server or tenant that is in, as budgets call it. */
  server: string
}

/** What may become of a schedule. */
export type ChangedTimer = Required<Pick<TimerToAdd, 'zone' | 'due' | 'task'>> & { rule: string }

/**
 * What agents do by themselves, each at its time. The table is all there is of a timer: whatever wakes somebody may be lost. One that
 * goes off becomes a row of the inbox in the same batch in which it is put forward or taken away, and the batch is void for whoever
 * comes second: so nobody has to claim it, and none goes off twice.
 */
export function timers(db: Database, now: () => number) {
  const { query } = db
  const isWaiting = sql<'waiting'>`'waiting'`
  const insert = statement((p: Omit<TimerTable, 'state'>) =>
    query
      .insertInto('timer')
      .values({
        ...{ id: p.id, key: p.key, conversation: p.conversation, kind: p.kind, due: p.due, zone: p.zone },
        ...{ rule: p.rule, wall: p.wall, state: 'waiting', server: p.server, task: p.task, context: p.context },
        made_at: p.made_at,
      })
      .onConflict((c) => c.column('id').doNothing()),
  )
  const due = statement((p: { now: number; due: number; id: string; limit: number }) =>
    query
      .selectFrom('timer')
      .selectAll()
      .where('state', '=', isWaiting)
      .where('due', '<=', p.now)
      .where((e) => e.or([e('due', '>', p.due), e.and([e('due', '=', p.due), e('id', '>', p.id)])]))
      .orderBy('due')
      .orderBy('id')
      .limit(sql<number>`cast(${p.limit} as integer)`),
  )
  const next = statement((p: { after: number }) =>
    query
      .selectFrom('timer')
      .select((e) => e.fn.min('due').as('due'))
      .where('state', '=', isWaiting)
      .where('due', '>', p.after),
  )
  const move = statement((p: { id: string; due: number; to: number; wall: string }) =>
    query
      .updateTable('timer')
      .set({ due: p.to, wall: p.wall })
      .where('id', '=', p.id)
      .where('due', '=', p.due)
      .where('state', '=', isWaiting),
  )
  const end = statement((p: { id: string; due: number }) =>
    query.deleteFrom('timer').where('id', '=', p.id).where('due', '=', p.due).where('state', '=', isWaiting),
  )
  const answered = statement((p: { key: string; conversation: string }) =>
    query
      .deleteFrom('timer')
      .where('key', '=', p.key)
      .where('conversation', '=', p.conversation)
      .where('kind', '=', sql.lit('question')),
  )
  const ofKey = statement((p: { key: string }) =>
    query.selectFrom('timer').selectAll().where('key', '=', p.key).orderBy('due').orderBy('id'),
  )

  return {
    addStep({ id = randomUUID(), rule, task, ...rest }: TimerToAdd): Step {
      return step(insert, {
        ...rest,
        id,
        kind: task.kind === 'scenario' && task.since !== undefined ? 'question' : task.kind,
        rule: rule ?? null,
        wall: wallTime(rest.due, rest.zone),
        task: JSON.stringify(task),
        made_at: now(),
      })
    },
    /** Those whose time has come, the oldest first, behind one of them. */
    async due(after: Pick<TimerRow, 'due' | 'id'> | undefined, limit: number): Promise<TimerRow[]> {
      return db.all(due, { now: now(), limit, due: after?.due ?? -1, id: after?.id ?? '' })
    },
    async byId(id: string): Promise<TimerRow | undefined> {
      return query.selectFrom('timer').selectAll().where('id', '=', id).executeTakeFirst()
    },
    /** When the first comes of those that are not due yet. */
    async next(): Promise<number | undefined> {
      return (await db.get(next, { after: now() }))?.due ?? undefined
    },
    /** Guards: void where it is not due then any more. */
    moveStep: ({ id, due, zone }: TimerRow, to: number): Step => guard(move, { id, due, to, wall: wallTime(to, zone) }),
    endStep: ({ id, due }: TimerRow): Step => guard(end, { id, due }),
    /** The person has answered: what was to come because they did not is not wanted any more. */
    answeredStep: (key: string, conversation: string): Step => step(answered, { key, conversation }),
    ...watches(db),
    /** All of one person with an agent. */
    async ofKey(key: string): Promise<TimerRow[]> {
      return db.all(ofKey, { key })
    },
    /** The schedules of an agent, whoever made them; of an account, where others use it too. */
    async schedules(agent: string, account: string): Promise<TimerRow[]> {
      const { from, to } = keysOfAgent(agent)
      return query
        .selectFrom('timer')
        .selectAll()
        .where('key', '>=', `${agent}/${account}/`)
        .where('key', '<', to)
        .where('key', '>=', from)
        .where('key', '<', `${agent}/${account}0`)
        .where('kind', '=', 'ask')
        .where('rule', 'is not', null)
        .orderBy('made_at')
        .orderBy('id')
        .execute()
    },
    /** Guards: void where it is not there, or is so already. */
    pauseStep: (id: string): Step =>
      stepOf(query.updateTable('timer').set({ state: 'paused' }).where('id', '=', id).where('state', '=', 'waiting'), {
        guard: true,
      }),
    /** Of what is asked again and again. A guard: void where it has gone off, or was changed, since it was read. */
    changeStep: ({ id, due: before, state }: TimerRow, { rule, zone, due, task }: ChangedTimer): Step =>
      stepOf(
        query
          .updateTable('timer')
          .set({ rule, zone, due, wall: wallTime(due, zone), task: JSON.stringify(task) })
          .where('id', '=', id)
          .where('due', '=', before)
          .where('state', '=', state),
        { guard: true },
      ),
    resumeStep: ({ id, zone }: TimerRow, due: number): Step =>
      stepOf(
        query
          .updateTable('timer')
          .set({ state: 'waiting', due, wall: wallTime(due, zone) })
          .where('id', '=', id)
          .where('state', '=', 'paused'),
        { guard: true },
      ),
    removeStep: (id: string): Step => stepOf(query.deleteFrom('timer').where('id', '=', id), { guard: true }),
    /** Of one person, whose it must be. */
    removeOwnStep: (key: string, id: string): Step =>
      stepOf(query.deleteFrom('timer').where('id', '=', id).where('key', '=', key)),
    clearStep: (key: string): Step => stepOf(query.deleteFrom('timer').where('key', '=', key)),
  }
}

/** Of what people want to be told of: see `WatchTask`. */
function watches(db: Database) {
  const { query } = db
  const keep = statement((p: { key: string; id: string; task: string }) =>
    query.updateTable('timer').set({ task: p.task }).where('key', '=', p.key).where('id', '=', p.id),
  )
  const unwatch = statement((p: { key: string; conversation: string }) =>
    query
      .deleteFrom('timer')
      .where('key', '=', p.key)
      .where('conversation', '=', p.conversation)
      .where('kind', '=', sql.lit('watch')),
  )
  const conversations = statement((p: { key: string }) =>
    query.selectFrom('timer').select('conversation').where('key', '=', p.key).where('kind', '=', sql.lit('watch')),
  )

  return {
    /** What a look has seen. */
    keepStep: (key: string, task: WatchTask): Step => step(keep, { key, id: task.id, task: JSON.stringify(task) }),
    unwatchStep: (key: string, conversation: string): Step => step(unwatch, { key, conversation }),
    /** In which conversations something is looked at for a person; of several in one, it comes several times. */
    async watches(key: string): Promise<string[]> {
      return (await db.all(conversations, { key })).map(({ conversation }) => conversation)
    },
  }
}
