import { expect, it } from 'vitest'
import { ANNS, BENS, createClock, errorOf, SUPPORT, startApp, startSimulator } from './support.ts'

async function setUp(limits = {}) {
  const clock = createClock()
  const simulator = await startSimulator({ now: clock.now, limits })
  const { api } = await startApp(simulator)
  const accepted = async (times: number, at = ANNS) => {
    let count = 0
    for (let left = times; left > 0; left--) if ((await api.post(at, { text: 'x' })).status === 201) count += 1
    return count
  }
  return { clock, simulator, api, accepted }
}

it('takes seven calls in a second, eight in two and sixty in thirty, for each conversation', async () => {
  const { clock, accepted } = await setUp()
  expect(await accepted(9)).toBe(7)
  expect(await accepted(1, BENS)).toBe(1)
  clock.pass(1000)
  expect(await accepted(3)).toBe(1)
  let total = 8
  for (let turn = 0; turn < 13; turn++) {
    clock.pass(2000)
    total += await accepted(5)
  }
  expect(total).toBe(60)
})

it('says in seconds when to come back, or says nothing', async () => {
  const { simulator, api, accepted } = await setUp()
  await accepted(7)
  const limited = await api.post(ANNS, { text: 'x' })
  expect(errorOf(limited)).toMatch(/^429 /)
  expect(limited.headers.get('retry-after')).toBe('1')
  simulator.limits.retryAfterHeader = false
  expect((await api.post(ANNS, { text: 'x' })).headers.get('retry-after')).toBeNull()
})

it('counts updates, deletions and all threads of a channel together', async () => {
  const { api } = await setUp()
  const { json } = await api.post(SUPPORT, { text: 'root' })
  const id = String(json['id'])
  const calls = [
    () => api.post(`${SUPPORT};messageid=${id}`, { text: 'x' }),
    () => api.put(SUPPORT, id, { text: 'y' }),
    () => api.put(SUPPORT, id, { text: 'z' }),
    () => api.put(SUPPORT, id, { text: 'a' }),
    () => api.put(SUPPORT, id, { text: 'b' }),
    () => api.put(SUPPORT, id, { text: 'c' }),
    () => api.remove(SUPPORT, id),
  ]
  const statuses: number[] = []
  for (const call of calls) statuses.push((await call()).status)
  expect(statuses).toEqual([201, 200, 200, 200, 200, 200, 429])
})

it('takes fifty calls a second from an app in a tenant', async () => {
  const { accepted } = await setUp({ conversationRates: [], tenantCallsPerSecond: 10 })
  expect((await accepted(6)) + (await accepted(6, BENS))).toBe(10)
})

it('can be told not to count', async () => {
  const { simulator, accepted } = await setUp()
  simulator.limits.enforceRates = false
  expect(await accepted(20)).toBe(20)
})
