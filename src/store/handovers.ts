import { sql } from 'kysely'
import type { AskedHandover, HandoverEnd, HandoverState } from '../model/handover.ts'
import { keysOfAgent, readOrderKey } from '../model/key.ts'
import type { Database } from './database.ts'
import { keptOfCatalogue } from './kept.ts'
import { type Step, statement, step, stepOf } from './statement.ts'
import type { HandoverTable } from './tables.ts'

export type Handover = HandoverTable

/** Where the person is answered who is asked. */
export interface AskedOf {
  key: string
  conversation: string
  turn: string
  context: string
}

const open = ['agreed', 'waiting', 'taken'] as const

export interface RecentHandovers {
  /** Behind this one. */
  before?: { at: number; id: string } | undefined
  states?: readonly HandoverState[] | undefined
  limit: number
}

/**
 * Conversations that are handed to people. A row goes from one state to the next by a guarded write, in the batch that puts into the
 * inbox what is to be said of it: so whoever comes second changes nothing, and nothing is said twice.
 */
export function handovers(db: Database, now: () => number) {
  const { query } = db
  const insert = statement((p: AskedHandover & AskedOf & { at: number }) =>
    query
      .insertInto('handover')
      .values({
        ...{ id: p.id, key: p.key, conversation: p.conversation, turn: p.turn, why: p.why, context: p.context },
        ...{ summary: p.summary, transcript: p.transcript, asked_at: p.at, state: 'asked' },
      })
      .onConflict((c) => c.column('id').doNothing()),
  )
  const byId = statement((p: { id: string }) => query.selectFrom('handover').selectAll().where('id', '=', p.id))
  const isOpen = sql.join(open.map((state) => sql.lit(state)))
  const inPlaces = statement((p: { first: string; second: string; third: string; conversation: string }) =>
    query
      .selectFrom('handover')
      .selectAll()
      .where((e) =>
        e.or([
          e.and([e('conversation', '=', p.conversation), sql<boolean>`state in (${isOpen})`]),
          e.and([e('thread', 'in', [p.first, p.second, p.third]), e('state', '<>', sql.lit('asked'))]),
        ]),
      ),
  )
  const anyOne = statement(() => query.selectFrom('handover').select('id').limit(1))
  const kept = keptOfCatalogue<boolean>(db, 1)
  /** Whether there was ever one: most never hand anybody over, and each message asks. */
  const isUsed = () => kept('any', async () => (await db.get(anyOne, {})) !== undefined)
  /** A guard: void where it is in none of these states any more. */
  const moveStep = (
    id: string,
    from: readonly HandoverState[],
    set: Partial<HandoverTable> & { state: HandoverState },
  ): Step =>
    stepOf(query.updateTable('handover').set(set).where('id', '=', id).where('state', 'in', from), { guard: true })

  return {
    askStep: (asked: AskedHandover, at: AskedOf): Step => step(insert, { ...asked, ...at, at: now() }),
    async byId(id: string): Promise<Handover | undefined> {
      return db.get(byId, { id })
    },
    /** Those that are open of a conversation, and those whose team talks in one of these places. */
    async inPlaces(places: readonly string[], conversation: string): Promise<Handover[]> {
      if (!(await isUsed())) return []
      const [first = conversation, second = first, third = second, ...more] = places
      const found = await db.all(inPlaces, { first, second, third, conversation })
      return more.length === 0 ? found : [...found, ...(await this.inPlaces(more, conversation))]
    },
    agreeStep: (id: string, at: { team: string; remindAt: number }): Step =>
      moveStep(id, ['asked'], {
        ...{ state: 'agreed', team: at.team, waiting_at: now(), remind_at: at.remindAt },
      }),
    /** The card is there: from now on what is said in its thread belongs to it. */
    postedStep: (id: string, thread: { place: string; team: string }, card: string): Step =>
      stepOf(
        query
          .updateTable('handover')
          .set({ thread: thread.place, team: thread.team, card, state: 'waiting' })
          .where('id', '=', id)
          .where('state', '=', 'agreed'),
      ),
    takeStep: (id: string, by: { uid: string; name: string }): Step =>
      moveStep(id, ['waiting'], {
        ...{ state: 'taken', taken_by: by.uid, taken_name: by.name, taken_at: now(), remind_at: null },
      }),
    closeStep: (id: string, from: readonly HandoverState[], ended: HandoverEnd): Step =>
      moveStep(id, from, { state: 'closed', ended, closed_at: now(), remind_at: null }),
    /** A guard: void where nobody talks there any more. */
    stillStep: (id: string): Step =>
      stepOf(
        query
          .updateTable('handover')
          .set((e) => ({ asked_at: e.ref('asked_at') }))
          .where('id', '=', id)
          .where('state', 'in', [...open]),
        { guard: true },
      ),
    /** Those who have waited in vain for as long as they were to. */
    async overdue(limit: number): Promise<Handover[]> {
      return query
        .selectFrom('handover')
        .selectAll()
        .where('state', '=', 'waiting')
        .where('remind_at', '<=', now())
        .orderBy('remind_at')
        .limit(limit)
        .execute()
    },
    /** A guard: void where somebody has told them already, or has come. */
    remindedStep: ({ id, remind_at }: Handover, next: number): Step =>
      stepOf(
        query
          .updateTable('handover')
          .set({ remind_at: next })
          .where('id', '=', id)
          .where('state', '=', 'waiting')
          .where('remind_at', '=', remind_at),
        { guard: true },
      ),
    ...handoverLists(db),
    forgetStep: (key: string): Step => stepOf(query.deleteFrom('handover').where('key', '=', key)),
    forgetAgentStep(agent: string): Step {
      const keys = keysOfAgent(agent)
      return stepOf(query.deleteFrom('handover').where('key', '>=', keys.from).where('key', '<', keys.to))
    },
    /** What was asked so long ago is answered, or nobody is asked any more. */
    async prune(before: number): Promise<void> {
      await query
        .deleteFrom('handover')
        .where('asked_at', '<', before)
        .where('state', 'in', ['asked', 'closed'])
        .execute()
    },
  }
}

/** Several of them at once. */
function handoverLists({ query }: Database) {
  return {
    /** Of an agent's people in one account, the newest first. */
    async list(account: string, agent: string, limit: number, state?: HandoverState): Promise<Handover[]> {
      const { to } = keysOfAgent(`${agent}/${account}`)
      return query
        .selectFrom('handover')
        .selectAll()
        .where('key', '>=', `${agent}/${account}/`)
        .where('key', '<', to)
        .where('state', '<>', 'asked')
        .$if(state !== undefined, (q) => q.where('state', '=', state!))
        .orderBy('asked_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute()
    },
    /** Of everybody, the newest first: those that are told of by their account alone are picked by whoever asks. */
    async recent({ before, states, limit }: RecentHandovers): Promise<Handover[]> {
      return query
        .selectFrom('handover')
        .selectAll()
        .where('state', '<>', 'asked')
        .$if(states !== undefined, (q) => q.where('state', 'in', [...states!]))
        .$if(before !== undefined, (q) =>
          q
            .where('asked_at', '<=', before!.at)
            .where((e) => e.or([e('asked_at', '<', before!.at), e('id', '>', before!.id)])),
        )
        .orderBy('asked_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute()
    },
    /** Those of an account whose cards are there, the oldest first. */
    async openOf(account: string): Promise<Handover[]> {
      const rows = await query
        .selectFrom('handover')
        .selectAll()
        .where('state', 'in', ['waiting', 'taken'])
        .orderBy('asked_at')
        .execute()
      return rows.filter(({ key }) => readOrderKey(key).account === account)
    },
    /** Whose team talks in a place that is gone. */
    async openIn(place: string): Promise<Handover[]> {
      return query
        .selectFrom('handover')
        .selectAll()
        .where('state', 'in', [...open])
        .where('thread', 'is not', null)
        .where((e) =>
          e.or([
            e('thread', '=', place),
            sql<boolean>`substr(thread, 1, ${sql.lit(place.length + 1)}) in (${`${place}:`}, ${`${place};`})`,
          ]),
        )
        .execute()
    },
  }
}
