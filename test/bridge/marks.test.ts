import { expect, it, onTestFinished } from 'vitest'
import { createWaitingMark } from '../../src/bridge/marks.ts'
import { agentDocumentSchema } from '../../src/model/agent.ts'
import { orderKey } from '../../src/model/key.ts'
import type { MessageRef } from '../../src/model/message.ts'
import type { Channel } from '../../src/ports/channel.ts'
import { minimalAgent } from '../support/agent.ts'
import { type ChatHouse, chatHouse } from '../support/chat-house.ts'
import { carded, handingOver, heard, type Name, patient } from '../support/handing-over.ts'
import { type Room, rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

const names = {
  slack: { waiting: 'eyes', solved: 'white_check_mark' },
  discord: { waiting: '👀', solved: '✅' },
  teams: { waiting: '1f440_eyes', solved: '2705_whiteheavycheckmark' },
}
const namesOf = ({ platform }: Room) => names[platform as keyof typeof names]

async function start(open: (house: ChatHouse) => Promise<Room>, marks: ('waiting' | 'solved')[]) {
  const said = Promise.withResolvers<void>()
  onTestFinished(() => said.resolve())
  const house = await chatHouse({
    ...{ folder: tempFolder(), onFinished: onTestFinished },
    think: async ({ utterance }) => {
      await said.promise
      return `re: ${utterance}`
    },
  })
  const document = agentDocumentSchema.parse(minimalAgent({ agent: { marks } }))
  await house.store.db.batch(house.store.agents.publishSteps({ id: 'test', base: 1, document, author: 'test' }))
  const room = await open(house)
  await house.work()
  return { house, room, answer: () => said.resolve() }
}

it.for(rooms)('on $name whoever waits sees an emoji on what they wrote, until it is answered', async ({ open }) => {
  const { house, room, answer } = await start(open, ['waiting'])
  const first = await room.tell('ann', 'one')
  const second = await room.tell('ann', 'two')
  const { waiting: eyes } = namesOf(room)
  await expect.poll(() => room.marks(first), patient).toEqual([eyes])
  // It waits for the first.
  await expect.poll(() => room.marks(second), patient).toEqual([eyes])
  expect(house.utterances()).toEqual(['one'])
  answer()
  await heard(room, 're: two')
  await expect.poll(() => [room.marks(first), room.marks(second)], patient).toEqual([[], []])
})

// In personal chats of Teams no sign says that the moment has come.
it.for(rooms.filter(({ name }) => name !== 'Teams'))(
  'on $name an agent that does not say so puts none',
  async ({ open }) => {
    const { house, room, answer } = await start(open, ['solved'])
    const signs = room.signs().length
    const message = await room.tell('ann', 'one')
    await expect.poll(() => room.signs().length, patient).toBeGreaterThan(signs)
    expect(room.marks(message)).toEqual([])
    answer()
    await heard(room, 're: one')
    expect(house.utterances()).toEqual(['one'])
  },
)

it.for(rooms)('on $name what people have solved says so on the message that it began with', async ({ name }) => {
  const world = await handingOver(name as Name, name as Name)
  const { here, there, house } = world
  const live = (await house.store.agents.live('test'))!.document
  const document = { ...live, agent: { ...live.agent, marks: ['solved' as const] } }
  await house.store.db.batch(house.store.agents.publishSteps({ id: 'test', base: 1, document, author: 'test' }))
  const wish = await here.tell('ann', 'a human please')
  await heard(here, 'Shall I pass it on?')
  await here.choose('ann', 'Yes, pass it on')
  await heard(here, 'I have passed it on')
  await carded(world, 'would like to talk to a person')
  await there.desk.press('ben', 'Take')
  await heard(here, 'is here now')
  await carded(world, 'Taken by')
  expect(here.marks(wish)).toEqual([])
  await there.desk.press('ben', 'Close')
  await expect.poll(() => here.marks(wish), patient).toEqual([namesOf(here).solved])
})

it('what a process has put there that died is taken away by whoever ends the turn, and nothing comes after its end', async () => {
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished })
  const document = agentDocumentSchema.parse(minimalAgent({ agent: { marks: ['waiting'] } }))
  await house.store.db.batch(house.store.agents.publishSteps({ id: 'test', base: 1, document, author: 'test' }))
  const told: boolean[] = []
  const channel = { mark: async (_: unknown, __: unknown, on: boolean) => void told.push(on) } as unknown as Channel
  const asked = { message: 'slack:T0PARLEY:D0ANN:1.000001' as MessageRef, event: 'one' }
  const of = { key: orderKey('default', 'test', 'slack_T0PARLEY_U0ANN'), event: 'one', where: { asked } }
  const after = createWaitingMark(house.store, channel, of)
  after.unsure()
  await after.end()
  expect(told).toEqual([false])
  const quick = createWaitingMark(house.store, channel, of)
  expect(quick.end()).toBeUndefined()
  quick.show()
  const slow = createWaitingMark(house.store, channel, of)
  slow.show()
  await slow.end()
  expect(told).toEqual([false, true, false])
  // A press, or a timer, is no message that could be marked.
  const pressed = createWaitingMark(house.store, channel, { ...of, event: 'press:one' })
  pressed.show()
  expect(pressed.end()).toBeUndefined()
})
