import { describe, expect, it, onTestFinished } from 'vitest'
import type { Fault } from '../../../console/stand-ins/teams/view.ts'
import type { InboundMessage, Part } from '../../../src/model/message.ts'
import type { Outcome } from '../../../src/ports/channel.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { ANN, createHarness, DIRECT, GROUP, ofOurs } from './harness.ts'

const signal = new AbortController().signal
const text = (text: string): Part => ({ text })

function must<T>(outcome: Outcome<T>): T {
  if (!('ok' in outcome)) throw new Error(`expected ok, got ${JSON.stringify(outcome)}`)
  return outcome.ok
}

/** Ann has said something there. The clock stands still. */
async function heard(where: string, teams: { governmentUrl?: string } = {}) {
  const at = Date.now()
  const now = () => at
  const harness = await createHarness({
    simulator: { now, limits: { enforceRates: false } },
    teams: { now, ...teams },
  })
  onTestFinished(() => harness.close())
  const messages: InboundMessage[] = []
  await harness.adapter.start(inboxWith({ message: async (message) => void messages.push(message) }))
  onTestFinished(() => harness.adapter.stop())
  const { simulator } = harness
  const isDirect = where === DIRECT
  const words = isDirect ? 'hello' : `${simulator.mention(simulator.botId)} hello`
  simulator.say({ user: ANN, conversation: where, text: words, ...(!isDirect && { mentions: [simulator.botId] }) })
  await simulator.idle()
  const { replyTo: place } = messages[0]!
  const fail = (...faults: Partial<Fault>[]) =>
    simulator.faults.set(faults.map((fault) => ({ kind: 'refuse', route: '*', ...fault }) as Fault))
  const calls = (route: string) => simulator.calls.filter((call) => call.route === route)
  const pauseOf = (outcome: Outcome<unknown>) => ('limited' in outcome ? outcome.limited.retryAt - at : Number.NaN)
  const seen = () => ofOurs(simulator).map(({ text, stream }) => (stream ? `${text}…` : text))
  return { ...harness, place, fail, calls, pauseOf, seen }
}

const kindOf = (outcome: Outcome<unknown>): string =>
  'refused' in outcome ? outcome.refused.code : Object.keys(outcome)[0]!

/** Status, code, what it means to a post, and to an edit where that is another thing. */
const documented: [number, string, string, string?][] = [
  [400, 'Bad Argument', 'invalid'],
  [401, 'BotNotRegistered', 'revoked'],
  [403, 'BotDisabledByAdmin', 'forbidden'],
  [403, 'BotNotInConversationRoster', 'forbidden'],
  [403, 'ConversationBlockedByUser', 'forbidden'],
  [403, 'ForbiddenOperationException', 'forbidden'],
  [403, 'MessageWritesBlocked', 'forbidden'],
  [403, 'NotEnoughPermissions', 'forbidden', 'unchangeable'],
  [404, 'ActivityNotFoundInConversation', 'gone', 'unchangeable'],
  [404, 'ConversationNotFound', 'gone'],
  [408, 'RequestTimeout', 'unknown'],
  [412, 'PreconditionFailed', 'limited'],
  [413, 'MessageSizeTooBig', 'invalid'],
  [429, 'Throttled', 'limited'],
  [500, 'ServiceError', 'unknown'],
  [502, 'ServiceError', 'limited'],
  [503, 'ServiceUnavailable', 'limited'],
  [504, 'GatewayTimeout', 'limited'],
]

it.each(documented)('%s %s means %s', async (status, code, toPost, toEdit = toPost) => {
  const { channel, place, fail } = await heard(GROUP)
  const ref = must(await channel.post(place, text('One'), 'k0', signal))
  fail({ status, code })
  expect(kindOf(await channel.post(place, text('Two'), 'k1', signal))).toBe(toPost)
  expect(kindOf(await channel.edit(ref, text('Two'), signal))).toBe(toEdit)
  expect(kindOf(await channel.remove!(ref, signal))).toBe(toEdit)
})

it.each([502, 503, 504])("%s is also said by a balancer's page of HTML", async (status) => {
  const { channel, place, fail } = await heard(GROUP)
  fail({ status, body: '<html><h1>Bad Gateway</h1></html>' })
  expect(kindOf(await channel.post(place, text('One'), 'k1', signal))).toBe('limited')
})

it('is tried again when Teams says, else with ever longer pauses, which begin anew once something was done', async () => {
  const { channel, place, fail, pauseOf } = await heard(GROUP)
  const ref = must(await channel.post(place, text('One'), 'k0', signal))
  const pause = async () => pauseOf(await channel.edit(ref, text('Two'), signal))
  fail({ status: 503, code: 'ServiceUnavailable', retryAfter: 7 })
  expect(await pause()).toBe(7000)
  fail()
  must(await channel.edit(ref, text('Two'), signal))
  fail({ status: 502, code: 'ServiceError' })
  for (const least of [1000, 2000, 4000, 8000]) {
    const ms = await pause()
    expect(ms).toBeGreaterThanOrEqual(least)
    expect(ms).toBeLessThanOrEqual(2 * least + 1)
  }
  expect(await pause()).toBeLessThanOrEqual(20_001)
  fail()
  must(await channel.edit(ref, text('Two'), signal))
  fail({ status: 412, code: 'PreconditionFailed' })
  expect(await pause()).toBeLessThanOrEqual(2001)
})

describe('a whole answer', () => {
  it.each([502, 503, 504])('that was not taken is there once after %s', async (status) => {
    const { channel, place, fail, seen } = await heard(GROUP)
    fail({ route: 'POST activities', status, code: 'ServiceError', times: 1 })
    expect(kindOf(await channel.post(place, text('All of it.'), 'k1', signal))).toBe('limited')
    must(await channel.post(place, text('All of it.'), 'k1', signal))
    expect(seen()).toEqual(['All of it.'])
  })

  it('is posted again once and no more: then nobody knows', async () => {
    const { channel, place, fail, calls } = await heard(GROUP)
    fail({ route: 'POST activities', status: 504, code: 'GatewayTimeout' })
    const post = async () => kindOf(await channel.post(place, text('All of it.'), 'k1', signal))
    expect([await post(), await post(), await post()]).toEqual(['limited', 'unknown', 'gone'])
    expect(calls('POST activities')).toHaveLength(2)
  })

  it('in place of the line that announced it is there once, however often its end is lost', async () => {
    const { channel, place, simulator, seen, calls } = await heard(DIRECT)
    await channel.activity!(place, 'thinking', 'en', signal)
    simulator.faults.set([{ kind: 'accepted', route: 'POST activities', status: 504, times: 1 }])
    expect(kindOf(await channel.post(place, text('All of it.'), 'k1', signal))).toBe('limited')
    simulator.faults.set([{ kind: 'error', route: 'POST activities', status: 502, times: 3 }])
    for (let n = 0; n < 3; n++) await channel.post(place, text('All of it.'), 'k1', signal)
    must(await channel.post(place, text('All of it.'), 'k1', signal))
    expect(seen()).toEqual(['All of it.'])
    expect(calls('PUT activity')).toEqual([])
  })

  it('that the lost end did not hold all of is completed in the same message', async () => {
    const { channel, place, simulator, seen } = await heard(DIRECT)
    await channel.activity!(place, 'thinking', 'en', signal)
    simulator.faults.set([{ kind: 'accepted', route: 'POST activities', status: 503, times: 1 }])
    await channel.post(place, text('Half'), 'k1', signal)
    must(await channel.post(place, text('Half and half'), 'k1', signal))
    expect(seen()).toEqual(['Half and half'])
  })
})

it('an edit and an end of a stream are repeated until they are done', async () => {
  const { channel, place, simulator, seen } = await heard(DIRECT)
  const stream = must(await channel.stream!(place, 'One ', 'k1', signal))
  simulator.faults.set([{ kind: 'accepted', route: 'POST activities', status: 502, times: 1 }])
  expect(kindOf(await stream.append('two ', signal))).toBe('limited')
  must(await stream.append('two ', signal))
  simulator.faults.set([{ kind: 'accepted', route: 'POST activities', status: 504, times: 1 }])
  expect(kindOf(await stream.finish('three', text('One two three'), false, signal))).toBe('limited')
  must(await stream.finish('three', text('One two three'), false, signal))
  simulator.faults.set([{ kind: 'accepted', route: 'PUT activity', status: 503, times: 1 }])
  const edit = () => channel.edit(stream.ref, text('One, two, three'), signal)
  expect(kindOf(await edit())).toBe('limited')
  must(await edit())
  expect(seen()).toEqual(['One, two, three'])
})

it('a tenant of the American government is called where Microsoft says that it is, from then on', async () => {
  const { channel, place, fail, calls, simulator, another, log } = await heard(GROUP, {
    governmentUrl: 'http://localhost:1/teams',
  })
  const moved = await another({ governmentUrl: simulator.serviceUrl.replace('127.0.0.1', 'localhost') })
  await moved.open()
  const fresh = moved.channel(simulator.tenantId)!
  const other = { status: 403, code: 'InvalidBotApiHost', message: 'Invalid bot api host.' }
  fail({ ...other, times: 1 })
  const ref = must(await fresh.post(place, text('One'), 'k1', signal))
  must(await fresh.edit(ref, text('Two'), signal))
  expect(calls('POST activities').map(({ status }) => status)).toEqual([403, 201])
  expect(calls('PUT activity')).toHaveLength(1)
  // Nobody answers at that address.
  expect(kindOf(await channel.edit(ref, text('Three'), signal))).toBe('limited')
  // Where it helps nothing, it is tried once.
  fail(other)
  expect(kindOf(await fresh.edit(ref, text('Three'), signal))).toBe('forbidden')
  expect(log.filter(({ level }) => level === 'error')).toEqual([])
})

it('that Microsoft refuses the app is told for as long as it does', async () => {
  const { adapter, channel, place, fail } = await heard(GROUP)
  const post = (key: string) => channel.post(place, text('One'), key, signal)
  expect(adapter.degraded!()).toEqual([])
  fail({ status: 401, code: 'BotNotRegistered', message: 'No registration found for this bot.' })
  await post('k1')
  expect(adapter.degraded!()).toEqual([expect.stringContaining('BotNotRegistered No registration found for this bot.')])
  // That it can do nothing, or is in a hurry, says nothing about the app.
  fail({ status: 502, code: 'ServiceError' })
  await post('k2')
  expect(adapter.degraded!()).toHaveLength(1)
  fail()
  must(await post('k3'))
  expect(adapter.degraded!()).toEqual([])
})
