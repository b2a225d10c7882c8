import { expect, it } from 'vitest'
import type { Trace } from '../../src/model/conversation.ts'
import type { ToolRules } from '../../src/model/tools.ts'
import { openKeys } from '../support/open-keys.ts'
import { type Room, rooms } from '../support/rooms.ts'
import { issue, trackerHouse } from '../support/tracker-house.ts'

type World = Awaited<ReturnType<typeof trackerHouse>> & { room: Room }
const asking: ToolRules = { create_issue: { policy: 'ask' } }

async function open(room: (typeof rooms)[number], ...given: Parameters<typeof trackerHouse>): Promise<World> {
  const world = await trackerHouse(...given)
  const opened = await room.open(world.house)
  await world.house.work()
  return { ...world, room: opened }
}

const heard = (room: Room, text: string) =>
  expect.poll(() => room.alone('ann').join('\n'), { interval: 5, timeout: 3000 }).toContain(text)

const quiet = ({ house }: World) =>
  expect.poll(async () => (await openKeys(house.store)).length, { interval: 5, timeout: 3000 }).toBe(0)

async function asked(world: World): Promise<void> {
  await world.room.tell('ann', 'the printer is on fire')
  await heard(world.room, 'Shall I?')
  await quiet(world)
}

const rowsOf = ({ house: { store } }: World) => store.db.query.selectFrom('tool_approval').selectAll().execute()
const stateOf = async (world: World) => (await rowsOf(world)).map(({ state }) => state)

it.for(rooms)('on $name a call is shown in words and arguments, and made once it is approved', async (one) => {
  const world = await open(one, asking)
  const { room, tracker, house } = world
  await asked(world)
  expect(room.alone('ann').join('\n')).toContain('create_issue')
  expect(room.alone('ann').join('\n')).toContain('"title": "The printer is on fire"')
  expect(tracker.received).toEqual([])
  await room.choose('ann', 'Approve')
  await heard(room, 'The tracker said {"issue":7}')
  expect(tracker.received.map(({ body }) => JSON.parse(body))).toMatchObject([issue])

  const [row] = await rowsOf(world)
  expect(row).toMatchObject({ state: 'done', decided_by: room.uid('ann'), result: '{"issue":7}' })
  // Whoever asks why reads each call with its policy, and the log of changes says what was agreed to, by whom.
  const turns = await house.store.db.query.selectFrom('turn').select('trace').orderBy('id').execute()
  expect(turns.map(({ trace }) => (JSON.parse(trace!) as Trace).tools)).toMatchObject([
    [{ name: 'create_issue', policy: 'ask', outcome: 'asked' }],
    [{ name: 'create_issue', policy: 'ask', outcome: 'done' }],
  ])
  const [audit] = await house.admin.audit.list('default', { limit: 1 })
  expect(audit).toMatchObject({ action: 'tool.approved', actor: room.uid('ann'), agent: 'test' })
  expect(audit!.summary).toContain(row!.hash)
  // The buttons are used up.
  const isDead = () =>
    room.choose('ann', 'Approve').then(
      () => false,
      () => true,
    )
  await expect.poll(isDead, { timeout: 3000 }).toBe(true)
  expect(tracker.received).toHaveLength(1)
  expect(await stateOf(world)).toEqual(['done'])
})

it.for(rooms)('on $name what is denied or is to be changed is not called', async (one) => {
  const world = await open(one, asking)
  const { room, tracker } = world
  await asked(world)
  await room.choose('ann', 'Deny')
  await heard(room, 'All right, I have not done it.')
  await quiet(world)
  await room.tell('ann', 'but the printer')
  await expect.poll(() => stateOf(world), { timeout: 3000 }).toEqual(['denied', 'asked'])
  await quiet(world)
  await room.choose('ann', 'Change')
  await heard(room, 'What should be different?')
  expect(tracker.received).toEqual([])
  expect((await stateOf(world)).sort()).toEqual(['changed', 'denied'])
})
