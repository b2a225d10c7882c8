import { expect, it } from 'vitest'
import { atTerminal } from '../../src/admin/actor.ts'
import { createRateLimit } from '../../src/http/rate-limit.ts'
import { problemOf, startServer } from './server.ts'

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

it('limits those who manage, by key and by whoever is signed in, and tells it as of those who talk', async () => {
  const plan = { requests: { perSecond: 1, burst: 5 }, management: { perSecond: 0.001, burst: 3 } }
  const server = await startServer({ plan })
  const list = (headers: Record<string, string>, path = '/v1/agents') => server.request('GET', path, undefined, headers)
  const told = ({ headers }: Response) =>
    ['ratelimit-policy', 'ratelimit', 'ratelimit-limit', 'ratelimit-remaining'].map((name) => headers.get(name))
  const key = { 'x-api-key': server.managementKey }
  expect(told(await list(key))).toEqual(['"requests";q=3;w=3000', '"requests";r=2;t=1000', '3', '2'])
  expect(told(await list(key, `/admin/${server.account}/agent`))[3]).toBe('1')
  expect(told(await list(key, '/v1/nothing'))[3]).toBeNull()
  expect((await list(key)).status).toBe(200)
  for (const path of ['/v1/agents', `/admin/${server.account}/agent`, '/v1/keys']) {
    const refused = await list(key, path)
    expect(await problemOf(refused)).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(told(refused)[3]).toBe('0')
  }
  // Another key has its own, and so has whoever talks.
  const other = await server.admin.keys.issue({ account: server.account, kind: 'management', name: 'b' }, atTerminal)
  expect((await list({ 'x-api-key': other.key })).status).toBe(200)
  expect((await server.say({ utterance: 'hello' })).headers.get('ratelimit-limit')).toBe('5')
})

it('lets a console in use and a script run, and limits nobody where a plan limits nobody', async () => {
  const usual = await startServer({ plan: { requests: { perSecond: 1, burst: 5 } } })
  const get = (server: typeof usual) =>
    server.request('GET', '/v1/agents', undefined, { 'x-api-key': server.managementKey })
  const all = await Promise.all(Array.from({ length: 60 }, () => get(usual)))
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
  expect(all[0]!.headers.get('ratelimit-policy')).toBe('"requests";q=200;w=10')
  expect((await get(await startServer())).headers.get('ratelimit-policy')).toBeNull()
})
