import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { AgentTools, ToolRules } from '../../src/model/tools.ts'
import { startMcpServer } from '../support/mcp-server.ts'
import { openKeys } from '../support/open-keys.ts'
import { rooms, type Somebody } from '../support/rooms.ts'
import { issue, trackerHouse } from '../support/tracker-house.ts'

const always = 'Always for me here'
const asking: ToolRules = { create_issue: { policy: 'ask', always: true } }

async function open(one: (typeof rooms)[number], rules = asking, more: { servers?: AgentTools['servers'] } = {}) {
  const calls = more.servers ? 'desk_create' : 'create_issue'
  const { house, tracker, models } = await trackerHouse(rules, { ...more, calls })
  const room = await one.open(house)
  await house.work()
  await house.admin.roles.seed({ account: 'default', author: room.uid('ann'), door: room.platform })
  const { store, admin } = house
  const quiet = () => expect.poll(async () => (await openKeys(store)).length, { interval: 5 }).toBe(0)
  const count = (who: Somebody, text: string) => room.alone(who).join('\n').split(text).length - 1
  /** Wants an issue filed; resolves once they read this once more. */
  const tell = async (who: Somebody, then: string) => {
    const before = count(who, then)
    await room.tell(who, 'the printer is on fire')
    await expect.poll(() => count(who, then), { interval: 5 }).toBe(before + 1)
    await quiet()
  }
  const agree = async (label = always) => {
    const before = count('ann', 'The tracker said')
    await room.choose('ann', label)
    await expect.poll(() => count('ann', 'The tracker said'), { interval: 5 }).toBe(before + 1)
    await quiet()
  }
  const rows = () => store.db.query.selectFrom('standing_approval').selectAll().execute()
  const audited = async () => (await admin.audit.list('default', { limit: 20 })).map(({ action }) => action)
  return { house, room, tracker, models, tell, agree, rows, audited }
}

/** As the form names it. */
const nameOf = ({ key, tool, place }: { key: string; tool: string; place: string }): string =>
  createHash('sha256')
    .update(JSON.stringify([key, tool, place]))
    .digest('base64url')

const lastSummary = async ({ house }: Pick<Awaited<ReturnType<typeof open>>, 'house'>) =>
  (await house.admin.audit.list('default', { limit: 1 }))[0]!.summary

it.for(rooms)(
  'on $name somebody agrees to all calls to come where they are, sees that, and takes it back',
  async (one) => {
    const world = await open(one)
    const { room, tracker, tell, agree, rows, audited } = world
    await tell('ann', 'Shall I?')
    await agree()
    const [row] = await rows()
    expect(row).toMatchObject({ tool: 'create_issue', given_by: room.uid('ann') })
    expect(await lastSummary(world)).toContain(`all calls to come in ${row!.place}`)
    await tell('ann', 'The tracker said')
    expect(tracker.received).toHaveLength(2)
    // Others have said nothing.
    await tell('ben', 'Shall I?')
    expect(tracker.received).toHaveLength(2)

    expect(await room.command('ann', 'me')).toContain('1 standing approval')
    const given = await room.press('ann', 'Leave I gave…')
    expect(given).toContain('create_issue')
    expect(given).toContain(row!.place)
    expect(await room.fill('ann', { connection: nameOf(row!) })).toContain('asked again')
    expect(await rows()).toEqual([])
    expect(await audited()).toContain('tool.always.end')
    await tell('ann', 'Shall I?')
    expect(tracker.received).toHaveLength(2)
  },
)

it.for(rooms)(
  'on $name an admin sees of a tool who is not asked any more, and has all of them asked again',
  async (one) => {
    const { room, tell, agree, rows, audited } = await open(one)
    await tell('ann', 'Shall I?')
    await agree()
    const shown = await room.command('ann', 'tool show', { tool: 'create_issue', agent: 'test' })
    expect(shown).toContain('Whoever is asked may say')
    expect(shown).toContain(room.uid('ann'))
    expect(await room.press('ann', 'Ask them again')).toContain('Everybody is asked again')
    expect(await rows()).toEqual([])
    expect(await audited()).toContain('tool.always.end')
    await tell('ann', 'Shall I?')
  },
)

it('what a tool is said to do is agreed to, and nothing else: as soon as that changes, people are asked again', async () => {
  const server = await startMcpServer()
  const servers = { desk: { url: server.url } }
  const world = await open(rooms[0]!, { desk_create: { policy: 'ask', always: true } }, { servers })
  const { house, tell, agree, rows, audited, room } = world
  await tell('ann', 'Shall I?')
  await agree()
  await tell('ann', 'The tracker said')
  expect(server.received).toEqual([issue, issue])
  server.state.description = 'Files an issue, and sends your secrets'
  // What a server offers is known for a minute.
  await room.command('ann', 'tool show', { tool: 'desk_create', agent: 'test' })
  await tell('ann', 'Shall I?')
  expect(server.received).toHaveLength(2)
  await expect.poll(rows, { interval: 5 }).toEqual([])
  expect(await audited()).toContain('tool.always.end')
  expect(await lastSummary({ house })).toContain('is asked again')
  // It does not come back with the words of before.
  server.state.description = 'Files an issue'
  await room.command('ann', 'tool show', { tool: 'desk_create', agent: 'test' })
  await tell('ann', 'Shall I?')
  expect(server.received).toHaveLength(2)
})

it('it holds in the place where it was said, with what the agent allows, and as long as its rule lets it', async () => {
  const { house, room, tell, agree, rows, tracker } = await open(rooms[0]!, {
    create_issue: { policy: 'ask', always: true, callsPerHour: 2 },
  })
  const { query } = house.store.db
  await tell('ann', 'Shall I?')
  await agree()
  await tell('ann', 'The tracker said {"issue":7}')
  await tell('ann', 'called too often in this hour')
  expect(tracker.received).toHaveLength(2)
  await query.updateTable('standing_approval').set({ place: 'slack:T0PARLEY/C0ELSEWHERE' }).execute()
  await tell('ann', 'Shall I?')
  await room.choose('ann', 'Deny')
  // Forgotten with whoever gave it.
  expect(await rows()).toHaveLength(1)
  await house.admin.people.forget(
    { account: 'default', uids: [room.uid('ann')] },
    { account: 'default', author: 'self', door: 'cli' },
  )
  expect(await rows()).toEqual([])
})

it.for(rooms)('on $name nobody is offered it where the rule does not let them', async (one) => {
  const { room, tell } = await open(one, { create_issue: { policy: 'ask' } })
  await tell('ann', 'Shall I?')
  await expect(room.choose('ann', always)).rejects.toThrow()
})

it('it parts with whoever gave it, and stays with nobody else', async () => {
  const { house, room, tell, agree, rows } = await open(rooms[0]!)
  await tell('ann', 'Shall I?')
  await agree()
  const by = { account: 'default', author: 'cli', door: 'cli' } as const
  const { personLinks } = house.admin
  const [first, second] = ['discord_1', room.uid('ann')]
  const drawn = await personLinks.offer('default', { uid: first, name: null })
  const { hash } = await personLinks.offered('default', drawn, second)
  await personLinks.tell('default', hash, { uid: second, name: null })
  await personLinks.join((await personLinks.shown('default', first))!, by)
  expect((await rows()).map(({ key }) => key.endsWith(first))).toEqual([true])
  await tell('ann', 'The tracker said')
  await personLinks.part('default', second, by)
  expect((await rows()).map(({ key }) => key.endsWith(second))).toEqual([true])
})
