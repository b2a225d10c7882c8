import fc from 'fast-check'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPacer } from '../../src/bridge/pace.ts'
import type { Ask } from '../../src/bridge/pace-order.ts'
import type { Urgency } from '../../src/ports/budget.ts'
import { simulate } from '../bench/pace-simulation.ts'
import { discord, free, second, slack } from '../contracts/budget.ts'
import { openBudgetWorld } from '../support/budget-world.ts'
import { findRedis, type RedisServer, startRedis } from '../support/redis.ts'
import { leaking, mostIn, runTold, windows } from '../support/strict-counts.ts'

/** What several processes promise each other, in virtual time on one Redis. */
describe.skipIf(!findRedis())('budgets of several processes', () => {
  let server: RedisServer
  let redis: Redis

  beforeAll(async () => {
    server = await startRedis()
    redis = new Redis(server.url)
  })

  afterAll(async () => {
    redis.disconnect()
    await server.stop()
  })

  /** Three, one of which has a clock that is ten minutes fast, and one whose is ten minutes slow. */
  async function setUp() {
    const world = await openBudgetWorld(redis)
    const offs = [0, 600_000, -600_000]
    return { ...world, offs, budgets: offs.map((off) => world.create(off)) }
  }

  const asks = fc.array(
    fc.record({
      waitMs: fc.nat({ max: 2000 }),
      who: fc.nat({ max: 2 }),
      urgent: fc.boolean(),
      what: fc.subarray([0, 1, 2], { minLength: 1 }),
    }),
    { maxLength: 150 },
  )
  const scopes = [slack, discord, second]

  /** Makes the calls that are granted; `before` comes before each of them. */
  async function callAll(
    wanted: typeof asks extends fc.Arbitrary<infer All> ? All : never,
    before = async (_: number): Promise<void> => {},
  ) {
    const { clock, budgets } = await setUp()
    const calls = scopes.map((): number[] => [])
    for (const [n, { waitMs, who, urgent, what }] of wanted.entries()) {
      clock.time += waitMs
      await before(n)
      const answer = await budgets[who]!.tryTake(
        what.map((n) => scopes[n]!),
        urgent ? 'urgent' : 'normal',
      )
      if (answer === 'ok') for (const n of what) calls[n]!.push(clock.time)
    }
    return calls
  }

  it('let no window hold more than its limit, whoever asks when', async () => {
    await fc.assert(
      fc.asyncProperty(asks, async (wanted) => {
        for (const [n, calls] of (await callAll(wanted)).entries()) {
          expect(mostIn(scopes[n]!.windowMs, calls)).toBeLessThanOrEqual(scopes[n]!.limit)
        }
      }),
      { numRuns: 30, seed: 20_261_122 },
    )
  })

  it('let no window hold more than its limit when Redis is flushed', async () => {
    await fc.assert(
      fc.asyncProperty(asks, fc.nat({ max: 150 }), async (wanted, flushedAt) => {
        const flush = async (n: number) => void (n === flushedAt && (await redis.flushall()))
        for (const [n, calls] of (await callAll(wanted, flush)).entries()) {
          expect(mostIn(scopes[n]!.windowMs, calls)).toBeLessThanOrEqual(scopes[n]!.limit)
        }
      }),
      { numRuns: 30, seed: 20_261_123 },
    )
  })

  it('let one call through at once after a flush, and as many as ever a window later', async () => {
    const { clock, budgets, prefix } = await setUp()
    await redis.del(await redis.keys(`{${prefix}}*`))
    expect(await budgets[0]!.tryTake([slack], 'urgent')).toBe('ok')
    expect(await budgets[1]!.tryTake([slack], 'urgent')).toHaveProperty('retryAt')
    clock.time += 60_000
    for (let n = 0; n < 15; n++) expect(await budgets[n % 3]!.tryTake([slack], 'urgent')).toBe('ok')
  })

  it.each([
    ['counts in windows', windows],
    ['lets calls leak away', leaking],
  ])('heed what a platform tells any of them that %s, also when Redis is flushed', async (_, count) => {
    const call = fc.record({
      at: fc.integer({ min: 0, max: 40_000 }),
      urgency: fc.constantFrom<Urgency>('urgent', 'normal'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 60 }), fc.nat({ max: 100 }), async (wanted, flushedAfter) => {
        const world = await setUp()
        let n = 0
        const counted = count()
        const flushing = (time: number) => {
          if (n++ === flushedAfter) void redis.flushall()
          return counted(time)
        }
        expect(
          (await runTold([world.budgets[0]!, world.create(), world.create()], world, flushing, wanted)).refused,
        ).toBe(0)
      }),
      { numRuns: 30, seed: 20_261_124 },
    )
  })

  it('say when to come back in the clock of whoever asked', async () => {
    const { clock, budgets, offs } = await setUp()
    expect(await budgets[0]!.tryTake([second], 'urgent')).toBe('ok')
    for (const [n, budget] of budgets.entries()) {
      expect(await budget.tryTake([second], 'urgent')).toEqual({ retryAt: clock.time + offs[n]! + 1201, short: second })
    }
  })

  it('are frozen together, and slowed once', async () => {
    const { clock, budgets, offs, settled } = await setUp()
    const nominal = budgets[2]!.level(slack).ratePerMs
    for (const [n, budget] of budgets.slice(0, 2).entries()) budget.freeze(slack, clock.time + offs[n]! + 30_000)
    await settled()
    expect(await budgets[2]!.tryTake([slack], 'urgent')).toEqual({
      retryAt: clock.time + offs[2]! + 30_000,
      short: slack,
    })
    expect(budgets[2]!.level(slack)).toEqual({ tokens: 0, ratePerMs: expect.closeTo(nominal * 0.8, 6) })
    clock.time += 30_000
    expect(await budgets[2]!.tryTake([slack], 'urgent')).toBe('ok')
  })

  it('hear of the freeze of a scope without limit with the next answer, and within a second where there is none', async () => {
    const { clock, budgets, offs, settled } = await setUp()
    const [, busy, idle] = budgets
    for (const budget of budgets) await budget.tryTake([free], 'normal')
    await settled()
    budgets[0]!.freeze(free, clock.time + 30_000)
    await settled()
    await busy!.tryTake([slack], 'normal')
    expect(await busy!.tryTake([free], 'urgent')).toEqual({ retryAt: clock.time + offs[1]! + 30_000, short: free })
    clock.time += 1001
    await idle!.tryTake([free], 'normal')
    await settled()
    expect(await idle!.tryTake([free], 'normal')).toEqual({ retryAt: clock.time + offs[2]! + 28_999, short: free })
  })

  it('leave the only token to whoever was urgent and was refused, until it had time to come back', async () => {
    const { clock, budgets } = await setUp()
    const [ann, ben] = budgets
    expect(await ann!.tryTake([second], 'normal')).toBe('ok')
    const answer = await ben!.tryTake([second], 'urgent')
    expect(answer).toHaveProperty('retryAt')
    clock.time += 1201
    expect(await ann!.tryTake([second], 'normal')).toEqual({ retryAt: clock.time + 100, short: second })
    clock.time += 20
    expect(await ben!.tryTake([second], 'urgent')).toBe('ok')
    clock.time += 1201
    expect(await ann!.tryTake([second], 'normal')).toBe('ok')
    expect(await ben!.tryTake([second], 'urgent')).toHaveProperty('retryAt')
    clock.time += 1301
    expect(await ann!.tryTake([second], 'normal')).toBe('ok')
  })

  it('share what edits may use evenly among those that make some', async () => {
    const { clock, budgets, settled } = await setUp()
    const levelOf = async (n: number) => {
      clock.time += 1001
      budgets[n]!.level(slack)
      await settled()
      return budgets[n]!.level(slack)
    }
    const { tokens, ratePerMs } = await levelOf(0)
    await budgets[1]!.tryTake([slack], 'normal')
    const shared = await levelOf(0)
    expect(shared.ratePerMs).toBeCloseTo(ratePerMs / 2, 6)
    expect(shared.tokens).toBeLessThan(tokens / 2)
    clock.time += 10_000
    expect((await levelOf(0)).ratePerMs).toBeCloseTo(ratePerMs, 6)
  })

  it('ask together for what is wanted at once', async () => {
    const { budgets, calls } = await setUp()
    const answers = await Promise.all(Array.from({ length: 60 }, () => budgets[0]!.tryTake([slack, discord], 'urgent')))
    expect(answers.filter((answer) => answer === 'ok').length).toBe(2)
    expect(calls()).toBe(1)
  })

  it('leave nothing behind that does not expire', async () => {
    const { clock, budgets, prefix, settled } = await setUp()
    for (const scope of [slack, discord, free]) budgets[0]!.freeze(scope, clock.time + 1000)
    budgets[1]!.learn({ ...discord, told: true }, { limit: 5, remaining: 4, resetAt: clock.time + 605_000 })
    await budgets[2]!.tryTake([second], 'urgent')
    await settled()
    const keys = (await redis.keys(`{${prefix}}*`)).filter((key) => !key.endsWith(':since'))
    expect(keys.length).toBe(4)
    for (const key of keys) expect(await redis.pttl(key)).toBeGreaterThan(0)
  })

  it('show ends at once while another process has many edits', async () => {
    const { clock, create, settled } = await setUp()
    const timers: { at: number; run: () => void }[] = []
    const setTimer = (run: () => void, ms: number) => {
      const timer = { at: clock.time + ms, run }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer) >>> 0, 1)
    }
    const [edits, ends] = [create(), create()].map((budget) =>
      createPacer({ budget, now: () => clock.time, setTimer, random: () => 0 }),
    )
    const never = new AbortController().signal
    const started = clock.time
    let edited = 0
    for (let n = 0; n < 30; n++) {
      const ask = { scopes: [slack], rank: () => 'edit' as const, unseen: () => 10 + n, lastShownAt: clock.time }
      const again = (): void => {
        edited++
        ask.lastShownAt = clock.time
        void edits!.grant(ask, never).then(again, () => {})
      }
      edits!.grant(ask, never).then(again, () => {})
    }
    const lags: number[] = []
    for (let at = started + 60_000; at < started + 120_000; at += 3000) {
      setTimer(() => {
        const endedAt = clock.time
        const ask: Ask = { scopes: [slack], rank: () => 'final', unseen: () => 10, lastShownAt: 0, endedAt }
        void ends!.grant(ask, never).then(() => lags.push(clock.time - endedAt))
      }, at - started)
    }
    while (clock.time < started + 125_000) {
      await settled()
      timers.sort((a, b) => a.at - b.at)
      const next = timers.shift()!
      clock.time = Math.max(clock.time, next.at)
      next.run()
    }
    expect(lags.length).toBe(20)
    expect(Math.max(...lags)).toBeLessThan(100)
    expect(edited).toBeGreaterThan(40)
    edits!.close()
    ends!.close()
  })

  it('show many answers as soon as one process would, and are never refused', async () => {
    const workload = { streams: 300, answersPerMinute: 5, limit: { limit: 50, windowMs: 60_000 } }
    const alone = await simulate(workload)
    const clock = { time: 0 }
    const world = await openBudgetWorld(redis, { clock })
    const figures = await simulate(workload, {
      settled: world.settled,
      budgets(virtual) {
        Object.defineProperty(clock, 'time', { get: () => virtual.time })
        return [world.create(), world.create()]
      },
    })
    expect(figures.limited).toBe(0)
    expect(figures.meanCharDelay).toBeLessThan(alone.meanCharDelay * 1.25)
    expect(figures.finalLagP99).toBeLessThan(0.4)
  })
})
