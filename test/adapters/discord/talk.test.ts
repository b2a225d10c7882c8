import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDiscord, type DiscordOptions } from '../../../adapters/discord/index.ts'
import { createDiscordSimulator, type DiscordSimulatorOptions } from '../../../console/stand-ins/discord/index.ts'
import { GUILDS } from '../../../console/stand-ins/discord/settings.ts'
import type { Component, Message } from '../../../console/stand-ins/discord/view.ts'
import { createOwed } from '../../../src/bridge/owed.ts'
import type { ConversationRequest } from '../../../src/model/conversation.ts'
import { orderKey } from '../../../src/model/key.ts'
import type { Adapter } from '../../../src/ports/channel.ts'
import { firstAccount } from '../../../src/store/accounts.ts'
import { chatHouse, type HouseOptions } from '../../support/chat-house.ts'
import { openKeys } from '../../support/open-keys.ts'
import { createShiftingClock } from '../../support/shifting-clock.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { plantWaiting, stillWaiting } from '../../support/waiting-there.ts'
import { ANN, APP, BEN, GENERAL, GUILD } from './harness.ts'

const help = '1200000000000000555'
/** Discord's own words. */
const threadStarter = 21

interface Options extends Partial<HouseOptions> {
  simulator?: DiscordSimulatorOptions
  discord?: Partial<DiscordOptions>
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** Discord, the adapter, and everything between it and the engine. */
async function open({ simulator: simulated, discord, ...house }: Options = {}) {
  const simulator = createDiscordSimulator({
    ...simulated,
    limits: { identifyWindowMs: 0, enforceRates: false, ...simulated?.limits },
  })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const folder = tempFolder(onTestFinished)

  /** A process; the one before it has ended. */
  async function start() {
    let end = async () => {}
    const { store, budget, installationsOf, owedParts, ...rest } = await chatHouse({
      ...house,
      folder,
      onFinished: (finish) => (end = finish),
    })
    const adapter = createDiscord({
      botToken: simulator.token,
      apiUrl: `${simulator.url}/api`,
      installations: installationsOf('discord'),
      notes: store.notes('discord'),
      budget,
      log: silent,
      ...discord,
    })
    onTestFinished(() => end())
    await rest.join(adapter)
    await rest.work()
    const closing = new AbortController()
    const owed = createOwed({
      ...owedParts,
      channelOf: ({ installation }) => adapter.channel(installation),
      signal: closing.signal,
    })
    return {
      ...rest,
      store,
      adapter: adapter as Adapter,
      owed,
      async stop() {
        closing.abort()
        await end()
        end = async () => {}
      },
    }
  }

  const commandsAreThere = () => expect.poll(() => simulator.commands({ user: ANN, channel: GENERAL })).not.toEqual([])
  const ours = (channel = GENERAL, as?: string): Message[] =>
    simulator
      .messages(channel, as === undefined ? {} : { as })
      .filter(({ author, type }) => author.id === APP && type !== threadStarter)
  const say = (content: string, more: { user?: string; channel?: string; reply_to?: string; ping?: boolean } = {}) =>
    simulator.say({ user: ANN, channel: GENERAL, content, ...more })
  const texts = (channel = GENERAL) => ours(channel).map(({ content }) => content)
  const settled = (interaction: string) =>
    expect.poll(() => simulator.interaction(interaction)?.state).not.toBe('pending')
  return { simulator, start, ours, say, texts, commandsAreThere, settled, direct: simulator.direct(ANN) }
}

const inner = (message: Message | undefined): Component[] =>
  ((message?.components ?? []) as unknown as { components: Component[] }[]).flatMap((row) => row.components)
const quick = (message: Message | undefined): Component[] =>
  inner(message).filter(({ custom_id }) => String(custom_id).startsWith('q'))
const mention = `<@${APP}>`

describe('in a channel', () => {
  it('a mention is answered by a reply that calls nobody', async () => {
    const { start, say, ours, simulator } = await open()
    await start()
    const asked = say(`${mention} hello`)
    await expect.poll(() => ours()).toMatchObject([{ content: 're: hello', reply: { id: asked } }])
    expect(simulator.liveMentions).toEqual([])
    const posts = simulator.calls.filter(({ route }) => route === 'POST /channels/{channel}/messages')
    expect(posts).toMatchObject([{ body: { enforce_nonce: true, nonce: expect.stringMatching(/^[\w-]{22}$/) } }])
  })

  it('a reply to an answer goes on with its conversation, also without a mention and after a restart', async () => {
    const { start, say, ours, texts } = await open()
    const first = await start()
    say(`${mention} one`)
    await expect.poll(() => texts()).toHaveLength(1)
    say('two', { reply_to: ours()[0]!.id, ping: false })
    await expect.poll(() => texts()).toHaveLength(2)
    const conversations = () => first.requests.map(({ conversation }) => conversation)
    expect(conversations()[1]).toBe(conversations()[0])
    await first.stop()
    const second = await start()
    say('three', { reply_to: ours()[1]!.id })
    await expect.poll(() => texts()).toHaveLength(3)
    expect(second.requests[0]).toMatchObject({ utterance: 'three', conversation: conversations()[0] })
    expect(second.requests[0]).not.toHaveProperty('others')
    say(`${mention} four`)
    await expect.poll(() => texts()).toHaveLength(4)
    expect(second.requests[1]!.conversation).not.toBe(conversations()[0])
  })

  it('what a message replies to is quoted, back to a bound', async () => {
    const { start, say, texts } = await open({ simulator: { limits: { enforceRates: true } } })
    const { requests } = await start()
    let last = say('The release is on Friday.', { user: BEN })
    last = say('Are you sure?', { reply_to: last, ping: false })
    last = say(`${mention} is he?`, { reply_to: last, ping: false })
    await expect.poll(() => texts()).toHaveLength(1)
    expect(requests[0]).toMatchObject({
      utterance: 'is he?',
      others: [
        { author: 'Ben', text: 'The release is on Friday.' },
        { author: 'Ann', text: 'Are you sure?' },
      ],
    })
    for (let n = 0; n < 20; n++) last = say(`and ${n}`, { user: BEN, reply_to: last, ping: false })
    say(`${mention} well?`, { reply_to: last })
    await expect.poll(() => texts()).toHaveLength(2)
    const others = (requests[1]!.others ?? []).map(({ text }) => text)
    // As far as what Discord allows to be read in five seconds goes.
    expect(others.length).toBeGreaterThanOrEqual(4)
    expect(others.length).toBeLessThanOrEqual(10)
    const newest = Array.from({ length: others.length }, (_, n) => `and ${20 - others.length + n}`)
    expect(others).toEqual([`[…] ${newest[0]}`, ...newest.slice(1)])
  })

  it('a message that is replied to is quoted with all that it shows, and a thread with what it is called', async () => {
    const { start, say, simulator, direct } = await open({
      simulator: {
        guilds: [
          {
            ...GUILDS[0]!,
            channels: [
              ...GUILDS[0]!.channels,
              { id: help, name: 'help', kind: 'forum', tags: [{ id: '1200000000000000777', name: 'open' }] },
            ],
          },
        ],
      },
    })
    const { requests } = await start()
    const files = [{ name: 'printer.png', type: 'image/png', base64: 'AAAA' }]
    const picture = simulator.say({ user: BEN, channel: GENERAL, content: '', files })
    const embeds = [{ title: 'Printer 3', description: 'out of paper', footer: { text: 'since noon' } }]
    say(`${mention} what is this?`, { reply_to: picture })
    await expect.poll(() => requests).toHaveLength(1)
    expect(requests[0]!.others).toMatchObject([{ author: 'Ben', of: 'question', files: [{ name: 'printer.png' }] }])
    const alert = simulator.relay({ channel: GENERAL, name: 'Printers', content: '', embeds })
    say(`${mention} and this?`, { reply_to: alert, ping: false })
    await expect.poll(() => requests).toHaveLength(2)
    const text = '**Printer 3**\nout of paper\nsince noon'
    expect(requests[1]!.others).toMatchObject([{ author: 'Printers', kind: 'program', text }])
    const post = { channel: help, name: 'It smokes', content: 'The printer on floor 3', tags: ['1200000000000000777'] }
    const thread = simulator.startThread({ user: BEN, ...post })
    say(`${mention} what can he do?`, { channel: thread })
    await expect.poll(() => requests).toHaveLength(3)
    expect(requests[2]).toMatchObject({
      title: 'It smokes [open]',
      others: [{ author: 'Ben', text: 'The printer on floor 3' }],
    })
    simulator.forward({ user: ANN, channel: thread, message: thread, to: direct })
    await expect.poll(() => requests).toHaveLength(4)
    expect(requests[3]).toMatchObject({
      utterance: '[forwarded message]',
      others: [{ text: 'The printer on floor 3' }],
    })
    say('what does it say?', { channel: direct })
    await expect.poll(() => requests).toHaveLength(5)
    expect(requests[4]!.others).toMatchObject([{ text: 'The printer on floor 3' }])
  })

  it('the role that Discord gives the app calls it, also in a session that goes on after a restart', async () => {
    const { start, say, texts } = await open()
    const role = String(BigInt(GUILD) + 1_000_000n)
    const first = await start()
    say(`<@&${role}> hello`)
    await expect.poll(() => texts()).toEqual(['re: hello'])
    await first.stop()
    await start()
    say(`<@&${role}> and now?`)
    await expect.poll(() => texts()).toEqual(['re: hello', 're: and now?'])
  })

  it('an answer that was given to somebody else is quoted', async () => {
    const { start, say, ours, texts } = await open()
    const { requests } = await start()
    say(`${mention} hello`, { user: BEN })
    await expect.poll(() => texts()).toHaveLength(1)
    say('what did you say?', { reply_to: ours()[0]!.id })
    await expect.poll(() => texts()).toHaveLength(2)
    expect(requests[1]).toMatchObject({
      utterance: 'what did you say?',
      others: [
        { author: 'Ben', text: 'hello' },
        { author: 'Parley', text: 're: hello' },
      ],
    })
  })

  it('answers in a thread of their own where that is wished, and there goes on', async () => {
    const { start, say, ours, simulator } = await open({ discord: { autoThread: true }, channelMode: 'thread' })
    const { requests } = await start()
    const asked = say(`${mention} what is new?`)
    await expect.poll(() => ours(asked).map(({ content }) => content)).toEqual(['re: what is new?'])
    expect(ours()).toEqual([])
    expect(simulator.channels().find(({ id }) => id === asked)).toMatchObject({ kind: 'thread', name: 'what is new?' })
    say('and then?', { channel: asked })
    await expect.poll(() => ours(asked)).toHaveLength(2)
    expect(requests[1]!.conversation).toBe(requests[0]!.conversation)
  })

  it('answers with a reply where it may not start threads', async () => {
    const { start, say, ours, simulator } = await open({ discord: { autoThread: true } })
    simulator.setPermissions(GENERAL, [{ id: APP, kind: 'member', deny: ['createPublicThreads'] }])
    await start()
    const asked = say(`${mention} hello`)
    await expect.poll(() => ours()).toMatchObject([{ content: 're: hello', reply: { id: asked } }])
  })

  it('answers without replying where it may not read what was said before', async () => {
    const { start, say, ours, simulator } = await open()
    simulator.setPermissions(GENERAL, [{ id: APP, kind: 'member', deny: ['readMessageHistory'] }])
    await start()
    say(`${mention} hello`)
    await expect.poll(() => ours()).toMatchObject([{ content: 're: hello' }])
    expect(ours()[0]).not.toHaveProperty('reply')
  })

  it('programs are not answered, nor are people who talk to each other', async () => {
    const { start, say, texts, simulator } = await open({ channelMode: 'all' })
    const { utterances, store } = await start()
    say('hello?')
    await expect.poll(async () => [...(await store.listening.all()).values()][0]?.state).toBe('told')
    const bot = simulator.join({ username: 'other-bot', bot: true })
    say(`${mention} I am a bot`, { user: bot })
    simulator.relay({ channel: GENERAL, name: 'News', content: `${mention} from a webhook` })
    say(`<@${BEN}> are you there?`)
    say('anybody?')
    await expect.poll(() => texts()).toEqual([expect.stringMatching(/^From now on/), 're: anybody?'])
    expect(utterances()).toEqual(['anybody?'])
  })
})

describe('a place', () => {
  it('that is deleted takes along what was kept of it, a thread as well as its channel', async () => {
    const { start, say, texts, simulator } = await open({ channelMode: 'thread' })
    const { store } = await start()
    const root = say('about lunch')
    const thread = simulator.startThread({ user: ANN, channel: GENERAL, message: root, name: 'lunch' })
    say(`${mention} in the thread`, { channel: thread })
    say(`${mention} in the channel`)
    await expect.poll(() => [...texts(thread), ...texts()]).toHaveLength(2)
    const kept = async () =>
      (await store.db.query.selectFrom('turn').select('answer').where('answer', 'is not', null).execute()).length
    await expect.poll(kept).toBe(2)
    const key = orderKey(firstAccount, 'test', `discord_${ANN}`)
    const channel = `discord:${GUILD}:${GENERAL}`
    const inside = `${channel}:${thread}`
    for (const place of [channel, inside]) await plantWaiting(store, key, place)
    simulator.removeChannel(thread)
    await expect.poll(kept).toBe(1)
    await expect.poll(() => stillWaiting(store, key, inside)).toEqual(['withdrawn'])
    expect(await stillWaiting(store, key, channel)).toEqual(['ask', 'reminder', 'asked'])
    simulator.removeChannel(GENERAL)
    await expect.poll(kept).toBe(0)
    await expect.poll(() => stillWaiting(store, key, channel)).toEqual(['withdrawn'])
  })

  it('for adults only is none where anybody is answered, unless it is admitted', async () => {
    const adults = '1200000000000000666'
    for (const ageRestricted of [false, true]) {
      const guild = { ...GUILDS[0]!, channels: [{ id: adults, name: 'adults', nsfw: true }, ...GUILDS[0]!.channels] }
      const { start, say, simulator, ours } = await open({ simulator: { guilds: [guild] }, admit: { ageRestricted } })
      const { utterances } = await start()
      say(`${mention} hello`, { channel: adults })
      if (ageRestricted) await expect.poll(() => utterances()).toEqual(['hello'])
      else {
        await expect.poll(() => ours(simulator.direct(ANN))).toHaveLength(1)
        expect(utterances()).toEqual([])
      }
    }
  })
})

describe('a message', () => {
  it('that is deleted after a restart takes its answer with it, though it was answered long ago', async () => {
    const { start, say, texts, simulator } = await open()
    const first = await start()
    const message = say(`${mention} hello`)
    await expect.poll(() => texts()).toEqual(['re: hello'])
    await expect.poll(() => openKeys(first.store)).toEqual([])
    await first.stop()
    const { store } = await start()
    await store.inbox.prune(Date.now() + 1000)
    simulator.remove({ user: ANN, channel: GENERAL, message })
    await expect.poll(() => texts()).toEqual([])
  })

  it('that is deleted takes its answer with it', async () => {
    const { start, say, texts, simulator } = await open({
      async *speak(_, signal) {
        yield 'I will tell you all there is to know'
        await sleep(60_000, undefined, { signal })
      },
    })
    await start()
    const message = say(`${mention} tell me`)
    await expect.poll(() => texts()).toHaveLength(1)
    simulator.remove({ user: ANN, channel: GENERAL, message })
    await expect.poll(() => texts()).toEqual([])
  })

  it('whose answer is deleted while it grows is answered no more', async () => {
    let stopped = false
    const { start, say, ours, simulator } = await open({
      async *speak(_, signal) {
        signal.addEventListener('abort', () => (stopped = true))
        for (let n = 1; n < 200; n++) {
          yield 'word '.repeat(n * 5)
          await sleep(20, undefined, { signal })
        }
      },
    })
    await start()
    say(`${mention} tell me`)
    await expect.poll(() => ours()).toHaveLength(1)
    simulator.setRoles({ user: ANN, roles: [] })
    simulator.purge({ channel: GENERAL, messages: [ours()[0]!.id, say('and this')] })
    await expect.poll(() => stopped).toBe(true)
    await sleep(300)
    expect(ours()).toEqual([])
    expect(simulator.calls.filter(({ route }) => route === 'POST /channels/{channel}/messages')).toHaveLength(1)
  })

  it('that is edited before its answer began is answered as it is then', async () => {
    const gate = Promise.withResolvers<void>()
    const { start, say, texts, simulator } = await open({
      async think({ utterance }) {
        if (utterance === 'first') await gate.promise
        return `re: ${utterance}`
      },
    })
    await start()
    say(`${mention} first`)
    const second = say(`${mention} secund`)
    await sleep(50)
    simulator.edit({ user: ANN, channel: GENERAL, message: second, content: `${mention} second` })
    simulator.unfurl({ channel: GENERAL, message: second, embed: { type: 'link', url: 'https://example.com' } })
    await sleep(50)
    gate.resolve()
    await expect.poll(() => texts()).toEqual(['re: first', 're: second'])
  })

  it('that was spoken is answered that it cannot be heard', async () => {
    const { start, texts, simulator, direct } = await open()
    const { requests } = await start()
    simulator.speak({ user: ANN, channel: direct })
    await expect.poll(() => texts(direct)).toEqual([expect.stringMatching(/listen to voice-message\.ogg/)])
    expect(requests).toEqual([])
  })

  it('with a sticker, a poll, or what nobody knows yet is answered, or does no harm', async () => {
    const { start, say, texts, simulator, direct } = await open()
    const { utterances } = await start()
    const model = say('hello', { channel: direct })
    await expect.poll(() => texts(direct)).toEqual(['re: hello'])
    const { d } = simulator.frames.findLast(({ t, d }) => t === 'MESSAGE_CREATE' && (d as { id: string }).id === model)!
    let id = BigInt(model)
    const shows = (more: object) => {
      const message = { ...(d as object), id: String(++id), content: '', ...more }
      simulator.gateway.raw(JSON.stringify({ op: 0, t: 'MESSAGE_CREATE', s: 1, d: message }))
    }
    shows({ sticker_items: [{ id: '1', name: 'Wave', format_type: 1 }] })
    shows({ poll: { question: { text: 'Now?' }, answers: [{ answer_id: 1, poll_media: { text: 'Yes' } }] } })
    // The result of a poll, a pin, a call, somebody who joined, and a number of tomorrow.
    for (const type of [46, 6, 3, 7, 999]) shows({ type, content: 'of Discord' })
    simulator.gateway.raw(JSON.stringify({ op: 0, t: 'MESSAGE_POLL_VOTE_ADD', s: 1, d: { answer_id: 1 } }))
    say('and now?', { channel: direct })
    await expect.poll(() => texts(direct)).toHaveLength(4)
    expect(utterances()).toEqual(['hello', ':Wave:', 'Now?\n- Yes', 'and now?'])
  })

  it('brings its pictures', async () => {
    const { start, texts, simulator, direct } = await open()
    const { requests } = await start()
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64')
    simulator.say({
      user: ANN,
      channel: direct,
      content: 'look',
      files: [{ name: 'a.png', type: 'image/png', base64: png }],
    })
    await expect.poll(() => texts(direct)).toHaveLength(1)
    expect(requests[0]!.images).toEqual([{ mimetype: 'image/png', base64: png }])
  })
})

describe('/ask', () => {
  it('is acknowledged at once and answered where it says that the agent thinks', async () => {
    const gate = Promise.withResolvers<void>()
    const { start, ours, simulator, commandsAreThere } = await open({
      async *speak({ utterance }) {
        await gate.promise
        yield `I think about ${utterance} for a while`
        yield `I think about ${utterance} for a while, and know.`
      },
    })
    await start()
    await commandsAreThere()
    simulator.run({ user: ANN, channel: GENERAL, name: 'ask', options: { question: 'life' } })
    await expect.poll(() => ours()).toMatchObject([{ loading: true, command: { name: 'ask' } }])
    gate.resolve()
    await expect
      .poll(() => ours())
      .toMatchObject([{ loading: false, content: 'I think about life for a while, and know.' }])
    expect(simulator.calls.filter(({ route }) => route.includes('/channels/{channel}/messages'))).toEqual([])
  })

  it.each(['ask', 'parley ask'])('/%s in private is seen, with its answer, by whoever asks alone', async (name) => {
    const { start, ours, simulator, commandsAreThere } = await open()
    await start()
    await commandsAreThere()
    simulator.run({ user: ANN, channel: GENERAL, name, options: { question: 'life', private: true } })
    const seen = () => ours(GENERAL, ANN).filter(({ loading }) => !loading)
    await expect.poll(seen).toMatchObject([{ ephemeral: true, content: expect.stringContaining('life') }])
    expect(ours(GENERAL, BEN)).toEqual([])
  })

  it('goes on as messages of the channel when the time of its token is over', async () => {
    const clock = createShiftingClock()
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const long = 'A sentence that takes its place. '.repeat(80)
    const { start, ours, simulator, commandsAreThere } = await open({
      simulator: { now: clock.now },
      discord: { now: clock.now },
      async *speak() {
        yield 'It begins with this sentence here'
        await gates[0]!.promise
        yield `It begins with this sentence here. ${long.slice(0, 1000)}`
        await gates[1]!.promise
        yield `It begins with this sentence here. ${long}`
      },
    })
    await start()
    await commandsAreThere()
    simulator.run({ user: ANN, channel: GENERAL, name: 'ask', options: { question: 'everything' } })
    await expect.poll(() => ours().map(({ content }) => content)).toEqual(['It begins with this sentence here'])
    clock.shift(14.5 * 60_000)
    gates[0]!.resolve()
    await expect.poll(() => ours()[0]!.content.length).toBeGreaterThan(500)
    gates[1]!.resolve()
    await expect.poll(() => ours()).toHaveLength(2)
    const posted = simulator.calls.filter(({ route }) => route === 'POST /channels/{channel}/messages')
    expect(posted).toHaveLength(1)
    expect(simulator.calls.some(({ route }) => route === 'PATCH /channels/{channel}/messages/{message}')).toBe(true)
    expect(
      ours()
        .map(({ content }) => content)
        .join(' '),
    ).toContain(long.trim().slice(-200))
  })

  it('is answered once by the next process when one dies in between', async () => {
    let isDying = true
    const { start, ours, simulator, commandsAreThere } = await open({
      async think({ utterance }, signal) {
        if (isDying) await sleep(60_000, undefined, { signal })
        return `re: ${utterance}`
      },
    })
    const first = await start()
    await commandsAreThere()
    simulator.run({ user: ANN, channel: GENERAL, name: 'ask', options: { question: 'still there?' } })
    await expect.poll(() => ours()).toMatchObject([{ loading: true }])
    await first.stop()
    isDying = false
    await start()
    await expect.poll(() => ours()).toMatchObject([{ loading: false, content: 're: still there?' }])
    await sleep(100)
    expect(ours()).toHaveLength(1)
  })

  it('is answered in the channel when it was acknowledged too late', async () => {
    const { start, ours, simulator, commandsAreThere } = await open()
    await start()
    await commandsAreThere()
    simulator.faults.set([{ kind: 'refuse', code: 10062, route: 'POST /interactions/{interaction}/{token}/callback' }])
    simulator.run({ user: ANN, channel: GENERAL, name: 'ask', options: { question: 'hello' } })
    await expect.poll(() => ours()).toMatchObject([{ content: 're: hello', loading: false }])
  })

  it('in a direct conversation is part of it', async () => {
    const { start, say, texts, simulator, direct, commandsAreThere } = await open()
    const { requests } = await start()
    await commandsAreThere()
    say('hello', { channel: direct })
    simulator.run({ user: ANN, channel: direct, name: 'ask', options: { question: 'and this?' } })
    await expect.poll(() => new Set(texts(direct))).toEqual(new Set(['re: hello', 're: and this?']))
    expect(requests[1]!.conversation).toBe(requests[0]!.conversation)
  })

  it('that is no more is said to be so', async () => {
    const { start, ours, simulator, commandsAreThere, settled } = await open()
    await start()
    await commandsAreThere()
    const made = await fetch(`${simulator.url}/api/v10/applications/${APP}/commands`, {
      method: 'POST',
      headers: {
        authorization: `Bot ${simulator.token}`,
        'content-type': 'application/json',
        'user-agent': 'DiscordBot (https://example.com, 1)',
      },
      body: JSON.stringify({ name: 'old', description: 'An old one' }),
    })
    expect(made.status, await made.text()).toBe(201)
    const { id } = simulator.run({ user: ANN, channel: GENERAL, name: 'old' })
    await settled(id)
    expect(ours(GENERAL, ANN)).toMatchObject([{ ephemeral: true, content: expect.stringContaining('no longer there') }])
  })
})

describe('asking about a message', () => {
  it('opens a form, and answers alone whoever sent it', async () => {
    const { start, say, ours, simulator, commandsAreThere, settled } = await open({
      think: async ({ utterance }) => `${`About ${utterance} there is much to say. `.repeat(70)}`,
    })
    const { requests } = await start()
    await commandsAreThere()
    const target = say('The release is on Friday.', { user: BEN })
    const { id } = simulator.run({ user: ANN, channel: GENERAL, name: 'Ask the agent about this', target })
    await settled(id)
    const form = simulator.modal(ANN)!
    expect(form.components[0]).toMatchObject({ content: expect.stringContaining('> The release is on Friday.') })
    simulator.submit({ user: ANN, fields: { question: 'Which one?' } })
    await expect.poll(() => ours(GENERAL, ANN)).toHaveLength(2)
    expect(ours(GENERAL, ANN).every(({ ephemeral }) => ephemeral)).toBe(true)
    expect(requests[0]).toMatchObject({
      utterance: 'Which one?',
      others: [{ author: 'Ben', text: expect.stringContaining('The release is on Friday.') }],
    })
    expect(ours(GENERAL, BEN)).toEqual([])
  })
})

describe('quick replies', () => {
  const offer = (options: string[]) => ({
    offer: ({ utterance }: ConversationRequest) => (utterance === 'well?' ? options : []),
  })

  it('are buttons of which one press wins, also after a restart', async () => {
    const { start, say, ours, texts, simulator, settled } = await open(offer(['Yes', 'No']))
    const first = await start()
    say(`${mention} well?`)
    await expect.poll(() => quick(ours()[0]).length).toBe(2)
    await first.stop()
    const { requests } = await start()
    const [yes, no] = quick(ours()[0]).map(({ custom_id }) => String(custom_id))
    const press = async (user: string, custom_id: string) => {
      const { id } = simulator.use({ user, channel: GENERAL, message: ours()[0]!.id, custom_id })
      await settled(id)
    }
    await press(BEN, yes!)
    expect(ours(GENERAL, BEN).filter(({ ephemeral }) => ephemeral)).toMatchObject([
      { content: 'These buttons are for the person who asked.' },
    ])
    // Both were sent before either was seen.
    const both = [no!, yes!].map((custom_id) =>
      simulator.use({ user: ANN, channel: GENERAL, message: ours()[0]!.id, custom_id }),
    )
    for (const { id } of both) await settled(id)
    await expect.poll(() => texts().includes('re: No')).toBe(true)
    expect(requests.map(({ utterance }) => utterance)).toEqual(['No'])
    expect(quick(ours()[0])).toMatchObject([
      { label: 'Yes', disabled: true, style: 2 },
      { label: 'No', disabled: true, style: 1 },
    ])
    expect(ours(GENERAL, ANN).filter(({ ephemeral }) => ephemeral)).toMatchObject([
      { content: 'One of these was already chosen.' },
    ])
  })

  it('are shown as used also when the message could not be changed with the acknowledgement', async () => {
    const { start, say, ours, simulator } = await open(offer(['Yes', 'No']))
    const { owed, store } = await start()
    say(`${mention} well?`)
    await expect.poll(() => quick(ours()[0]).length).toBe(2)
    simulator.faults.set([{ kind: 'reset', route: 'POST /interactions/{interaction}/{token}/callback' }])
    const [yes] = quick(ours()[0])
    simulator.use({ user: ANN, channel: GENERAL, message: ours()[0]!.id, custom_id: String(yes!['custom_id']) })
    await expect.poll(() => ours()).toHaveLength(2)
    simulator.faults.set([])
    const [turn] = await store.turns.owing(0)
    await owed.pay(turn!)
    expect(quick(ours()[0])).toMatchObject([{ disabled: true, style: 1 }, { disabled: true }])
  })

  it('are a select where there are too many for buttons', async () => {
    const options = Array.from({ length: 30 }, (_, n) => `Option ${n}`)
    const { start, say, ours, texts, simulator } = await open(offer(options))
    await start()
    say(`${mention} well?`)
    await expect.poll(() => quick(ours()[0]).length).toBe(2)
    const selects = quick(ours()[0])
    expect(selects.map(({ options }) => (options as unknown[]).length)).toEqual([25, 5])
    const { custom_id } = selects[1]!
    simulator.use({ user: ANN, channel: GENERAL, message: ours()[0]!.id, custom_id: String(custom_id), values: ['27'] })
    await expect.poll(() => texts()).toContain('re: Option 27')
    expect(quick(ours()[0]).every(({ disabled }) => disabled)).toBe(true)
  })

  it('that nobody knows any more are said to be too old', async () => {
    const { start, ours, simulator, settled } = await open()
    const { adapter } = await start()
    const place = `discord:${GUILD}:${GENERAL}` as never
    const { signal } = new AbortController()
    await adapter
      .channel(GUILD)!
      .post(place, { text: 'Well?', quickReplies: { id: 'gone', options: ['Yes'] } }, 'k', signal)
    const [yes] = quick(ours()[0])
    const message = ours()[0]!.id
    const { id } = simulator.use({ user: ANN, channel: GENERAL, message, custom_id: String(yes!['custom_id']) })
    await settled(id)
    expect(ours(GENERAL, ANN).at(-1)).toMatchObject({ ephemeral: true, content: expect.stringContaining('too old') })
  })
})

describe('signs of life', () => {
  it('are shown until the first text', async () => {
    const gate = Promise.withResolvers<void>()
    const { start, say, texts, simulator, direct } = await open({
      async think() {
        await gate.promise
        return 'Here I am'
      },
    })
    await start()
    say('hello', { channel: direct })
    const typing = () => simulator.calls.filter(({ route }) => route === 'POST /channels/{channel}/typing').length
    await expect.poll(typing).toBe(1)
    gate.resolve()
    await expect.poll(() => texts(direct)).toEqual(['Here I am'])
    expect(typing()).toBe(1)
  })

  it('are not shown beside an answer that grows', async () => {
    const gate = Promise.withResolvers<void>()
    const { start, say, texts, simulator, direct } = await open({
      async *speak() {
        await gate.promise
        for (let n = 5; n <= 10; n++) {
          yield 'word '.repeat(n).trim()
          await sleep(100)
        }
      },
    })
    await start()
    say('hello', { channel: direct })
    const typing = () => simulator.calls.filter(({ route }) => route === 'POST /channels/{channel}/typing').length
    await expect.poll(typing).toBe(1)
    gate.resolve()
    await expect.poll(() => texts(direct)).toEqual(['word '.repeat(10).trim()])
    expect(typing()).toBe(1)
  })
})

describe('a first post that Discord refuses', () => {
  const codes: [what: string, code: number][] = [
    ['no right to write there', 50013],
    ['no right to see the channel', 50001],
    ['a thread that is locked', 40067],
    ['a channel that is gone', 10003],
  ]
  it.for(codes)('is made once, and the next message of that person is answered: %s', async ([_, code]) => {
    const { start, say, texts, simulator, direct } = await open()
    const { store } = await start()
    const post = 'POST /channels/{channel}/messages'
    simulator.faults.set([{ kind: 'refuse', route: post, code, channel: GENERAL }])
    say(`${mention} hello`)
    await expect
      .poll(() => store.db.query.selectFrom('turn').select('status').execute())
      .toEqual([{ status: 'delivered' }])
    expect(simulator.calls.filter(({ route, path }) => route === post && path.includes(GENERAL))).toHaveLength(1)
    simulator.faults.set([])
    say('and now?', { channel: direct })
    await expect.poll(() => texts(direct).at(-1)).toBe('re: and now?')
    expect(texts()).toEqual([])
  })
})
