import { expect, it } from 'vitest'
import type { ToolRules } from '../../src/model/tools.ts'
import { openKeys } from '../support/open-keys.ts'
import { type Room, rooms } from '../support/rooms.ts'
import { issue, trackerHouse } from '../support/tracker-house.ts'

const channels = {
  Slack: 'T0PARLEY/C0GENERAL',
  Discord: '1200000000000000100/1200000000000000101',
  Teams: '7a11e500-0000-4000-8000-00000000001d/19:general@thread.tacv2',
}
type Name = keyof typeof channels
const roomOf = (name: Name) => rooms.find((one) => one.name === name)!
const ways: [Name, Name][] = [
  ['Slack', 'Teams'],
  ['Teams', 'Discord'],
  ['Discord', 'Slack'],
]

const patient = { interval: 5 }
const heard = (room: Room, text: string) => expect.poll(() => room.alone('ann').join('\n'), patient).toContain(text)
const carded = (room: Room, text: string | RegExp) => expect.poll(() => room.desk.card(), patient).toMatch(text)

/** Ann asks `here` for what the people of a channel `there` have to agree to. */
async function open(
  from: Name,
  to: Name,
  { now, channel = channels[to] }: { now?: () => number; channel?: string } = {},
) {
  const approvers = { platform: to.toLowerCase(), channel }
  const rules: ToolRules = { create_issue: { policy: 'ask', approvers, expires: '30m' } }
  const world = await trackerHouse(rules, now && { now })
  const { house } = world
  const there = await roomOf(to).open(house)
  const here = from === to ? there : await roomOf(from).open(house)
  await house.work()
  world.models.server.on({ userMessage: 'hello' }, { content: 'Hello.' })
  // Teams tells where it takes calls with whatever happens there.
  if (to === 'Teams') {
    await there.tell('ben', 'hello')
    await expect.poll(() => there.alone('ben').length, patient).toBe(1)
  }
  const ask = async () => {
    await here.tell('ann', 'the printer is on fire')
    await heard(here, 'Somebody else has to agree to this')
  }
  const states = async () =>
    (await house.store.db.query.selectFrom('tool_approval').select('state').execute()).map(({ state }) => state)
  const quiet = () => expect.poll(async () => (await openKeys(house.store)).length, patient).toBe(0)
  return { ...world, here, there, ask, states, quiet }
}

it.for(ways)('what is wanted on %s is agreed to by the people of a channel on %s', async ([from, to]) => {
  const { house, here, there, ask, tracker, states } = await open(from, to)
  await ask()
  await carded(there, 'somebody here has to agree')
  await carded(there, '"title": "The printer is on fire"')
  await carded(there, 'Ann')
  expect(tracker.received).toEqual([])
  // Nothing below the answer decides.
  await expect(here.choose('ann', 'Approve')).rejects.toThrow()

  await there.desk.press('ben', 'Approve')
  await heard(here, 'The tracker said {"issue":7}')
  await carded(there, /Approved by Ben/i)
  await expect(there.desk.press('ben', 'Approve')).rejects.toThrow()
  expect(tracker.received.map(({ body }) => JSON.parse(body))).toMatchObject([issue])
  expect(await states()).toEqual(['done'])
  const [audit] = await house.admin.audit.list('default', { limit: 1 })
  expect(audit).toMatchObject({ action: 'tool.approved', actor: there.uid('ben') })
})

it.for(rooms.map(({ name }) => name as Name))(
  'on %s nobody agrees to what they want themselves, and one press of others counts',
  async (name) => {
    const { there, ask, tracker, states, quiet } = await open(name, name)
    await ask()
    await carded(there, 'Waiting')
    await quiet()
    await there.desk.press('ann', 'Approve')
    expect(await states()).toEqual(['asked'])
    await Promise.allSettled([there.desk.press('ben', 'Deny'), there.desk.press('ben', 'Deny')])
    await heard(there, 'create_issue was denied')
    await carded(there, /Denied by Ben/i)
    expect(await states()).toEqual(['denied'])
    expect(tracker.received).toEqual([])
  },
)

it.for(ways)('what nobody decides in time is told on %s, and its card on %s is used up', async ([from, to]) => {
  let at = Date.now()
  const { house, here, there, ask, tracker, quiet } = await open(from, to, { now: () => at })
  await ask()
  await carded(there, 'Waiting')
  await quiet()
  at += 1_800_000
  await house.approvals.expire()
  await heard(here, 'Nobody agreed to create_issue in time')
  await carded(there, 'Nobody decided in time')
  await expect(there.desk.press('ben', 'Approve')).rejects.toThrow()
  expect(tracker.received).toEqual([])
})

it.for(ways.slice(0, 1))('whoever asks on %s hears where nobody can be asked on %s', async ([from, to]) => {
  const { house, here, there, tracker, states } = await open(from, to, { channel: 'nowhere/at-all' })
  await house.admin.roles.seed({ account: 'default', author: there.uid('ben'), door: there.platform })
  await here.tell('ann', 'the printer is on fire')
  await heard(here, 'I could not reach those who have to agree to create_issue')
  await expect.poll(() => there.alone('ben').join('\n'), patient).toContain('could not ask in `nowhere/at-all`')
  expect(await states()).toEqual(['unasked'])
  expect(tracker.received).toEqual([])
})

it.for(ways)('whoever asks on %s hears where the channel on %s refuses the question', async ([from, to]) => {
  const { here, there, tracker, states } = await open(from, to)
  there.refuse()
  await here.tell('ann', 'the printer is on fire')
  await heard(here, 'I could not reach those who have to agree to create_issue')
  expect(await states()).toEqual(['unasked'])
  expect(tracker.received).toEqual([])
})

it.for(rooms.map(({ name }) => name as Name))('on %s nobody can agree to what was taken back', async (name) => {
  const { house, here, there, tracker, states, quiet } = await open(name, name)
  const question = await here.tell('ann', 'the printer is on fire')
  await heard(here, 'Somebody else has to agree to this')
  await carded(there, 'Waiting')
  await quiet()
  await here.remove('ann', question)
  await carded(there, 'Not needed any more')
  await expect(there.desk.press('ben', 'Approve')).rejects.toThrow()
  expect(await states()).toEqual(['withdrawn'])
  expect(tracker.received).toEqual([])
  await expect.poll(() => here.alone('ann').join('\n'), patient).not.toContain('Somebody else has to agree')
  expect(await house.admin.audit.list('default', { limit: 5 })).toEqual([])
})
