import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLocalBudget } from '../../src/drivers/budget-local.ts'
import type { Scope, Urgency } from '../../src/ports/budget.ts'

const scope: Scope = { key: 'channel', limit: 5, windowMs: 5000, told: true }
const latencyMs = 40

interface Told {
  limit: number
  remaining: number
  resetAt: number
}

/** A server's counting: undefined when the call is one too many, else what it tells. */
type Count = (time: number) => Told | undefined

/** Windows open with their first call. */
function windows({ limit, windowMs } = scope): Count {
  let opened = Number.NEGATIVE_INFINITY
  let used = 0
  return (time) => {
    if (time >= opened + windowMs) {
      opened = time
      used = 0
    }
    return ++used > limit ? undefined : { limit, remaining: limit - used, resetAt: opened + windowMs }
  }
}

/** Calls leak away one by one. */
function leaking({ limit, windowMs } = scope): Count {
  const perCall = windowMs / limit
  let fullAt = 0
  return (time) => {
    fullAt = Math.max(fullAt, time) + perCall
    const used = (fullAt - time) / perCall
    return used > limit + 1e-9 ? undefined : { limit, remaining: Math.floor(limit - used + 1e-9), resetAt: fullAt }
  }
}

/** Calls that are wanted at these times, made as soon as the budget lets them; how long each waited. */
async function run(count: Count, wanted: { at: number; urgency: Urgency }[], keep = 0) {
  let time = 1_000_000
  const start = time
  const budget = createLocalBudget({ now: () => time })
  const events: { at: number; run: () => void | Promise<void> }[] = []
  const later = (at: number, run: () => void | Promise<void>) => {
    events.push({ at, run })
    events.sort((a, b) => a.at - b.at)
  }
  const waits: number[] = []
  let refused = 0
  for (const [n, { at, urgency }] of wanted.entries()) {
    const ask = async (): Promise<void> => {
      const answer = await budget.tryTake([scope], urgency, [keep])
      if (answer !== 'ok') return later(Math.max(time + 10, answer.retryAt), ask)
      waits[n] = time - start - at
      later(time + latencyMs, () => {
        const told = count(time)
        if (!told) refused++
        else later(time + latencyMs, () => budget.learn(scope, told))
      })
    }
    later(start + at, ask)
  }
  for (let next = events.shift(); next; next = events.shift()) {
    time = Math.max(time, next.at)
    await next.run()
  }
  return { waits, refused }
}

const servers: [string, () => Count][] = [
  ['counts in windows', windows],
  ['lets calls leak away', leaking],
]

describe.each(servers)('a platform that tells how much is left and %s', (_, server) => {
  it('is never asked for more than it takes', async () => {
    const call = fc.record({
      at: fc.integer({ min: 0, max: 40_000 }),
      urgency: fc.constantFrom<Urgency>('urgent', 'normal'),
    })
    const calls = fc.array(call, { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(calls, fc.integer({ min: 0, max: 6 }), async (wanted, keep) => {
        const some = keep < 5 ? wanted : wanted.filter(({ urgency }) => urgency === 'urgent')
        const { refused } = await run(server(), some, keep)
        expect(refused).toBe(0)
      }),
      { numRuns: 300, seed: 20_261_121 },
    )
  })

  it('takes a burst of urgent calls at once', async () => {
    const { waits } = await run(
      server(),
      Array.from({ length: 5 }, () => ({ at: 0, urgency: 'urgent' })),
    )
    expect(waits).toEqual([0, 0, 0, 0, 0])
  })

  it('has room for the calls that are kept, whatever could wait came before', async () => {
    const edits = Array.from({ length: 40 }, (_, n) => ({ at: n * 250, urgency: 'normal' as const }))
    const ends = Array.from({ length: 3 }, () => ({ at: 9990, urgency: 'urgent' as const }))
    const { waits, refused } = await run(server(), [...edits, ...ends], 3)
    expect(refused).toBe(0)
    expect(Math.max(...waits.slice(edits.length))).toBeLessThan(100)
    expect(edits.filter(({ at }, n) => at + waits[n]! < 9990).length).toBeGreaterThan(3)
  })
})

it('heeds a limit that is lower than ours, and none that is higher', async () => {
  const lower = windows({ ...scope, limit: 3 })
  const urgent = Array.from({ length: 12 }, (_, n) => ({ at: n * 900, urgency: 'urgent' as const }))
  expect((await run(lower, urgent)).refused).toBe(0)
  const another: Count = (time) => windows()(time) && { limit: 50_000, remaining: 48_773, resetAt: time + 1e8 }
  expect((await run(another, urgent)).waits.filter((wait) => wait > 0).length).toBeGreaterThan(0)
})
