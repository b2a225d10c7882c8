import { AppError } from '../../lib/errors.ts'
import type { Payer } from '../../model/budget.ts'
import type { Store } from '../../store/index.ts'
import type { Step } from '../../store/statement.ts'
import type { UsageEntry } from '../../store/usage.ts'
import { sentences } from '../words/index.ts'
import { type AppliedBudget, budgetsOf, endOf, standingOf } from './counters.ts'
import { reachedText } from './refusal.ts'

export interface AnswerBudgetParts {
  store: Store
  /** How many conversations a month the account's plan allows; null: any number. */
  capOf(account: string): Promise<number | null>
}

/** An answer that budgets hold for. */
export interface HeldAnswer {
  payer: Payer
  /** Those that it counts in. */
  budgets: readonly AppliedBudget[]
}

/** The budgets of answers that somebody is held to. The plan's is the widest of them, and holds for owners too. */
async function answerBudgets({ store, capOf }: AnswerBudgetParts, payer: Payer) {
  const cap = await capOf(payer.account)
  if ((await store.budgets.of(payer.account)).length === 0) return { cap, budgets: [] }
  const standing = await standingOf(store, payer)
  const budgets = standing.isExempt ? [] : await budgetsOf(store, payer.account, standing, ['answers'])
  return { cap, budgets }
}

const isMonthOfAccount = ({ scope, period }: AppliedBudget): boolean => scope === 'account' && period === 'month'

/**
 * Counts an answer in its commit, which is void where a budget of it was reached meanwhile. `held` is undefined where nothing limits
 * how many there are.
 */
export async function answerSteps(
  parts: AnswerBudgetParts,
  payer: Payer,
  usage: UsageEntry,
): Promise<{ steps: Step[]; held: HeldAnswer | undefined }> {
  const { store } = parts
  const { cap, budgets } = await answerBudgets(parts, payer)
  const months = [...(cap === null ? [] : [cap]), ...budgets.filter(isMonthOfAccount).map(({ most }) => most)]
  const month = months.length === 0 ? null : Math.min(...months)
  const [ofMonth, ofDay] = store.usage.countSteps(usage, month)
  const others = budgets
    .filter((budget) => !isMonthOfAccount(budget))
    .toSorted((a, b) => (a.scope + a.counter.start < b.scope + b.counter.start ? -1 : 1))
  const ofMonthly = month === null ? [] : [ofAccount(month, month === cap, store.spending.starts().month)]
  const all = [...others, ...ofMonthly]
  const steps = others.map(({ counter, most }) => store.spending.answerStep(payer.account, counter, most))
  return { steps: [ofMonth, ...steps, ofDay], held: all.length === 0 ? undefined : { payer, budgets: all } }
}

/** What the whole account may have in a month, whether its plan says so or a limit that is narrower. */
function ofAccount(most: number, ofPlan: boolean, start: string): AppliedBudget {
  const counter = { scope: 'account', subject: '', start } as const
  return { ...{ scope: 'account', subject: '', unit: 'answers', period: 'month' }, most, ofPlan, counter }
}

/** Why there is no answer for somebody until a time is over: their budget of answers, or the plan's, is used up. */
export async function answerRefusal(
  parts: AnswerBudgetParts,
  payer: Payer,
  now: number,
): Promise<AppError | undefined> {
  const { store } = parts
  const { cap, budgets } = await answerBudgets(parts, payer)
  for (const budget of budgets) {
    const used = (await store.spending.at(payer.account, budget.counter))?.answers ?? 0
    if (used >= budget.most) return budgetReached(budget, now)
  }
  if (cap === null || (await store.usage.thisMonth(payer.account)) < cap) return undefined
  const at = new Date(now)
  const retryAfterMs = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1) - now
  return new AppError('conversation_cap_reached', sentences.capReached, { status: 429, retryAfterMs })
}

function budgetReached(budget: AppliedBudget, now: number): AppError {
  const retryAfterMs = Math.max(0, endOf(budget.period, budget.counter.start) - now)
  return new AppError('budget_reached', reachedText(budget, now), { status: 429, retryAfterMs })
}
