import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator } from '../../../console/stand-ins/slack/index.ts'
import type { User } from '../../../console/stand-ins/slack/view.ts'
import { sharedRoutes } from '../../../src/http/shared-routes.ts'
import { orderKey } from '../../../src/model/key.ts'
import { firstAccount } from '../../../src/store/accounts.ts'
import { chatHouse, type HouseOptions } from '../../support/chat-house.ts'
import { openKeys } from '../../support/open-keys.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { untilAborted } from '../../support/until-aborted.ts'
import { plantWaiting, stillWaiting } from '../../support/waiting-there.ts'
import type { Way } from './harness.ts'

const ann = 'U0ANN'
const direct = 'D0ANN'
const general = 'C0GENERAL'

async function open(way: Way, options: Partial<HouseOptions> = {}, users?: User[]) {
  const simulator = createSlackSimulator({
    limits: { retryDelaysMs: [50, 50], ackTimeoutMs: 500 },
    ...(users && { users }),
  })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, ...options })
  if (way === 'socket') await house.connect(simulator)
  else {
    const slack = await house.connect(simulator, { appToken: '', signingSecret: simulator.signingSecret })
    const server = Fastify()
    onTestFinished(() => server.close())
    await sharedRoutes(server, slack.routes, { note: () => 0 })
    simulator.sendEventsTo(`${await server.listen({ port: 0, host: '127.0.0.1' })}/slack/events`)
  }
  const settled = async () => {
    await simulator.delivered()
    await expect.poll(async () => (await openKeys(house.store)).length, { interval: 5 }).toBe(0)
    await simulator.delivered()
  }
  const shown = (channel = direct) => simulator.messages(channel).filter(({ user }) => user === 'U0PARLEY')
  return { simulator, house, settled, shown }
}

describe.each<Way>(['socket', 'http'])('what a person changes: %s', (way) => {
  it('an edit before the answer began is used, a later one is not', async () => {
    const { simulator, house, settled } = await open(way)
    const ts = simulator.say({ user: ann, channel: direct, text: 'helo' })
    simulator.edit({ user: ann, channel: direct, ts, text: 'hello' })
    await simulator.delivered()
    await house.work()
    await settled()
    simulator.edit({ user: ann, channel: direct, ts, text: 'good night' })
    await settled()
    expect(house.utterances()).toEqual(['hello'])
  })

  it('an edit while another question is answered is used', async () => {
    const first = Promise.withResolvers<string>()
    const { simulator, house, settled } = await open(way, {
      think: ({ utterance }) => (utterance === 'one' ? first.promise : Promise.resolve('fine')),
    })
    await house.work()
    simulator.say({ user: ann, channel: direct, text: 'one' })
    await expect.poll(house.utterances).toEqual(['one'])
    const ts = simulator.say({ user: ann, channel: direct, text: 'tow' })
    simulator.edit({ user: ann, channel: direct, ts, text: 'two' })
    await simulator.delivered()
    first.resolve('fine')
    await settled()
    expect(house.utterances()).toEqual(['one', 'two'])
  })

  it('a deletion ends the answer and takes it along', async () => {
    const { simulator, house, settled, shown } = await open(way, {
      async *speak(_, signal) {
        yield 'I will tell you all that I know about it.'
        await untilAborted(signal)
      },
    })
    await house.work()
    const ts = simulator.say({ user: ann, channel: direct, text: 'oops' })
    await expect.poll(() => shown().length).toBe(1)
    simulator.remove({ user: ann, channel: direct, ts })
    await settled()
    await expect.poll(() => shown()).toEqual([])
  })

  it('a deletion that comes before its message counts', async () => {
    const { simulator, house, settled, shown } = await open(way)
    await house.work()
    const { message } = house.inbox
    let failures = 2
    house.inbox.message = (inbound) => (failures-- > 0 ? Promise.reject(new Error('disk full')) : message(inbound))
    const ts = simulator.say({ user: ann, channel: general, text: '@Parley oops' })
    simulator.remove({ user: ann, channel: general, ts })
    await settled()
    const took = simulator.deliveries.filter(({ attempt, outcome }) => attempt > 0 && outcome === 'ok')
    expect(took).toHaveLength(2)
    expect(house.requests).toEqual([])
    expect(shown(general)).toEqual([])
  })
})

it('what was deleted before it came is not quoted either', async () => {
  const { simulator, house, settled } = await open('socket')
  await house.work()
  const root = simulator.say({ user: ann, channel: general, text: '@Parley hello' })
  await settled()
  const { message } = house.inbox
  let failures = 1
  house.inbox.message = (inbound) => (failures-- > 0 ? Promise.reject(new Error('disk full')) : message(inbound))
  const ts = simulator.say({ user: 'U0BEN', channel: general, text: 'a secret', thread_ts: root })
  simulator.remove({ user: 'U0BEN', channel: general, ts })
  await settled()
  simulator.say({ user: ann, channel: general, text: '@Parley what did Ben say?', thread_ts: root })
  await settled()
  expect(house.requests[1]).not.toHaveProperty('others')
})

it('a channel that is deleted takes along what waits there, and what was kept of it', async () => {
  const { simulator, house, settled } = await open('socket')
  await house.work()
  const root = simulator.say({ user: ann, channel: general, text: '@Parley one' })
  await settled()
  simulator.say({ user: 'U0BEN', channel: general, text: 'a secret', thread_ts: root })
  simulator.say({ user: ann, channel: direct, text: 'elsewhere' })
  await settled()
  const kept = async () => {
    const rows = (table: 'said' | 'thread') => house.store.db.query.selectFrom(table).selectAll().execute()
    const turns = await house.store.db.query.selectFrom('turn').select('answer').execute()
    return [
      turns.filter(({ answer }) => answer !== null).length,
      (await rows('said')).length,
      (await rows('thread')).length,
    ]
  }
  expect(await kept()).toEqual([2, 2, 2])
  const key = orderKey(firstAccount, 'test', `slack_T0PARLEY_${ann}`)
  const [conversation, elsewhere] = [`slack:T0PARLEY:${general}:${root}`, 'slack:T0PARLEY:C0GENERALS']
  for (const place of [conversation, elsewhere]) await plantWaiting(house.store, key, place)
  simulator.removeChannel(general)
  await settled()
  expect(await kept()).toEqual([1, 0, 1])
  expect(await stillWaiting(house.store, key, conversation)).toEqual(['withdrawn'])
  expect(await stillWaiting(house.store, key, elsewhere)).toEqual(['ask', 'reminder', 'asked'])
})

it('what waits in a channel that is deleted is not answered', async () => {
  const { simulator, house, settled } = await open('socket')
  simulator.say({ user: ann, channel: general, text: '@Parley one' })
  await simulator.delivered()
  simulator.removeChannel(general)
  await simulator.delivered()
  await house.work()
  await settled()
  expect(house.requests).toEqual([])
})

it('people of another workspace are told that they are not answered where they are not admitted, and others are', async () => {
  const { simulator, house, settled } = await open('socket', { admit: { strangers: false } }, [
    { id: ann, name: 'ann', real_name: 'Ann', is_bot: false },
    { id: 'U0FAR', name: 'far', real_name: 'Far', is_bot: false, team: 'T0FAR' },
  ])
  await house.work()
  simulator.say({ user: 'U0FAR', channel: general, text: '@Parley hello' })
  simulator.say({ user: ann, channel: general, text: '@Parley hi' })
  await settled()
  expect(house.utterances()).toEqual(['hi'])
  await expect
    .poll(() => simulator.messages(general, { as: 'U0FAR' }).filter((one) => one.ephemeral_to === 'U0FAR'))
    .toHaveLength(1)
})

it('guests are told that they are not answered where they are not admitted, once Slack says that they are; it is asked once for each', async () => {
  const { simulator, house, settled } = await open('socket', { admit: { guests: false } }, [
    { id: ann, name: 'ann', real_name: 'Ann', is_bot: false },
    { id: 'U0GUEST', name: 'guest', real_name: 'Guest', is_bot: false, guest: true },
  ])
  await house.work()
  const asked = () =>
    simulator.calls.filter(({ method, args }) => method === 'users.info' && args['user'] === 'U0GUEST').length
  for (const text of ['one', 'two']) {
    simulator.say({ user: 'U0GUEST', channel: general, text: `@Parley ${text}` })
    await settled()
  }
  simulator.say({ user: ann, channel: general, text: '@Parley hi' })
  await settled()
  expect(house.utterances()).toEqual(['hi'])
  await expect
    .poll(() => simulator.messages(general, { as: 'U0GUEST' }).filter((one) => one.ephemeral_to === 'U0GUEST'))
    .toMatchObject([{ blocks: [{ text: expect.stringContaining('you are a guest in it') }] }])
  expect(asked()).toBe(1)
})

it('where Slack does not say whether somebody is a guest they are answered', async () => {
  const { simulator, house, settled } = await open('socket', { admit: { guests: false } }, [
    { id: ann, name: 'ann', real_name: 'Ann', is_bot: false },
  ])
  await house.work()
  simulator.faults.set([{ kind: 'refuse', method: 'users.info', error: 'internal_error' }])
  simulator.say({ user: ann, channel: general, text: '@Parley hi' })
  await settled()
  expect(house.utterances()).toEqual(['hi'])
})
