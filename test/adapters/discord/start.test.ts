import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { InboundMessage } from '../../../src/model/message.ts'
import type { Adapter } from '../../../src/ports/channel.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { ANN, APP, BEN, createHarness, type DiscordHarness, GENERAL, GUILD } from './harness.ts'

let harness: DiscordHarness
const others: Adapter[] = []
const messages: InboundMessage[] = []
let write: (message: InboundMessage) => Promise<void>
const edits: string[] = []
const inbox = inboxWith({
  message: (message) => write(message),
  async control(control) {
    // An edit of what is not there yet would be lost.
    if (control.kind !== 'edited') return
    expect(messages.map(({ eventId }) => eventId)).toContain(control.eventId)
    edits.push(control.text)
  },
})

async function open(options?: Parameters<typeof createHarness>[0]): Promise<DiscordHarness> {
  messages.length = 0
  edits.length = 0
  write = async (message) => void messages.push(message)
  harness = await createHarness(options)
  return harness
}

const texts = (): string[] => messages.map(({ text }) => text)
const mention = (words: string): string =>
  harness.simulator.say({ user: ANN, channel: GENERAL, content: `<@${APP}> ${words}` })
const ops = (op: number): number =>
  harness.simulator.frames.filter((one) => one.direction === 'in' && one.op === op).length
const IDENTIFY = 2
const RESUME = 6

/** As after a restart: what the first adapter knew is gone, but for its notes. */
async function restarted(options?: Parameters<DiscordHarness['another']>[0]): Promise<Adapter> {
  const adapter = harness.another(options)
  others.push(adapter)
  await adapter.start(inbox)
  return adapter
}

afterEach(async () => {
  for (const adapter of [harness.adapter, ...others.splice(0)]) await adapter.stop()
  await harness.close()
})

describe('starting', () => {
  it.each(['Ask me with /ask', undefined])('tells its status line when a session begins: %s', async (status) => {
    await open({ discord: status === undefined ? {} : { status } })
    await harness.adapter.start(inbox)
    const { d } = harness.simulator.frames.find(({ direction, op }) => direction === 'in' && op === IDENTIFY)!
    const presence = { activities: [{ type: 4, state: status }], status: 'online', afk: false }
    expect((d as { presence?: unknown }).presence ?? undefined).toEqual(
      status === undefined
        ? undefined
        : expect.objectContaining({ ...presence, activities: [expect.objectContaining(presence.activities[0]!)] }),
    )
  })

  it.each([
    ['a token Discord does not know', { discord: { botToken: 'a.b.c' } }, 'DISCORD_BOT_TOKEN was refused'],
    ['no starts left', { simulator: { limits: { identifiesPerDay: 0 } } }, 'only so often a day'],
    ['shards that cannot be', { discord: { shards: { from: 3, to: 3, count: 2 } } }, 'DISCORD_SHARDS must lie within'],
  ])('says what to mend: %s', async (_, options, words) => {
    await open(options)
    await expect(harness.adapter.start(inbox)).rejects.toMatchObject({
      name: 'AppError',
      say: expect.stringContaining(words),
    })
    expect(harness.adapter.connected()).toBe(false)
  })

  it('says when nobody answers, and starts when somebody does', async () => {
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as AddressInfo
    probe.close()
    await open({ discord: { apiUrl: `http://127.0.0.1:${port}/api` } })
    await expect(harness.adapter.start(inbox)).rejects.toMatchObject({ code: 'discord_unreachable' })
    await harness.close()

    await open()
    for (const route of ['GET /users/@me', 'GET /gateway/bot']) {
      harness.simulator.faults.set([{ kind: 'error', route }])
      await expect(harness.adapter.start(inbox)).rejects.toMatchObject({ code: 'discord_unreachable' })
    }
    harness.simulator.faults.set([])
    await harness.adapter.start(inbox)
    expect(harness.adapter.connected()).toBe(true)
  })

  it('knows its servers and direct conversations as installations', async () => {
    await open()
    await harness.adapter.start(inbox)
    expect([...harness.installations.kept.values()]).toEqual([
      { id: `@${APP}`, name: 'Direct messages of Parley', own: 'always' },
      { id: GUILD, name: 'Parley HQ', own: 'first' },
    ])
    expect(harness.adapter.channel(GUILD)).toBeDefined()
    expect(harness.adapter.channel(`@${APP}`)).toBeDefined()
    expect(harness.adapter.channel('1200000000000009999')).toBeUndefined()
  })

  it('hears mentions and direct messages only, where the intent for all messages is off', async () => {
    await open({ simulator: { app: { intents: [] } } })
    await harness.adapter.start(inbox)
    const { simulator, direct } = harness
    simulator.say({ user: ANN, channel: GENERAL, content: 'just saying' })
    mention('and you?')
    simulator.say({ user: ANN, channel: direct, content: 'hello' })
    await harness.settled()
    expect(messages.map(({ text, addressed }) => [addressed, text])).toEqual([
      ['mention', 'and you?'],
      ['direct', 'hello'],
    ])
    expect(harness.log).toContainEqual(
      expect.objectContaining({ level: 'warn', message: expect.stringContaining('Message Content Intent') }),
    )
  })

  it('hears a direct message that says in words that it is in no server', async () => {
    await open()
    await harness.adapter.start(inbox)
    const { simulator, direct } = harness
    simulator.say({ user: ANN, channel: direct, content: 'hello' })
    await harness.settled()
    const { d } = simulator.frames.findLast(({ t }) => t === 'MESSAGE_CREATE')!
    simulator.gateway.raw(JSON.stringify({ op: 0, t: 'MESSAGE_CREATE', s: 9, d: { ...(d as object), guild_id: null } }))
    await harness.settled()
    expect(texts()).toEqual(['hello', 'hello'])
    expect(messages[1]).toEqual(messages[0])
  })

  it('serves the shards it is for', async () => {
    const guilds = ['1200000000000000100', '1200000000004194404'].map((id, n) => ({
      id,
      name: `Server ${n}`,
      channels: [{ id: `120000000000000010${n + 1}`, name: 'general' }],
    }))
    const shard = Number((BigInt(guilds[0]!.id) >> 22n) % 2n)
    await open({ simulator: { guilds }, discord: { shards: { from: shard, to: shard, count: 2 } } })
    await harness.adapter.start(inbox)
    const here = Number((BigInt(guilds[1]!.id) >> 22n) % 2n)
    expect(here).not.toBe(shard)
    for (const { channels } of guilds) {
      harness.simulator.say({ user: ANN, channel: channels[0]!.id, content: `<@${APP}> in ${channels[0]!.id}` })
    }
    await harness.settled()
    expect(texts()).toEqual([`in ${guilds[0]!.channels[0]!.id}`])
  })
})

it('goes by as many shards as Discord recommends, and says when one of them is away', async () => {
  const guilds = ['1200000000000000100', '1200000000004194404'].map((id, n) => ({
    id,
    name: `Server ${n}`,
    channels: [{ id: `120000000000000010${n + 1}`, name: 'general' }],
  }))
  await open({ simulator: { guilds, limits: { guildsPerShard: 3, maxConcurrency: 2 } } })
  const { simulator, adapter } = harness
  await adapter.start(inbox)
  expect(simulator.gateway.sessions.size).toBe(2)
  const sayAll = (words: string) => {
    for (const { channels } of guilds) {
      simulator.say({ user: ANN, channel: channels[0]!.id, content: `<@${APP}> ${words} ${channels[0]!.name}` })
    }
  }
  sayAll('first in')
  await vi.waitFor(() => expect(texts()).toHaveLength(2))
  await adapter.stop()
  sayAll('then in')
  await restarted()
  await vi.waitFor(() => expect(texts()).toHaveLength(4))
  expect([ops(IDENTIFY), ops(RESUME)]).toEqual([2, 2])
  expect(others[0]!.connected()).toBe(true)
  // One goes, and may not come back.
  const [first] = simulator.gateway.sessions.values()
  simulator.gateway.close(1000, first!.shard[0])
  await vi.waitFor(() => expect(others[0]!.connected()).toBe(false))
})

describe('the connection', () => {
  it('tells what was said while it was cut, once', async () => {
    await open()
    await harness.adapter.start(inbox)
    for (const [round, cut] of [harness.simulator.gateway.drop, harness.simulator.gateway.reconnect].entries()) {
      cut()
      mention(`round ${round}`)
      await vi.waitFor(() => expect(texts()).toContain(`round ${round}`))
    }
    expect(texts()).toEqual(['round 0', 'round 1'])
    await vi.waitFor(() => expect(ops(RESUME)).toBe(2))
    await vi.waitFor(() => expect(harness.adapter.connected()).toBe(true))
    expect(texts()).toEqual(['round 0', 'round 1'])
  })

  it('tells the truth about itself', async () => {
    await open()
    expect(harness.adapter.connected()).toBe(false)
    await harness.adapter.start(inbox)
    expect(harness.adapter.connected()).toBe(true)
    harness.simulator.gateway.drop()
    await vi.waitFor(() => expect(harness.adapter.connected()).toBe(false))
    await vi.waitFor(() => expect(harness.adapter.connected()).toBe(true))
    harness.simulator.gateway.close(4004)
    await vi.waitFor(() => expect(harness.adapter.connected()).toBe(false))
    await sleep(700)
    expect(harness.adapter.connected()).toBe(false)
    expect(harness.log).toContainEqual(
      expect.objectContaining({ level: 'error', message: expect.stringContaining('DISCORD_BOT_TOKEN was refused') }),
    )
  })

  it('goes on without the words of messages when Discord takes the intent for them back', async () => {
    await open()
    await harness.adapter.start(inbox)
    harness.simulator.gateway.close(4014)
    await vi.waitFor(() => expect(ops(IDENTIFY)).toBe(2))
    await vi.waitFor(() => expect(harness.adapter.connected()).toBe(true))
    const intents = harness.simulator.frames.findLast(({ direction, op }) => direction === 'in' && op === IDENTIFY)
    expect(intents).toMatchObject({ d: { intents: 1 + (1 << 9) + (1 << 12) } })
    mention('still there?')
    await vi.waitFor(() => expect(texts()).toEqual(['still there?']))
  })

  it('sends nothing any more once the token was refused', async () => {
    await open()
    await harness.adapter.start(inbox)
    harness.person.say('hello')
    await harness.settled()
    harness.fail({ kind: 'revoked' }, 'post')
    const [place] = messages.map(({ replyTo }) => replyTo)
    const { signal } = new AbortController()
    const sent = harness.simulator.calls.length
    for (let n = 0; n < 3; n++) {
      const outcome = await harness.channel.post(place!, { text: 'hi' }, `k${n}`, signal)
      expect(outcome).toMatchObject({ refused: { code: 'revoked' } })
    }
    expect(harness.simulator.calls.length - sent).toBe(1)
    expect(harness.adapter.connected()).toBe(false)
  })

  it.each([
    ['a message with a null where there is none', () => harness.simulator.gateway.malform()],
    ['no JSON', () => harness.simulator.gateway.raw('{"op":')],
    ['an event of nothing', () => harness.simulator.gateway.raw('{"op":0,"t":"MESSAGE_CREATE","s":1,"d":null}')],
    ['a server of nothing', () => harness.simulator.gateway.raw('{"op":0,"t":"GUILD_CREATE","s":1,"d":{}}')],
    [
      'an invalid session that does not say whether',
      () => harness.simulator.gateway.raw('{"op":9,"t":null,"s":null,"d":null}'),
    ],
    [
      'an interaction without anything',
      () => harness.simulator.gateway.raw('{"op":0,"t":"INTERACTION_CREATE","s":1,"d":{}}'),
    ],
  ])('outlives %s', async (_, send) => {
    await open()
    await harness.adapter.start(inbox)
    send()
    mention('still there?')
    await vi.waitFor(() => expect(texts()).toEqual(['still there?']))
  })

  it('never logs what people say, or a token', async () => {
    await open()
    await harness.adapter.start(inbox)
    let failures = 0
    write = async () => {
      if (++failures < 3) throw new Error('the disk is full')
    }
    mention('my secret')
    await vi.waitFor(() => expect(failures).toBe(3))
    harness.simulator.gateway.malform()
    mention('my secret')
    await harness.settled()
    const lines = harness.log.map(({ fields, message }) => `${message} ${JSON.stringify(fields)}`).join('\n')
    expect(lines).toContain('tried again')
    expect(lines).not.toMatch(/my secret|simulator\.token/)
  })
})

describe('a restart', () => {
  it('goes on with the session, and tells once what was said meanwhile', async () => {
    await open()
    await harness.adapter.start(inbox)
    mention('before')
    await harness.settled()
    await harness.adapter.stop()
    const edited = mention('meanwhile')
    harness.simulator.say({ user: ANN, channel: harness.direct, content: 'in private' })
    harness.simulator.edit({ user: ANN, channel: GENERAL, message: edited, content: `<@${APP}> in the meantime` })
    await restarted()
    await vi.waitFor(() => expect(texts().toSorted()).toEqual(['before', 'in private', 'meanwhile']))
    await vi.waitFor(() => expect(edits).toEqual(['in the meantime']))
    expect([ops(IDENTIFY), ops(RESUME)]).toEqual([1, 1])
  })

  it('is told again what was not written down when it died', async () => {
    await open()
    await harness.adapter.start(inbox)
    let isFull = true
    write = async (message) => {
      if (isFull) throw new Error('the disk is full')
      messages.push(message)
    }
    mention('are you there?')
    await vi.waitFor(() => expect(harness.log.some(({ level }) => level === 'error')).toBe(true))
    await harness.adapter.stop()
    isFull = false
    await restarted()
    await vi.waitFor(() => expect(texts()).toEqual(['are you there?']))
  })

  it('reads what was said meanwhile where the session is gone', async () => {
    await open({ simulator: { limits: { resumeMs: 0 } } })
    const { simulator, direct } = harness
    await harness.adapter.start(inbox)
    simulator.say({ user: ANN, channel: direct, content: 'hello' })
    const thread = simulator.startThread({ user: ANN, channel: GENERAL, name: 'A thread' })
    await harness.settled()
    await harness.adapter.stop()
    await sleep(5)
    simulator.expire()
    mention('in the channel')
    simulator.say({ user: BEN, channel: thread, content: `<@${APP}> in the thread` })
    simulator.say({ user: ANN, channel: direct, content: 'in private' })
    await restarted()
    await vi.waitFor(() =>
      expect(new Set(texts())).toEqual(new Set(['hello', 'in the channel', 'in the thread', 'in private'])),
    )
    expect(ops(IDENTIFY)).toBe(2)
    const inThread = messages.find(({ text }) => text === 'in the thread')!
    expect(inThread).toMatchObject({ thread: `discord:${GUILD}:${GENERAL}:${thread}`, installation: GUILD })
  })

  it('reads what was said meanwhile also when Discord is in trouble at first', async () => {
    await open({ simulator: { limits: { resumeMs: 0 } } })
    const { simulator } = harness
    await harness.adapter.start(inbox)
    await harness.adapter.stop()
    await sleep(5)
    simulator.expire()
    mention('meanwhile')
    simulator.faults.set([{ kind: 'error', route: 'GET /channels/{channel}/messages', times: 1 }])
    await restarted()
    await vi.waitFor(() => expect(texts()).toEqual(['meanwhile']))
  })

  it('reads again what was said meanwhile when it stopped before it had read it', async () => {
    await open({ simulator: { limits: { resumeMs: 0 } } })
    const { simulator } = harness
    await harness.adapter.start(inbox)
    await harness.adapter.stop()
    await sleep(5)
    simulator.expire()
    mention('meanwhile')
    simulator.faults.set([{ kind: 'hang', route: 'GET /channels/{channel}/messages' }])
    const second = await restarted()
    await vi.waitFor(() =>
      expect(simulator.calls.map(({ route }) => route)).toContain('GET /channels/{channel}/messages'),
    )
    await second.stop()
    simulator.faults.set([])
    expect(texts()).toEqual([])
    await restarted()
    await vi.waitFor(() => expect(texts()).toEqual(['meanwhile']))
  })

  it('knows threads again, of which a session that goes on does not tell', async () => {
    await open()
    const { simulator } = harness
    await harness.adapter.start(inbox)
    const thread = simulator.startThread({ user: ANN, channel: GENERAL, name: 'A thread' })
    await harness.settled()
    await harness.adapter.stop()
    await restarted()
    simulator.say({ user: ANN, channel: thread, content: `<@${APP}> here` })
    await vi.waitFor(() => expect(texts()).toEqual(['here']))
    expect(messages[0]!.within).toEqual([
      `discord:${GUILD}:${GENERAL}:${thread}`,
      `discord:${GUILD}:${GENERAL}`,
      `discord:${GUILD}`,
    ])
  })
})
