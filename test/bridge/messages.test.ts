import { describe, expect, it, onTestFinished } from 'vitest'
import { programPlace } from '../../src/admin/program-places.ts'
import { agentDocumentSchema } from '../../src/model/agent.ts'
import type { Place } from '../../src/model/message.ts'
import { minimalAgent } from '../support/agent.ts'
import { type ChatHouse, chatHouse } from '../support/chat-house.ts'
import { engineWithoutModel } from '../support/engine-without-model.ts'
import { openKeys } from '../support/open-keys.ts'
import { type Room, rooms, slackRoom } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

const program = { account: 'default', author: 'key:1', door: 'http' as const }

const agent = {
  document: agentDocumentSchema.parse({
    ...minimalAgent({
      agent: {
        useAIResponse: false,
        unaskedPerDay: 3,
        templates: { shipped: { text: 'Order #{order} is on its way, #{name}.', options: ['Where is it?'] } },
      },
    }),
    rules: [{ when: ['Where is it?'], say: 'In Ghent.' }],
    replies: { noAnswer: 'Hello.' },
  }),
  engine: engineWithoutModel,
}

async function houseWith(open: (house: ChatHouse) => Promise<Room>) {
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, agent })
  const room = await open(house)
  await house.work()
  await house.admin.roles.set(room.uid('ann'), 'owner', undefined, { ...program, author: 'cli', door: 'cli' })
  const post = (body: object, nonce?: string) =>
    house.admin.messages.post('test', body, { ...program, ...(nonce !== undefined && { nonce }) })
  const settle = async () => {
    await house.timers.fire()
    await expect.poll(async () => (await openKeys(house.store)).length).toBe(0)
  }
  const heard = () => room.alone('ben').join('\n')
  return { house, room, post, settle, heard, status: (id: string) => house.admin.messages.get('test', id, program) }
}

describe.each(rooms)('in $name', ({ open }) => {
  it('what a program schedules is asked and answered in its channel', async () => {
    const { house, room, settle } = await houseWith(open)
    const { schedules } = house.admin
    await room.command('ann', 'use', { agent: 'test' })
    await room.call('ben', 'hello')
    await expect.poll(() => room.posts().join('\n')).toContain('Hello.')
    const of = { account: program.account, agent: 'test' }
    const asker = await programPlace(
      { store: house.store, platforms: house.admin.platforms },
      of,
      room.channel as Place,
      'schedule:weekly',
    )
    const wanted = schedules.read({ time: 'every Monday at 9', zone: 'UTC', text: 'Where is it?' })
    await schedules.add('test', 'weekly', wanted, asker, program)
    const [row] = await schedules.list('test', program.account)
    await schedules.run('test', row!, program)
    await settle()
    await expect.poll(() => room.sent().join('\n')).toContain('In Ghent.')
  })

  it('a program writes to who has written, in a channel, and into the thread of what it said', async () => {
    const { room, post, settle, heard, status } = await houseWith(open)
    const ben = room.uid('ben')
    await expect(post({ to: ben, text: 'Hi' })).rejects.toMatchObject({ code: 'person_not_found', status: 404 })
    await room.tell('ben', 'hello')
    await expect.poll(heard).toContain('Hello.')
    const body = { to: ben, template: 'shipped', values: { order: 7, name: 'Ben' } }
    const first = await post(body, 'once')
    await settle()
    expect(heard()).toMatch(/Order 7 is on its way, Ben\.[\s\S]*I wrote this by myself/)
    // The same call once more, after it was posted: nothing is said again.
    expect(await post(body, 'once')).toEqual({ id: first.id, status: 'sent' })
    await settle()
    expect(heard().match(/Order 7/g)).toHaveLength(1)
    await room.choose('ben', 'Where is it?')
    await expect.poll(heard).toContain('In Ghent.')

    await expect(post({ to: room.channel, text: 'Hi' })).rejects.toMatchObject({ code: 'place_not_found' })
    await room.command('ann', 'use', { agent: 'test' })
    // Of a channel Teams tells how it is reached with the first thing said there.
    await room.call('ben', 'hello')
    await expect.poll(() => room.posts().join('\n')).toContain('Hello.')
    const news = await post({ to: room.channel, text: 'The build is red.' })
    await settle()
    expect(room.posts().join('\n')).toContain('The build is red.')
    expect(await status(news.id)).toEqual({ id: news.id, status: 'sent' })
    const more = await post({ to: news.id, text: 'It is green again.' })
    await settle()
    expect(room.sent().join('\n')).toContain('It is green again.')
    expect(await status(more.id)).toEqual({ id: more.id, status: 'sent' })
    await post({ to: room.channel, text: 'The third.' })
    await settle()
    await expect(post({ to: room.channel, text: 'The fourth.' })).rejects.toMatchObject({ code: 'too_many_messages' })
  })
})

it('whoever has linked accounts is reached by each of their names, where they have written, as one person', async () => {
  const { house, room, post, settle, heard } = await houseWith(slackRoom)
  const [first, ben] = ['discord_1', room.uid('ben')]
  await room.tell('ben', 'hello')
  await expect.poll(heard).toContain('Hello.')
  await settle()
  const { personLinks } = house.admin
  const drawn = await personLinks.offer('default', { uid: first, name: null })
  const { hash } = await personLinks.offered('default', drawn, ben)
  await personLinks.tell('default', hash, { uid: ben, name: null })
  await personLinks.join((await personLinks.shown('default', first))!, program)
  await post({ to: ben, text: 'By the name of Slack.' })
  await post({ to: first, text: 'By the other.' })
  await settle()
  expect(heard()).toContain('By the name of Slack.')
  expect(heard()).toContain('By the other.')
  // What a day may hold is of the person, whichever name is used.
  await post({ to: ben, text: 'The third.' })
  await settle()
  await expect(post({ to: first, text: 'The fourth.' })).rejects.toMatchObject({ code: 'too_many_messages' })
})

it('whoever stops what comes by itself is written to no more; a template needs each of its values', async () => {
  const { house, room, post, settle, heard } = await houseWith(slackRoom)
  const ben = room.uid('ben')
  await room.tell('ben', 'hello')
  await expect.poll(heard).toContain('Hello.')
  await expect(post({ to: ben, template: 'shipped', values: { order: 7, colour: 'red' } })).rejects.toMatchObject({
    code: 'invalid_request',
    faults: [
      { path: 'values.name', message: 'is needed by the template' },
      { path: 'values.colour', message: 'has no place in the template' },
    ],
  })
  await expect(post({ to: ben, template: 'lost' })).rejects.toMatchObject({ code: 'template_not_found' })
  await expect(post({ to: ben })).rejects.toMatchObject({ code: 'invalid_request' })
  await post({ to: ben, text: 'One' })
  await settle()
  // What it wrote by itself is no consent: of Ann nothing is known but that.
  await expect(post({ to: room.uid('ann'), text: 'Hi' })).rejects.toMatchObject({ code: 'person_not_found' })
  await room.choose('ben', 'Stop these messages')
  await expect.poll(heard).toContain('I no longer write here by myself')
  await expect(post({ to: ben, text: 'Two' })).rejects.toMatchObject({ code: 'stopped', status: 403 })
  expect((await house.admin.audit.list('default', { limit: 50 })).map(({ action }) => action)).toContain('message.post')
})

it('below what is said to a channel everybody may press, once, and is answered', async () => {
  const { house, room, post, settle } = await houseWith(slackRoom)
  await room.command('ann', 'use', { agent: 'test' })
  const { id } = await post({ to: room.channel, text: 'The lorry is here.', options: ['Where is it?', 'Fine'] })
  await settle()
  const [turn] = await house.store.turns.ofEvent(`timer:${id}`)
  const press = (who: 'ann' | 'ben', index: number) =>
    house.inbox.press({
      ...{ eventId: `${who}${index}`, platform: 'slack', installation: 'T0PARLEY', replyId: turn!.id, index },
      author: { uid: room.uid(who), id: `U0${who.toUpperCase()}` },
      ...{ place: room.channel, replyTo: room.channel },
    })
  expect(await press('ben', 0)).toBeUndefined()
  expect(await press('ann', 0)).toBeUndefined()
  expect((await press('ben', 1))?.text).toMatch(/already/i)
  await expect.poll(() => room.posts().filter((text) => text.includes('In Ghent.')).length).toBe(2)
})

it('sent twice at once, or while nobody could post: said once', async () => {
  const { house, room, post, settle, heard } = await houseWith(slackRoom)
  await room.tell('ben', 'hello')
  await expect.poll(heard).toContain('Hello.')
  const body = { to: room.uid('ben'), text: 'Only once' }
  const both = await Promise.all([post(body, 'same'), post(body, 'same')])
  expect(both[0].id).toBe(both[1].id)
  await Promise.all([settle(), settle()])
  expect(heard().match(/Only once/g)).toHaveLength(1)
  expect(await house.store.timers.byId(both[0].id)).toBeUndefined()
})
