import { expect, it } from 'vitest'
import type { Press } from '../../src/model/message.ts'
import { everywhere } from '../../src/store/pauses.ts'
import { carded, handingOver, heard, type Name, passed, patient, type World, waiting } from '../support/handing-over.ts'
import { rooms } from '../support/rooms.ts'

const names = rooms.map(({ name }) => name as Name)
const ways: [Name, Name][] = [
  ['Slack', 'Teams'],
  ['Teams', 'Discord'],
  ['Discord', 'Slack'],
]

/** The person has agreed and written on before anything of it could be posted. */
async function agreed({ house, here }: World, words: readonly string[]): Promise<void> {
  const { db, pauses } = house.store
  await here.tell('ann', 'a human please')
  await heard(here, 'Shall I pass it on?')
  await db.batch([pauses.beginStep(everywhere, 'cli', null)])
  await expect.poll(async () => (await pauses.current()).length, patient).toBe(1)
  await here.choose('ann', 'Yes, pass it on')
  const waits = () => db.query.selectFrom('inbox').select('payload').where('status', '=', 'open').execute()
  for (const [i, text] of ['the card', ...words].entries()) {
    if (i > 0) await here.tell('ann', text)
    await expect.poll(async () => (await waits()).length, patient).toBe(i + 1)
  }
}

async function goesOn({ house }: World): Promise<void> {
  await house.store.db.batch(house.store.pauses.endSteps(everywhere))
}

it.for([...ways, ...names.map((name): [Name, Name] => [name, name])])(
  'what somebody on %s writes before the card is refused on %s is answered by the agent',
  async ([from, to]) => {
    const world = await handingOver(from, to)
    const { here, there, house } = world
    await agreed(world, ['what is the weather like'])
    there.refuse()
    await goesOn(world)
    await heard(here, 'It rains.')
    const said = here.alone('ann').join('\n')
    expect(said.indexOf('I could not reach the team')).toBeGreaterThan(-1)
    expect(said.indexOf('I could not reach the team')).toBeLessThan(said.indexOf('It rains.'))
    expect(there.posts().join('\n')).not.toContain('weather')
    const memory = await house.store.db.query.selectFrom('memory').select('text').execute()
    expect(memory.map(({ text }) => text)).toContain('what is the weather like')
  },
)

it.for([...ways, ...names.map((name): [Name, Name] => [name, name])])(
  'what somebody on %s writes before the card is posted on %s comes into its thread, in order',
  async ([from, to]) => {
    const world = await handingOver(from, to)
    const { there } = world
    await agreed(world, ['it is printer one', 'and it burns'])
    await goesOn(world)
    await carded(world, 'would like to talk to a person')
    await passed(world, 'and it burns')
    const thread = there.desk.thread().join('\n')
    expect(thread.indexOf('it is printer one')).toBeGreaterThan(-1)
    expect(thread.indexOf('it is printer one')).toBeLessThan(thread.indexOf('and it burns'))
  },
)

it.for(names)('on %s the team is told when what it writes reaches nobody', async (name) => {
  const world = await handingOver(name, name, { suggest: true })
  const { here, there, house } = world
  await waiting(world)
  await there.desk.say('ben', 'what do we do?')
  await expect.poll(() => there.alone('ben').join('\n'), patient).toContain('Please press Take first')
  expect(here.alone('ann').join('\n')).not.toContain('what do we do?')
  await there.desk.press('ben', 'Take')
  await heard(here, 'is here now')
  await here.tell('ann', 'what is the weather like')
  await passed(world, 'I would answer so.')
  const { query } = house.store.db
  const row = await query.selectFrom('handover').selectAll().executeTakeFirstOrThrow()
  const turns = await query.selectFrom('turn').selectAll().where('answer', 'like', '%I would answer so.%').execute()
  await there.desk.press('ben', 'Hand back')
  await passed(world, 'has handed this back to the agent. What is written here does not reach the person any more.')
  // Whoever pressed as it ended has sent nothing, and hears so.
  const press = { platform: there.platform, installation: '', author: { uid: there.uid('ben'), id: 'ben' } }
  const note = await house.handovers.suggesting.send(row, turns[0]!, press as Press)
  expect(note?.text).toContain('This is over')

  await here.tell('ann', 'a human please')
  await expect.poll(() => here.alone('ann').join('\n').split('Shall I pass it on?').length, patient).toBe(3)
  await here.choose('ann', 'Yes, pass it on')
  await carded(world, 'Waiting')
  await expect.poll(() => here.alone('ann').join('\n').split('I have passed it on').length, patient).toBe(3)
  await here.choose('ann', 'Back to the agent')
  await heard(here, 'You are talking with me again')
  await passed(world, 'They went back to the agent. What is written here does not reach them any more.')
})

it.for(names)('on %s the team reads in the thread that one of it has closed what waited', async (name) => {
  const world = await handingOver(name, name)
  const { there } = world
  await waiting(world)
  await there.desk.press('ben', 'Close')
  await passed(world, 'has closed this. What is written here does not reach the person any more.')
})
