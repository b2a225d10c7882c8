import { expect, it, onTestFinished } from 'vitest'
import { operator } from '../../src/admin/roles.ts'
import { createNewcomers } from '../../src/bridge/newcomers.ts'
import { outboxKey } from '../../src/turns/outbox-key.ts'
import { chatHouse } from '../support/chat-house.ts'
import { startEventReceiver } from '../support/event-receiver.ts'
import { carded, handingOver, patient, waiting } from '../support/handing-over.ts'
import { rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { issue, trackerHouse } from '../support/tracker-house.ts'
import { inDiscord, inSlack, inTeams, type OpenThere } from './there.ts'

/** What somebody does in a chat, and what a program hears of it by a signed request. */

it.for(rooms)('on $name: a question that is answered, and the thumb on its answer', async ({ open }) => {
  const { house } = await trackerHouse({})
  const room = await open(house)
  await house.work()
  const hook = await startEventReceiver(house.admin, ['turn.answered', 'turn.failed', 'feedback.given'])
  await room.tell('ann', 'the printer is on fire')
  await expect.poll(() => hook.received.length, patient).toBe(1)
  const [answered] = hook.data()
  expect(answered).toMatchObject({ agent: 'test', uid: room.uid('ann'), door: room.platform, interrupted: null })

  const by = { platform: room.platform, installation: 'any', feedbackId: answered!['turn'] as string }
  await house.inbox.vote({ ...by, good: false, author: { uid: room.uid('ann'), id: 'ANN' } })
  await expect.poll(() => hook.received.length, patient).toBe(2)
  expect(hook.messages()[1]).toMatchObject({
    type: 'feedback.given',
    data: { agent: 'test', turn: answered!['turn'], good: false },
  })
})

it.for(rooms)('on $name: a call that waits for somebody’s word, and what they said, by its id', async ({ open }) => {
  for (const [label, state] of [
    ['Approve', 'approved'],
    ['Deny', 'denied'],
  ] as const) {
    const { house } = await trackerHouse({ create_issue: { policy: 'ask' } }, { wanted: issue })
    const room = await open(house)
    await house.work()
    const hook = await startEventReceiver(house.admin, ['approval.asked', 'approval.decided'])
    await room.tell('ann', 'the printer is on fire')
    await expect.poll(() => room.alone('ann').join('\n'), patient).toContain('Shall I?')
    await expect.poll(() => hook.received.length, patient).toBe(1)
    await room.choose('ann', label)
    await expect.poll(() => hook.received.length, patient).toBe(2)
    const [asked, decided] = hook.messages()
    expect([asked!.type, decided!.type]).toEqual(['approval.asked', 'approval.decided'])
    const { agent, uid, conversation, turn, approval, tool } = asked!.data as Record<string, unknown>
    expect({ agent, uid, tool }).toEqual({ agent: 'test', uid: room.uid('ann'), tool: 'create_issue' })
    const { seq: _, ...data } = decided!.data
    expect(data).toEqual({ agent, uid, conversation, turn, approval, tool, state })
    // Both are in the order of their person.
    const lanes = await house.store.db.query.selectFrom('outbox').select('lane').where('agent', '=', '').execute()
    expect(new Set(lanes.map(({ lane }) => lane)).size).toBe(1)
  }
})

it('a conversation that is handed to people: each step by the id of the hand-over, and reading it is none', async () => {
  const world = await handingOver('Slack', 'Teams')
  const { here, there, house } = world
  const hook = await startEventReceiver(house.admin, ['turn.handed_over'])
  await waiting(world)
  await carded(world, 'would like to talk to a person')
  await there.desk.press('ben', 'Take')
  await carded(world, 'Ben')
  const [row] = await house.store.handovers.recent({ limit: 1 })
  const owner = { account: 'default', author: 'cli', door: 'cli' } as const
  await house.admin.handovers.read(owner, operator, row!.id)
  await there.desk.press('ben', 'Hand back')
  await expect.poll(() => hook.received.length, patient).toBe(4)
  const told = hook.data()
  expect(told.map(({ step }) => step)).toEqual(['ask', 'agreed', 'taken', 'back'])
  const whose = { agent: 'test', uid: here.uid('ann'), conversation: row!.conversation, turn: row!.turn, door: 'slack' }
  for (const { step: _, ...data } of told) expect(data).toEqual({ ...whose, handover: row!.id })
})

it.for<[string, OpenThere]>([
  ['slack', inSlack],
  ['discord', inDiscord],
  ['teams', inTeams],
])('%s: an installation comes and waits, is approved, and removed', async ([platform, openThere]) => {
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished })
  await house.work()
  const there = await openThere(house, onTestFinished)
  // The operator's own place, which Ann owns.
  await there.ann('hello')
  await there.command('list')
  const newcomers = createNewcomers({
    ...house,
    channelOf: ({ installation }) => there.adapter.channel(installation),
    now: Date.now,
  })
  const hook = await startEventReceiver(house.admin, ['installation.changed'])
  const changes = (n: number) => expect.poll(() => hook.received.length, patient).toBe(n)
  await there.join()
  await newcomers.look(new AbortController().signal)
  await expect.poll(() => there.notes().at(-1)?.buttons).toBeDefined()
  await there.press('Approve · 承認')
  await changes(2)
  await house.inbox.control({ kind: 'uninstalled', platform, installation: there.id } as never)
  await house.ring(outboxKey({ agent: '', webhook: hook.id }))
  await changes(3)
  // What is removed already is removed once.
  await house.store.places.uninstall(platform, there.id)
  const of = { platform, installation: there.id, account: 'default' }
  const seen = hook.data().toSorted((a, b) => Number(a['change'] === 'removed') - Number(b['change'] === 'removed'))
  expect(seen).toEqual([
    { ...of, status: 'waiting', change: 'added' },
    { ...of, status: 'approved', change: 'approved' },
    { ...of, status: 'approved', change: 'removed' },
  ])
  expect(await house.store.events.list('default', { after: 0, limit: 100 })).toHaveLength(4)
})
