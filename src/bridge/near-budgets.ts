import { nearNote } from '../admin/commands/budgets.ts'
import type { Admin } from '../admin/index.ts'
import type { Log } from '../lib/log.ts'
import type { Store } from '../store/index.ts'
import type { AppliedBudget } from '../turns/spending/counters.ts'
import type { OwnerNotes } from './owners.ts'

/** Of a hundred, when the owners are told, each once in the time of a budget. */
const marks = [100, 80] as const

export interface NearBudgetsParts {
  store: Store
  admin: Pick<Admin, 'budgets' | 'platforms'>
  owners: OwnerNotes
  /** Called with the account in which something happened that others may be told of. */
  onEvents?: (account: string) => void
  log: Log
}

/**
 * Tells the owners when a budget of a day or a month is nearly, or wholly, used, in whichever process that is seen first. Nobody waits
 * for it.
 */
export function createNearBudgets({ store, admin, owners, onEvents, log }: NearBudgetsParts) {
  async function look(account: string, budget: AppliedBudget): Promise<void> {
    const { counter, unit, most, period } = budget
    if (period === 'minute') return
    const row = await store.spending.at(account, counter)
    const used = row?.[unit] ?? 0
    const percent = marks.find((one) => used * 100 >= most * one)
    if (percent === undefined || (await owners.waits(account, () => look(account, budget)))) return
    // Whose budget it is may say who somebody is, or where they are; an agent is nobody.
    const whose = counter.scope === 'agent' && { agent: counter.subject }
    const data = { scope: counter.scope, ...whose, unit, period, most, used, percent }
    const told = await store.events.steps({ account, type: 'budget.reached', key: '', data })
    if (!(await store.spending.tellOnce(account, counter, { unit, percent }, told))) return
    onEvents?.(account)
    await owners.tell(account, async () => nearNote(admin, { ...budget, subject: counter.subject }, used))
  }

  return (account: string, budgets: readonly AppliedBudget[]): void => {
    for (const budget of budgets) {
      look(account, budget).catch((err) => log.warn({ err }, 'owners could not be told how much of a limit is used'))
    }
  }
}
