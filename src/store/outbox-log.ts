import { sql } from 'kysely'
import type { Database } from './database.ts'
import { type OutboxRow, tryForMs } from './outbox.ts'
import { type Step, stepOf } from './statement.ts'
import { currentTime } from './time.ts'

const summaryColumns = [
  'id',
  'agent',
  'webhook',
  'status',
  'attempt',
  'outcome',
  'wants_token',
  'next_at',
  'created_at',
  'settled_at',
] as const
export type CallSummary = Pick<OutboxRow, (typeof summaryColumns)[number]>

export interface WebhookSummary {
  webhook: string
  open: number
  dead: number
  /** Of the last call of which one is known. */
  outcome: string | null
  settled_at: number | null
}

/** What admins see of the outbox, and what they may do there. */
export function outboxLog(db: Database, now: () => number) {
  const { query } = db
  return {
    /** The calls of an agent, newest first, without what they say. */
    async log(agent: string, options: { dead: boolean; limit: number }): Promise<CallSummary[]> {
      const calls = query.selectFrom('outbox').select(summaryColumns).where('agent', '=', agent)
      return (options.dead ? calls.where('status', '=', 'dead') : calls)
        .orderBy('n', 'desc')
        .limit(options.limit)
        .execute()
    },
    /** For each webhook of an agent that was ever called after a turn: its last settled or failed call, and what waits. */
    async summaries(agent: string): Promise<WebhookSummary[]> {
      const counted = query
        .selectFrom('outbox')
        .select((e) => [
          'webhook',
          e.fn.max('n').filterWhere('outcome', 'is not', null).as('last'),
          e.fn.countAll<number>().filterWhere('status', '=', 'open').as('open'),
          e.fn.countAll<number>().filterWhere('status', '=', 'dead').as('dead'),
        ])
        .where('agent', '=', agent)
        .groupBy('webhook')
      return query
        .selectFrom(counted.as('counted'))
        .leftJoin('outbox', 'outbox.n', 'counted.last')
        .select(['counted.webhook', 'counted.open', 'counted.dead', 'outbox.outcome', 'outbox.settled_at'])
        .execute()
    },
    async byId(id: string): Promise<CallSummary | undefined> {
      return query.selectFrom('outbox').select(summaryColumns).where('id', '=', id).executeTakeFirst()
    },
    /** How many dead calls of an agent can be sent again, and how many cannot because they need a token. */
    async dead(agent: string): Promise<{ able: number; left: number }> {
      const counts = await query
        .selectFrom('outbox')
        .select((e) => [
          e.fn.countAll<number>().filterWhere('wants_token', '=', 0).as('able'),
          e.fn.countAll<number>().filterWhere('wants_token', '=', 1).as('left'),
        ])
        .where('agent', '=', agent)
        .where('status', '=', 'dead')
        .executeTakeFirst()
      return counts ?? { able: 0, left: 0 }
    },
    /** Makes dead calls due, as new ones: one of them, or all of an agent. Those that need a token are left. A guard: void without any. */
    resendStep(which: { id: string } | { agent: string }): Step {
      const at = currentTime(db, now())
      const until = sql<number>`${at} + cast(${tryForMs} as bigint)`
      const one = 'id' in which
      const update = query
        .updateTable('outbox')
        .set({ status: 'open', attempt: 0, next_at: at, until, settled_at: null })
        .where('status', '=', 'dead')
        .where('wants_token', '=', 0)
        .where(one ? 'id' : 'agent', '=', one ? which.id : which.agent)
      return stepOf(update, { guard: true })
    },
  }
}
