import { expect, it } from 'vitest'
import { createPlanBook } from '../../src/admin/plans.ts'
import type { Plan } from '../../src/model/plan.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import { openHouse } from './support.ts'

const plan = (agents: number): Plan => ({
  agents,
  scenarios: 1,
  webhooks: 1,
  conversationsPerMonth: null,
  requests: { perSecond: 1, burst: 5 },
})

it('knows the plan an account is on, and default for one that has gone', async () => {
  const { store } = await openHouse()
  const book = createPlanBook({ store, plans: { default: plan(1), large: plan(9) } })
  expect(await book.of(firstAccount)).toEqual(plan(1))
  await store.db.batch([store.accounts.updateStep(firstAccount, { plan: 'large' })])
  expect(await book.of(firstAccount)).toEqual(plan(9))
  for (const gone of ['gone', 'constructor']) {
    await store.db.batch([store.accounts.updateStep(firstAccount, { plan: gone })])
    expect(await book.of(firstAccount)).toEqual(plan(1))
  }
})
