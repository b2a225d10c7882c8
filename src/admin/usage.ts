import { z } from 'zod'
import { faultsOf } from '../lib/faults.ts'
import type { Store } from '../store/index.ts'
import type { UsageRow } from '../store/usage.ts'
import type { FirstTexts, UsageOf } from '../store/usage-behind.ts'
import type { PlanBook } from './plans.ts'
import * as sentences from './sentences.ts'

const columns = ['day', 'agent', 'door'] as const
type Column = (typeof columns)[number]

const daySchema = z.iso.date('must be a date, YYYY-MM-DD')

/** What usage is asked for. Days are of UTC, both inclusive. */
export const usageQuerySchema = z.strictObject({
  from: daySchema.optional(),
  to: daySchema.optional(),
  agent: z.string().optional(),
  by: z.string().optional(),
})

export interface UsageReport {
  from: string
  to: string
  plan: { name: string; conversationsPerMonth: number | null; conversationsThisMonth: number }
  total: Amounts
  /** One for each day, agent and door that it is told apart by. */
  usage: UsageLine[]
}

export interface Amounts {
  conversations: number
  inputTokens: number
  outputTokens: number
}

export type UsageLine = Partial<Pick<UsageRow, Column>> & Amounts

export interface UsageAdmin {
  /**
   * What an account has used. `query` is `{from?, to?, agent?, by?}`: from the first of this month until today unless it says
   * otherwise, and told apart by whatever of `day`, `agent` and `door` is named in `by` (`day,agent`), or by all. 400
   * `invalid_request`, 404 `account_not_found`.
   */
  report(account: string, query: unknown): Promise<UsageReport>
  /** Whom, or where, agents answered most in a month (`2026-11`; without it, in this one), a second or two behind. */
  most(of: 'person' | 'place', account: string, query: MonthQuery): Promise<MostReport>
  /** How soon the first words of models were there, by day. */
  firstTexts(
    account: string,
    query: { [Name in keyof Days]?: string | undefined },
  ): Promise<Days & { days: FirstTexts[] }>
}

interface MonthQuery {
  month?: string | undefined
  agent?: string | undefined
  limit: number
}

export interface MostReport {
  month: string
  /** How many there are in all. */
  total: number
  items: UsageOf[]
}

interface Days {
  from: string
  to: string
}

export function createUsageAdmin(parts: { store: Store; plans: PlanBook; now: () => number }): UsageAdmin {
  const { store, plans, now } = parts

  /** From the first of this month until today, unless it is told otherwise. */
  function daysOf({ from, to }: { [Name in keyof Days]?: string | undefined }): Days {
    const today = new Date(now()).toISOString().slice(0, 10)
    const days = { from: from ?? `${today.slice(0, 8)}01`, to: to ?? today }
    if (days.from > days.to) {
      throw sentences.invalidRequest([{ path: 'from', message: `must not be later than ${days.to}` }])
    }
    return days
  }

  return {
    async most(of, account, { month = new Date(now()).toISOString().slice(0, 7), agent, limit }) {
      const which = { account, agent, at: Date.parse(`${month}-01`) }
      return { month, ...(await store.usageBehind.most(of, which, limit)) }
    },
    async firstTexts(account, query) {
      const days = daysOf(query)
      return { ...days, days: await store.usageBehind.firstTexts({ account, ...days }) }
    },
    async report(account, query) {
      const { agent, by, ...which } = readQuery(query)
      const { from, to } = daysOf(which)
      const owner = await store.accounts.get(account)
      if (!owner) throw sentences.accountNotFound()
      const rows = await store.usage.rows({ account, from, to, agent })
      const { conversationsPerMonth } = await plans.of(account)
      const conversationsThisMonth = await store.usage.thisMonth(account)
      return {
        from,
        to,
        plan: { name: owner.plan, conversationsPerMonth, conversationsThisMonth },
        total: rows.reduce(plus, nothing),
        usage: grouped(rows, by),
      }
    },
  }
}

function readQuery(query: unknown) {
  const parsed = usageQuerySchema.safeParse(query)
  if (!parsed.success) throw sentences.invalidRequest(faultsOf(usageQuerySchema, query, parsed.error.issues))
  const { by, ...rest } = parsed.data
  const wanted = by === undefined ? columns : by.split(',')
  const unknown = wanted.some((column) => !columns.includes(column as Column))
  if (unknown) throw sentences.invalidRequest([{ path: 'by', message: `must be of ${columns.join(', ')}` }])
  return { ...rest, by: columns.filter((column) => wanted.includes(column)) }
}

const nothing: Amounts = { conversations: 0, inputTokens: 0, outputTokens: 0 }

function plus(a: Amounts, b: Amounts): Amounts {
  return {
    conversations: a.conversations + b.conversations,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  }
}

function grouped(rows: readonly UsageRow[], by: readonly Column[]): UsageLine[] {
  const lines = new Map<string, UsageLine>()
  for (const row of rows) {
    const parts = Object.fromEntries(by.map((column) => [column, row[column]]))
    const name = JSON.stringify(parts)
    lines.set(name, { ...parts, ...plus(lines.get(name) ?? nothing, row) })
  }
  return [...lines.values()]
}
