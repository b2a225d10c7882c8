import { expect, it, onTestFinished } from 'vitest'
import { agentDocumentSchema } from '../../src/model/agent.ts'
import type { Approve } from '../../src/model/scenario.ts'
import { minimalAgent } from '../support/agent.ts'
import { chatHouse } from '../support/chat-house.ts'
import { engineWithoutModel } from '../support/engine-without-model.ts'
import { openKeys } from '../support/open-keys.ts'
import { type Room, rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

const channels = {
  Slack: 'T0PARLEY/C0GENERAL',
  Discord: '1200000000000000100/1200000000000000101',
  Teams: '7a11e500-0000-4000-8000-00000000001d/19:general@thread.tacv2',
}
type Name = keyof typeof channels
const names = rooms.map(({ name }) => name as Name)
const roomOf = (name: Name) => rooms.find((one) => one.name === name)!
const ways: [Name, Name][] = [
  ['Slack', 'Teams'],
  ['Teams', 'Discord'],
  ['Discord', 'Slack'],
]
const teamOf = (name: Name) => ({ platform: name.toLowerCase(), channel: channels[name] })

const patient = { interval: 5 }
const heard = (room: Room, text: string) => expect.poll(() => room.alone('ann').join('\n'), patient).toContain(text)
const carded = (room: Room, text: string | RegExp) => expect.poll(() => room.desk.card(), patient).toMatch(text)

const leave = (by: Approve['by'], more: object = {}) => ({
  version: 1,
  id: 'leave',
  start: [{ match: { partial: 'days off' } }],
  slots: { days: { type: 'number', ask: 'How many days?' } },
  first: 'days',
  nodes: {
    days: { fill: 'days', goto: 'word' },
    word: {
      say: 'I need a word on that.',
      approve: { what: 'Give #{days} days off', by, expires: '30m', approved: 'yes', denied: 'no', expired: 'late' },
      ...more,
    },
    yes: { say: 'Enjoy your #{days} days.', end: 'completed' },
    no: { say: 'No days off, sorry.', end: 'completed' },
    late: { say: 'Ask again on Monday.', end: 'expired' },
  },
})

async function open(
  from: Name,
  to: Name,
  by: Approve['by'],
  { now, mask = [] }: { now?: () => number; mask?: string[] } = {},
) {
  const document = agentDocumentSchema.parse({
    ...minimalAgent({ agent: { useAIResponse: false, mask } }),
    rules: [{ when: ['what is the weather like'], say: 'It rains.' }],
    scenarios: [leave(by)],
  })
  const house = await chatHouse({
    folder: tempFolder(),
    onFinished: onTestFinished,
    agent: { document, engine: engineWithoutModel },
    ...(now && { now }),
  })
  const there = await roomOf(to).open(house)
  const here = from === to ? there : await roomOf(from).open(house)
  await house.work()
  // Teams tells where it takes calls with whatever happens there.
  if (to === 'Teams') {
    await there.tell('ben', 'hello')
    await expect.poll(() => there.alone('ben').length, patient).toBe(1)
  }
  const ask = async (days = '3') => {
    await here.tell('ann', 'I would like days off')
    await heard(here, 'How many days?')
    await here.tell('ann', days)
  }
  const states = async () =>
    (await house.store.db.query.selectFrom('tool_approval').select('state').orderBy('asked_at').execute()).map(
      ({ state }) => state,
    )
  const quiet = () => expect.poll(async () => (await openKeys(house.store)).length, patient).toBe(0)
  return { house, here, there, ask, states, quiet }
}

const press = (room: Room, label: string) =>
  room.choose('ann', label).then(
    () => true,
    () => false,
  )

it.for(ways)('a step on %s waits for a word from %s, and goes on by it', async ([from, to]) => {
  const { house, here, there, ask, states, quiet } = await open(from, to, teamOf(to))
  await ask()
  await heard(here, '> Give 3 days off')
  await heard(here, 'Somebody else has to agree')
  await carded(there, '> Give 3 days off')
  await carded(there, 'Waiting')
  await quiet()
  // Meanwhile everything goes on, and the question is not forgotten.
  await here.tell('ann', 'what is the weather like')
  await heard(here, 'It rains.')
  await heard(here, 'still waits for somebody')
  await quiet()
  expect(await states()).toEqual(['asked'])
  await there.desk.press('ben', 'Approve')
  await heard(here, 'Enjoy your 3 days.')
  await carded(there, /Approved by Ben/i)
  expect(await states()).toEqual(['approved'])
  const [audit] = await house.admin.audit.list('default', { limit: 1 })
  expect(audit).toMatchObject({ action: 'scenario.approved', actor: there.uid('ben') })
})

it.for(ways)('what a step on %s waits for may be denied on %s', async ([from, to]) => {
  const { here, there, ask } = await open(from, to, teamOf(to))
  await ask()
  await carded(there, 'Waiting')
  await there.desk.press('ben', 'Deny')
  await heard(here, 'No days off, sorry.')
  await carded(there, /Denied by Ben/i)
})

it.for(ways)(
  'a step on %s that nobody decides on says so, goes on, and its card on %s is used up',
  async ([from, to]) => {
    let at = Date.now()
    const { house, here, there, ask, quiet } = await open(from, to, teamOf(to), { now: () => at })
    await ask()
    await carded(there, 'Waiting')
    await quiet()
    at += 3_600_000
    await house.approvals.expire()
    await heard(here, 'Nobody agreed to it in time')
    await heard(here, 'Ask again on Monday.')
    await carded(there, 'Nobody decided in time')
  },
)

it.for(ways)('whoever cancels on %s withdraws the question on %s', async ([from, to]) => {
  const { here, there, ask, states, quiet } = await open(from, to, teamOf(to))
  await ask()
  await carded(there, 'Waiting')
  await quiet()
  await here.tell('ann', 'cancel')
  await carded(there, 'Not needed any more')
  await expect(there.desk.press('ben', 'Approve')).rejects.toThrow()
  expect(await states()).toEqual(['withdrawn'])
})

it.for(names)('on %s a step asks its own person, by buttons that work once', async (name) => {
  const { here, ask, states, quiet } = await open(name, name, 'asker')
  await ask()
  await heard(here, '> Give 3 days off')
  await quiet()
  expect(await press(here, 'Approve')).toBe(true)
  await heard(here, 'Enjoy your 3 days.')
  await quiet()
  expect(await press(here, 'Approve')).toBe(false)
  expect(await states()).toEqual(['approved'])
})

it.for(names)('on %s a step asks the owners alone, and nobody else decides', async (name) => {
  const { house, here, ask, states, quiet } = await open(name, name, 'owner')
  await house.admin.roles.seed({ account: 'default', author: here.uid('ben'), door: here.platform })
  // In Teams an app can write only to who has written to it.
  await here.tell('ben', 'what is the weather like')
  await expect.poll(() => here.alone('ben').join(), patient).toContain('It rains.')
  await ask()
  await heard(here, 'An owner has to agree to this')
  await expect.poll(() => here.alone('ben').join('\n'), patient).toContain('> Give 3 days off')
  await quiet()
  await press(here, 'Approve')
  expect(await states()).toEqual(['asked'])
  await here.choose('ben', 'Approve · 承認')
  await heard(here, 'Enjoy your 3 days.')
  expect(await states()).toEqual(['approved'])
})

it('a step goes on only as it was agreed to: what changes meanwhile is asked for anew', async () => {
  const { house, here, ask, states, quiet } = await open('Slack', 'Slack', 'asker')
  await ask()
  await heard(here, '> Give 3 days off')
  await quiet()
  // Who says so corrects it, and the question is another one.
  await here.tell('ann', 'no, I meant 5')
  await heard(here, '> Give 5 days off')
  await quiet()
  expect(await states()).toEqual(['withdrawn', 'asked'])
  // Something else writes what it goes by.
  const { key, conversation } = await house.store.db.query
    .selectFrom('scenario_progress')
    .selectAll()
    .executeTakeFirstOrThrow()
  const progress = (await house.store.scenarios.progress(key, conversation))!
  const days = { ...progress.run!.slots['days']!, value: '500' }
  const changed = { ...progress, run: { ...progress.run!, slots: { days } } }
  await house.store.db.batch([house.store.scenarios.moveStep(key, conversation, changed)])
  await press(here, 'Approve')
  await heard(here, 'not what somebody agreed to any more')
  await heard(here, '> Give 500 days off')
  await quiet()
  expect(await states()).toEqual(['withdrawn', 'approved', 'asked'])
})
