import { expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator, type Limits, type SlackSimulator } from '../../../console/stand-ins/slack/index.ts'
import { contextReaches } from '../../../src/model/context.ts'
import { minimalAgent } from '../../support/agent.ts'
import { type ChatHouse, chatHouse } from '../../support/chat-house.ts'
import { extent } from '../../support/extent.ts'
import { openKeys } from '../../support/open-keys.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const [ann, ben] = ['U0ANN', 'U0BEN']
const channel = 'C0GENERAL'

async function open(limits: Partial<Limits> = {}, folder = tempFolder(), now?: () => number) {
  const simulator = createSlackSimulator({ limits: { retryDelaysMs: [], ...limits }, ...(now && { now }) })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const house = await chatHouse({ folder, onFinished: onTestFinished })
  await house.connect(simulator, { unlimited: false })
  await house.work()
  return { simulator, house, ...told(simulator, house) }
}

function told(simulator: SlackSimulator, house: ChatHouse) {
  const quiet = async () => {
    await simulator.delivered()
    await expect.poll(async () => (await openKeys(house.store)).length, { interval: 5 }).toBe(0)
    await simulator.delivered()
  }
  return {
    quiet,
    /** What stands around the question, and how often Slack was asked for it. */
    async ask(text: string, thread_ts?: string, user = ann) {
      const before = reads(simulator)
      simulator.say({ user, channel, text: `@parley ${text}`, ...(thread_ts && { thread_ts }) })
      await quiet()
      const asked = house.requests.findLast(({ utterance }) => utterance === text)
      return { texts: (asked?.others ?? []).map((one) => one.text), calls: reads(simulator) - before }
    },
  }
}

const reads = ({ calls }: SlackSimulator): number =>
  calls.filter(({ method, status }) => /^conversations\.(replies|history)$/.test(method) && status === 200).length

/** Said before the agent is there. */
function threadOf(simulator: SlackSimulator, count: number): string {
  const root = simulator.say({ user: ben, channel, text: 'the beginning' })
  for (let n = 1; n < count; n++) simulator.say({ user: ben, channel, text: `line ${n}`, thread_ts: root })
  return root
}

it('a thread of thirty messages is read in one call', async () => {
  const { simulator, ask } = await open()
  const { texts, calls } = await ask('what now?', threadOf(simulator, 30))
  expect(texts).toEqual(['the beginning', ...Array.from({ length: 29 }, (_, n) => `line ${n + 1}`)])
  expect(calls).toBe(1)
})

it('of a very long thread the end is read, in two calls', async () => {
  const count = extent({ usual: 1500, full: 10_000 })
  // Each message comes a millisecond after the one before: where the end begins is guessed from how densely people wrote.
  let time = Date.now() - 2 * count
  // Fifteen hundred events take longer than three seconds on a busy machine, and are not told again here.
  const { simulator, ask } = await open({ enforceRates: false, ackTimeoutMs: 60_000 }, undefined, () => ++time)
  const { texts, calls } = await ask('what now?', threadOf(simulator, count))
  expect(texts).toEqual(['the beginning', ...Array.from({ length: 30 }, (_, n) => `line ${count - 30 + n}`)])
  expect(calls).toBe(2)
})

it('where Slack allows one read a minute that is found out, and what events brought is not read again', async () => {
  const { simulator, house, ask, quiet } = await open({ restrictedReads: true })
  const root = threadOf(simulator, 40)
  await quiet()
  const first = await ask('what now?', root)
  expect(first.calls).toBe(1)
  expect(first.texts).toEqual(['the beginning', ...Array.from({ length: 14 }, (_, n) => `line ${n + 1}`)])
  expect(await house.store.notes('slack').get('scarce reads T0PARLEY')).toBeDefined()
  // What it does not know is not asked for before its time, and the answer comes all the same.
  const second = await ask('and now?', root, ben)
  expect(second.calls).toBe(0)
  expect(second.texts).toContain('what now?')
  const own = await ask('who is there?')
  const thread = simulator.messages(channel).findLast(({ text }) => text.includes('who is there?'))!.ts
  simulator.say({ user: ben, channel, text: 'I am', thread_ts: thread })
  simulator.automate({ channel, name: 'Deploys', text: 'deployed', thread_ts: thread })
  await quiet()
  const heard = await ask('anybody else?', thread)
  expect([own.calls, heard.calls]).toEqual([0, 0])
  expect(heard.texts).toEqual(['I am', 'deployed'])
})

it('what was read and is not there any more is forgotten', async () => {
  const { simulator, house, ask, quiet } = await open()
  const root = simulator.say({ user: ben, channel, text: 'the beginning' })
  const secret = simulator.say({ user: ben, channel, text: 'hunter2', thread_ts: root })
  simulator.say({ user: ben, channel, text: 'the end', thread_ts: root })
  expect((await ask('what now?', root)).texts).toEqual(['the beginning', 'hunter2', 'the end'])
  const kept = async () =>
    (await house.store.db.query.selectFrom('said').select('text').execute()).map(({ text }) => text)
  expect(await kept()).toContain('hunter2')
  simulator.remove({ user: ben, channel, ts: secret })
  await quiet()
  expect(await kept()).not.toContain('hunter2')
  expect((await ask('and now?', root, ben)).texts).not.toContain('hunter2')
})

it.each(contextReaches)('an agent whose reach is %s sees that much, and a place may say otherwise', async (reach) => {
  const { simulator, house, ask } = await open()
  const document = { ...minimalAgent(), context: reach }
  await house.store.db.batch(house.store.agents.publishSteps({ id: 'test', document, author: 'test', base: 1 }))
  simulator.say({ user: ben, channel, text: 'in the channel' })
  const root = threadOf(simulator, 2)
  const inThread = ['thread', 'channel'].includes(reach)
  expect((await ask('in the thread?', root)).texts).toEqual(inThread ? ['the beginning', 'line 1'] : [])
  const outside = await ask('outside?')
  expect(outside.texts.includes('in the channel')).toBe(reach === 'channel')
  const place = `slack:T0PARLEY:${channel}`
  const binding = { place, account: 'default', agent: 'test', mode: 'mention', context: 'none' } as const
  await house.store.db.batch([house.store.places.bindStep(binding)])
  expect(await ask('and here?', threadOf(simulator, 2))).toEqual({ texts: [], calls: 0 })
  // Not only how far, but also how much, and of whom.
  const reads = JSON.stringify({ messages: 2, programs: false })
  await house.store.db.batch([house.store.places.bindStep({ ...binding, context: 'thread', reads })])
  const long = threadOf(simulator, 5)
  simulator.automate({ channel, name: 'Deploys', text: 'deployed', thread_ts: long })
  expect((await ask('how much?', long)).texts).toEqual(['the beginning', 'line 3', 'line 4'])
})
