import { expect, it } from 'vitest'
import { ANN, ANNS, card, createClock, type Json, LUNCH, startApp, startSimulator } from './support.ts'

async function setUp(answer: (activity: Json) => { status?: number } | 'nothing') {
  const clock = createClock()
  const simulator = await startSimulator({ now: clock.now })
  const { heard, api } = await startApp(simulator, answer)
  const ids = () => heard.map(({ activity }) => activity.id)
  /** Lets the time of an app to answer pass, once so many activities have come. */
  const late = async (count: number) => {
    await expect.poll(() => heard.length).toBe(count)
    clock.pass(15_000)
    simulator.expire()
  }
  return { simulator, api, heard, ids, late }
}

it('sends a message again that was not answered within 15 seconds', async () => {
  let count = 0
  const { simulator, ids, late } = await setUp(() => (++count === 1 ? 'nothing' : {}))
  const id = simulator.say({ user: ANN, conversation: ANNS, text: 'hello' })
  await late(1)
  await simulator.idle()
  expect(ids()).toEqual([id, id])
  expect(simulator.deliveries.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, 0],
    [2, 200],
  ])
  expect(simulator.deliveries[0]!.error).toBe('The app did not answer in time')
})

it('gives up a message after that, and does not repeat what was answered with an error', async () => {
  let answer: { status?: number } | 'nothing' = 'nothing'
  const { simulator, ids, late } = await setUp(() => answer)
  simulator.say({ user: ANN, conversation: ANNS, text: 'hello' })
  await late(1)
  await late(2)
  await simulator.idle()
  expect(ids()).toHaveLength(2)
  answer = { status: 500 }
  simulator.say({ user: ANN, conversation: ANNS, text: 'hello' })
  await simulator.idle()
  expect(ids()).toHaveLength(3)
})

it('sends an invoke again with the same id, and then with a new one', async () => {
  const { simulator, api, ids, late } = await setUp(({ type }) => (type === 'invoke' ? 'nothing' : {}))
  const { json } = await api.post(LUNCH, {
    attachments: [card([{ type: 'TextBlock', text: 'x' }], [{ type: 'Action.Execute', title: 'Do' }])],
  })
  const outcome = simulator.press({ user: ANN, conversation: LUNCH, message: String(json['id']), action: 'Do' })
  for (const count of [1, 2, 3]) await late(count)
  expect(await outcome).toEqual({ state: 'failed', say: 'Unable to reach app. Please try again.' })
  const [first, second, third] = ids()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

it('sends anything it is given, once', async () => {
  const { simulator, heard } = await setUp(() => ({ status: 400 }))
  const delivery = await simulator.deliver({ nothing: 'like an activity' })
  expect(delivery.status).toBe(400)
  expect(heard.map(({ activity }) => activity)).toEqual([{ nothing: 'like an activity' }])
})

it('says nothing to an app that is not connected', async () => {
  const { simulator, heard } = await setUp(() => ({}))
  simulator.disconnect()
  simulator.say({ user: ANN, conversation: ANNS, text: 'hello' })
  await simulator.idle()
  expect(heard).toEqual([])
})
