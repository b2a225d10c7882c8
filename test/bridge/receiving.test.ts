import { describe, expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator, type SlackSimulatorOptions } from '../../console/stand-ins/slack/index.ts'
import type { Place, Press } from '../../src/model/message.ts'
import { chatHouse, type HouseOptions } from '../support/chat-house.ts'
import { openKeys } from '../support/open-keys.ts'
import { textOf } from '../support/slack-text.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { untilAborted } from '../support/until-aborted.ts'

const ann = 'U0ANN'
const direct = 'D0ANN'

async function open(options: Partial<HouseOptions> = {}, simulated: SlackSimulatorOptions = {}) {
  const simulator = createSlackSimulator({ limits: { retryDelaysMs: [], enforceRates: false }, ...simulated })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, ...options })
  const slack = await house.connect(simulator)
  const settled = async () => {
    await simulator.delivered()
    await expect.poll(async () => (await openKeys(house.store)).length, { interval: 5 }).toBe(0)
    await simulator.delivered()
  }
  const shown = () => simulator.messages(direct).filter(({ user }) => user === 'U0PARLEY')
  return { simulator, house, slack, settled, shown }
}

describe('a person who opens the conversation', () => {
  it('is greeted once, and offered the agent’s options each time', async () => {
    const { simulator, house, settled, shown } = await open()
    await house.work()
    for (let n = 0; n < 3; n++) simulator.open({ user: ann })
    simulator.open({ user: ann, tab: 'home' })
    await settled()
    expect(house.utterances()).toEqual([''])
    expect(shown()).toHaveLength(1)
    expect(shown()[0]).not.toHaveProperty('thread_ts')
    const prompts = () => simulator.calls.filter(({ method }) => method === 'assistant.threads.setSuggestedPrompts')
    await expect.poll(prompts).toHaveLength(3)
    const offered = ['What can you do?', 'Tell me a joke'].map((message) => ({ title: message, message }))
    expect(prompts()[0]).toMatchObject({ args: { channel_id: direct, prompts: offered }, body: { ok: true } })
    expect(prompts()[0]!.args).not.toHaveProperty('thread_ts')
  })

  it('is not greeted again after a day, nor one who has spoken before', async () => {
    const { simulator, house, settled } = await open()
    await house.work()
    simulator.open({ user: ann })
    simulator.say({ user: 'U0BEN', channel: 'D0BEN', text: 'hello' })
    await settled()
    await house.store.inbox.prune(Date.now() + 1)
    for (const user of [ann, 'U0BEN']) simulator.open({ user })
    await settled()
    expect(house.utterances().toSorted()).toEqual(['', 'hello'])
  })

  it('is not greeted for what they did during a downtime', async () => {
    const { simulator, house, settled } = await open({ now: () => Date.now() + 3_600_000 })
    await house.work()
    simulator.open({ user: ann })
    simulator.say({ user: ann, channel: direct, text: 'hello' })
    await settled()
    expect(house.requests).toEqual([])
  })
})

it('what a person says is new where only our clock says that it is old', async () => {
  const simulator = createSlackSimulator({ limits: { retryDelaysMs: [], enforceRates: false } })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const now = () => Date.now() + 3_600_000
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, now })
  await house.connect(simulator, { clock: house.serverClock, now })
  await house.work()
  simulator.say({ user: ann, channel: direct, text: 'hello' })
  await expect.poll(house.utterances).toEqual(['hello'])
  expect(Math.abs(house.serverClock.ms() - 3_600_000)).toBeLessThan(10_000)
})

describe('a message that changes while it waits', () => {
  it('is answered as it was last', async () => {
    const { simulator, house, settled } = await open()
    const ts = simulator.say({ user: ann, channel: direct, text: 'helo' })
    simulator.edit({ user: ann, channel: direct, ts, text: 'hello, @Ben' })
    await simulator.delivered()
    await house.work()
    await settled()
    expect(house.utterances()).toEqual(['hello, @Ben'])
    simulator.edit({ user: ann, channel: direct, ts, text: 'hello?' })
    await settled()
    expect(house.utterances()).toEqual(['hello, @Ben'])
  })

  it('or is deleted is not answered', async () => {
    const { simulator, house, settled, shown } = await open()
    const ts = simulator.say({ user: ann, channel: direct, text: 'oops' })
    simulator.remove({ user: ann, channel: direct, ts })
    await simulator.delivered()
    await house.work()
    await settled()
    expect(house.requests).toEqual([])
    expect(shown()).toEqual([])
  })

  it('or is deleted while it is answered takes its answer along', async () => {
    const { simulator, house, settled, shown } = await open({ think: (_, signal) => untilAborted(signal) })
    await house.work()
    const ts = simulator.say({ user: ann, channel: direct, text: 'oops' })
    await expect.poll(() => house.requests.length).toBe(1)
    simulator.remove({ user: ann, channel: direct, ts })
    await settled()
    expect(shown()).toEqual([])
  })
})

describe('the message shortcut', () => {
  it('asks in private what the person wants to know, and knows the message when they say it', async () => {
    const { simulator, house, settled, shown } = await open()
    await house.work()
    const ts = simulator.say({ user: 'U0BEN', channel: 'C0GENERAL', text: 'We ship <b> on Friday' })
    const ask = { user: ann, channel: 'C0GENERAL', ts, callback_id: 'ask_about' }
    await simulator.shortcut(ask)
    await simulator.shortcut(ask)
    await expect.poll(() => shown().length).toBe(2)
    expect(textOf(shown()[0]!)).toBe(
      `> We ship <b> on Friday\n\nhttps://parley-hq.slack.com/archives/C0GENERAL/p${ts.replace('.', '')}\n\nWhat would you like to know about this?`,
    )
    simulator.say({ user: ann, channel: direct, text: 'Which Friday?', thread_ts: shown()[1]!.ts })
    await settled()
    const [request] = house.requests
    const text = `We ship <b> on Friday\nhttps://parley-hq.slack.com/archives/C0GENERAL/p${ts.replace('.', '')}`
    expect(request).toMatchObject({ utterance: 'Which Friday?', others: [{ author: 'Ben', text }] })

    simulator.say({ user: 'U0BEN', channel: 'D0BEN', text: 'And me?' })
    await settled()
    expect(house.requests[1]).not.toHaveProperty('others')
  })

  it('follows the message: one that is deleted meanwhile is not told', async () => {
    const { simulator, house, settled, shown } = await open()
    await house.work()
    const ts = simulator.say({ user: 'U0BEN', channel: 'C0GENERAL', text: 'nonsense' })
    await simulator.shortcut({ user: ann, channel: 'C0GENERAL', ts, callback_id: 'ask_about' })
    await expect.poll(() => shown().length).toBe(1)
    simulator.remove({ user: 'U0BEN', channel: 'C0GENERAL', ts })
    await settled()
    simulator.say({ user: ann, channel: direct, text: 'What was that?' })
    await settled()
    expect(house.requests[0]).not.toHaveProperty('others')
  })
})

describe('an app that is removed', () => {
  const writes = /^(?:chat|assistant|agents)\./

  it('stops what it was doing and sends nothing more, and works again once it is back', async () => {
    const { simulator, house, settled } = await open({
      think: async (request, signal) => (request.utterance === 'wait' ? untilAborted(signal) : 'back again'),
    })
    await house.work()
    for (const text of ['wait', 'wait too']) simulator.say({ user: ann, channel: direct, text })
    await expect.poll(() => house.requests.length).toBe(1)
    const calls = simulator.calls.filter(({ method }) => writes.test(method)).length
    simulator.uninstall()
    await settled()
    simulator.say({ user: ann, channel: direct, text: 'anybody there?' })
    await settled()
    expect(simulator.calls.filter(({ method }) => writes.test(method)).length).toBe(calls)
    expect(house.requests).toHaveLength(1)
    expect(await house.store.places.installations('slack')).toMatchObject([
      { id: 'T0PARLEY', removed_at: expect.any(Number) },
    ])

    const again = await house.connect(simulator, { botToken: simulator.install() })
    expect(again.channel('T0PARLEY')).toBeDefined()
    expect(await house.store.places.installations('slack')).toMatchObject([{ id: 'T0PARLEY', removed_at: null }])
    simulator.say({ user: ann, channel: direct, text: 'hello' })
    await expect.poll(() => house.utterances()).toContain('hello')
  })
})

describe('a stop button', () => {
  it('keeps what was written', async () => {
    const { simulator, house, settled, shown } = await open({ think: (_, signal) => untilAborted(signal) })
    await house.work()
    const root = simulator.say({ user: ann, channel: direct, text: 'tell me everything' })
    await expect.poll(() => simulator.calls.some(({ method }) => method === 'agents.sessions.setStatus')).toBe(true)
    simulator.stopSession({ user: ann, channel: direct, thread_ts: root })
    await settled()
    expect(textOf(shown()[0]!)).toContain('_Stopped._')
  })

  it('is also that of a person of another workspace, in a channel both share', async () => {
    const users = [{ id: 'U0DEE', name: 'dee', real_name: 'Dee', is_bot: false, team: 'T0OTHER' }]
    const { simulator, house, settled } = await open({ think: (_, signal) => untilAborted(signal) }, { users })
    await house.work()
    const channel = 'C0GENERAL'
    const root = simulator.say({ user: 'U0DEE', channel, text: '@Parley tell me everything' })
    await expect.poll(() => simulator.calls.some(({ method }) => method === 'agents.sessions.setStatus')).toBe(true)
    simulator.stopSession({ user: 'U0DEE', channel, thread_ts: root })
    await settled()
    expect(house.requests[0]!.uid).toBe('slack_T0OTHER_U0DEE')
    expect(simulator.messages(channel).map(textOf).at(-1)).toContain('_Stopped._')
  })
})

it('a message that could not be written down is told again, and answered once', async () => {
  const { simulator, house, settled } = await open(
    {},
    // Slack waits for three seconds; a machine that does something else may need more than a part of them.
    { limits: { retryDelaysMs: [0, 10], ackTimeoutMs: 3000, enforceRates: false } },
  )
  await house.work()
  const { message } = house.inbox
  let failures = 2
  house.inbox.message = (inbound) => (failures-- > 0 ? Promise.reject(new Error('disk full')) : message(inbound))
  simulator.say({ user: ann, channel: 'C0GENERAL', text: '@Parley hello' })
  await settled()
  const ofAnn = simulator.deliveries.filter(({ payload }) => (payload['event'] as { user?: string }).user === ann)
  const outcomes = ofAnn.map(({ attempt, outcome }) => `${attempt} ${outcome}`)
  expect(outcomes).toEqual(['0 timeout', '0 timeout', '1 ok', '1 ok'])
  expect(house.utterances()).toEqual(['hello'])
})

it('whoever pressed is known by the id of the person, whichever of their workspaces Slack names', async () => {
  const { simulator, house, settled, shown } = await open()
  await house.work()
  simulator.open({ user: ann })
  await settled()
  const { block_id } = (shown()[0]!.blocks as { type: string; block_id: string }[]).find(
    ({ type }) => type === 'actions',
  )!
  const place = `slack:T0PARLEY:${direct}:${shown()[0]!.ts}` as Place
  const pressed = (id: string, home: string): Press => ({
    eventId: `press:${id}`,
    platform: 'slack',
    installation: 'T0PARLEY',
    author: { uid: `slack_${home}_${id}`, id },
    place,
    replyTo: `${place}:${id}@${home}` as Place,
    replyId: block_id.replace(/^q\d+:/, ''),
    index: 1,
  })
  expect((await house.inbox.press(pressed('U0BEN', 'T0PARLEY')))?.text).toContain('for the person who asked')
  expect(await house.inbox.press(pressed(ann, 'T0SECOND'))).toBeUndefined()
  await settled()
  expect(house.requests.map(({ uid, utterance }) => [uid, utterance])).toEqual([
    ['slack_T0PARLEY_U0ANN', ''],
    ['slack_T0PARLEY_U0ANN', 'No'],
  ])
})

it('a button under a greeting is answered in the greeting’s thread', async () => {
  const { simulator, house, settled, shown } = await open()
  await house.work()
  simulator.open({ user: ann })
  await settled()
  const { ts, blocks } = shown()[0]!
  const actions = (blocks as { type: string; block_id: string; elements: { action_id: string }[] }[]).find(
    ({ type }) => type === 'actions',
  )!
  const { block_id, elements } = actions
  await simulator.press({ user: ann, channel: direct, ts, block_id, action_id: elements[1]!.action_id })
  await settled()
  expect(house.utterances()).toEqual(['', 'No'])
  expect(shown()[1]).toMatchObject({ thread_ts: ts })
})
