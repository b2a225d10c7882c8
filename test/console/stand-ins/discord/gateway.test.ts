import { type Client, GatewayIntentBits } from 'discord.js'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { DiscordSimulator } from '../../../../console/stand-ins/discord/index.ts'
import {
  ANN,
  BOT,
  call,
  createBot,
  createClock,
  GENERAL,
  GUILD,
  later,
  startBot,
  startSimulator,
  until,
} from './support.ts'

interface Socket {
  send(op: number, d: unknown): void
  /** What came so far: operation, name of the event, data. */
  frames: { op: number; t: string | null; s: number | null; d: Record<string, unknown> }[]
  closed: Promise<number>
}

const PROPERTIES = { os: 'linux', browser: 'test', device: 'test' }
const ALL = 1 | (1 << 9) | (1 << 12) | (1 << 15)

async function open(simulator: DiscordSimulator, path = '/gateway?v=10&encoding=json'): Promise<Socket> {
  const socket = new WebSocket(`${simulator.url.replace('http', 'ws')}${path}`)
  later(() => socket.terminate())
  const frames: Socket['frames'] = []
  socket.on('message', (raw) => frames.push(JSON.parse(String(raw))))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise((resolve) => socket.once('open', resolve))
  return { send: (op, d) => socket.send(JSON.stringify({ op, d })), frames, closed }
}

const identify = (simulator: DiscordSimulator, more: object = {}): object => ({
  token: simulator.token,
  properties: PROPERTIES,
  intents: ALL,
  ...more,
})

async function ready(simulator: DiscordSimulator, more: object = {}): Promise<Socket> {
  const socket = await open(simulator)
  socket.send(2, identify(simulator, more))
  await until(() => socket.frames.some(({ t }) => t === 'READY'))
  return socket
}

const say = (simulator: DiscordSimulator, content: string): string =>
  simulator.say({ user: ANN, channel: GENERAL, content })

function heard(bot: Client): string[] {
  const contents: string[] = []
  bot.on('messageCreate', ({ content }) => contents.push(content))
  return contents
}

describe('the gateway', () => {
  it('says hello, answers heartbeats, and numbers what it tells', async () => {
    const simulator = await startSimulator()
    const socket = await ready(simulator)
    expect(socket.frames[0]).toMatchObject({ op: 10, d: { heartbeat_interval: 41_250 } })
    socket.send(1, null)
    await until(() => socket.frames.some(({ op }) => op === 11))
    say(simulator, 'Hi')
    await until(() => socket.frames.some(({ t }) => t === 'MESSAGE_CREATE'))
    expect(socket.frames.flatMap(({ s }) => s ?? [])).toEqual([1, 2, 3])
  })

  it.each<[code: number, why: string, act: (socket: Socket, simulator: DiscordSimulator) => void]>([
    [4001, 'an unknown operation', (socket) => socket.send(31, {})],
    [4004, 'a wrong token', (socket, simulator) => socket.send(2, identify(simulator, { token: 'wrong' }))],
    [4010, 'a shard beyond the last', (socket, simulator) => socket.send(2, identify(simulator, { shard: [2, 2] }))],
    [
      4013,
      'intents that do not exist',
      (socket, simulator) => socket.send(2, identify(simulator, { intents: 1 << 17 })),
    ],
    [4014, 'intents that are switched off', (socket, simulator) => socket.send(2, identify(simulator, { intents: 2 }))],
    [4003, 'anything before who one is', (socket) => socket.send(3, {})],
    [4002, 'what is no frame', (socket) => socket.send(undefined as never, {})],
  ])('closes with %i for %s', async (code, _, act) => {
    const simulator = await startSimulator()
    const socket = code === 4001 ? await ready(simulator) : await open(simulator)
    act(socket, simulator)
    expect(await socket.closed).toBe(code)
  })

  it('closes with 4005 who says twice who it is, and with 4012 who asks for another version', async () => {
    const simulator = await startSimulator()
    const socket = await ready(simulator)
    socket.send(2, identify(simulator))
    expect(await socket.closed).toBe(4005)
    const old = await open(simulator, '/gateway?v=6&encoding=json')
    expect(await old.closed).toBe(4012)
  })

  it('resumes at the address it named only, and not from a number it never gave', async () => {
    const simulator = await startSimulator()
    const socket = await ready(simulator)
    const { session_id } = socket.frames.find(({ t }) => t === 'READY')!.d
    simulator.gateway.drop()
    await socket.closed
    const resume = { token: simulator.token, session_id, seq: 2 }
    const ahead = await open(simulator, '/gateway/resume?v=10&encoding=json')
    ahead.send(6, { ...resume, seq: 99 })
    expect(await ahead.closed).toBe(4007)
    const back = await open(simulator, '/gateway/resume?v=10&encoding=json')
    back.send(6, { ...resume, seq: 1 })
    await until(() => back.frames.some(({ t }) => t === 'RESUMED'))
    expect(back.frames.map(({ t, s }) => [t, s]).slice(1)).toEqual([
      ['GUILD_CREATE', 2],
      ['RESUMED', 3],
    ])
    simulator.gateway.drop()
    await back.closed
    const elsewhere = await open(simulator)
    elsewhere.send(6, resume)
    await until(() => elsewhere.frames.some(({ op, d }) => op === 9 && (d as unknown) === false))
  })

  it('closes with 4008 after 120 frames in a minute', async () => {
    const clock = createClock()
    const simulator = await startSimulator({ now: clock.now })
    const socket = await ready(simulator)
    for (let i = 0; i < 120; i++) socket.send(1, null)
    expect(await socket.closed).toBe(4008)
  })

  it('closes with 4009 who gives no sign of life', async () => {
    const simulator = await startSimulator({ limits: { heartbeatMs: 20 } })
    const socket = await ready(simulator)
    expect(await socket.closed).toBe(4009)
  })

  it('lets one identify in five seconds, and takes the token away after a thousand a day', async () => {
    const clock = createClock()
    const simulator = await startSimulator({ now: clock.now, limits: { identifiesPerDay: 3 } })
    await ready(simulator)
    const second = await open(simulator)
    second.send(2, identify(simulator))
    await until(() => second.frames.some(({ op, d }) => op === 9 && (d as unknown) === false))
    clock.pass(5000)
    await ready(simulator)
    const before = simulator.token
    const { body } = await call(simulator, 'GET', '/gateway/bot')
    expect(body.session_start_limit).toMatchObject({ total: 3, remaining: 0, max_concurrency: 1 })
    const fourth = await open(simulator)
    fourth.send(2, identify(simulator))
    expect(await fourth.closed).toBe(4004)
    expect(simulator.token).not.toBe(before)
  })

  it('shares servers out among shards; direct conversations are the first one’s', async () => {
    const simulator = await startSimulator({ limits: { maxConcurrency: 16 } })
    const second = {
      id: '1200000000004194404',
      name: 'Elsewhere',
      channels: [{ id: '1200000000004194405', name: 'there' }],
    }
    simulator.addGuild(second)
    const sockets = [await ready(simulator, { shard: [0, 2] }), await ready(simulator, { shard: [1, 2] })]
    const guilds = sockets.map(({ frames }) => frames.filter(({ t }) => t === 'GUILD_CREATE').map(({ d }) => d['name']))
    expect(guilds).toEqual([['Elsewhere'], ['Parley HQ']])
    simulator.say({ user: ANN, channel: simulator.direct(ANN), content: 'Just us' })
    await until(() => sockets[0]!.frames.at(-1)!.t === 'MESSAGE_CREATE')
    expect(sockets[1]!.frames.some(({ t }) => t === 'MESSAGE_CREATE')).toBe(false)
  })

  it('tells nobody of channels the app cannot see', async () => {
    const simulator = await startSimulator()
    const socket = await ready(simulator)
    simulator.setPermissions(GENERAL, [{ id: GUILD, kind: 'role', deny: ['viewChannel'] }])
    simulator.say({ user: ANN, channel: GENERAL, content: 'Secret' })
    simulator.say({ user: ANN, channel: simulator.direct(ANN), content: 'Not secret' })
    await until(() => socket.frames.at(-1)!.t === 'MESSAGE_CREATE')
    expect(socket.frames.filter(({ t }) => t === 'MESSAGE_CREATE').map(({ d }) => d['content'])).toEqual(['Not secret'])
  })
})

describe('a malformed packet', () => {
  it('is the next message, with a null where there must be none', async () => {
    const simulator = await startSimulator()
    const socket = await ready(simulator)
    simulator.gateway.malform()
    say(simulator, 'Broken')
    say(simulator, 'Whole')
    const told = (): Socket['frames'] => socket.frames.filter(({ t }) => t === 'MESSAGE_CREATE')
    await until(() => told().length === 2)
    expect(told().map(({ d }) => [d['content'], d['thread']])).toEqual([
      ['Broken', null],
      ['Whole', undefined],
    ])
  })
})

describe('without the intent to read messages', () => {
  const silent = ALL & ~(1 << 15)

  it('shows only what was said to the app, by it, or about it', async () => {
    const simulator = await startSimulator()
    const socket = await ready(simulator, { intents: silent })
    say(simulator, 'Among ourselves')
    say(simulator, `To <@${BOT}>`)
    simulator.say({ user: ANN, channel: simulator.direct(ANN), content: 'To you alone' })
    await call(simulator, 'POST', `/channels/${GENERAL}/messages`, { content: 'Mine' })
    const contents = (): unknown[] =>
      socket.frames.filter(({ t }) => t === 'MESSAGE_CREATE').map(({ d }) => d['content'])
    await until(() => contents().length === 4)
    expect(contents()).toEqual(['', `To <@${BOT}>`, 'To you alone', 'Mine'])
  })

  it('shows a reply to the app, but not one that was sent without calling it', async () => {
    const simulator = await startSimulator()
    const socket = await ready(simulator, { intents: silent })
    const { body } = await call(simulator, 'POST', `/channels/${GENERAL}/messages`, { content: 'Mine' })
    simulator.say({ user: ANN, channel: GENERAL, content: 'Called', reply_to: body.id })
    simulator.say({ user: ANN, channel: GENERAL, content: 'Quiet', reply_to: body.id, ping: false })
    const contents = (): unknown[] =>
      socket.frames.filter(({ t }) => t === 'MESSAGE_CREATE').map(({ d }) => d['content'])
    await until(() => contents().length === 3)
    expect(contents()).toEqual(['Mine', 'Called', ''])
  })
})

describe('what happens to discord.js', () => {
  it('is told plainly when its intents are switched off, or its token is wrong', async () => {
    const simulator = await startSimulator({ app: { intents: [] } })
    await expect(createBot(simulator).login(simulator.token)).rejects.toThrow('disallowed intents')
    await expect(createBot(simulator).login('MTIwMDAwMDAwMDAwMDAwMDAwMQ.wrong.token')).rejects.toThrow('invalid token')
  })

  it('resumes after a dropped socket and hears what it missed', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    const contents = heard(bot)
    simulator.gateway.drop()
    await until(() => !simulator.gateway.connected())
    say(simulator, 'Missed')
    await until(() => contents.length === 1)
    expect(contents).toEqual(['Missed'])
    expect(simulator.gateway.sessions.size).toBe(1)
  })

  it('comes back when asked to reconnect', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    const contents = heard(bot)
    simulator.gateway.reconnect()
    await until(() => !simulator.gateway.connected())
    say(simulator, 'While away')
    await until(() => contents.length === 1)
  })

  it('identifies itself anew when its session is gone, and has missed what was said', async () => {
    const simulator = await startSimulator({ limits: { maxConcurrency: 16, identifyWindowMs: 0 } })
    const bot = await startBot(simulator, {
      ws: { buildIdentifyThrottler: async () => ({ waitForIdentify: async () => {} }) } as never,
    })
    const contents = heard(bot)
    const [first] = simulator.gateway.sessions.keys()
    simulator.gateway.invalidate(false)
    say(simulator, 'Lost')
    await until(() => simulator.gateway.connected())
    expect([...simulator.gateway.sessions.keys()]).not.toContain(first)
    say(simulator, 'Heard')
    await until(() => contents.length === 1)
    expect(contents).toEqual(['Heard'])
  })

  it('notices that nothing comes any more, and resumes', async () => {
    const simulator = await startSimulator({ limits: { heartbeatMs: 100 } })
    const bot = await startBot(simulator)
    const contents = heard(bot)
    simulator.gateway.silence()
    say(simulator, 'Into the void')
    await until(() => contents.length === 1)
    expect(contents).toEqual(['Into the void'])
  })

  it('may hear the same message twice', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator, { intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages] })
    const raw: unknown[] = []
    bot.on('raw' as never, ({ t, d }: { t: string; d: unknown }) => {
      if (t === 'MESSAGE_CREATE') raw.push(d)
    })
    const id = say(simulator, 'Once')
    await until(() => raw.length === 1)
    simulator.gateway.repeat('MESSAGE_CREATE')
    await until(() => raw.length === 2)
    expect(raw[1]).toMatchObject({ id })
  })

  it('hears of a server that is away, and of its return', async () => {
    const simulator = await startSimulator()
    simulator.gateway.setAvailable(false)
    const bot = await startBot(simulator, { waitGuildTimeout: 50 } as never)
    expect(bot.guilds.cache.get(GUILD)?.available).toBe(false)
    const back = new Promise((resolve) => bot.once('guildAvailable', resolve))
    simulator.gateway.setAvailable(true)
    await back
    expect(bot.channels.cache.has(GENERAL)).toBe(true)
  })

  it('is added to a server and removed from it', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    const added = new Promise((resolve) => bot.once('guildCreate', resolve))
    simulator.addGuild({ id: '1200000000000000500', name: 'New', channels: [] })
    await added
    const removed = new Promise((resolve) => bot.once('guildDelete', resolve))
    simulator.removeGuild('1200000000000000500')
    await removed
    expect(bot.guilds.cache.size).toBe(1)
  })
})
