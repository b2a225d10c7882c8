import { sql } from 'kysely'
import type { Door } from '../model/message.ts'
import type { Database } from './database.ts'
import { type Step, statement, step } from './statement.ts'

export interface UsageEntry {
  account: string
  agent: string
  door: Door
  inputTokens: number
  outputTokens: number
}

/** Answered turns, by day and by month (UTC): the month's count is what a plan caps. */
export function usage(db: Database, now: () => number) {
  const { query } = db
  type Day = { account: string; day: string; agent: string; door: string; input: number; output: number }
  const addDay = statement((p: Day) =>
    query
      .insertInto('usage')
      .values({
        account: p.account,
        day: p.day,
        agent: p.agent,
        door: p.door,
        turns: 1,
        input_tokens: p.input,
        output_tokens: p.output,
      })
      .onConflict((c) =>
        c.columns(['account', 'day', 'agent', 'door']).doUpdateSet({
          turns: sql<number>`usage.turns + 1`,
          input_tokens: sql<number>`usage.input_tokens + excluded.input_tokens`,
          output_tokens: sql<number>`usage.output_tokens + excluded.output_tokens`,
        }),
      ),
  )
  const addMonth = statement((p: { account: string; month: string }) =>
    query
      .insertInto('usage_month')
      .values({ account: p.account, month: p.month, turns: 1 })
      .onConflict((c) => c.columns(['account', 'month']).doUpdateSet({ turns: sql<number>`usage_month.turns + 1` })),
  )
  const month = statement((p: { account: string; month: string }) =>
    query.selectFrom('usage_month').select('turns').where('account', '=', p.account).where('month', '=', p.month),
  )
  // The day changes once in 86,400,000 calls' worth of milliseconds; formatting it for each turn would cost more than its row.
  let today = { until: 0, day: '' }
  const dayNow = (): string => {
    const at = now()
    if (at >= today.until) {
      const start = at - (at % 86_400_000)
      today = { until: start + 86_400_000, day: new Date(start).toISOString().slice(0, 10) }
    }
    return today.day
  }

  return {
    /** One conversation, counted where its answer is stored. */
    countSteps(entry: UsageEntry): Step[] {
      const day = dayNow()
      return [
        step(addDay, {
          account: entry.account,
          day,
          agent: entry.agent,
          door: entry.door,
          input: entry.inputTokens,
          output: entry.outputTokens,
        }),
        step(addMonth, { account: entry.account, month: day.slice(0, 7) }),
      ]
    },
    /** Conversations of the account in the current month. */
    async thisMonth(account: string): Promise<number> {
      return (await db.get(month, { account, month: dayNow().slice(0, 7) }))?.turns ?? 0
    },
  }
}
