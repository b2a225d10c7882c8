import { describe, expect, it } from 'vitest'
import { ANN, call, GENERAL, startBot, startSimulator, until } from './support.ts'

const ROUTE = 'POST /channels/{channel}/messages'
const PATH = `/channels/${GENERAL}/messages`

describe('made to fail, REST', () => {
  it('answers 429 with and without the header, as often as asked', async () => {
    const simulator = await startSimulator()
    simulator.faults.set([
      { kind: 'ratelimited', route: ROUTE, times: 1, retryAfter: 2 },
      { kind: 'ratelimited', route: ROUTE, times: 1, retryAfter: 2, header: false },
    ])
    const [first, second, third] = [
      await call(simulator, 'POST', PATH, { content: 'a' }),
      await call(simulator, 'POST', PATH, { content: 'a' }),
      await call(simulator, 'POST', PATH, { content: 'a' }),
    ]
    expect([first.status, first.headers.get('retry-after'), first.body.retry_after]).toEqual([429, '2', 2])
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, null])
    expect(third.status).toBe(200)
    expect(simulator.faults.list).toEqual([])
  })

  it('answers 500, or any refusal, and does nothing', async () => {
    const simulator = await startSimulator()
    simulator.faults.set([
      { kind: 'error', route: '*', times: 1 },
      { kind: 'refuse', route: '*', times: 1, code: 50013 },
      { kind: 'refuse', route: '*', times: 1, code: 0 },
    ])
    const post = async (): Promise<unknown[]> => {
      const { status, body } = await call(simulator, 'POST', PATH, { content: 'a' })
      return [status, body.code]
    }
    expect([await post(), await post(), await post()]).toEqual([
      [500, 0],
      [403, 50013],
      [401, 0],
    ])
    expect(simulator.messages(GENERAL)).toEqual([])
  })

  it('refuses the nth call in a channel, with any status and any body', async () => {
    const simulator = await startSimulator()
    const refused = { kind: 'refuse', route: ROUTE, channel: GENERAL, times: 1 } as const
    simulator.faults.set([
      { kind: 'refuse', route: ROUTE, channel: simulator.direct(ANN), code: 50007 },
      { ...refused, after: 1, code: 130000, status: 503, retryAfter: 2 },
      { ...refused, after: 2, body: 'error code: 1015', status: 429 },
    ])
    const seen: unknown[] = []
    for (let n = 0; n < 4; n++) {
      const { status, body, headers } = await call(simulator, 'POST', PATH, { content: 'a' })
      seen.push([status, body?.code, headers.get('retry-after')])
    }
    expect(seen).toEqual([
      [200, undefined, null],
      [503, 130000, '2'],
      [429, undefined, null],
      [200, undefined, null],
    ])
  })

  it('loses calls before and after they are done', async () => {
    const simulator = await startSimulator()
    simulator.faults.set([
      { kind: 'reset', route: ROUTE, times: 1 },
      { kind: 'drop', route: ROUTE, times: 1 },
    ])
    await expect(call(simulator, 'POST', PATH, { content: 'Before' })).rejects.toThrow()
    await expect(call(simulator, 'POST', PATH, { content: 'After' })).rejects.toThrow()
    expect(simulator.messages(GENERAL).map(({ content }) => content)).toEqual(['After'])
    expect(simulator.calls.map(({ status, fault }) => [status, fault])).toEqual([
      [0, 'reset'],
      [0, 'drop'],
    ])
  })

  it('is slow, or never answers', async () => {
    const simulator = await startSimulator()
    simulator.faults.set([
      { kind: 'slow', route: ROUTE, delay: 5, times: 1 },
      { kind: 'hang', route: ROUTE },
    ])
    expect((await call(simulator, 'POST', PATH, { content: 'Slow' })).status).toBe(200)
    let answered = false
    const hanging = call(simulator, 'POST', PATH, { content: 'Never' }).then(
      () => (answered = true),
      () => {},
    )
    await until(() => simulator.calls.length === 2)
    expect(answered).toBe(false)
    await simulator.stop()
    await hanging
  })

  it('says what is wrong with a fault', async () => {
    const simulator = await startSimulator()
    expect(() => simulator.faults.set([{ kind: 'explode' as never, route: '*' }])).toThrow('no fault of kind explode')
    expect(() => simulator.faults.set([{ kind: 'refuse', route: '*' }])).toThrow('needs the code')
    expect(() => simulator.faults.set([{ kind: 'error', route: '', times: 0 }])).toThrow('needs a route')
    expect(() => simulator.faults.set([{ kind: 'error', route: '*', after: -1 }])).toThrow('after')
    expect(() => simulator.faults.set([{ kind: 'refuse', route: '*', code: 1, status: 200 }])).toThrow('status')
  })

  it('can be watched at both ends of a call', async () => {
    const simulator = await startSimulator()
    const seen: string[] = []
    const end = simulator.onCall(({ route }) => void seen.push(`${route}: ${simulator.messages(GENERAL).length}`))
    simulator.onDone(({ status }) => void seen.push(`done ${status}: ${simulator.messages(GENERAL).length}`))
    await call(simulator, 'POST', PATH, { content: 'a' })
    end()
    await call(simulator, 'POST', PATH, { content: 'b' })
    expect(seen).toEqual([`${ROUTE}: 0`, 'done 0: 1', 'done 0: 2'])
  })

  it('nulls the token of discord.js with one 401', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    const channel = bot.channels.cache.get(GENERAL)
    if (!channel?.isSendable()) throw new Error('no channel')
    simulator.faults.set([{ kind: 'refuse', route: ROUTE, code: 0, times: 1 }])
    await expect(channel.send('a')).rejects.toMatchObject({ status: 401 })
    await expect(channel.send('b')).rejects.toThrow('Expected token to be set')
  })
})

it('records every call and every frame, but no token', async () => {
  const simulator = await startSimulator()
  await startBot(simulator)
  simulator.say({ user: ANN, channel: GENERAL, content: 'Hi' })
  await call(simulator, 'POST', PATH, { content: 'Ho' })
  expect(simulator.calls.map(({ route, status }) => [route, status])).toEqual([
    ['GET /gateway/bot', 200],
    [ROUTE, 200],
  ])
  expect(simulator.calls[1]).toMatchObject({ body: { content: 'Ho' }, response: { content: 'Ho' } })
  const names = simulator.frames.map(({ direction, op, t }) =>
    [direction, op, t].filter((part) => part !== undefined).join(' '),
  )
  expect(names.slice(0, 6)).toEqual([
    'out 10',
    'in 2',
    'out 0 READY',
    'out 0 GUILD_CREATE',
    'out 0 MESSAGE_CREATE',
    'out 0 MESSAGE_CREATE',
  ])
  expect(JSON.stringify([simulator.calls, simulator.frames])).not.toContain(simulator.token)
})
