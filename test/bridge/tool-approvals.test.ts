import { expect, it } from 'vitest'
import type { ToolRules } from '../../src/model/tools.ts'
import type { Trace } from '../../src/model/trace.ts'
import { everywhere } from '../../src/store/pauses.ts'
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
  expect.poll(() => room.alone('ann').join('\n'), { interval: 5 }).toContain(text)

const quiet = ({ house }: World) =>
  expect.poll(async () => (await openKeys(house.store)).length, { interval: 5 }).toBe(0)

async function asked(world: World, question = 'Shall I?'): Promise<void> {
  await world.room.tell('ann', 'the printer is on fire')
  await heard(world.room, question)
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
  await expect.poll(isDead).toBe(true)
  expect(tracker.received).toHaveLength(1)
  expect(await stateOf(world)).toEqual(['done'])
})

it.for(rooms)(
  'on $name nobody is asked about what they could not see: hidden secrets, and too much of it',
  async (one) => {
    const isTold = { mask: ['cards', 'tokens'] as const }
    for (const [title, why] of [
      ['4242424242424242', 'hides as a secret'],
      ['https://u:DROP-ALL-TABLES@example.com/', 'hides as a secret'],
      ['x'.repeat(4000), 'too long to be shown'],
    ] as const) {
      const world = await open(one, asking, { wanted: { title, urgent: true }, ...isTold })
      await world.room.tell('ann', 'the printer is on fire')
      await heard(world.room, why)
      expect(await rowsOf(world)).toEqual([])
      expect(world.tracker.received).toEqual([])
    }
    const world = await open(one, asking, isTold)
    await asked(world)
  },
)

it.for(rooms)('on $name what is denied or is to be changed is not called', async (one) => {
  const world = await open(one, asking)
  const { room, tracker } = world
  await asked(world)
  await room.choose('ann', 'Deny')
  await heard(room, 'All right, I have not done it.')
  await quiet(world)
  await room.tell('ann', 'but the printer')
  await expect.poll(() => stateOf(world)).toEqual(['denied', 'asked'])
  await quiet(world)
  await room.choose('ann', 'Change')
  await heard(room, 'What should be different?')
  expect(tracker.received).toEqual([])
  expect((await stateOf(world)).sort()).toEqual(['changed', 'denied'])
})

it.for(rooms)('on $name a question that nobody decides says so, and its buttons are used up', async (one) => {
  let at = Date.now()
  const world = await open(one, { create_issue: { policy: 'ask', expires: '30m' } }, { now: () => at })
  const { room, tracker, house } = world
  await asked(world)
  await house.approvals.expire()
  expect(await stateOf(world)).toEqual(['asked'])
  at += 1_800_000
  await house.approvals.expire()
  await heard(room, 'Nobody agreed to create_issue in time')
  await quiet(world)
  await expect
    .poll(() =>
      room.choose('ann', 'Approve').then(
        () => false,
        () => true,
      ),
    )
    .toBe(true)
  expect(tracker.received).toEqual([])
})

it.for(rooms)('on $name only an owner agrees to what owners have to agree to', async (one) => {
  const world = await open(one, { create_issue: { policy: 'ask owner' } })
  const { room, tracker, house } = world
  // Nobody owns it yet.
  await room.tell('ben', 'the printer is on fire')
  await expect.poll(() => room.alone('ben').join()).toContain('an owner has to agree')
  const owner = { account: 'default', author: room.uid('ann'), door: room.platform }
  await house.admin.roles.seed(owner)
  await asked(world, 'An owner has to agree to this')
  await room.choose('ann', 'Approve')
  await heard(room, 'The tracker said {"issue":7}')
  expect(tracker.received).toHaveLength(1)
  const [row] = await rowsOf(world)
  expect(row).toMatchObject({ asks: 'ask owner', decided_by: room.uid('ann') })
})

it.for(rooms)(
  'on $name an owner is asked alone about what somebody wants elsewhere, and one word counts',
  async (one) => {
    const world = await open(one, { create_issue: { policy: 'ask owner' } })
    const { room, tracker, house } = world
    await house.admin.roles.seed({ account: 'default', author: room.uid('ann'), door: room.platform })
    // In Teams an app can write only to who has written to it.
    world.models.server.on({ userMessage: 'hello' }, { content: 'Hello.' })
    await room.tell('ann', 'hello')
    await heard(room, 'Hello.')
    await quiet(world)
    await room.tell('ben', 'the printer is on fire')
    await expect.poll(() => room.alone('ben').join()).toContain('I have asked them alone')
    await heard(room, '"title": "The printer is on fire"')
    expect(room.sent().join()).toContain('which an owner has to agree to')
    await quiet(world)
    await room.choose('ben', 'Approve').catch(() => {})
    expect(await stateOf(world)).toEqual(['asked'])

    await room.choose('ann', 'Approve · 承認')
    await expect.poll(() => room.alone('ben').join()).toContain('The tracker said {"issue":7}')
    await heard(room, 'Approved')
    expect(tracker.received).toHaveLength(1)
    const [row] = await rowsOf(world)
    expect(row).toMatchObject({ state: 'done', decided_by: room.uid('ann') })
    const [audit] = await house.admin.audit.list('default', { limit: 1 })
    expect(audit).toMatchObject({ action: 'tool.approved', actor: room.uid('ann') })
    expect(row!.told_at).toBeGreaterThan(0)
  },
)

it.for(rooms)('on $name whoever approves while all is paused hears that it waits', async (one) => {
  const world = await open(one, asking)
  const { room, tracker, house } = world
  await asked(world)
  const { db, pauses } = house.store
  await db.batch([pauses.beginStep(everywhere, room.uid('ben'), null)])
  await room.choose('ann', 'Approve')
  await heard(room, 'All answers are paused at the moment')
  expect(tracker.received).toEqual([])
  await db.batch(pauses.endSteps(everywhere))
  await heard(room, 'The tracker said {"issue":7}')
})

it.for(rooms)('on $name no owner can agree to what was taken back', async (one) => {
  const world = await open(one, { create_issue: { policy: 'ask owner' } })
  const { room, tracker, house } = world
  await house.admin.roles.seed({ account: 'default', author: room.uid('ann'), door: room.platform })
  world.models.server.on({ userMessage: 'hello' }, { content: 'Hello.' })
  await room.tell('ann', 'hello')
  await heard(room, 'Hello.')
  const question = await room.tell('ben', 'the printer is on fire')
  await expect.poll(() => room.alone('ben').join()).toContain('I have asked them alone')
  await heard(room, '"title": "The printer is on fire"')
  await quiet(world)
  await room.remove('ben', question)
  await expect.poll(() => stateOf(world)).toEqual(['withdrawn'])
  await room.choose('ann', 'Approve · 承認')
  await heard(room, 'Its time is over: nothing was done.')
  expect(tracker.received).toEqual([])
  expect(await stateOf(world)).toEqual(['withdrawn'])
})

it('who was to ask the owners and died is taken over from, once', async () => {
  const world = await open(rooms[0]!, asking)
  await asked(world)
  const { store } = world.house
  const [row] = await rowsOf(world)
  await store.db.query.updateTable('tool_approval').set({ asks: 'ask owner', told_at: null }).execute()
  expect((await store.toolApprovals.untold(10)).map(({ id }) => id)).toEqual([row!.id])
  const [first] = await store.toolApprovals.untold(10)
  const claims = await Promise.all([1, 2].map(() => store.toolApprovals.claimTelling(first!)))
  expect(claims.toSorted()).toEqual([false, true])
  expect(await store.toolApprovals.untold(10)).toEqual([])
  await store.db.query
    .updateTable('tool_approval')
    .set({ told_at: -(Date.now() - 200_000) })
    .execute()
  const [again] = await store.toolApprovals.untold(10)
  expect(await store.toolApprovals.claimTelling(again!)).toBe(true)
  await store.toolApprovals.told(again!.id)
  expect(await store.toolApprovals.untold(10)).toEqual([])
})

/** What is left of a process that died there, and what the next one makes of it. */
const deaths = [
  { died: 'before the press was answered', state: 'approved', said: 'The tracker said {"issue":7}', calls: 1 },
  {
    died: 'while the tool was called',
    state: 'executing',
    said: 'I cannot say whether create_issue was done',
    calls: 0,
  },
  { died: 'after the tool was called', state: 'done', said: 'The tracker said {"issue":8}', calls: 0 },
] as const

it.for(rooms.flatMap((one) => deaths.map((death) => ({ ...one, ...death }))))(
  'on $name, after a process died $died, the call is not made twice and its end is told',
  async ({ state, said, calls, ...one }) => {
    const world = await open(one, asking)
    const { room, tracker, house } = world
    await asked(world)
    const { store } = house
    await store.db.batch([store.pauses.beginStep(everywhere, room.uid('ann'), null)])
    await room.choose('ann', 'Approve')
    await expect.poll(() => stateOf(world)).toEqual(['approved'])
    const result = state === 'done' ? '{"issue":8}' : null
    await store.db.query.updateTable('tool_approval').set({ state, result }).execute()
    await store.db.batch(store.pauses.endSteps(everywhere))
    await heard(room, said)
    expect(tracker.received).toHaveLength(calls)
  },
)

it('a call goes by the rules of its arguments, also once it is approved, and is counted by the hour', async () => {
  const rules: ToolRules = {
    create_issue: {
      policy: 'ask',
      values: { urgent: [true] },
      patterns: { title: '[A-Za-z ]{5,40}' },
      callsPerHour: 1,
    },
  }
  const world = await open(rooms[0]!, rules)
  for (const said of ['The tracker said {"issue":7}', 'it was called too often in this hour']) {
    await asked(world)
    await world.room.choose('ann', 'Approve')
    await heard(world.room, said)
    await quiet(world)
  }
  expect(world.tracker.received).toHaveLength(1)
  const other = await open(rooms[0]!, { create_issue: { policy: 'ask', values: { urgent: [false] } } })
  await other.room.tell('ann', 'the printer is on fire')
  await heard(other.room, 'urgent must be one of these: false')
  expect(await rowsOf(other)).toEqual([])
  const ours = await open(rooms[0]!, { create_issue: { policy: 'auto', who: 'owners' } })
  await ours.room.tell('ann', 'the printer is on fire')
  await heard(ours.room, 'only owners may have it called')
  await ours.house.admin.roles.seed({ account: 'default', author: ours.room.uid('ann'), door: 'slack' })
  await ours.room.tell('ann', 'the printer still is')
  await heard(ours.room, 'The tracker said {"issue":7}')
})
