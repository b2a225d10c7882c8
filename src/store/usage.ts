import { sql } from 'kysely'
import type { Door } from '../model/message.ts'
import type { Database } from './database.ts'
import type { Spending } from './spending/index.ts'
import { type Step, statement, sum } from './statement.ts'

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

/** Answered turns by day (UTC), for whoever looks at them; what budgets are held to stands in `spending/`. */
export function usage(db: Database, now: () => number, spending: Pick<Spending, 'answerStep' | 'at'>) {
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

  /** Most turns count the same as the one before, and are counted by the same step. */
  let counted = { day: '', steps: new Map<string, Step>() }

  function stepOf({ account, agent, door, inputTokens, outputTokens }: UsageEntry, day: string): Step {
    const ofDay = { account, day, agent, door, turns: 1, input: inputTokens, output: outputTokens }
    return sum(addDay, ofDay, ['turns', 'input', 'output'])
  }

  function kept(entry: UsageEntry, day: string): Step {
    if (counted.day !== day || counted.steps.size > maxCounted) counted = { day, steps: new Map() }
    const name = `${entry.account}\n${entry.agent}\n${entry.door}`
    let step = counted.steps.get(name)
    if (!step) {
      step = stepOf(entry, day)
      counted.steps.set(name, step)
    }
    return step
  }

  return {
    /**
     * One conversation, counted where its answer is stored: in the ledger, which `cap` guards, so that the batch is void when the
     * account has had that many this month (null: no limit), and for the day.
     */
    countSteps(entry: UsageEntry, cap: number | null): readonly [Step, Step] {
      const day = dayNow()
      const ofDay = entry.inputTokens + entry.outputTokens === 0 ? kept(entry, day) : stepOf(entry, day)
      return [spending.answerStep(entry.account, monthOf(day), cap ?? undefined), ofDay]
    },
    /** Conversations of the account in the current month. */
    async thisMonth(account: string): Promise<number> {
      return (await spending.at(account, monthOf(dayNow())))?.answers ?? 0
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

const monthOf = (day: string) => ({ scope: 'account', subject: '', start: day.slice(0, 7) }) as const
