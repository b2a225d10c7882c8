import type { Plan, Plans } from '../model/plan.ts'
import type { Store } from '../store/index.ts'
import { keptOfCatalogue } from '../store/kept.ts'

export interface PlanBook {
  names: string[]
  /** The plan an account is on. One that is no longer in the book counts as `default`. */
  of(account: string): Promise<Plan>
  /** How many conversations a month it allows; null: any number. */
  capOf(account: string): Promise<number | null>
}

/** Accounts whose plan is kept. */
const maxKept = 10_000

export function createPlanBook({ store, plans }: { store: Store; plans: Plans }): PlanBook {
  const names = Object.keys(plans)
  const kept = keptOfCatalogue<Plan>(store.db, maxKept)
  const of = (account: string): Promise<Plan> =>
    kept(account, async () => {
      const name = (await store.accounts.get(account))?.plan
      return (name !== undefined && Object.hasOwn(plans, name) && plans[name]) || plans.default
    })
  return { names, of, capOf: async (account) => (await of(account)).conversationsPerMonth }
}
