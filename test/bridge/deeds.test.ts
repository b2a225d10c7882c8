import { expect, it, onTestFinished } from 'vitest'
import { agentDocumentSchema } from '../../src/model/agent.ts'
import { calledBySchema } from '../../src/model/called-by.ts'
import { minimalAgent } from '../support/agent.ts'
import { type ChatHouse, chatHouse, type HouseOptions } from '../support/chat-house.ts'
import { engineWithoutModel } from '../support/engine-without-model.ts'
import { handingOver, heard, type Name, patient } from '../support/handing-over.ts'
import { emojiNames, type Room, rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { untilAborted } from '../support/until-aborted.ts'

const calledBy = calledBySchema.parse({
  stop: emojiNames('stop'),
  repeat: emojiNames('repeat'),
  handover: emojiNames('sos'),
})

const rules = ['what is new', 'how are you', 'and now'].map((when) => ({ when: [when], say: `re: ${when}` }))
/** Remembers what was asked. */
const remembering: Partial<HouseOptions> = {
  agent: { document: agentDocumentSchema.parse(minimalAgent()), engine: engineWithoutModel },
}

async function start(open: (house: ChatHouse) => Promise<Room>, more: Partial<HouseOptions> = {}) {
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, ...more })
  const document = agentDocumentSchema.parse({ ...minimalAgent(), calledBy, rules })
  await house.store.db.batch(house.store.agents.publishSteps({ id: 'test', base: 1, document, author: 'test' }))
  const room = await open(house)
  await house.work()
  const said = (text: string) => room.alone('ann').filter((one) => one.includes(text)).length
  const hears = (text: string, times = 1) => expect.poll(() => said(text), patient).toBe(times)
  /** Whatever was told before has been taken in, and what it brought is answered. */
  const settled = async () => {
    const before = said('re: and now')
    await room.tell('ann', 'and now')
    await hears('re: and now', before + 1)
  }
  /** What was shown last is known to be. */
  const known = async () => {
    const unknown = house.store.db.query.selectFrom('part').select('n').where('ref', 'is', null)
    await expect.poll(async () => (await unknown.execute()).length, patient).toBe(0)
  }
  const asked = async () => (await house.store.db.query.selectFrom('turn').select('id').execute()).length
  return { house, room, hears, settled, asked, known }
}

it.for(rooms)('on $name an emoji on an answer asks its question once more, for whoever asked it', async ({ open }) => {
  const { room, hears, settled, asked, known } = await start(open, remembering)
  await room.tell('ann', 'what is new')
  await hears('re: what is new')
  await known()
  const answer = room.last('ann')
  await room.react('ann', answer, 'repeat')
  await hears('re: what is new', 2)
  // Taken away and put there again it is the same.
  await room.react('ann', answer, 'repeat', 'off')
  await room.react('ann', answer, 'repeat')
  await settled()
  await hears('re: what is new', 2)
  expect(await asked()).toBe(3)
})

it.for(rooms.filter(({ name }) => name !== 'Teams'))('on $name it can be put to the question too', async ({ open }) => {
  const { room, hears, settled, asked } = await start(open, remembering)
  const question = await room.tell('ann', 'what is new')
  await hears('re: what is new')
  await room.react('ann', question, 'repeat')
  await hears('re: what is new', 2)
  // Nobody else's question is theirs to repeat, to stop or to talk about with people.
  const others = await room.call('ben', 'how are you')
  await expect.poll(() => room.posts().join('\n'), patient).toContain('re: how are you')
  for (const emoji of ['repeat', 'stop', 'sos'] as const) await room.react('ann', others, emoji)
  await settled()
  expect(await asked()).toBe(4)
})

it('a question that is not remembered any more is not asked again, and whoever wanted that hears so', async () => {
  const { house, room, hears, settled, asked, known } = await start(rooms[0]!.open, remembering)
  await room.tell('ann', 'what is new')
  await hears('re: what is new')
  await known()
  await house.store.db.query.deleteFrom('memory').execute()
  await room.react('ann', room.last('ann'), 'repeat')
  await hears('I do not remember that question any more')
  await settled()
  expect(await asked()).toBe(2)
})

it.for(rooms)('on $name an emoji on an answer that grows ends it where it is', async ({ open }) => {
  async function* speak({ utterance }: { utterance: string }, signal: AbortSignal) {
    yield `re: ${utterance}`
    if (utterance !== 'tell me all') return
    await untilAborted(signal)
  }
  const { house, room, hears, settled, known } = await start(open, { speak })
  const isTeams = room.platform === 'teams'
  const question = await room.tell('ann', 'tell me all')
  await expect.poll(() => house.requests.length, patient).toBe(1)
  if (!isTeams) {
    // What waits for its turn is not answered at all.
    const next = await room.tell('ann', 'and that')
    await room.react('ann', next, 'stop')
  }
  await hears('re: tell me all')
  await known()
  await room.react('ann', isTeams ? room.last('ann') : question, 'stop')
  await settled()
  expect(house.utterances()).toEqual(['tell me all', 'and now'])
  const turns = await house.store.db.query.selectFrom('turn').select('interrupted').orderBy('id').execute()
  expect(turns[0]).toEqual({ interrupted: 'stopped' })
})

it.for(rooms)('on $name an emoji asks for a person, and what is passed on is agreed to first', async ({ name }) => {
  const world = await handingOver(name as Name, name as Name, {}, {}, { calledBy })
  const { here, there } = world
  await here.tell('ann', 'what is the weather like')
  await heard(here, 'It rains.')
  await here.react('ann', here.last('ann'), 'sos')
  await heard(here, 'Shall I pass it on?')
  expect(there.posts().join('\n')).not.toContain('weather')
  await here.choose('ann', 'No, thank you')
  await heard(here, 'I have passed nothing on')
})
