import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../src/lib/log.ts'
import type { Budget, Payer } from '../../src/model/budget.ts'
import { OverBudget } from '../../src/ports/spending.ts'
import type { ToolOutcome } from '../../src/ports/tools.ts'
import { firstAccount as account } from '../../src/store/accounts.ts'
import { createStore } from '../../src/store/index.ts'
import { paidBy } from '../../src/turns/spending/meter.ts'
import { createToolPayment } from '../../src/turns/spending/tools.ts'
import { openDatabase } from '../support/database.ts'
import { extent } from '../support/extent.ts'
import { tempFolder } from '../support/temp-folder.ts'

const noon = Date.parse('2026-11-22T12:00:00Z')
const ben: Payer = { account, agent: 'demo', uid: 'slack_T_BEN', door: 'slack' }
const half = 500_000
const ofTool: Omit<Budget, 'most'> = { scope: 'tool', subject: 'desk_order', unit: 'money', period: 'day' }

/** A desk on several processes' connections, where the database can be several processes'. */
async function setup({ stores: count = 1 } = {}) {
  const folder = tempFolder()
  const open = async () => {
    const db = await openDatabase(folder)
    onTestFinished(() => db.close())
    return createStore(db, () => noon)
  }
  const stores = [await open()]
  if (stores[0]!.db.dialect === 'postgres') for (let i = 1; i < count; i++) stores.push(await open())
  const told: string[] = []
  const pays = stores.map((store) =>
    createToolPayment({
      store,
      holdMs: 60_000,
      now: () => noon,
      log: createLog('silent'),
      onSpent: (_, budgets) => told.push(...budgets.map(({ scope }) => scope)),
    }),
  )
  let made = 0
  const order = (given: ToolOutcome | Error = { outcome: 'done', text: '{}' }, { tool = 'desk_order', at = 0 } = {}) =>
    paidBy(ben, () =>
      pays[at % pays.length]!(tool, 0.5, async () => {
        made++
        if (given instanceof Error) throw given
        return given
      }),
    )
  const store = stores[0]!
  const limit = (budget: Omit<Budget, 'most'>, most: number) =>
    store.db.batch([store.budgets.setStep(account, { ...budget, most }, 'cli')])
  const spent = async (scope: Budget['scope'], subject: string) =>
    (await store.spending.at(account, { scope, subject, start: '2026-11-22' }))?.money ?? 0
  return { order, limit, spent, store, told, made: () => made }
}

const refused = (call: Promise<unknown>) =>
  call.then(
    () => 'made',
    (error: unknown) => {
      if (!(error instanceof OverBudget)) throw error
      return error.say.en
    },
  )

it('what a call costs counts for its tool, its agent, its person and the account, and stands among what models have cost', async () => {
  const { order, spent, store } = await setup()
  await order()
  for (const [scope, subject] of [
    ['tool', 'desk_order'],
    ['agent', 'demo'],
    ['person', ben.uid!],
    ['account', ''],
  ] as const)
    expect(await spent(scope, subject)).toBe(half)
  expect(await store.spending.costs(account, '2026-11-01', '2026-11-30')).toMatchObject([
    { agent: 'demo', model: 'tool:desk_order', calls: 1, unpriced: 0, money: half },
  ])
})

it('however many are called at once, in however many processes, no more is spent than there is', async () => {
  const { order, limit, spent, made } = await setup({ stores: 3 })
  await limit(ofTool, 3 * half)
  const times = extent({ usual: 24, full: 64 })
  const all = await Promise.all(Array.from({ length: times }, (_, at) => refused(order(undefined, { at }))))
  expect(all.filter((one) => one === 'made')).toHaveLength(3)
  expect(made()).toBe(3)
  expect(await spent('tool', 'desk_order')).toBe(3 * half)
  expect(all.find((one) => one !== 'made')).toBe(
    'What may be spent on that tool is used up for now. I can answer again from 2026-11-23 00:00 UTC on.',
  )
  // Others have room.
  expect(await refused(order(undefined, { tool: 'desk_look' }))).toBe('made')
})

it('a limit in money of a person or an agent holds for what tools cost too, and a limit in tokens for none of it', async () => {
  const { order, limit, told } = await setup()
  await limit({ scope: 'person', subject: '', unit: 'tokens', period: 'day' }, 0)
  expect(await refused(order())).toBe('made')
  await limit({ scope: 'person', subject: '', unit: 'money', period: 'day' }, half)
  expect(await refused(order())).toMatch(/^What you may use of me/)
  expect(told).toEqual(['person'])
})

it('a call costs what it costs whatever came of it; one that was not let in, and one that was not made, cost nothing', async () => {
  const { order, limit, spent, store } = await setup()
  await limit(ofTool, 10 * half)
  const cut = new Error('cut off')
  await expect(order(cut)).rejects.toBe(cut)
  await order({ outcome: 'failed', text: 'no' })
  await order({ outcome: 'unknown', text: '?' })
  expect(await spent('tool', 'desk_order')).toBe(3 * half)
  await order({ outcome: 'unauthorized', text: '' })
  expect(await spent('tool', 'desk_order')).toBe(3 * half)
  // Nothing is held for any of them any more.
  expect(await store.db.query.selectFrom('budget_hold').selectAll().execute()).toEqual([])
})
