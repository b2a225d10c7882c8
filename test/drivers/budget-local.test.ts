import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLocalBudget } from '../../src/drivers/budget-local.ts'
import type { Scope } from '../../src/ports/budget.ts'

function setUp() {
  const clock = { time: 1_800_000_000_000 }
  return { clock, budget: createLocalBudget({ now: () => clock.time }) }
}

const slack: Scope = { key: 'slack/T0PARLEY/edit', limit: 50, windowMs: 60_000 }
const discord: Scope = { key: 'discord/1/edit', limit: 5, windowMs: 5000 }
const second: Scope = { key: 'slack/C0PARLEY/post', limit: 1, windowMs: 1000 }
const free: Scope = { key: 'free', limit: Infinity, windowMs: 1000 }

/** Takes as fast as the budget allows; returns the times of the calls relative to now. */
async function takeFor(ms: number, scope: Scope, { clock, budget }: ReturnType<typeof setUp>): Promise<number[]> {
  const started = clock.time
  const taken: number[] = []
  while (clock.time < started + ms) {
    const answer = await budget.tryTake([scope], 'urgent')
    if (answer === 'ok') {
      taken.push(clock.time - started)
    } else {
      expect(answer.retryAt).toBeGreaterThan(clock.time)
      clock.time = answer.retryAt
    }
  }
  return taken
}

/** The most calls in any window; `times` ascend. */
function mostIn(windowMs: number, times: readonly number[]): number {
  let most = 0
  let from = 0
  for (const [index, time] of times.entries()) {
    while (times[from]! <= time - windowMs) from++
    most = Math.max(most, index - from + 1)
  }
  return most
}

describe('rate', () => {
  test.each([
    [slack, 15, 34.3 / 60_000],
    [discord, 2, 0.588 / 1000],
    [second, 1, 0.833 / 1000],
    [{ key: 'two', limit: 2, windowMs: 1000 }, 1, 0.98 / 1000],
    [{ key: 'teams', limit: 1800, windowMs: 3_600_000 }, 540, 1234.8 / 3_600_000],
  ])('%o: bursts of %d, then %d/ms', async (scope, burst, rate) => {
    const both = setUp()
    const taken = await takeFor(scope.windowMs * 20, scope, both)
    expect(taken.filter((time) => time === 0).length).toBe(burst)
    expect((taken.length - burst) / (scope.windowMs * 20)).toBeCloseTo(rate, 4)
    expect(mostIn(scope.windowMs, taken)).toBeLessThanOrEqual(scope.limit)
    expect(both.budget.level(scope).ratePerMs).toBeCloseTo(rate, 6)
  })

  test('no window holds more than the limit, whoever asks when', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 100, max: 60_000 }),
        fc.array(fc.tuple(fc.nat({ max: 1000 }), fc.boolean()), { maxLength: 300 }),
        async (limit, windowMs, asks) => {
          const { clock, budget } = setUp()
          const taken: number[] = []
          for (const [wait, urgent] of asks) {
            clock.time += wait % Math.ceil((3 * windowMs) / limit)
            const answer = await budget.tryTake([{ key: 'k', limit, windowMs }], urgent ? 'urgent' : 'normal')
            if (answer === 'ok') taken.push(clock.time)
          }
          expect(taken.length === 0 || mostIn(windowMs, taken) <= limit).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('asking at retryAt succeeds', async () => {
    const { clock, budget } = setUp()
    for (let call = 0; call < 1000; call++) {
      let answer = await budget.tryTake([slack, discord, second], call % 3 ? 'normal' : 'urgent')
      if (answer === 'ok') continue
      clock.time = answer.retryAt
      answer = await budget.tryTake([slack, discord, second], call % 3 ? 'normal' : 'urgent')
      expect(answer).toBe('ok')
    }
  })
})

test('one token is kept for urgent calls', async () => {
  const { budget } = setUp()
  expect(budget.level(discord).tokens).toBe(1)
  expect(await budget.tryTake([discord], 'normal')).toBe('ok')
  expect(budget.level(discord).tokens).toBe(0)
  expect(await budget.tryTake([discord], 'normal')).toHaveProperty('retryAt')
  expect(await budget.tryTake([discord], 'urgent')).toBe('ok')
  expect(await budget.tryTake([discord], 'urgent')).toHaveProperty('retryAt')
})

test('where there is only one token nothing is kept', async () => {
  const { clock, budget } = setUp()
  expect(await budget.tryTake([second], 'normal')).toBe('ok')
  expect(await budget.tryTake([second], 'urgent')).toEqual({ retryAt: clock.time + Math.ceil(1000 / 0.833) })
})

test('takes of every scope or of none', async () => {
  const { clock, budget } = setUp()
  expect(await budget.tryTake([second], 'normal')).toBe('ok')
  for (let times = 0; times < 100; times++) await budget.tryTake([slack, second], 'urgent')
  expect(budget.level(slack).tokens).toBe(14)
  const answer = await budget.tryTake([slack, second], 'urgent')
  expect(answer).toEqual({ retryAt: clock.time + 1201 })
})

describe('freeze', () => {
  test('nobody gets a token until then, and one call at that time', async () => {
    const { clock, budget } = setUp()
    const until = clock.time + 30_000
    budget.freeze(slack, until)
    expect(await budget.tryTake([slack], 'urgent')).toEqual({ retryAt: until })
    expect(budget.level(slack).tokens).toBe(0)
    clock.time = until - 1
    expect(await budget.tryTake([slack], 'urgent')).toEqual({ retryAt: until })
    clock.time = until
    expect(await budget.tryTake([slack], 'urgent')).toBe('ok')
    expect(await budget.tryTake([slack], 'urgent')).toHaveProperty('retryAt')
  })

  test('slows down once per freeze, to a floor, and creeps back with success', async () => {
    const { clock, budget } = setUp()
    const nominal = budget.level(slack).ratePerMs
    const factor = () => budget.level(slack).ratePerMs / nominal
    budget.freeze(slack, clock.time + 1000)
    budget.freeze(slack, clock.time + 3000)
    budget.freeze(slack, clock.time + 2000)
    expect(factor()).toBeCloseTo(0.8)
    expect(await budget.tryTake([slack], 'urgent')).toEqual({ retryAt: clock.time + 3000 })
    for (let times = 0; times < 10; times++) {
      clock.time += 5000
      budget.freeze(slack, clock.time + 1000)
    }
    expect(factor()).toBeCloseTo(0.4)
    for (let times = 0; times < 130; times++) {
      clock.time += 10_000
      expect(await budget.tryTake([slack], 'normal')).toBe('ok')
    }
    expect(factor()).toBe(1)
  })

  test('a time that has passed freezes nothing', async () => {
    const { clock, budget } = setUp()
    budget.freeze(slack, clock.time)
    expect(await budget.tryTake([slack], 'normal')).toBe('ok')
    expect(budget.level(slack).tokens).toBe(13)
  })

  test('holds for a scope without limit too', async () => {
    const { clock, budget } = setUp()
    budget.freeze(free, clock.time + 1000)
    expect(await budget.tryTake([free], 'normal')).toEqual({ retryAt: clock.time + 1000 })
    clock.time += 1000
    for (let times = 0; times < 100; times++) expect(await budget.tryTake([free], 'normal')).toBe('ok')
    clock.time += 1
    expect(budget.level(free)).toEqual({ tokens: Infinity, ratePerMs: Infinity })
  })
})

describe('a clock that is set back', () => {
  test('stops nobody', async () => {
    const both = setUp()
    await takeFor(120_000, slack, both)
    both.clock.time -= 600_000
    const taken = await takeFor(120_000, slack, both)
    expect(taken.length).toBeGreaterThan(60)
    expect(mostIn(slack.windowMs, taken)).toBeLessThanOrEqual(slack.limit)
  })

  test('prolongs no freeze', async () => {
    const { clock, budget } = setUp()
    budget.freeze(slack, clock.time + 30_000)
    clock.time += 10_000
    expect(await budget.tryTake([slack], 'urgent')).toHaveProperty('retryAt')
    clock.time -= 600_000
    expect(await budget.tryTake([slack], 'urgent')).toEqual({ retryAt: clock.time + 20_000 })
    clock.time += 20_000
    expect(await budget.tryTake([slack], 'urgent')).toBe('ok')
  })
})

test('a scope without limit is never limited', async () => {
  const { budget } = setUp()
  for (let times = 0; times < 1000; times++) expect(await budget.tryTake([free], 'normal')).toBe('ok')
  expect(budget.level(free)).toEqual({ tokens: Infinity, ratePerMs: Infinity })
})

test('a limit that changes keeps what was taken', async () => {
  const { clock, budget } = setUp()
  for (let times = 0; times < 12; times++) await budget.tryTake([slack], 'urgent')
  expect(budget.level({ ...slack, limit: 100 }).tokens).toBe(2)
  expect(budget.level({ ...slack, limit: 5 }).tokens).toBe(1)
  clock.time += 60_000
  expect(budget.level({ ...slack, limit: 5 }).tokens).toBe(1)
})

test('idle scopes are forgotten', async () => {
  setFlagsFromString('--expose-gc')
  const gc: () => void = runInNewContext('gc')
  const { clock, budget } = setUp()
  const scope = (key: number): Scope => ({ key: `scope ${key}`, limit: 5, windowMs: 5000 })
  gc()
  const before = process.memoryUsage().heapUsed
  for (let key = 0; key < 400_000; key++) {
    clock.time += 1
    await budget.tryTake([scope(key)], 'normal')
    if (key % 1000 === 0) budget.freeze(scope(key), clock.time + 5000)
  }
  // All of them would be more than 60 MB; in use are those of the last 2 s, and the slowed ones of 10 min.
  gc()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(30_000_000)
  expect(await budget.tryTake([scope(399_999)], 'normal')).toHaveProperty('retryAt')
})

test('a clock that ticks while a token is taken makes nobody wait', async () => {
  let time = 1000
  const budget = createLocalBudget({ now: () => time++ })
  const scopes = ['start', 'stop'].map((key) => ({ key, limit: 20, windowMs: 60_000 }))
  for (let taken = 0; taken < 6; taken++) expect(await budget.tryTake(scopes, 'urgent')).toBe('ok')
})
