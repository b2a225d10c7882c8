import { AppError } from '../lib/errors.ts'
import type { Texts } from '../lib/language.ts'
import type { PriceBook } from '../lib/price-book.ts'
import type { Budget, BudgetUnit } from '../model/budget.ts'
import type { ModelInfo } from '../ports/llm.ts'
import type { Store } from '../store/index.ts'
import type { SpendingTable } from '../store/tables.ts'
import type { Actor } from './actor.ts'
import type { Audit } from './audit.ts'
import { errors } from './words/index.ts'

export interface BudgetView extends Budget {
  /** Of the current time, with what is reserved; null of a budget of each, which is no one count. */
  used: number | null
}

/** What models have cost in a time. Money is in millionths of the currency. */
export interface CostReport {
  from: string
  to: string
  currency: string
  total: { calls: number; money: number }
  /** Models of which nobody knows the price: what they cost is not in the total. */
  unpriced: string[]
  lines: CostLine[]
}

export interface CostLine {
  /** Where they are told apart by day. */
  day?: string
  agent: string
  model: string
  calls: number
  unpriced: number
  inputTokens: number
  cachedTokens: number
  outputTokens: number
  money: number
}

export interface CostQuery {
  from?: string | undefined
  to?: string | undefined
  byDay?: boolean
}

/** What this month would have come to, had a budget held from its first day. */
export interface WhatIf {
  /** In tokens, or millionths of the currency. */
  was: number
  wouldHaveBeen: number
  /** How many of them were counted, and on how many days, or in how many months, one of them would have come to its end. */
  subjects: number
  reached: number
}

export interface BudgetAdmin {
  readonly currency: string
  list(account: string): Promise<BudgetView[]>
  /**
   * 400 `price_unknown` where it is of money, and an agent that it holds for asks a model of which nobody knows the price; 400
   * `invalid_value` where it is of a tool, and not of money, or nobody has said what a call costs.
   */
  set(budget: Budget, actor: Actor): Promise<void>
  /** 404 `budget_not_found`. */
  remove(budget: Omit<Budget, 'most'>, actor: Actor): Promise<void>
  /** Of this month so far, unless it is told otherwise; days are `2026-11-21`, of UTC, both inclusive. */
  costs(account: string, days?: CostQuery): Promise<CostReport>
  /** 400 `invalid_value` of answers and of minutes, of which no history is kept. */
  whatIf(account: string, budget: Budget): Promise<WhatIf>
}

export interface BudgetAdminParts {
  store: Store
  audit: Audit
  prices: PriceBook
  models: ((id: string) => ModelInfo | undefined) | undefined
}

export function createBudgetAdmin({ store, audit, prices, models }: BudgetAdminParts): BudgetAdmin {
  /** Models that agents ask, and of which nobody knows the price. */
  async function unpricedOf(account: string, { scope, subject }: Budget): Promise<string[]> {
    if (scope === 'tool') return []
    const agents = await store.agents.list(account)
    const held = agents.filter(({ id }) => scope !== 'agent' || subject === '' || subject === id)
    const asked = held.flatMap(({ document: { agent } }) => {
      const { llm, cheaperLlm } = agent.useAIResponse === false ? {} : (agent.llmSettings ?? {})
      return [llm, cheaperLlm].flatMap((id) => (id && models?.(id)?.upstream) || [])
    })
    const nothing = { input: 0, cached: 0, output: 0 }
    return [...new Set(asked)].filter((model) => prices.mostCost(model, nothing) === undefined)
  }

  /** A limit that would never be reached is none. */
  async function toolFault(account: string, { subject, unit }: Budget): Promise<Texts | undefined> {
    if (unit !== 'money') return errors.toolsCostMoney
    const agents = await store.agents.list(account)
    const priced = agents.flatMap(({ document: { tools } }) =>
      Object.entries(tools?.rules ?? {}).flatMap(([name, { price }]) => (price ? [name] : [])),
    )
    const isPriced = subject === '' ? priced.length > 0 : priced.includes(subject)
    return isPriced ? undefined : errors.toolUnpriced(subject)
  }

  return {
    currency: prices.currency,

    async list(account) {
      const starts = store.spending.starts()
      const all = await store.budgets.of(account)
      return Promise.all(
        all.map(async (budget) => {
          const { scope, subject, unit, period } = budget
          if (subject === '' && scope !== 'account') return { ...budget, used: null }
          const row = await store.spending.at(account, { scope, subject, start: starts[period] })
          return { ...budget, used: usedOf(row, unit) }
        }),
      )
    },

    async set(budget, actor) {
      const wrong = budget.scope === 'tool' && (await toolFault(actor.account, budget))
      if (wrong) throw new AppError('invalid_value', wrong)
      const unpriced = budget.unit === 'money' ? await unpricedOf(actor.account, budget) : []
      if (unpriced.length > 0) throw new AppError('price_unknown', errors.priceUnknown(unpriced))
      const summary = `${told(budget)}: ${budget.most}${budget.unit === 'money' ? ` millionths of ${prices.currency}` : ''}`
      const step = store.budgets.setStep(actor.account, budget, actor.author)
      await audit.commit(actor, { action: 'budget.set', agent: agentIn(budget), summary }, [step])
    },

    async remove(budget, actor) {
      const step = store.budgets.removeStep(actor.account, budget)
      const entry = { action: 'budget.remove', agent: agentIn(budget), summary: told(budget) }
      if (!(await audit.commit(actor, entry, [step]))) {
        throw new AppError('budget_not_found', errors.budgetNotFound, { status: 404 })
      }
    },

    async costs(account, days = {}) {
      const { day, month } = store.spending.starts()
      const { from = `${month}-01`, to = day, byDay } = days
      const lines = await store.spending.costs(account, from, to, byDay)
      const total = (of: 'calls' | 'money') => lines.reduce((sum, line) => sum + line[of], 0)
      const unpriced = [...new Set(lines.filter((line) => line.unpriced > 0).map(({ model }) => model))]
      return {
        from,
        to,
        currency: prices.currency,
        total: { calls: total('calls'), money: total('money') },
        unpriced,
        lines,
      }
    },

    async whatIf(account, { scope, subject, unit, period, most }) {
      if (unit === 'answers' || period === 'minute') throw new AppError('invalid_value', errors.noHistory)
      const { month } = store.spending.starts()
      const all = await store.spending.rows(account, scope, month)
      const rows = all
        .filter(({ start }) => (period === 'month' ? start === month : start.length === month.length + 3))
        .filter((row) => subject === '' || row.subject === subject)
      const used = rows.map((row) => row[unit])
      return {
        was: used.reduce((sum, one) => sum + one, 0),
        wouldHaveBeen: used.reduce((sum, one) => sum + Math.min(one, most), 0),
        subjects: new Set(rows.map((row) => row.subject)).size,
        reached: used.filter((one) => one > most).length,
      }
    },
  }
}

function usedOf(row: SpendingTable | undefined, unit: BudgetUnit): number {
  if (!row) return 0
  if (unit === 'answers') return row.answers
  return unit === 'tokens' ? row.tokens + row.held_tokens : row.money + row.held_money
}

const agentIn = ({ scope, subject }: Omit<Budget, 'most'>) =>
  scope === 'agent' && subject !== '' ? subject : undefined

const told = ({ scope, subject, unit, period }: Omit<Budget, 'most'>) =>
  `${unit} a ${period} of ${scope === 'account' ? 'the account' : subject === '' ? `each ${scope}` : `${scope} ${subject}`}`
