import type { Budget, Scope, Urgency } from '../../src/ports/budget.ts'
import { type Count, leaking, mostIn, runTold, told, windows } from '../support/strict-counts.ts'
import type { BudgetWorld } from './budget-world.ts'
import { drawing, seeded } from './random.ts'
import type { Runner } from './runner.ts'

export const slack: Scope = { key: 'slack/T0PARLEY/edit', limit: 50, windowMs: 60_000 }
export const discord: Scope = { key: 'discord/1/edit', limit: 5, windowMs: 5000 }
export const second: Scope = { key: 'slack/C0PARLEY/post', limit: 1, windowMs: 1000 }
export const free: Scope = { key: 'free', limit: Infinity, windowMs: 1000 }

/** Takes as fast as the budget allows; returns the times of the calls relative to now. */
export async function takeFor(ms: number, scope: Scope, budget: Budget, clock: { time: number }): Promise<number[]> {
  const started = clock.time
  const taken: number[] = []
  while (clock.time < started + ms) {
    const answer = await budget.tryTake([scope], 'urgent')
    if (answer === 'ok') {
      taken.push(clock.time - started)
    } else {
      if (answer.retryAt <= clock.time) throw new Error('The budget said to ask again at once')
      clock.time = answer.retryAt
    }
  }
  return taken
}

/**
 * The promises of `src/ports/budget.ts`, for every driver, in virtual time. `make` gives each test a world of its own; `runs`: how
 * much of what is random.
 */
export function testBudget(
  name: string,
  make: () => Promise<BudgetWorld>,
  { describe, it, expect }: Runner,
  { runs = 100 }: { runs?: number } = {},
): void {
  const setUp = async () => {
    const world = await make()
    const budget = world.create()
    const levelOf = async (scope: Scope) => {
      budget.level(scope)
      await world.settled()
      return budget.level(scope)
    }
    return { ...world, budget, levelOf }
  }

  describe(`budget: ${name}`, () => {
    describe('rate', () => {
      const rates: [Scope, burst: number, perMs: number][] = [
        [slack, 15, 34.3 / 60_000],
        [discord, 2, 0.588 / 1000],
        [second, 1, 0.833 / 1000],
        [{ key: 'two', limit: 2, windowMs: 1000 }, 1, 0.98 / 1000],
        [{ key: 'teams', limit: 1800, windowMs: 3_600_000 }, 540, 1234.8 / 3_600_000],
      ]
      for (const [scope, burst, rate] of rates) {
        it(`${scope.key}, ${scope.limit} in ${scope.windowMs} ms: bursts of ${burst}, then ${rate}/ms`, async () => {
          const { clock, budget, levelOf } = await setUp()
          const ms = scope.windowMs * (scope.limit > 100 ? 1 : 20)
          const taken = await takeFor(ms, scope, budget, clock)
          expect(taken.filter((time) => time === 0).length).toBe(burst)
          expect((taken.length - burst) / ms).toBeCloseTo(rate, 4)
          expect(mostIn(scope.windowMs, taken)).toBeLessThanOrEqual(scope.limit)
          expect((await levelOf(scope)).ratePerMs).toBeCloseTo(rate, 6)
        })
      }

      it('lets no window hold more than the limit, whoever asks when', async () => {
        const { integer, flip, list } = drawing(seeded(20_261_122))
        for (let run = 0; run < runs; run++) {
          const { clock, budget } = await setUp()
          const scope = { key: 'k', limit: integer(1, 60), windowMs: integer(100, 60_000) }
          const longest = Math.ceil((3 * scope.windowMs) / scope.limit)
          const taken: number[] = []
          for (const { wait, urgency } of list(300, () => ({ wait: integer(0, 1000), urgency: urgencyOf(flip()) }))) {
            clock.time += wait % longest
            if ((await budget.tryTake([scope], urgency)) === 'ok') taken.push(clock.time)
          }
          expect(mostIn(scope.windowMs, taken)).toBeLessThanOrEqual(scope.limit)
        }
      })

      it('grants at retryAt what is asked again then', async () => {
        const { clock, budget } = await setUp()
        const scopes = [slack, discord, second]
        for (let call = 0; call < runs; call++) {
          const urgency = call % 3 ? 'normal' : 'urgent'
          const answer = await budget.tryTake(scopes, urgency)
          if (answer === 'ok') continue
          clock.time = answer.retryAt
          const again = await budget.tryTake(scopes, urgency)
          // Whoever was urgent before may be waited for.
          if (again !== 'ok') {
            expect(urgency).toBe('normal')
            clock.time = again.retryAt
            expect(await budget.tryTake(scopes, urgency)).toBe('ok')
          }
        }
      })
    })

    it('keeps one token for urgent calls', async () => {
      const { budget, levelOf } = await setUp()
      expect((await levelOf(discord)).tokens).toBe(1)
      expect(await budget.tryTake([discord], 'normal')).toBe('ok')
      expect((await levelOf(discord)).tokens).toBe(0)
      expect(await budget.tryTake([discord], 'normal')).toHaveProperty('retryAt')
      expect(await budget.tryTake([discord], 'urgent')).toBe('ok')
      expect(await budget.tryTake([discord], 'urgent')).toHaveProperty('retryAt')
    })

    it('leaves as many as are to be kept, as far as there can be so many', async () => {
      const { budget } = await setUp()
      const scopes = [free, slack]
      for (let taken = 0; taken < 5; taken++) expect(await budget.tryTake(scopes, 'normal', [0, 10])).toBe('ok')
      expect(await budget.tryTake(scopes, 'normal', [0, 10])).toHaveProperty('retryAt')
      expect(await budget.tryTake(scopes, 'urgent', [0, 10])).toBe('ok')
      expect(await budget.tryTake([discord], 'normal', [9])).toBe('ok')
    })

    it('keeps nothing where there is only one token', async () => {
      const { clock, budget } = await setUp()
      expect(await budget.tryTake([second], 'normal')).toBe('ok')
      expect(await budget.tryTake([second], 'urgent')).toEqual({
        retryAt: clock.time + Math.ceil(1000 / 0.833),
        short: second,
      })
    })

    it('takes of every scope or of none', async () => {
      const { clock, budget, levelOf } = await setUp()
      expect(await budget.tryTake([second], 'normal')).toBe('ok')
      for (let times = 0; times < 100; times++) await budget.tryTake([slack, second], 'urgent')
      expect((await levelOf(slack)).tokens).toBe(14)
      expect(await budget.tryTake([slack, second], 'urgent')).toEqual({ retryAt: clock.time + 1201, short: second })
    })

    it('grants in the order in which it was asked, also at once', async () => {
      const { budget } = await setUp()
      const answers = await Promise.all(Array.from({ length: 18 }, () => budget.tryTake([slack], 'urgent')))
      expect(answers.map((answer) => answer === 'ok')).toEqual(Array.from({ length: 18 }, (_, n) => n < 15))
    })

    describe('freeze', () => {
      it('gives nobody a token until then, and one at that time', async () => {
        const { clock, budget, levelOf } = await setUp()
        const until = clock.time + 30_000
        budget.freeze(slack, until)
        expect(await budget.tryTake([slack], 'urgent')).toEqual({ retryAt: until, short: slack })
        expect((await levelOf(slack)).tokens).toBe(0)
        clock.time = until - 1
        expect(await budget.tryTake([slack], 'urgent')).toEqual({ retryAt: until, short: slack })
        clock.time = until
        expect(await budget.tryTake([slack], 'urgent')).toBe('ok')
        expect(await budget.tryTake([slack], 'urgent')).toHaveProperty('retryAt')
      })

      it('slows down once, to a floor, and creeps back with success', async () => {
        const { clock, budget, levelOf, settled } = await setUp()
        const nominal = budget.level(slack).ratePerMs
        const factor = async () => (await levelOf(slack)).ratePerMs / nominal
        budget.freeze(slack, clock.time + 1000)
        budget.freeze(slack, clock.time + 3000)
        budget.freeze(slack, clock.time + 2000)
        expect(await factor()).toBeCloseTo(0.8)
        expect(await budget.tryTake([slack], 'urgent')).toEqual({ retryAt: clock.time + 3000, short: slack })
        for (let times = 0; times < 10; times++) {
          clock.time += 5000
          budget.freeze(slack, clock.time + 1000)
          await settled()
        }
        expect(await factor()).toBeCloseTo(0.4)
        for (let times = 0; times < 130; times++) {
          clock.time += 10_000
          expect(await budget.tryTake([slack], 'normal')).toBe('ok')
        }
        expect(await factor()).toBeCloseTo(1, 9)
      })

      it('changes nothing when its time has passed', async () => {
        const { clock, budget, levelOf } = await setUp()
        budget.freeze(slack, clock.time)
        expect(await budget.tryTake([slack], 'normal')).toBe('ok')
        expect((await levelOf(slack)).tokens).toBe(13)
      })

      it('holds for a scope without limit too', async () => {
        const { clock, budget } = await setUp()
        budget.freeze(free, clock.time + 1000)
        expect(await budget.tryTake([free], 'normal')).toEqual({ retryAt: clock.time + 1000, short: free })
        expect(await budget.tryTake([slack, free], 'urgent')).toEqual({ retryAt: clock.time + 1000, short: free })
        clock.time += 1000
        for (let times = 0; times < 100; times++) expect(await budget.tryTake([free], 'normal')).toBe('ok')
        clock.time += 1
        expect(budget.level(free)).toEqual({ tokens: Infinity, ratePerMs: Infinity })
      })
    })

    describe('a clock that is set back', () => {
      it('stops nobody', async () => {
        const { clock, budget } = await setUp()
        await takeFor(120_000, slack, budget, clock)
        clock.time -= 600_000
        const taken = await takeFor(120_000, slack, budget, clock)
        expect(taken.length).toBeGreaterThan(60)
        expect(mostIn(slack.windowMs, taken)).toBeLessThanOrEqual(slack.limit)
      })

      it('makes nobody wait longer than a freeze is', async () => {
        const { clock, budget } = await setUp()
        budget.freeze(slack, clock.time + 30_000)
        clock.time += 10_000
        expect(await budget.tryTake([slack], 'urgent')).toHaveProperty('retryAt')
        clock.time -= 600_000
        const from = clock.time
        for (let answer = await budget.tryTake([slack], 'urgent'); answer !== 'ok'; ) {
          clock.time = answer.retryAt
          answer = await budget.tryTake([slack], 'urgent')
        }
        expect(clock.time - from).toBeGreaterThanOrEqual(20_000)
        expect(clock.time - from).toBeLessThanOrEqual(30_000)
      })
    })

    it('never limits a scope without limit', async () => {
      const { budget } = await setUp()
      for (let times = 0; times < 1000; times++) expect(await budget.tryTake([free], 'normal')).toBe('ok')
      expect(budget.level(free)).toEqual({ tokens: Infinity, ratePerMs: Infinity })
    })

    it('keeps what was taken when a limit changes', async () => {
      const { clock, budget } = await setUp()
      const takenAtOnce = async (scope: Scope) => {
        let taken = 0
        while ((await budget.tryTake([scope], 'urgent')) === 'ok') taken++
        return taken
      }
      for (let times = 0; times < 12; times++) await budget.tryTake([slack], 'urgent')
      expect(await takenAtOnce({ ...slack, limit: 100 })).toBe(3)
      clock.time += 600_000
      expect(await takenAtOnce({ ...slack, limit: 5 })).toBe(2)
    })

    const servers: [string, () => Count][] = [
      ['counts in windows', windows],
      ['lets calls leak away', leaking],
    ]
    for (const [counts, server] of servers)
      describe(`a platform that tells how much is left and ${counts}`, () => {
        const run = async (wanted: { at: number; urgency: Urgency }[], keep = 0) => {
          const world = await make()
          return runTold([world.create()], world, server(), wanted, keep)
        }

        it('is never asked for more than it takes', async () => {
          const { integer, flip, list } = drawing(seeded(20_261_121))
          for (let once = 0; once < runs; once++) {
            const wanted = list(40, () => ({ at: integer(0, 40_000), urgency: urgencyOf(flip()) }))
            const keep = integer(0, 6)
            const some = keep < 5 ? wanted : wanted.filter(({ urgency }) => urgency === 'urgent')
            expect((await run(some, keep)).refused).toBe(0)
          }
        })

        it('takes a burst of urgent calls at once', async () => {
          const { waits } = await run(Array.from({ length: 5 }, () => ({ at: 0, urgency: 'urgent' })))
          expect(waits).toEqual([0, 0, 0, 0, 0])
        })

        it('has room for the calls that are kept, whatever could wait came before', async () => {
          const edits = Array.from({ length: 40 }, (_, n) => ({ at: n * 250, urgency: 'normal' as const }))
          const ends = Array.from({ length: 3 }, () => ({ at: 9990, urgency: 'urgent' as const }))
          const { waits, refused } = await run([...edits, ...ends], 3)
          expect(refused).toBe(0)
          expect(Math.max(...waits.slice(edits.length))).toBeLessThan(100)
          expect(edits.filter(({ at }, n) => at + waits[n]! < 9990).length).toBeGreaterThan(3)
        })
      })

    it('heeds a limit that is lower than ours, and none that is higher', async () => {
      const urgent = Array.from({ length: 12 }, (_, n) => ({ at: n * 900, urgency: 'urgent' as const }))
      const run = async (count: Count) => {
        const world = await make()
        return runTold([world.create()], world, count, urgent)
      }
      expect((await run(windows({ ...told, limit: 3 }))).refused).toBe(0)
      const another: Count = (time) => windows()(time) && { limit: 50_000, remaining: 48_773, resetAt: time + 1e8 }
      expect((await run(another)).waits.filter((wait) => wait > 0).length).toBeGreaterThan(0)
    })
  })
}

const urgencyOf = (isUrgent: boolean): Urgency => (isUrgent ? 'urgent' : 'normal')
