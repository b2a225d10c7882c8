import { RESTEvents } from 'discord.js'
import { describe, expect, it } from 'vitest'
import type { DiscordSimulator } from '../../../../console/stand-ins/discord/index.ts'
import { ANN, type Answer, call, createClock, GENERAL, SUPPORT, startBot, startSimulator } from './support.ts'

const post = (simulator: DiscordSimulator, channel = GENERAL): Promise<Answer> =>
  call(simulator, 'POST', `/channels/${channel}/messages`, { content: 'Hi' })

async function times<T>(number: number, act: (i: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let i = 0; i < number; i++) results.push(await act(i))
  return results
}

describe('a route', () => {
  it('is open five times in five seconds for each channel, and says so', async () => {
    const clock = createClock()
    const simulator = await startSimulator({ now: clock.now })
    const [first, ...others] = await times(6, () => post(simulator))
    expect(first!.headers.get('x-ratelimit-limit')).toBe('5')
    expect(first!.headers.get('x-ratelimit-remaining')).toBe('4')
    expect(first!.headers.get('x-ratelimit-reset-after')).toBe('5.000')
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
    const refused = others.at(-1)!
    expect(refused.body).toEqual({ message: 'You are being rate limited.', retry_after: 5, global: false })
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(refused.headers.get('x-ratelimit-scope')).toBe('user')
    expect((await post(simulator, SUPPORT)).status).toBe(200)
    clock.pass(5000)
    expect((await post(simulator)).status).toBe(200)
  })

  it('counts posts and edits apart, under names of their own, or under one as until 2026', async () => {
    const bucket = ({ headers }: Answer): string | null => headers.get('x-ratelimit-bucket')
    const both = async (sharedMessageBucket: boolean): Promise<Answer[]> => {
      const simulator = await startSimulator({ limits: { sharedMessageBucket } })
      const posted = await post(simulator)
      const path = `/channels/${GENERAL}/messages/${posted.body.id}`
      return [posted, await call(simulator, 'PATCH', path, { content: 'Ho' })]
    }
    const apart = await both(false)
    const together = await both(true)
    expect(bucket(apart[0]!)).not.toBe(bucket(apart[1]!))
    expect(bucket(together[0]!)).toBe(bucket(together[1]!))
    expect(together.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['4', '4'])
  })

  it('can be freed of its limit', async () => {
    const simulator = await startSimulator({ limits: { enforceRates: false } })
    const answers = await times(60, () => post(simulator))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(answers[0]!.headers.has('x-ratelimit-bucket')).toBe(false)
  })
})

describe('all routes together', () => {
  it('are open fifty times a second', async () => {
    const clock = createClock()
    const simulator = await startSimulator({ now: clock.now })
    const answers = await times(51, () => call(simulator, 'GET', '/users/@me'))
    const last = answers.at(-1)!
    expect([last.status, last.body.global]).toEqual([429, true])
    expect(last.headers.get('x-ratelimit-global')).toBe('true')
    expect(last.headers.get('x-ratelimit-scope')).toBe('global')
    clock.pass(1000)
    expect((await call(simulator, 'GET', '/users/@me')).status).toBe(200)
  })

  it('are closed after too many refusals, with a page that is no JSON', async () => {
    const clock = createClock()
    const simulator = await startSimulator({ now: clock.now, limits: { invalidRequests: 3, requestsPerSecond: 1000 } })
    const wrong = { authorization: 'Bot wrong' }
    await times(2, () => call(simulator, 'GET', '/users/@me', undefined, wrong))
    simulator.faults.set([{ kind: 'ratelimited', route: '*', times: 1, scope: 'shared' }])
    expect((await call(simulator, 'GET', '/users/@me')).headers.get('x-ratelimit-scope')).toBe('shared')
    // What others used up does not count.
    expect((await call(simulator, 'GET', '/users/@me')).status).toBe(200)
    await call(simulator, 'GET', '/users/@me', undefined, wrong)
    const blocked = await call(simulator, 'GET', '/users/@me')
    expect([blocked.status, blocked.body]).toEqual([429, 'error code: 1015'])
    clock.pass(3_600_000)
    expect((await call(simulator, 'GET', '/users/@me')).status).toBe(200)
  })
})

it('edits of messages older than an hour are few', async () => {
  const clock = createClock()
  const simulator = await startSimulator({ now: clock.now, limits: { oldEdits: { limit: 1, windowMs: 3_600_000 } } })
  const { body } = await post(simulator)
  const edit = (): Promise<Answer> =>
    call(simulator, 'PATCH', `/channels/${GENERAL}/messages/${body.id}`, { content: `${clock.now()}` })
  expect((await edit()).status).toBe(200)
  clock.pass(3_600_001)
  expect((await edit()).status).toBe(200)
  expect(await edit()).toMatchObject({ status: 429, body: { code: 30046 } })
})

describe('a nonce', () => {
  const send = (simulator: DiscordSimulator, body: object): Promise<Answer> =>
    call(simulator, 'POST', `/channels/${GENERAL}/messages`, { content: 'Hi', nonce: 'one', ...body })

  it('that is enforced gives the message that is there', async () => {
    const clock = createClock()
    const simulator = await startSimulator({ now: clock.now })
    const first = await send(simulator, { enforce_nonce: true })
    const second = await send(simulator, { enforce_nonce: true, content: 'Ho' })
    expect(second.body).toMatchObject({ id: first.body.id, content: 'Hi' })
    expect(simulator.messages(GENERAL)).toHaveLength(1)
    clock.pass(200_000)
    expect((await send(simulator, { enforce_nonce: true })).body.id).not.toBe(first.body.id)
  })

  it('that is not enforced only comes back', async () => {
    const simulator = await startSimulator()
    const first = await send(simulator, {})
    const second = await send(simulator, {})
    expect([first.body.nonce, second.body.id === first.body.id]).toEqual(['one', false])
  })

  it('does not bring back what was deleted', async () => {
    const simulator = await startSimulator()
    const { body } = await send(simulator, { enforce_nonce: true })
    simulator.remove({ user: ANN, channel: GENERAL, message: body.id })
    expect(await send(simulator, { enforce_nonce: true })).toMatchObject({ status: 404, body: { code: 10008 } })
  })
})

describe('discord.js', () => {
  it('waits where it is told to, and sends everything', async () => {
    const simulator = await startSimulator({
      limits: { buckets: { 'POST /channels/{channel}/messages': { limit: 2, windowMs: 60 } } },
    })
    const bot = await startBot(simulator, { rest: { offset: 0 } })
    const waits: number[] = []
    bot.rest.on(RESTEvents.RateLimited, ({ timeToReset }) => waits.push(timeToReset))
    const channel = bot.channels.cache.get(GENERAL)
    if (!channel?.isSendable()) throw new Error('no channel')
    await Promise.all(Array.from({ length: 5 }, (_, i) => channel.send(`${i}`)))
    expect(simulator.messages(GENERAL).map(({ content }) => content)).toEqual(['0', '1', '2', '3', '4'])
    expect(simulator.calls.filter(({ status }) => status === 429)).toEqual([])
    expect(waits.length).toBeGreaterThan(0)
  })

  it('sends once what was done although no answer came, if its nonce is enforced', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    const channel = bot.channels.cache.get(GENERAL)
    if (!channel?.isSendable()) throw new Error('no channel')
    const lose = (): void =>
      simulator.faults.set([{ kind: 'drop', route: 'POST /channels/{channel}/messages', times: 1 }])
    lose()
    await channel.send({ content: 'Once', nonce: 'one', enforceNonce: true })
    lose()
    await channel.send({ content: 'Twice' })
    expect(simulator.messages(GENERAL).map(({ content }) => content)).toEqual(['Once', 'Twice', 'Twice'])
  })
})
