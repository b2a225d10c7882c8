import type { ExpressionBuilder } from 'kysely'
import type { Delivery, MemoryItem } from '../model/conversation.ts'
import { orderKey, readOrderKey } from '../model/key.ts'
import type { Suggested, Trace } from '../model/trace.ts'
import type { Wire } from '../model/wire.ts'
import type { Database } from './database.ts'
import type { Tables, TurnTable } from './tables.ts'
import { turnWords } from './turn-words.ts'

/** A turn as it can be explained afterwards. */
export interface TracedTurn {
  id: string
  account: string
  agent: string
  version: number
  /** Empty for a caller who gave none. */
  uid: string
  /** Of the chat message that it answers. */
  event: string | undefined
  status: TurnTable['status']
  interrupted: TurnTable['interrupted']
  /** Where its place would not have the answer as it was. */
  delivery: Delivery | undefined
  /** The calls that showed it on its platform. */
  wire: Wire | undefined
  trace: Trace | undefined
  attempts: number
  /** How many people found the answer good and how many did not. */
  votes: { good: number; bad: number }
  /** What they wrote of it, where they were asked. */
  opinions: string[]
  startedAt: number
  committedAt: number | undefined
}

/** What turns leave behind for those who ask why. */
export function traces(db: Database) {
  const words = turnWords(db)
  const columns = [
    'id',
    'event_id',
    'key',
    'agent',
    'version',
    'status',
    'interrupted',
    'delivery',
    'wire',
    'trace',
    'attempt',
    'started_at',
    'committed_at',
  ] as const
  const turns = () =>
    db.query
      .selectFrom('turn')
      .select(columns)
      .select((e) => [votes(e, 1).as('good'), votes(e, 0).as('bad')])
  const votes = (e: ExpressionBuilder<Tables, 'turn'>, good: number) =>
    e
      .selectFrom('feedback')
      .select((f) => f.fn.countAll<number>().as('votes'))
      .whereRef('feedback.turn', '=', 'turn.id')
      .where('feedback.good', '=', good)

  async function withOpinions(rows: readonly TracedTurn[]): Promise<TracedTurn[]> {
    const voted = rows.filter(({ votes }) => votes.good + votes.bad > 0).map(({ id }) => id)
    if (voted.length === 0) return [...rows]
    const told = await db.query
      .selectFrom('feedback')
      .select(['turn', 'words'])
      .where('turn', 'in', voted)
      .where('words', 'is not', null)
      .orderBy('at')
      .execute()
    return rows.map((row) => ({
      ...row,
      opinions: told.filter(({ turn }) => turn === row.id).map(({ words }) => words!),
    }))
  }

  return {
    async byId(id: string): Promise<TracedTurn | undefined> {
      const row = await turns().where('id', '=', id).executeTakeFirst()
      return row && (await withOpinions([traced(row)]))[0]
    },
    async byIds(ids: readonly string[]): Promise<TracedTurn[]> {
      if (ids.length === 0) return []
      return withOpinions((await turns().where('id', 'in', ids).execute()).map(traced))
    },
    /** The last turns of an agent with people of an account, or with one of them, perhaps in one conversation; newest first. */
    async last(
      {
        account,
        agent,
        uid,
        conversation,
        said = false,
      }: {
        account: string
        agent: string
        uid?: string | undefined
        conversation?: string | undefined
        /** Without those in which a timer went off and the agent had nothing to say. */
        said?: boolean
      },
      limit: number,
    ): Promise<TracedTurn[]> {
      const all = turns()
        .orderBy('started_at', 'desc')
        .limit(limit)
        .$if(said, (q) =>
          q.where((e) =>
            e.or([
              e('event_id', 'is', null),
              e('event_id', 'not like', 'timer:%'),
              e('trace', 'is', null),
              e('trace', 'not like', '%"source":"none"%'),
            ]),
          ),
        )
      const newest =
        conversation === undefined
          ? all
          : all.where('inbox_id', 'in', (e) =>
              e.selectFrom('inbox').select('inbox.id').where('inbox.conversation', '=', conversation),
            )
      const rows =
        uid === undefined
          ? // A range of keys would have all of the agent's turns sorted; a pattern leaves the index by time.
            await newest.where('agent', '=', agent).where('key', 'like', `${agent}/${account}/%`).execute()
          : await newest.where('key', '=', orderKey(account, agent, uid)).execute()
      // An underscore in a pattern is any character.
      return withOpinions(rows.map(traced).filter((turn) => turn.account === account))
    },
    /**
     * What people meant by what no rule recognised: turns in which something was offered and pressed, newest first. `said` tells what
     * they had written: a phrase that the rule or scenario lacks.
     */
    async meant(of: { account: string; agent: string }, limit: number): Promise<(TracedTurn & { meant: Suggested })[]> {
      const rows = await turns()
        .select('pressed')
        .where('agent', '=', of.agent)
        .where('key', 'like', `${of.agent}/${of.account}/%`)
        .where('pressed', 'is not', null)
        .orderBy('started_at', 'desc')
        .limit(limit)
        .execute()
      return rows.flatMap(({ pressed, ...row }) => {
        const turn = traced(row)
        const meant = turn.trace?.suggested?.[pressed!]
        return meant && turn.account === of.account ? [{ ...turn, meant }] : []
      })
    },
    /** What was said in a turn, oldest first, as long as memory is kept. */
    async said(turn: TracedTurn): Promise<MemoryItem[]> {
      const items = (await words(turn)).map(({ role, text }) => ({ role, text }))
      // A reset leaves only what came after it: an opening, before which nobody had said anything.
      const isForgotten = turn.trace?.source !== 'opening' && !items.some(({ role }) => role === 'user')
      return isForgotten ? [] : items
    },
  }
}

type Row = Pick<
  TurnTable,
  | 'id'
  | 'event_id'
  | 'key'
  | 'agent'
  | 'version'
  | 'status'
  | 'interrupted'
  | 'delivery'
  | 'wire'
  | 'trace'
  | 'attempt'
  | 'started_at'
  | 'committed_at'
> & { good: number | null; bad: number | null }

function traced({
  key,
  event_id,
  trace,
  delivery,
  wire,
  attempt,
  good,
  bad,
  started_at,
  committed_at,
  ...row
}: Row): TracedTurn {
  return {
    ...row,
    ...readOrderKey(key),
    event: event_id ?? undefined,
    trace: trace === null ? undefined : JSON.parse(trace),
    delivery: delivery === null ? undefined : JSON.parse(delivery),
    wire: wire === null ? undefined : JSON.parse(wire),
    attempts: attempt,
    opinions: [],
    votes: { good: good ?? 0, bad: bad ?? 0 },
    startedAt: started_at,
    committedAt: committed_at ?? undefined,
  }
}
