import { randomUUID } from 'node:crypto'
import type { Payer } from '../../model/budget.ts'
import { OverBudget } from '../../ports/spending.ts'
import type { Store } from '../../store/index.ts'
import type { CallCost, Hold } from '../../store/spending/index.ts'
import { sentences } from '../words/index.ts'
import { type AppliedBudget, budgetsOf, cappedCounters, countersOf, endOf, standingOf } from './counters.ts'
import { reachedText } from './refusal.ts'

export interface ReserveParts {
  store: Store
  /** After so long a call that has not come to its end was that of a process that died. */
  holdMs: number
  now: () => number
  log: Record<'warn' | 'error', (about: object, text: string) => void>
  /** Called with the budgets that a call has used of. */
  onSpent?: (payer: Payer, budgets: readonly AppliedBudget[]) => void
}

/** The most that a call can use. `money` is undefined where nobody knows the price. */
export interface MostOfCall {
  model: string
  tokens: number
  money: number | undefined
}

/** A call as it was reserved, or, where nothing limits it, only as it is to be counted. */
export interface Reserved {
  payer: Payer
  hold: Hold
  isHeld: boolean
  budgets: readonly AppliedBudget[]
}

/** Of the tries to reserve: whoever was refused finds room that somebody gave back meanwhile. */
const maxTries = 3

/** Holds room for calls in the budgets of whoever pays, and counts afterwards what they did cost. */
export function createReserve({ store, holdMs, now, log, onSpent }: ReserveParts) {
  /** Throws `OverBudget` where there is no room. */
  async function reserve(payer: Payer, { model, tokens, money }: MostOfCall): Promise<Reserved> {
    const standing = await standingOf(store, payer)
    const budgets = await budgetsOf(store, payer.account, standing, ['tokens', 'money'])
    const caps = cappedCounters(budgets)
    const hold: Hold = {
      id: randomUUID(),
      account: payer.account,
      agent: payer.agent,
      model,
      tokens,
      money: money ?? 0,
      held: caps.map(({ scope, subject, start }) => ({ scope, subject, start })),
      counted: countersOf(standing, store.spending.starts(), budgets),
    }
    const reserved = { payer, hold, budgets }
    if (budgets.length === 0 || standing.isExempt) return { ...reserved, isHeld: false }
    if (money === undefined && budgets.some(({ unit }) => unit === 'money')) {
      log.warn({ model }, 'a model was not asked: a limit in money holds, and models.yaml does not say what it costs')
      throw new OverBudget(sentences.priceUnknown(model), 60_000)
    }
    for (let left = maxTries; left > 0; left--) {
      if (await store.spending.reserve(hold, caps, now() + holdMs)) return { ...reserved, isHeld: true }
      const full = await reachedOf(hold, budgets)
      if (full) throw new OverBudget(reachedText(full, now()), endOf(full.period, full.counter.start) - now())
    }
    const [narrowest] = budgets as [AppliedBudget]
    throw new OverBudget(reachedText(narrowest, now()), 1000)
  }

  /** The narrowest budget that has no room for it. */
  async function reachedOf({ tokens, money, account }: Hold, budgets: readonly AppliedBudget[]) {
    for (const budget of budgets) {
      const row = await store.spending.at(account, budget.counter)
      const used =
        budget.unit === 'tokens'
          ? (row?.tokens ?? 0) + (row?.held_tokens ?? 0)
          : (row?.money ?? 0) + (row?.held_money ?? 0)
      if (used + (budget.unit === 'tokens' ? tokens : money) > budget.most) return budget
    }
    return undefined
  }

  /** Without a cost the call was never made. */
  async function settle({ payer, hold, isHeld, budgets }: Reserved, cost: CallCost | undefined): Promise<void> {
    try {
      if (isHeld) await (cost ? store.spending.settle(hold, cost) : store.spending.release(hold))
      else if (cost) await store.spending.charge(hold, cost)
      if (cost && budgets.length > 0) onSpent?.(payer, budgets)
    } catch (err) {
      // What is held stays so until it is put away as that of a process that died: nothing is spent twice.
      log.error({ err, model: hold.model }, 'what a call of a model has cost could not be counted')
    }
  }

  return { reserve, settle }
}
