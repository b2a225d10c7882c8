import type { Database } from './database.ts'
import { type OutboxRow, tryForMs } from './outbox.ts'

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
    /** Makes dead calls due, as new ones: one of them, or all of an agent. Those that need a token are left. Returns how many. */
    async resend(which: { id: string } | { agent: string }): Promise<number> {
      const at = now()
      const one = 'id' in which
      const { numUpdatedRows } = await query
        .updateTable('outbox')
        .set({ status: 'open', attempt: 0, next_at: at, until: at + tryForMs, settled_at: null })
        .where('status', '=', 'dead')
        .where('wants_token', '=', 0)
        .where(one ? 'id' : 'agent', '=', one ? which.id : which.agent)
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },
  }
}
