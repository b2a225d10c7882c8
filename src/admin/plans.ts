import type { Plan, Plans } from '../model/plan.ts'
import type { Store } from '../store/index.ts'
import * as sentences from './sentences.ts'

export interface PlanBook {
  names: string[]
  /** The plan an account is on. One that is no longer in the book counts as `default`. */
  of(account: string): Promise<Plan>
  /** Whether the account's plan has room for another conversation this month. */
  hasRoom(account: string): Promise<boolean>
  /** 400 `plan_not_found`, 404 `account_not_found`. */
  assign(account: string, plan: string): Promise<void>
}

export function createPlanBook({ store, plans }: { store: Store; plans: Plans }): PlanBook {
  const names = Object.keys(plans)
  async function of(account: string): Promise<Plan> {
    const name = (await store.accounts.get(account))?.plan
    return (name !== undefined && Object.hasOwn(plans, name) && plans[name]) || plans.default
  }
  return {
    names,
    of,
    async hasRoom(account) {
      const { conversationsPerMonth: cap } = await of(account)
      return cap === null || (await store.usage.thisMonth(account)) < cap
    },
    async assign(account, plan) {
      if (!names.includes(plan)) throw sentences.planNotFound(names)
      if (!(await store.accounts.get(account))) throw sentences.accountNotFound()
      await store.accounts.update(account, { plan })
    },
  }
}
