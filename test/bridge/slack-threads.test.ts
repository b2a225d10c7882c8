import { expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { chatHouse } from '../support/chat-house.ts'
import { openKeys } from '../support/open-keys.ts'
import { tempFolder } from '../support/temp-folder.ts'

const ann = 'U0ANN'
const direct = 'D0ANN'

async function open(threadsApart?: boolean) {
  const simulator = createSlackSimulator({ limits: { retryDelaysMs: [], enforceRates: false } })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished })
  await house.connect(simulator, threadsApart === undefined ? {} : { threadsApart })
  await house.work()
  const settled = async () => {
    await simulator.delivered()
    await expect.poll(async () => (await openKeys(house.store)).length, { interval: 5 }).toBe(0)
    await simulator.delivered()
  }
  const say = async (text: string, thread_ts?: string) => {
    const ts = simulator.say({ user: ann, channel: direct, text, ...(thread_ts && { thread_ts }) })
    await settled()
    return ts
  }
  const conversations = () => house.requests.map(({ conversation }) => conversation)
  const ours = () => simulator.messages(direct).filter(({ user }) => user === 'U0PARLEY')
  return { simulator, house, settled, say, conversations, ours }
}

it('all threads of a direct conversation are one conversation', async () => {
  const { say, conversations } = await open()
  const first = await say('one')
  await say('two')
  await say('one more', first)
  expect(conversations()).toEqual(Array(3).fill('slack:T0PARLEY:D0ANN'))
})

it('each thread of it is its own where the operator wants that, and an answer stands where its question does', async () => {
  const { say, conversations, ours } = await open(true)
  const first = await say('one')
  const second = await say('two')
  await say('one more', first)
  const [one, two] = [first, second].map((ts) => `slack:T0PARLEY:D0ANN:${ts}`)
  expect(conversations()).toEqual([one, two, one])
  expect(ours().map(({ thread_ts }) => thread_ts)).toEqual([first, second, first])
})

it('what the app began goes on below it, by a button as by a word, and nobody is greeted who has spoken', async () => {
  const { simulator, settled, say, conversations, ours, house } = await open(true)
  simulator.open({ user: ann })
  await settled()
  const [greeting] = ours()
  const { block_id, elements } = greeting!.blocks!.find((block) => (block as { type: string }).type === 'actions') as {
    block_id: string
    elements: { action_id: string }[]
  }
  const { action_id } = elements[0]!
  await simulator.press({ user: ann, channel: direct, ts: greeting!.ts, block_id, action_id })
  await settled()
  await say('and this', greeting!.ts)
  const asked = await say('something else')
  const whole = 'slack:T0PARLEY:D0ANN'
  expect(conversations()).toEqual([whole, whole, whole, `${whole}:${asked}`])
  simulator.say({ user: 'U0BEN', channel: 'D0BEN', text: 'hello' })
  await settled()
  simulator.open({ user: 'U0BEN' })
  await settled()
  expect(house.utterances().filter((text) => text === '')).toHaveLength(1)
})
