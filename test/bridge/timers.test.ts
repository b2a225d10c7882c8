import { describe, expect, it, onTestFinished } from 'vitest'
import { agentDocumentSchema } from '../../src/model/agent.ts'
import type { Store } from '../../src/store/index.ts'
import { minimalAgent } from '../support/agent.ts'
import { type ChatHouse, chatHouse, type HouseOptions } from '../support/chat-house.ts'
import { engineWithoutModel } from '../support/engine-without-model.ts'
import { openKeys } from '../support/open-keys.ts'
import { type Room, rooms, slackRoom } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

const minute = 60_000
const day = 24 * 60 * minute

const pizza = {
  version: 1,
  id: 'pizza',
  start: [{ match: { exact: 'pizza' } }],
  timeZone: 'UTC',
  first: 'size',
  nodes: {
    size: {
      say: 'Which size?',
      options: [
        { text: 'Small', goto: 'done' },
        { text: 'Large', goto: 'done' },
      ],
      remind: [
        { after: '10m', say: 'Are you still there?' },
        { after: '1h', goto: 'gone' },
      ],
    },
    done: { say: 'It comes.', remind: [{ at: 'tomorrow at 9', say: 'How was it?' }], end: 'completed' },
    gone: { say: 'I have put your order away.', end: 'expired' },
  },
}

const agent = {
  document: agentDocumentSchema.parse({
    ...minimalAgent({ agent: { reminders: true, useAIResponse: false } }),
    rules: [{ when: ['how is the weather'], say: 'It rains.' }],
    scenarios: [pizza],
  }),
  engine: (store: Store) => engineWithoutModel(store, () => time.now),
}

/** What the agent takes for now. */
const time = { now: 0 }

async function houseWith(open: (house: ChatHouse) => Promise<Room>, options: Partial<HouseOptions> = {}) {
  time.now = Date.now()
  const house = await chatHouse({
    folder: tempFolder(),
    onFinished: onTestFinished,
    now: () => time.now,
    skipsDays: true,
    agent,
    ...options,
  })
  const room = await open(house)
  await house.work()
  const heard = () => room.alone('ben').join('\n')
  const pass = async (ms: number) => {
    time.now += ms
    await house.timers.fire()
    await expect.poll(async () => (await openKeys(house.store)).length).toBe(0)
  }
  return { house, room, pass, heard, last: () => room.alone('ben').at(-1) ?? '' }
}

describe.each(rooms)('in $name', ({ open }) => {
  it('reminds people of what they want to be reminded of, and asks whether they are still there', async () => {
    const { room, pass, heard, last } = await houseWith(open)
    await room.tell('ben', 'Remind me every day at 9 to take my pill')
    await expect.poll(heard).toMatch(/once, not again and again/)
    await room.tell('ben', '毎週月曜の9時にゴミ出しを思い出させて')
    await expect.poll(heard).toMatch(/again and again[\s\S]*again and again|一度だけ/)
    await room.tell('ben', 'Please remind me in 20 minutes to call Ann')
    await expect.poll(heard).toMatch(/I'll remind you on .*: call Ann/)
    await pass(19 * minute)
    expect(heard()).not.toMatch(/Reminder/)
    await pass(minute)
    expect(heard()).toMatch(/⏰ Reminder: call Ann/)
    await room.tell('ben', 'pizza')
    await expect.poll(last).toMatch(/Which size\?/)
    await pass(11 * minute)
    expect(last()).toMatch(/Are you still there\?/)
    await room.choose('ben', 'Large')
    await expect.poll(last).toMatch(/It comes\./)
  })
})

describe.each(rooms)('an agent that sets no reminders, in $name,', ({ open }) => {
  it('says so, and not that it lacks a model', async () => {
    const document = agentDocumentSchema.parse({
      ...minimalAgent({ agent: { llmSettings: { llm: 'default' } } }),
      replies: { noModel: 'No model is connected.' },
    })
    const { room, heard, last } = await houseWith(open, { agent: { ...agent, document } })
    await room.tell('ben', 'remind me in 1 minute to stretch')
    await expect.poll(heard).toMatch(/I cannot remind you: reminders are not switched on for me\./)
    // A question that begins like it is none.
    await room.tell('ben', 'remind me what this is called')
    await expect.poll(last).toMatch(/No model is connected\./)
  })
})

describe.each(rooms)('schedules in $name', ({ open }) => {
  it('an admin has something asked every hour, sees when before it is kept, and holds it back', async () => {
    const { house, room, pass } = await houseWith(open)
    await house.admin.roles.set(room.uid('ann'), 'owner', undefined, { account: 'default', author: 'cli', door: 'cli' })
    const add = { words: 'how is the weather', zone: 'UTC' }
    expect(await room.command('ann', 'schedule add', { ...add, time: 'now and then' })).toMatch(/cannot read when/)
    expect(await room.command('ann', 'schedule add', { ...add, time: 'every hour' })).toMatch(
      /clock of UTC.*:00 .*:00 .*:00 /s,
    )
    expect(await room.command('ann', 'schedule list', {})).toMatch(/Nothing is scheduled/)
    await room.command('ann', 'schedule add', { ...add, time: 'every hour' })
    const saved = await room.press('ann', 'Save')
    const [, id] = /Saved as \W*([\da-f]{8})/.exec(saved)!
    const before = room.posts().length
    // In a channel of Teams an answer with a button is a card.
    const isCard = room.platform === 'teams'
    const answers = () =>
      room
        .posts()
        .slice(before)
        .filter((text) => isCard || text.includes('It rains.'))
    // To the next full hour: what is more than half of one too late is not made up for.
    await pass(60 * minute - (time.now % (60 * minute)))
    await expect.poll(answers).toHaveLength(1)
    if (!isCard) expect(answers()[0]).toMatch(/I wrote this by myself/)
    await pass(5 * 60 * minute)
    await expect.poll(answers).toHaveLength(2)
    if (!isCard) expect(answers()[1]).toMatch(/4 earlier ones were left out/)
    expect(await room.command('ann', 'schedule run', { schedule: id! })).toMatch(/comes now/)
    await pass(0)
    await expect.poll(answers).toHaveLength(3)
    expect(await room.command('ann', 'schedule list', {})).toMatch(/how is the weather/)
    expect(await room.command('ann', 'schedule pause', { schedule: id! })).toMatch(/is paused/)
    await pass(60 * minute)
    expect(await room.command('ann', 'schedule list', {})).toMatch(/paused: how is the weather/)
    expect(await room.command('ann', 'schedule remove', { schedule: id! })).toMatch(/is gone/)
    expect(answers()).toHaveLength(3)
  })
})

it.for(rooms)(
  'a schedule in $name goes by the clock of whoever sets it, unless they name another',
  async ({ open }) => {
    const { house, room } = await houseWith(open)
    await house.admin.roles.set(room.uid('ann'), 'owner', undefined, { account: 'default', author: 'cli', door: 'cli' })
    const add = { words: 'how is the weather', time: 'every day at 9' }
    if (room.platform === 'slack')
      expect(await room.command('ann', 'schedule add', add)).toContain('by the clock of Europe/London')
    await room.command('ann', 'state set', { key: 'timeZone', value: 'Asia/Tokyo' })
    expect(await room.command('ann', 'schedule add', add)).toContain('by the clock of Asia/Tokyo')
    expect(await room.command('ann', 'schedule add', { ...add, zone: 'UTC' })).toContain('by the clock of UTC')
  },
)

it('what comes due while it is not decided whether its place is served is kept until then', async () => {
  const { house, room, pass, heard } = await houseWith(slackRoom)
  await room.tell('ben', 'remind me in 20 minutes to call Ann')
  await expect.poll(heard).toMatch(/I'll remind you/)
  const installed = () => house.store.db.query.updateTable('installation')
  await installed().set({ status: 'waiting' }).execute()
  await pass(21 * minute)
  expect(heard()).not.toContain('Reminder')
  await installed().set({ status: 'approved' }).execute()
  await pass(1)
  expect(heard()).toContain('Reminder: call Ann')
})

it('what comes after a scenario says how it is stopped, and the button stops it for good', async () => {
  const { house, room, pass, heard, last } = await houseWith(slackRoom)
  await room.tell('ben', '10分後に薬を飲むのを思い出させて')
  await expect.poll(heard).toMatch(/(?:にお知らせします|I'll remind you on .*): 薬を飲む/)
  await pass(11 * minute)
  expect(heard()).toMatch(/⏰ (?:お知らせ|Reminder): 薬を飲む/)

  await room.tell('ben', 'pizza')
  await expect.poll(last).toMatch(/Which size\?/)
  await room.choose('ben', 'Large')
  await expect.poll(last).toMatch(/It comes\./)
  await pass(2 * 60 * minute)
  expect(heard()).not.toMatch(/put your order away/)

  await pass(2 * day)
  expect(last()).toMatch(/How was it\?\s.*I wrote this by myself/s)
  await room.choose('ben', 'Stop these messages')
  await expect.poll(last).toMatch(/I no longer write here by myself/)
  await room.tell('ben', 'pizza')
  await expect.poll(last).toMatch(/Which size\?/)
  await room.tell('ben', 'Small')
  await expect.poll(last).toMatch(/It comes\./)
  await pass(2 * day)
  expect(heard().match(/How was it\?/g)).toHaveLength(1)
  expect(await house.store.timers.next()).toBeUndefined()
})

it('a time-out comes by itself, once, and leads on; a pause holds it back', async () => {
  const { house, room, pass, heard, last } = await houseWith(slackRoom)
  await house.admin.roles.set(room.uid('ann'), 'owner', undefined, { account: 'default', author: 'cli', door: 'cli' })
  await room.tell('ben', 'pizza')
  await expect.poll(last).toMatch(/Which size\?/)
  await room.command('ann', 'pause', {})
  await pass(61 * minute)
  expect(heard()).not.toMatch(/still there|put your order away/)
  await room.command('ann', 'resume', {})
  await pass(1)
  expect(heard()).toMatch(/put your order away/)
  await pass(minute)
  expect(heard().match(/put your order away/g)).toHaveLength(1)
  await room.tell('ben', 'Small')
  await expect.poll(last).not.toMatch(/It comes/)
})

it('whoever uninstalls the app, begins anew or deletes the agent leaves no timer behind', async () => {
  const { house, room, heard } = await houseWith(slackRoom)
  await house.admin.roles.set(room.uid('ann'), 'owner', undefined, { account: 'default', author: 'cli', door: 'cli' })
  const set = async (text: string) => {
    await room.tell('ben', `remind me tomorrow at 9 to ${text}`)
    await expect.poll(heard).toContain(text)
    expect(await house.store.timers.next()).toBeGreaterThan(time.now)
  }
  await set('eat')
  await room.command('ben', 'reset', {})
  await expect.poll(() => house.store.timers.next()).toBeUndefined()
  await set('drink')
  await house.store.places.uninstall('slack', 'T0PARLEY')
  expect(await house.store.timers.next()).toBeUndefined()
})
