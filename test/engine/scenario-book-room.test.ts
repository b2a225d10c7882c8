import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SendWebhook } from '../../src/engine/webhooks/send.ts'
import type { BestResponse } from '../../src/model/conversation.ts'
import type { Trace } from '../../src/model/trace.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { createWorld, inputOf } from './scenario-world.ts'

const bookRoom = readFileSync('test/engine/book-room.yaml', 'utf8')
const handoff = {
  version: 1,
  id: 'human_handoff',
  start: [{ match: { exact: 'human' } }],
  first: 'wait',
  nodes: { wait: { say: 'Please hold on.', end: 'handoff' } },
}

/** A server that knows which rooms are free: Kyoto, but not at noon. */
const asked: unknown[] = []
const rooms = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  const wish = JSON.parse(body) as { floor: string; time: string }
  asked.push(wish)
  if (wish.time === '13:13') response.writeHead(500).end('broken')
  else response.writeHead(200).end(JSON.stringify({ room: 'Kyoto', free: wish.time === '12:00' ? 'false' : 'true' }))
})
let models: ModelServer
beforeAll(async () => {
  await new Promise<void>((resolve) => rooms.listen(0, '127.0.0.1', resolve))
  models = await startModelServer()
  models.answer(/./, 'I see.')
  models.answer('wifi', 'The password is on the wall.')
})
afterAll(async () => {
  rooms.close()
  await models.stop()
})

const post: SendWebhook = async (call) => {
  const { port } = rooms.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: JSON.stringify(inputOf(call)) })
  return { status: response.status, body: await response.text(), ms: 0 }
}

async function setup() {
  asked.length = 0
  const world = await createWorld({
    scenarios: [bookRoom, handoff],
    webhooks: ['room_search'],
    send: post,
    models: models.baseUrl,
    agent: { llmSettings: { llm: 'gpt-4o-mini' } },
  })
  await world.setState({ username: 'Ann' })
  return world
}

interface Turn {
  user: string
  /** Minutes that go by first. */
  after?: number
  text: string
  answer?: Partial<BestResponse>
  by?: string
  path?: string[]
  ended?: string
  source?: Trace['source']
  state?: Record<string, string>
}

async function play(world: Awaited<ReturnType<typeof setup>>, turns: Turn[]) {
  for (const { user, after = 0, text, answer = {}, by, path, ended, source, state } of turns) {
    world.advance(after)
    const said = await world.say(user)
    expect(said.text, user).toBe(text)
    expect(said.answer, user).toMatchObject(answer)
    if (by) expect(said.trace.scenario?.by, user).toBe(by)
    if (path) expect(said.trace.scenario?.path, user).toEqual(path)
    expect(said.trace.scenario?.ended, user).toBe(ended)
    if (source) expect(said.trace.source, user).toBe(source)
    if (state) expect(await world.state(), user).toEqual(state)
  }
}

const floors = { options: ['1F', '2F'], shouldSelectOption: true }

describe('booking a room', () => {
  it('goes all the way, with a misunderstanding, a digression and a correction', async () => {
    const world = await setup()
    await play(world, [
      {
        user: 'Could I book a room?',
        text: 'Which floor, Ann?',
        by: 'start partial',
        path: ['ask_floor'],
        source: 'scenario',
        answer: {
          ...floors,
          score: 100,
          topic: 'rooms',
          imageUrl: 'https://example.com/floors.png',
          scenarioNode: { scenario: 'book_room', id: 'ask_floor', title: 'Book a meeting room' },
        },
      },
      { user: 'ground floor', text: 'Please choose one of the buttons.', by: 'reprompt', path: [], answer: floors },
      {
        user: '２Ｆ',
        text: 'What time? (HH:MM)',
        by: 'option',
        path: ['ask_time'],
        answer: { options: [], shouldSelectOption: false, topic: '', imageUrl: '' },
        state: { username: 'Ann', floor: '2' },
      },
      {
        user: 'what is the wifi password',
        text: 'The password is on the wall.\n\nWhat time? (HH:MM)',
        by: 'digression',
        path: [],
        source: 'model',
        answer: { isAutoResponse: true, score: 0, scenarioNode: expect.objectContaining({ id: 'ask_time' }) },
      },
      {
        user: '12:00',
        text: 'Nothing on floor 2 at 12:00.',
        by: 'on[0] regex',
        path: ['check', 'busy'],
        answer: { options: ['Another time', 'Stop'], shouldSelectOption: true },
      },
      { user: 'another time!', text: 'What time? (HH:MM)', by: 'option' },
      {
        user: '１４：３０',
        text: 'Book Kyoto at 14:30?',
        path: ['check', 'confirm'],
        answer: { extensions: { card: 'confirm' }, options: ['Yes', 'No'] },
        state: { username: 'Ann', floor: '2', time: '14:30', room: 'Kyoto', free: 'true' },
      },
      { user: 'no', text: 'Which floor, Ann?', by: 'option', path: ['ask_floor'] },
      { user: '1F', text: 'What time? (HH:MM)' },
      { user: '9:15', text: 'Book Kyoto at 9:15?' },
      {
        user: 'YES',
        text: 'Done: Kyoto.',
        by: 'option',
        path: ['done'],
        ended: 'completed',
        answer: { url: 'https://example.com/rooms/Kyoto', options: [] },
      },
    ])
    expect(asked).toEqual([
      { floor: '2', time: '12:00' },
      { floor: '2', time: '14:30' },
      { floor: '1', time: '9:15' },
    ])
    expect(await world.progress()).toBeUndefined()
    expect((await world.say('anything')).answer.scenarioNode).toBeUndefined()
  })

  it('is remembered as it was said, questions asked again included', async () => {
    const world = await setup()
    for (const user of ['book a room', '1F', 'what is the wifi password']) await world.say(user)
    expect((await world.memory()).map(({ role, text }) => `${role}: ${text}`)).toEqual([
      'user: book a room',
      'assistant: Which floor, Ann?',
      'user: 1F',
      'assistant: What time? (HH:MM)',
      'user: what is the wifi password',
      'assistant: The password is on the wall.\n\nWhat time? (HH:MM)',
    ])
  })

  it('does not begin for somebody whom it may not serve', async () => {
    const world = await setup()
    await world.db.batch(world.store.people.unsetSteps('test/default/ann', ['username']))
    expect((await world.say('book a room')).trace).toMatchObject({ source: 'model' })
  })

  it('is cancelled with a word, and forgets what it was told', async () => {
    await play(await setup(), [
      { user: 'book a room', text: 'Which floor, Ann?' },
      { user: '1F', text: 'What time? (HH:MM)' },
      { user: 'Cancel!', text: 'Cancelled.', by: 'cancel', ended: 'cancelled', state: { username: 'Ann' } },
    ])
  })

  it('hands over after two misunderstandings', async () => {
    await play(await setup(), [
      { user: 'book a room', text: 'Which floor, Ann?' },
      { user: 'the roof', text: 'Please choose one of the buttons.', by: 'reprompt' },
      { user: 'the cellar', text: 'Please choose one of the buttons.', by: 'reprompt' },
      {
        user: 'the garden',
        text: 'A person will help you.\n\nPlease hold on.',
        by: 'reprompt limit',
        path: ['handoff', 'human_handoff/wait'],
        ended: 'handoff',
      },
    ])
  })

  it('hands over when the rooms cannot be asked', async () => {
    const world = await setup()
    await play(world, [
      { user: 'book a room', text: 'Which floor, Ann?' },
      { user: '1F', text: 'What time? (HH:MM)' },
      { user: '13:13', text: 'A person will help you.\n\nPlease hold on.', ended: 'handoff' },
    ])
  })

  it('does not wait for ever', async () => {
    await play(await setup(), [
      { user: 'book a room', text: 'Which floor, Ann?' },
      { user: '1F', after: 29, text: 'What time? (HH:MM)' },
      // What was said meanwhile is answered too.
      {
        user: 'what is the wifi password',
        after: 10,
        text: 'This took too long.\n\nThe password is on the wall.',
        by: 'timeout',
        path: ['expired'],
        ended: 'expired',
        state: { username: 'Ann' },
      },
    ])
  })

  it('is spoken in the language it began in', async () => {
    const world = await setup()
    expect((await world.say('会議室を予約したい')).text).toBe('何階ですか?')
    world.advance(1)
    await world.say('3F')
    expect((await world.progress())?.language).toBe('ja')
  })
})
