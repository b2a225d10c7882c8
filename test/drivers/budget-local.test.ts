import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, it, test } from 'vitest'
import { createLocalBudget } from '../../src/drivers/budget-local.ts'
import type { Scope } from '../../src/ports/budget.ts'
import { testBudget } from '../contracts/budget.ts'

function setUp() {
  const clock = { time: 1_800_000_000_000 }
  return { clock, create: () => createLocalBudget({ now: () => clock.time }), settled: async () => {} }
}

testBudget('local', async () => setUp(), { describe, it, afterEach, expect }, { runs: 300 })

test('idle scopes are forgotten', async () => {
  setFlagsFromString('--expose-gc')
  const gc: () => void = runInNewContext('gc')
  const { clock, create } = setUp()
  const budget = create()
  const scope = (key: number): Scope => ({ key: `scope ${key}`, limit: 5, windowMs: 5000 })
  gc()
  const before = process.memoryUsage().heapUsed
  for (let key = 0; key < 150_000; key++) {
    clock.time += 1
    await budget.tryTake([scope(key)], 'normal')
    if (key % 1000 === 0) budget.freeze(scope(key), clock.time + 5000)
  }
  // All of them would be more than 22 MB; in use are those of the last 2 s, and the slowed ones of 10 min.
  gc()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(11_000_000)
  expect(await budget.tryTake([scope(149_999)], 'normal')).toHaveProperty('retryAt')
})

test('a clock that is set back prolongs no freeze', async () => {
  const { clock, create } = setUp()
  const budget = create()
  const scope: Scope = { key: 'edit', limit: 50, windowMs: 60_000 }
  budget.freeze(scope, clock.time + 30_000)
  clock.time += 10_000
  expect(await budget.tryTake([scope], 'urgent')).toHaveProperty('retryAt')
  clock.time -= 600_000
  expect(await budget.tryTake([scope], 'urgent')).toEqual({ retryAt: clock.time + 20_000, short: scope })
  clock.time += 20_000
  expect(await budget.tryTake([scope], 'urgent')).toBe('ok')
})

test('a clock that ticks while a token is taken makes nobody wait', async () => {
  let time = 1000
  const budget = createLocalBudget({ now: () => time++ })
  const scopes = ['start', 'stop'].map((key) => ({ key, limit: 20, windowMs: 60_000 }))
  for (let taken = 0; taken < 6; taken++) expect(await budget.tryTake(scopes, 'urgent')).toBe('ok')
})
