import {
  type Budget,
  type BudgetPeriod,
  type BudgetScope,
  type BudgetUnit,
  budgetScopes,
  type Payer,
} from '../../model/budget.ts'
import { waitingDoors } from '../../model/message.ts'
import type { Store } from '../../store/index.ts'
import type { CappedCounter, Counter } from '../../store/spending/index.ts'

/** A budget that a payer is held to, and where it is counted. */
export interface AppliedBudget extends Budget {
  counter: Counter
  /** The plan of the account says so. */
  ofPlan?: boolean
}

/** Whom budgets see in a payer. */
export interface PayerStanding {
  /** Budgets never keep an owner out, so that somebody can always change them; what they use is counted. */
  isExempt: boolean
  subjects: Partial<Record<BudgetScope, string>>
}

/** Only who talks in a chat is known for who they are: what callers over HTTP say of themselves lets them off nothing. */
export async function standingOf(store: Store, payer: Payer): Promise<PayerStanding> {
  const { account, agent, uid, door, origin = {}, tool } = payer
  const isKnown = !waitingDoors.includes(door) && uid !== undefined
  const roles = isKnown ? await store.roles.of(account, uid) : []
  const isAdmin = roles.some(({ role }) => role === 'admin' || role === 'owner')
  return {
    isExempt: roles.some(({ role, agent: of }) => role === 'owner' && of === ''),
    subjects: {
      account: '',
      agent,
      ...(uid !== undefined && { person: uid }),
      ...(isKnown && { role: isAdmin ? 'admin' : origin.guest ? 'guest' : 'member' }),
      ...(origin.channel !== undefined && { channel: origin.channel }),
      ...(origin.server !== undefined && { server: origin.server }),
      ...(origin.key !== undefined && { key: origin.key }),
      ...(tool !== undefined && { tool }),
    },
  }
}

/** The budgets of an account that hold for these, the narrowest first. One with a name goes before that of each. */
export async function budgetsOf(
  store: Store,
  account: string,
  { subjects }: PayerStanding,
  units: readonly BudgetUnit[],
): Promise<AppliedBudget[]> {
  const all = await store.budgets.of(account)
  if (all.length === 0) return []
  const starts = store.spending.starts()
  const isNamed = (one: Budget) =>
    all.some(
      ({ scope, subject, unit, period }) =>
        scope === one.scope && unit === one.unit && period === one.period && subject === subjects[one.scope],
    )
  return all
    .filter((one) => units.includes(one.unit) && subjects[one.scope] !== undefined)
    .filter((one) =>
      one.subject === '' ? one.scope === 'account' || !isNamed(one) : one.subject === subjects[one.scope],
    )
    .map((one) => ({
      ...one,
      counter: { scope: one.scope, subject: subjects[one.scope]!, start: starts[one.period] },
    }))
    .sort((a, b) => budgetScopes.indexOf(a.scope) - budgetScopes.indexOf(b.scope))
}

/** Where a call is counted, whether anything limits it or not: a budget that is set at noon knows of the morning. */
export function countersOf(
  { subjects }: PayerStanding,
  starts: Readonly<Record<BudgetPeriod, string>>,
  budgets: readonly AppliedBudget[],
): Counter[] {
  const always = Object.entries(subjects).flatMap(([scope, subject]) =>
    [starts.day, starts.month].map((start) => ({ scope: scope as BudgetScope, subject, start })),
  )
  const minutes = budgets.filter(({ period }) => period === 'minute').map(({ counter }) => counter)
  const minute = new Map(minutes.map((counter) => [counter.scope, counter]))
  return [...always, ...minute.values()]
}

/** What may come to be in each count; of two budgets of the same, the smaller. */
export function cappedCounters(budgets: readonly AppliedBudget[]): CappedCounter[] {
  const capped = new Map<string, CappedCounter>()
  for (const { counter, unit, most } of budgets) {
    const name = `${counter.scope} ${counter.start}`
    const one = capped.get(name) ?? { ...counter }
    if (unit !== 'answers') one[unit] = Math.min(one[unit] ?? most, most)
    capped.set(name, one)
  }
  return [...capped.values()]
}

/** When the time ends that a budget is for. */
export function endOf(period: BudgetPeriod, start: string): number {
  if (period === 'minute') return Date.parse(`${start}:00Z`) + 60_000
  const day = new Date(`${start.padEnd(10, '-01')}T00:00Z`)
  if (period === 'day') return day.getTime() + 86_400_000
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1)
}
