import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTeams } from '../../../adapters/teams/index.ts'
import type { BadToken } from '../../../console/stand-ins/teams/index.ts'
import type { InboundMessage } from '../../../src/model/message.ts'
import { inboxWith, memoryInstallations, memoryNotes } from '../../support/adapter-parts.ts'
import { ANN, createHarness, DIRECT, serve } from './harness.ts'

type Options = Parameters<typeof createHarness>[0]

async function connected(options: Options = {}) {
  const harness = await createHarness(options)
  onTestFinished(() => harness.close())
  const messages: InboundMessage[] = []
  await harness.adapter.start(inboxWith({ message: async (message) => void messages.push(message) }))
  onTestFinished(() => harness.adapter.stop())
  const { simulator } = harness
  const say = async (text = 'hello') => {
    simulator.say({ user: ANN, conversation: DIRECT, text })
    await simulator.idle()
    return simulator.deliveries.at(-1)!
  }
  return { ...harness, messages, say }
}

/** Of a server without a token. */
const local = {
  installations: memoryInstallations(),
  notes: memoryNotes(),
  budget: { tryTake: async () => 'ok' as const },
}
const log = { debug() {}, info() {}, warn() {}, error: vi.fn() }

describe('whoever is not Teams', () => {
  const kinds: BadToken[] = [
    'none',
    'malformed',
    'expired',
    'not_yet',
    'wrong_key',
    'wrong_audience',
    'wrong_issuer',
    'wrong_service_url',
    'no_service_url',
    'hs256',
    'unendorsed',
    'no_endorsements',
    'unknown_key',
  ]
  it.each(kinds)('is told 401 and nothing else: %s', async (kind) => {
    const { simulator, say, messages } = await connected()
    const said = vi.spyOn(process.stderr, 'write')
    onTestFinished(() => said.mockRestore())
    simulator.sendBadTokens(kind)
    expect(await say()).toMatchObject({ token: kind, status: 401, response: undefined })
    expect(messages).toEqual([])
    expect(await say()).toMatchObject({ token: 'good', status: 200 })
    expect(messages).toHaveLength(1)
    expect(said).not.toHaveBeenCalled()
  })

  it('may not speak for another channel, whose rules are other ones', async () => {
    const { simulator, say, messages } = await connected()
    const { activity } = await say()
    for (const channelId of ['AseChannel', 'emulator', 'webchat', undefined]) {
      expect(await simulator.deliver({ ...activity, channelId })).toMatchObject({ status: 401 })
    }
    expect(messages).toHaveLength(1)
  })

  it('is not served of a tenant that is not allowed, nor of one that two names are given for', async () => {
    const { simulator, say, messages, log, installations } = await connected()
    const { activity } = await say()
    const other = { id: '7a11e500-0000-4000-8000-00000000abcd' }
    const conversation = { ...activity.conversation, tenantId: other.id }
    expect(await simulator.deliver({ ...activity, conversation, channelData: { tenant: other } })).toMatchObject({
      status: 403,
    })
    expect(await simulator.deliver({ ...activity, conversation })).toMatchObject({ status: 400 })
    expect(messages).toHaveLength(1)
    expect([...installations.kept.keys()]).toEqual([simulator.tenantId])
    expect(log).toMatchObject([{ level: 'warn', fields: { tenant: other.id } }])
  })

  it('is served of any tenant where all are allowed', async () => {
    const { simulator, say, messages } = await connected({ teams: { allowedTenants: ['*'] } })
    const { activity } = await say()
    const other = { id: '7a11e500-0000-4000-8000-00000000abcd' }
    const conversation = { ...activity.conversation, tenantId: other.id }
    expect(await simulator.deliver({ ...activity, conversation, channelData: { tenant: other } })).toMatchObject({
      status: 200,
    })
    expect(messages.map(({ installation }) => installation)).toEqual([simulator.tenantId, other.id])
  })

  it('is not blamed when the keys cannot be fetched', async () => {
    let shift = 0
    const { simulator, say } = await connected({ teams: { now: () => Date.now() + shift } })
    simulator.faults.set([{ kind: 'error', route: 'GET openid', times: 1 }])
    expect((await say()).status).toBe(503)
    shift = 1000
    expect((await say()).status).toBe(200)
  })

  it('shuts nobody out by asking two hundred times a second', async () => {
    let shift = 0
    // Each second another token, as Teams has another one now and then.
    const { simulator, say, messages } = await connected({ simulator: { now: () => Date.now() + shift } })
    const { activity } = await say()
    const real = []
    for (let n = 0; n < 20; n++) {
      simulator.sendBadTokens('wrong_key', 20)
      const forged = Array.from({ length: 20 }, () => simulator.deliver({ ...activity, id: 'forged' }))
      shift += 1000
      real.push(await simulator.deliver({ ...activity, id: `real-${n}` }))
      expect((await Promise.all(forged)).map(({ status }) => status)).toEqual(Array(20).fill(401))
    }
    expect(real.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(messages).toHaveLength(21)
  })
})

describe('what cannot be read', () => {
  it('is refused, and harms nobody', async () => {
    const { simulator, say, messages, log } = await connected()
    const { activity } = await say()
    const names = Object.keys(activity)
    const strange = fc.oneof(
      fc.constant(undefined),
      fc.constant(null),
      fc.string(),
      fc.integer(),
      fc.array(fc.anything({ maxDepth: 1 }), { maxLength: 3 }),
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
    )
    const spoilt = fc.tuple(fc.subarray(names, { minLength: 1, maxLength: 3 }), fc.array(strange, { minLength: 3 }))
    const kinds = ['message', 'messageUpdate', 'messageDelete', 'conversationUpdate', 'installationUpdate', 'invoke']
    for (const [keys, values] of fc.sample(spoilt, { numRuns: 150, seed: 20_261_121 })) {
      const type = kinds[values.length % kinds.length]
      const body = { ...activity, type, ...Object.fromEntries(keys.map((key, n) => [key, values[n]])) }
      const { status } = await simulator.deliver({ ...body, serviceUrl: simulator.serviceUrl, channelId: 'msteams' })
      expect([200, 400, 401, 403, 501]).toContain(status)
    }
    expect(log.filter(({ level }) => level === 'error')).toEqual([])
    expect(await say('still there')).toMatchObject({ status: 200 })
    expect(messages.at(-1)!.text).toBe('still there')
  })

  it('is no activity: bytes, an array, an object without a type, and what is too large', async () => {
    const teams = createTeams({ ...local, log })
    await teams.start(inboxWith())
    const server = await serve(teams)
    onTestFinished(() => server.close())
    const bodies = ['', '{', '[]', 'null', '"a"', '{"a":1}', '{"type":1}', '{"__proto__":{"type":"message"}}', '\u0000']
    for (const body of bodies) expect((await fetch(server.url, { method: 'POST', body })).status).toBe(400)
    expect((await fetch(server.url, { method: 'POST', body: ' '.repeat(300_000) })).status).toBe(413)
    expect(log.error).not.toHaveBeenCalled()
  })

  it('without an app is anything from elsewhere than this machine', async () => {
    const teams = createTeams({ ...local, log })
    await teams.start(inboxWith())
    const server = await serve(teams)
    onTestFinished(() => server.close())
    const conversation = { id: 'a:1', conversationType: 'personal', tenantId: 't' }
    const activity = {
      type: 'message',
      id: '1',
      from: { id: 'u' },
      recipient: { id: 'b' },
      conversation,
      text: 'hello',
    }
    const send = async (serviceUrl: string, headers = {}) =>
      (await fetch(server.url, { method: 'POST', headers, body: JSON.stringify({ ...activity, serviceUrl }) })).status
    expect(await send('http://127.0.0.1:5/')).toBe(200)
    // A page that somebody here looks at may be anybody's.
    expect(await send('http://127.0.0.1:5/', { origin: 'https://example.com' })).toBe(401)
    for (const url of ['https://smba.example.com/', 'http://10.0.0.1/', 'http://localhost.example.com/', 'file:///x']) {
      expect(await send(url)).toBe(401)
    }
  })
})

describe('an activity', () => {
  it('is acknowledged as soon as it is written down', async () => {
    const harness = await createHarness()
    onTestFinished(() => harness.close())
    const written = Promise.withResolvers<void>()
    await harness.adapter.start(inboxWith({ message: () => written.promise }))
    const { simulator } = harness
    simulator.say({ user: ANN, conversation: DIRECT, text: 'hello' })
    await expect.poll(() => simulator.calls.some(({ route }) => route === 'GET keys')).toBe(true)
    expect(simulator.deliveries.at(-1)!.status).toBe(0)
    written.resolve()
    await simulator.idle()
    expect(simulator.deliveries.at(-1)!.status).toBe(200)
    await harness.adapter.stop()
  })

  it('is to be told again when it cannot be written down', async () => {
    const harness = await createHarness()
    onTestFinished(() => harness.close())
    let refused = 0
    const message = async () => {
      refused++
      throw new Error('the disk is full')
    }
    await harness.adapter.start(inboxWith({ message }))
    harness.person.say('hello')
    await harness.settled()
    expect(refused).toBe(4)
    expect(harness.simulator.deliveries.at(-1)).toMatchObject({ status: 500, response: undefined })
    await harness.adapter.stop()
  })

  it('finds nobody before the adapter has started, or once it has stopped', async () => {
    const harness = await createHarness()
    onTestFinished(() => harness.close())
    harness.person.say('hello')
    await harness.settled()
    expect(harness.simulator.deliveries.at(-1)!.status).toBe(503)
    expect(harness.adapter.connected()).toBe(false)
    await harness.adapter.start(inboxWith())
    expect(harness.adapter.connected()).toBe(true)
    await harness.adapter.stop()
    harness.person.say('hello')
    await harness.settled()
    expect(harness.simulator.deliveries.at(-1)!.status).toBe(503)
  })

  it('that is an invoke nobody knows is told so', async () => {
    const { simulator, say } = await connected()
    const { activity } = await say()
    expect(await simulator.deliver({ ...activity, type: 'invoke', name: 'config/fetch' })).toMatchObject({
      status: 501,
    })
  })
})

it('does not start without a token, and says what to mend', async () => {
  const harness = await createHarness({ teams: { app: undefined as never } })
  onTestFinished(() => harness.close())
  const { simulator, another } = harness
  const credential = { kind: 'secret', value: 'wrong' } as const
  const app = { appId: simulator.appId, credential, tenantId: simulator.tenantId }
  const teams = await another({ app: { ...app, appType: 'SingleTenant' } })
  await expect(teams.start(inboxWith())).rejects.toMatchObject({
    code: 'teams_app_refused',
    message: expect.stringMatching(/AADSTS7000215.*of a client secret the value/),
  })
  const nowhere = await another({ app: { ...app, appType: 'SingleTenant' }, loginUrl: 'http://127.0.0.1:9' })
  await expect(nowhere.start(inboxWith())).rejects.toMatchObject({ code: 'teams_unreachable' })
})
