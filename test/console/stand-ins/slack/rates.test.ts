import { describe, expect, it } from 'vitest'
import { withDefaults } from '../../../../console/stand-ins/slack/limits.ts'
import { createRates } from '../../../../console/stand-ins/slack/rates.ts'
import { call, createClock, startSimulator } from './support.ts'

const takeAll = (rates: ReturnType<typeof createRates>, method: string): number => {
  let taken = 0
  while (rates.take(method, `C${taken}`) === undefined) taken += 1
  return taken
}

describe('rates', () => {
  it.each([
    ['chat.startStream', 20],
    ['chat.stopStream', 20],
    ['chat.appendStream', 100],
    ['chat.update', 50],
    ['chat.postEphemeral', 100],
    ['views.open', 100],
  ])('%s: %i a minute', (method, limit) => {
    const clock = createClock()
    const rates = createRates({ limits: withDefaults(), now: clock.now })
    expect(takeAll(rates, method)).toBe(limit)
    clock.pass(59_000)
    expect(rates.take(method)).toBe(1)
    clock.pass(1000)
    expect(takeAll(rates, method)).toBe(limit)
  })

  it('slides its window', () => {
    const clock = createClock()
    const rates = createRates({ limits: withDefaults(), now: clock.now })
    for (let count = 0; count < 10; count++) rates.take('chat.startStream')
    clock.pass(40_000)
    for (let count = 0; count < 10; count++) rates.take('chat.startStream')
    expect(rates.take('chat.startStream')).toBe(20)
    clock.pass(20_000)
    expect(takeAll(rates, 'chat.startStream')).toBe(10)
  })

  it('posts once a second to a channel after a burst of three', () => {
    const clock = createClock()
    const rates = createRates({ limits: withDefaults(), now: clock.now })
    const post = (channel = 'C1'): number | undefined => rates.take('chat.postMessage', channel)
    expect([post(), post(), post(), post()]).toEqual([undefined, undefined, undefined, 1])
    expect(post('C2')).toBeUndefined()
    clock.pass(1000)
    expect([post(), post()]).toEqual([undefined, 1])
  })

  it('answers 429 with Retry-After, does nothing, and can be lifted', async () => {
    const simulator = await startSimulator()
    const post = (url: string): Promise<Response> =>
      fetch(`${url}/api/chat.postMessage`, {
        method: 'POST',
        headers: { authorization: `Bearer ${simulator.botToken}` },
        body: new URLSearchParams({ channel: 'C0GENERAL', text: 'Hi' }),
      })
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(simulator.url)))
    const limited = answers.filter((answer) => answer.status === 429)
    expect(limited).toHaveLength(1)
    expect(limited[0]?.headers.get('retry-after')).toBe('1')
    expect(await limited[0]?.json()).toEqual({ ok: false, error: 'ratelimited' })
    expect(simulator.messages('C0GENERAL')).toHaveLength(3)

    const free = await startSimulator({ limits: { enforceRates: false } })
    for (let count = 0; count < 10; count++) await call(free, 'chat.postMessage', { channel: 'C0GENERAL', text: 'Hi' })
    expect(free.messages('C0GENERAL')).toHaveLength(10)
  })
})
