import { sql } from 'kysely'
import type { Door } from '../model/message.ts'
import type { Database } from './database.ts'
import { guard, type Step, statement, sum } from './statement.ts'

export interface UsageEntry {
  account: string
  agent: string
  door: Door
  inputTokens: number
  outputTokens: number
}

/** Which usage is asked for. Days are `2026-11-21`, both inclusive. */
export interface UsageFilter {
  account: string
  from: string
  to: string
  agent?: string | undefined
}

/** What was used by one agent through one door on one day. */
export interface UsageRow {
  day: string
  agent: string
  door: Door
  conversations: number
  inputTokens: number
  outputTokens: number
}

/** Agents and doors whose steps are kept. */
const maxCounted = 1000

/** Answered turns, by day and by month (UTC): the month's count is what a plan caps. */
export function usage(db: Database, now: () => number) {
  const { query } = db
  type Day = { account: string; day: string; agent: string; door: string; turns: number; input: number; output: number }
  const addDay = statement((p: Day) =>
    query
      .insertInto('usage')
      .values({
        account: p.account,
        day: p.day,
        agent: p.agent,
        door: p.door,
        turns: p.turns,
        input_tokens: p.input,
        output_tokens: p.output,
      })
      .onConflict((c) =>
        c.columns(['account', 'day', 'agent', 'door']).doUpdateSet({
          turns: sql<number>`usage.turns + excluded.turns`,
          input_tokens: sql<number>`usage.input_tokens + excluded.input_tokens`,
          output_tokens: sql<number>`usage.output_tokens + excluded.output_tokens`,
        }),
      ),
  )
  type Month = { account: string; month: string; turns: number }
  const addMonth = statement((p: Month) =>
    query
      .insertInto('usage_month')
      .values({ account: p.account, month: p.month, turns: p.turns })
      .onConflict((c) =>
        c.columns(['account', 'month']).doUpdateSet({ turns: sql<number>`usage_month.turns + excluded.turns` }),
      ),
  )
  const addMonthUnder = statement((p: Month & { cap: number }) =>
    query
      .insertInto('usage_month')
      .columns(['account', 'month', 'turns'])
      .expression(
        query
          .selectNoFrom((e) => [e.val(p.account).as('account'), e.val(p.month).as('month'), e.val(p.turns).as('turns')])
          .where(sql<boolean>`cast(${p.cap} as integer) > 0`),
      )
      .onConflict((c) =>
        c
          .columns(['account', 'month'])
          .doUpdateSet({ turns: sql<number>`usage_month.turns + excluded.turns` })
          .where('usage_month.turns', '<', p.cap),
      ),
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

  /** Most turns count the same as the one before, and are counted by the same steps. */
  let counted = { day: '', steps: new Map<string, Step[]>() }

  function stepsOf({ account, agent, door, inputTokens, outputTokens }: UsageEntry, day: string): Step[] {
    const ofMonth = { account, month: day.slice(0, 7), turns: 1 }
    const ofDay = { account, day, agent, door, turns: 1, input: inputTokens, output: outputTokens }
    return [sum(addMonth, ofMonth, ['turns']), sum(addDay, ofDay, ['turns', 'input', 'output'])]
  }

  function kept(entry: UsageEntry, day: string): Step[] {
    if (counted.day !== day || counted.steps.size > maxCounted) counted = { day, steps: new Map() }
    const name = `${entry.account}\n${entry.agent}\n${entry.door}`
    let steps = counted.steps.get(name)
    if (!steps) {
      steps = stepsOf(entry, day)
      counted.steps.set(name, steps)
    }
    return steps
  }

  return {
    /**
     * One conversation, counted where its answer is stored. `cap` guards the batch: it is void when the account has had that
     * many this month. Null: no limit.
     */
    countSteps(entry: UsageEntry, cap: number | null): readonly Step[] {
      const day = dayNow()
      const steps = entry.inputTokens + entry.outputTokens === 0 ? kept(entry, day) : stepsOf(entry, day)
      if (cap === null) return steps
      return [guard(addMonthUnder, { account: entry.account, month: day.slice(0, 7), turns: 1, cap }), steps[1]!]
    },
    /** Conversations of the account in the current month. */
    async thisMonth(account: string): Promise<number> {
      return (await db.get(month, { account, month: dayNow().slice(0, 7) }))?.turns ?? 0
    },
    /** The oldest day first. */
    async rows({ account, from, to, agent }: UsageFilter): Promise<UsageRow[]> {
      const rows = await query
        .selectFrom('usage')
        .select(['day', 'agent', 'door', 'turns as conversations'])
        .select(['input_tokens as inputTokens', 'output_tokens as outputTokens'])
        .where('account', '=', account)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .$if(agent !== undefined, (q) => q.where('agent', '=', agent!))
        .orderBy('day')
        .orderBy('agent')
        .orderBy('door')
        .execute()
      return rows as UsageRow[]
    },
  }
}
