import { expect, it } from 'vitest'
import { handingOver, heard, type Name, passed, patient, type World, waiting } from '../support/handing-over.ts'
import type { Room, RoomFile } from '../support/rooms.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const note = (name: string, text: string): RoomFile => ({ name, type: 'text/plain', bytes: Buffer.from(text) })
const picture: RoomFile = { name: 'my printer.png', type: 'image/png', bytes: png }

async function talking(from: Name, to: Name): Promise<World> {
  const world = await handingOver(from, to)
  await waiting(world)
  await world.there.desk.press('ben', 'Take')
  await heard(world.here, 'is here now')
  return world
}

const inThread = ({ there }: World, files: Record<string, string>) =>
  expect.poll(() => there.desk.files(), patient).toEqual(files)
const atPerson = ({ here }: World, files: Record<string, string>) =>
  expect.poll(() => here.files('ann'), patient).toEqual(files)
const words = (room: Room) => room.alone('ann').join('\n')

/** What is kept of a file in the database besides what it is called. */
async function kept({ house }: World): Promise<string> {
  const turns = await house.store.db.query.selectFrom('turn').select('answer').execute()
  return turns.map(({ answer }) => answer).join('\n')
}
const base64 = (text: string) => Buffer.from(text).toString('base64')

const ways: [Name, Name][] = [
  ['Discord', 'Slack'],
  ['Slack', 'Discord'],
]

it.for(ways)('files pass from %s to %s and back behind their words, once, and nothing of them is kept', async (way) => {
  const world = await talking(...way)
  const { here, there } = world
  const said = await here.tell('ann', 'it says this', [note('error log.txt', 'paper jam'), picture])
  const brought = { 'error-log.txt': 'paper jam', 'my-printer.png': String(png) }
  await inThread(world, brought)
  await passed(world, 'it says this')
  await there.desk.say('ben', 'read this', [note('manual.txt', 'open the lid')])
  await atPerson(world, { 'manual.txt': 'open the lid' })
  expect(words(here)).toContain('read this')

  // An edit says other words, and sends nothing again; a deletion takes the files along.
  await here.edit('ann', said, 'it says that')
  await passed(world, 'it says that')
  await inThread(world, brought)
  expect(there.desk.thread().join('\n')).toMatch(/it says that[\s\S]*error-log\.txt/)
  await here.remove('ann', said)
  await inThread(world, {})
  await expect.poll(() => kept(world), patient).not.toContain(base64('open the lid'))
  expect(await kept(world)).not.toContain(base64('paper jam'))
  expect(await kept(world)).toContain('manual.txt')
})

it('what was sent before somebody agreed stays where it was, and a file alone is passed on', async () => {
  const world = await handingOver('Discord', 'Slack')
  const { here, there } = world
  await here.tell('ann', 'what is the weather like', [note('secret.txt', 'nobody reads this')])
  await waiting(world)
  expect(here.alone('ann').join('\n')).toContain('and so do files that you send')
  await there.desk.press('ben', 'Take')
  await heard(here, 'is here now')
  await here.tell('ann', '', [note('notes', 'all of it')])
  await inThread(world, { 'notes.bin': 'all of it' })
  await passed(world, 'notes.bin')
})

it('Teams asks a person before it gives them a file, and what it cannot fetch is named', async () => {
  const world = await talking('Teams', 'Discord')
  const { here, there } = world
  await here.tell('ann', 'this one', [note('error.txt', 'paper jam')])
  await inThread(world, { 'error.txt': 'paper jam' })
  await there.desk.say('ben', 'read this', [note('manual.txt', 'open the lid'), picture])
  await atPerson(world, { 'my-printer.png': png.toString('latin1') })
  await heard(here, 'read this')
  await here.accept!('ann')
  await atPerson(world, { 'my-printer.png': png.toString('latin1'), 'manual.txt': 'open the lid' })

  await here.tell('ann', 'all of it', [note('large.txt', 'x'.repeat(1_000_001))])
  await passed(world, 'large.txt did not come along: there is room for 1 MB with each message.')
  await heard(here, 'large.txt did not come along: there is room for 1 MB with each message.')
  here.loseFiles!()
  await here.tell('ann', 'and this one', [note('other.txt', 'lost')])
  await passed(world, 'other.txt did not come along: I could not fetch it.')
  await passed(world, 'and this one')
  expect(there.desk.files()).toEqual({ 'error.txt': 'paper jam' })
})

it('a channel of Teams shows small pictures, and names what else came; what is attached there is said to be', async () => {
  const world = await talking('Slack', 'Teams')
  const { here, there } = world
  const said = await here.tell('ann', 'look', [picture, note('error.txt', 'paper jam')])
  await inThread(world, { 'my-printer.png': png.toString('latin1') })
  await passed(world, 'error.txt did not come along: this place does not take it.')
  await there.desk.say('ben', 'like this?', [picture])
  // What is pasted there has no name.
  await atPerson(world, { 'image.png': String(png) })
  await there.desk.say('ben', 'and read this', [note('manual.txt', 'open the lid')])
  await heard(here, 'manual.txt did not come along: I could not fetch it.')
  there.loseFiles!()
  await there.desk.say('ben', 'and that', [note('other.txt', 'close the lid')])
  await heard(here, 'Files were attached to this that did not come along')
  await heard(here, 'and that')
  await here.remove('ann', said)
  await inThread(world, {})
  expect(Object.keys(here.files('ann'))).toEqual(['image.png'])
})

it('an edit that knew a file from before it was passed on keeps nothing of it either', async () => {
  const world = await talking('Discord', 'Slack')
  const { here, there, house } = world
  const said = await here.tell('ann', 'it says this', [note('error.txt', 'paper jam')])
  await inThread(world, { 'error.txt': 'paper jam' })
  await here.tell('ann', 'and nothing else')
  await passed(world, 'and nothing else')
  const { db, turns } = house.store
  const all = await db.query.selectFrom('turn').select(['id', 'answer']).execute()
  const turn = all.find(({ answer }) => answer?.includes('error.txt'))!
  expect(turn.answer).toContain('"base64":""')
  const before = turn.answer!.replace('"base64":""', `"base64":"${base64('paper jam')}"`)
  await db.batch([turns.reviseStep(turn.id, before)])
  await here.edit('ann', said, 'it says that')
  await passed(world, 'it says that')
  await expect.poll(() => kept(world), patient).not.toContain(base64('paper jam'))
  expect(there.desk.files()).toEqual({ 'error.txt': 'paper jam' })
})

it('what is too large, too many or refused is named, and the words pass all the same, in order', async () => {
  const world = await talking('Slack', 'Slack')
  const { here, there } = world
  const large = note('large.txt', 'x'.repeat(1_000_001))
  const small = ['a', 'b', 'c', 'd'].map((name) => note(`${name}.txt`, name))
  await here.tell('ann', 'all of these', [large, ...small])
  await passed(world, 'd.txt did not come along: at most 3 files do with each message.')
  await passed(world, 'large.txt did not come along: there is room for 1 MB with each message.')
  await inThread(world, { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' })
  // Whoever sent it knows too, and can send it in another way; so does somebody of the team.
  await heard(here, 'large.txt did not come along: there is room for 1 MB with each message.')
  await heard(here, 'd.txt did not come along: at most 3 files do with each message.')
  await there.desk.say('ben', 'the whole manual', [note('manual.txt', 'x'.repeat(1_000_001))])
  await heard(here, 'manual.txt did not come along: there is room for 1 MB with each message.')
  await expect.poll(() => there.alone('ben').join('\n'), patient).toContain('manual.txt did not come along')

  there.delayFiles!()
  await here.tell('ann', 'after a while', [note('late.txt', 'late')])
  await here.tell('ann', 'at last')
  await passed(world, 'at last')
  expect(there.desk.files()).toHaveProperty(['late.txt'], 'late')

  there.refuseFiles!()
  await here.tell('ann', 'and this', [note('e.txt', 'e')])
  await here.tell('ann', 'that is all')
  await passed(world, 'that is all')
  const thread = there.desk.thread().join('\n')
  expect(thread).toMatch(/and this[\s\S]*e\.txt did not come along: this place does not take it\.[\s\S]*that is all/)
  expect(thread.split('and this')).toHaveLength(2)
})
