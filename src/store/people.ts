import { sql } from 'kysely'
import type { MemoryItem, State } from '../model/conversation.ts'
import type { StateValue } from '../model/state.ts'
import type { Tape } from '../model/tape.ts'
import type { Database } from './database.ts'
import { history } from './history.ts'
import { type Step, statement, step, stepOf } from './statement.ts'

/** Milliseconds since the epoch. */
export interface Within {
  from: number
  to: number
  limit: number
}
export type SaidAt = MemoryItem & { at: number }

/** What is kept of each person with an agent: their state, and the memory of each of their conversations. */
export function people(db: Database, now: () => number) {
  const { query } = db
  const weeks = history(db)
  const since = weeks.since('memory')
  const readState = statement((p: { key: string }) =>
    query.selectFrom('user_state').select(['name', 'value', 'writer']).where('key', '=', p.key),
  )
  type Written = StateValue & { key: string; name: string }
  const writeState = statement((p: Written) =>
    query
      .insertInto('user_state')
      .values({ key: p.key, name: p.name, value: p.value, writer: p.writer })
      .onConflict((c) => c.columns(['key', 'name']).doUpdateSet({ value: p.value, writer: p.writer })),
  )
  const removeState = statement((p: { key: string; name: string }) =>
    query.deleteFrom('user_state').where('key', '=', p.key).where('name', '=', p.name),
  )
  const readMemory = statement((p: { key: string; conversation: string; limit: number }) =>
    query
      .selectFrom('memory')
      .select(['role', 'text'])
      .where('key', '=', p.key)
      .where('conversation', '=', p.conversation)
      .$if(since !== undefined, (q) => q.where('at', '>=', since!))
      .orderBy('id', 'desc')
      // A bare placeholder here makes SQLite prepare the query anew at every run.
      .limit(sql<number>`cast(${p.limit} as integer)`),
  )
  type Remembered = { key: string; conversation: string; at: number; event_id: string | null; tape: string | null }
  const remember = statement((p: Remembered & { role: 'user' | 'assistant'; text: string }) =>
    query.insertInto('memory').values({
      key: p.key,
      conversation: p.conversation,
      role: p.role,
      text: p.text,
      at: p.at,
      event_id: p.event_id,
      tape: p.tape,
    }),
  )
  type Exchange = Remembered & { said: string; answered: string }
  const exchange = statement((p: Exchange) =>
    query.insertInto('memory').values([
      {
        key: p.key,
        conversation: p.conversation,
        role: sql.lit('user'),
        text: p.said,
        at: p.at,
        event_id: p.event_id,
        tape: p.tape,
      },
      {
        key: p.key,
        conversation: p.conversation,
        role: sql.lit('assistant'),
        text: p.answered,
        at: p.at,
        event_id: p.event_id,
        tape: sql.lit(null),
      },
    ]),
  )
  const forget = statement((p: { key: string; conversation: string }) =>
    query.deleteFrom('memory').where('key', '=', p.key).where('conversation', '=', p.conversation),
  )
  // Rows come in the order of their time: what is old stands before the first that is not.
  const prune = statement((p: { before: number }) =>
    query.deleteFrom('memory').where((e) => {
      const kept = e
        .selectFrom('memory as m')
        .select('m.id')
        .where('m.at', '>=', p.before)
        .orderBy('m.id')
        .limit(sql.lit(1))
      return e('id', '<', e.fn.coalesce(kept, sql.lit(Number.MAX_SAFE_INTEGER)))
    }),
  )

  return {
    async state(key: string): Promise<State> {
      const rows = await db.all(readState, { key })
      return Object.fromEntries(rows.map((row) => [row.name, row.value]))
    },
    /** The same with who wrote each value. */
    async stateWithWriters(key: string): Promise<Record<string, StateValue>> {
      const rows = await db.all(readState, { key })
      return Object.fromEntries(rows.map((row) => [row.name, row]))
    },
    /** The last items, oldest first. */
    async memory(key: string, conversation: string, limit: number): Promise<MemoryItem[]> {
      return (await db.all(readMemory, { key, conversation, limit })).reverse()
    },
    ...saidLists(db),
    setSteps: (key: string, set: Readonly<Record<string, StateValue>>): Step[] =>
      Object.entries(set).map(([name, { value, writer }]) => step(writeState, { key, name, value, writer })),
    unsetSteps: (key: string, names: readonly string[]): Step[] =>
      names.map((name) => step(removeState, { key, name })),
    /**
     * `event`: of the chat message that the exchange began with, by which it can be forgotten. `tape`: of its answer. `at`: when its
     * turn was committed, by which the exchange of a turn without a message is found.
     */
    rememberSteps(
      key: string,
      conversation: string,
      items: readonly MemoryItem[],
      {
        event,
        tape,
        at = now(),
      }: { event?: string | undefined; tape?: Tape | undefined; at?: number | undefined } = {},
    ): Step[] {
      const common = { key, conversation, at, event_id: event ?? null, tape: tape ? JSON.stringify(tape) : null }
      const [first, second, ...more] = items
      // What nearly every turn is: one statement costs less than two.
      if (first?.role === 'user' && second?.role === 'assistant' && more.length === 0) {
        return [step(exchange, { ...common, said: first.text, answered: second.text })]
      }
      return items.map((item, n) => step(remember, { ...common, ...item, tape: n === 0 ? common.tape : null }))
    },
    forgetStep: (key: string, conversation: string): Step => step(forget, { key, conversation }),
    /** All that an agent keeps of a person. */
    clearStateStep: (key: string): Step => stepOf(query.deleteFrom('user_state').where('key', '=', key)),
    /** Of all their conversations. */
    clearMemoryStep: (key: string): Step => stepOf(query.deleteFrom('memory').where('key', '=', key)),
    /** Forgets what was said before that time. */
    async prune(before: number): Promise<void> {
      if (db.dialect === 'sqlite') {
        await db.run(prune, { before })
        return
      }
      await weeks.hide('memory', before)
      await weeks.roll('memory', before)
      await sql`delete from memory_other where at < ${before}`.execute(query)
    },
  }
}

function saidLists(db: Database) {
  const since = history(db).since('memory')
  return {
    /** What was said in a while, oldest first; of a long one the last. */
    async saidWithin(key: string, conversation: string, { from, to, limit }: Within): Promise<SaidAt[]> {
      const rows = await db.query
        .selectFrom('memory')
        .select(['role', 'text', 'at'])
        .where('key', '=', key)
        .where('conversation', '=', conversation)
        .where('at', '>=', from)
        .where('at', '<=', to)
        .$if(since !== undefined, (q) => q.where('at', '>=', since!))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.reverse()
    },
  }
}
