import { expect, it } from 'vitest'
import { createRateLimit } from '../../src/http/rate-limit.ts'

const rate = { perSecond: 2, burst: 3 }

it('allows a burst, then as much as comes in', () => {
  let at = 0
  const limit = createRateLimit({ now: () => at })
  const takes = [1, 2, 3, 4].map(() => limit.take('key', rate))
  expect(takes.map(({ allowed }) => allowed)).toEqual([true, true, true, false])
  expect(takes[3]).toEqual({ allowed: false, remaining: 0, resetMs: 1500, retryMs: 500 })
  at = 499
  expect(limit.take('key', rate).allowed).toBe(false)
  at = 500
  expect(limit.take('key', rate).allowed).toBe(true)
  at = 100_000
  expect(limit.take('key', rate)).toMatchObject({ allowed: true, remaining: 2 })
})

it('keeps each key apart', () => {
  const limit = createRateLimit({ now: () => 0 })
  for (let n = 0; n < 3; n++) limit.take('ann', rate)
  expect(limit.take('ann', rate).allowed).toBe(false)
  expect(limit.take('ben', rate).allowed).toBe(true)
})

it('does not give more when the clock is set back', () => {
  let at = 10_000
  const limit = createRateLimit({ now: () => at })
  for (let n = 0; n < 3; n++) limit.take('key', rate)
  at = 0
  expect(limit.take('key', rate).allowed).toBe(false)
})

it('remembers a bounded number of keys, those that are in debt rather than those that are not', () => {
  let at = 0
  const limit = createRateLimit({ now: () => at, maxBuckets: 100 })
  for (let n = 0; n < 3; n++) limit.take('busy', rate)
  for (let n = 0; n < 10_000; n++) {
    at += 400
    limit.take(`key ${n}`, rate)
    limit.take('busy', rate)
    limit.take('busy', rate)
  }
  expect(limit.size).toBeLessThanOrEqual(100)
  expect(limit.take('busy', rate).allowed).toBe(false)
})
