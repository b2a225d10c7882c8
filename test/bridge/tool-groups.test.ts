import { expect, it } from 'vitest'
import type { ToolRules } from '../../src/model/tools.ts'
import { type Room, rooms } from '../support/rooms.ts'
import { trackerHouse } from '../support/tracker-house.ts'

const heard = (room: Room, text: string) =>
  expect.poll(() => room.alone('ann').join('\n'), { interval: 5 }).toContain(text)

const groupsOf: Record<string, { platform: string; group: string }> = {
  Slack: { platform: 'slack', group: 'T0PARLEY/S0DESK' },
  Discord: { platform: 'discord', group: '1200000000000000100/1200000000000000190' },
  Teams: { platform: 'teams', group: 'tenant/desk' },
}

async function open(one: (typeof rooms)[number], groups: { platform: string; group: string }[], policy = 'auto') {
  const rules = { create_issue: { policy, who: { groups } } } as ToolRules
  const world = await trackerHouse(rules)
  const room = await one.open(world.house)
  await world.house.work()
  return { ...world, room }
}

const withGroups = rooms.filter(({ name }) => name !== 'Teams')

it.for(withGroups)('on $name a tool is called for people of a group, as it is at that moment', async (one) => {
  const { room, tracker } = await open(one, [groupsOf[one.name]!])
  await room.tell('ann', 'the printer is on fire')
  await heard(room, 'may have it called')
  await heard(room, 'an admin of this agent can change who may')
  expect(tracker.received).toEqual([])
  room.group!.hold(['ann'])
  await room.tell('ann', 'the printer still is')
  await heard(room, 'The tracker said {"issue":7}')
  room.group!.hold(['ben'])
  await room.tell('ann', 'one more printer')
  await expect.poll(() => room.alone('ann').join().split('may have it called').length, { interval: 5 }).toBe(3)
  expect(tracker.received).toHaveLength(1)
})

it.for(withGroups)(
  'on $name whoever leaves the group between the question and the yes has nothing called',
  async (one) => {
    const { room, tracker } = await open(one, [groupsOf[one.name]!], 'ask')
    room.group!.hold(['ann'])
    await room.tell('ann', 'the printer is on fire')
    await heard(room, 'Shall I?')
    room.group!.hold([])
    await room.choose('ann', 'Approve')
    await heard(room, 'may have it called')
    expect(tracker.received).toEqual([])
  },
)

it.for(withGroups)('on $name nothing is called where the platform does not say who is in the group', async (one) => {
  const { room, tracker } = await open(one, [groupsOf[one.name]!])
  room.group!.hold(['ann'])
  room.group!.fails()
  await room.tell('ann', 'the printer is on fire')
  await heard(room, 'cannot be found out now')
  expect(tracker.received).toEqual([])
})

it('nobody in Teams is in a group, and nobody is in one of another platform', async () => {
  const teams = await open(rooms.find(({ name }) => name === 'Teams')!, Object.values(groupsOf))
  await teams.room.tell('ann', 'the printer is on fire')
  await heard(teams.room, 'may have it called')
  const slack = await open(rooms.find(({ name }) => name === 'Slack')!, [
    groupsOf['Discord']!,
    { platform: 'slack', group: 'T0OTHER/S0DESK' },
  ])
  slack.room.group!.hold(['ann'])
  await slack.room.tell('ann', 'the printer is on fire')
  await heard(slack.room, 'may have it called')
  expect([...teams.tracker.received, ...slack.tracker.received]).toEqual([])
})
