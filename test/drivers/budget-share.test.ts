import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLocalBudget } from '../../src/drivers/budget-local.ts'
import { shareOf } from '../../src/drivers/budget-share.ts'
import type { Scope, Urgency } from '../../src/ports/budget.ts'
import { takeFor } from '../contracts/budget.ts'
import { leaking, mostIn, runTold, windows } from '../support/strict-counts.ts'

/** Processes that know nothing of each other. */
function setUp(processes: number) {
  const clock = { time: 1_800_000_000_000 }
  const create = () => createLocalBudget({ now: () => clock.time, share: 1 / processes })
  return { clock, budgets: Array.from({ length: processes }, create) }
}

it.each([
  [50, 60_000, 3, 50 / 3, 60_000],
  [5, 5000, 2, 2.5, 5000],
  [1, 1000, 3, 1, 3000],
  [3, 1000, 3, 1, 1000],
  [2, 1000, 8, 1, 4000],
])('%d calls per %d ms over %d are %d per %d ms for each', (limit, windowMs, processes, own, ownMs) => {
  const part = shareOf({ key: 'k', limit, windowMs }, 1 / processes)
  expect(part.limit).toBeCloseTo(own)
  expect(part.windowMs).toBeCloseTo(ownMs)
})

it('leaves a scope without limit without one', () => {
  expect(shareOf({ key: 'k', limit: Infinity, windowMs: 1000 }, 1 / 3).limit).toBe(Infinity)
})

it('lets no window of all processes together hold more than the limit, unless that is less than a call each', async () => {
  const asks = fc.array(fc.record({ wait: fc.nat({ max: 1000 }), who: fc.nat(), urgent: fc.boolean() }), {
    maxLength: 300,
  })
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 100, max: 60_000 }),
      asks,
      async (processes, more, windowMs, asks) => {
        const limit = processes - 1 + more
        const { clock, budgets } = setUp(processes)
        const taken: number[] = []
        for (const { wait, who, urgent } of asks) {
          clock.time += wait % Math.ceil((3 * windowMs) / limit)
          const budget = budgets[who % processes]!
          const answer = await budget.tryTake([{ key: 'k', limit, windowMs }], urgent ? 'urgent' : 'normal')
          if (answer === 'ok') taken.push(clock.time)
        }
        expect(mostIn(windowMs, taken)).toBeLessThanOrEqual(limit)
      },
    ),
    { numRuns: 300, seed: 20_261_122 },
  )
})

it('keeps the mean where a window holds less than a call for each', async () => {
  const { clock, budgets } = setUp(3)
  const second: Scope = { key: 'second', limit: 1, windowMs: 1000 }
  const taken = await takeFor(60_000, second, budgets[0]!, clock)
  expect(taken.length).toBeLessThanOrEqual(20)
  expect(taken.length).toBeGreaterThan(15)
})

describe.each([
  ['counts in windows', windows],
  ['lets calls leak away', leaking],
])('a platform that tells how much is left and %s', (_, count) => {
  it('is not asked for more than it takes by any number of processes', async () => {
    const call = fc.record({
      at: fc.integer({ min: 0, max: 40_000 }),
      urgency: fc.constantFrom<Urgency>('urgent', 'normal'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        fc.nat({ max: 3 }),
        async (wanted, processes, keep) => {
          const { clock, budgets } = setUp(processes)
          // What can wait waits for ever where as much is kept as there is.
          const all = keep >= Math.floor(5 / processes)
          const some = wanted.filter(({ urgency }) => !all || urgency === 'urgent')
          expect((await runTold(budgets, { clock }, count(), some, keep)).refused).toBe(0)
        },
      ),
      { numRuns: 300, seed: 20_261_121 },
    )
  })
})
