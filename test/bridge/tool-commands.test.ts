import { expect, it } from 'vitest'
import { startMcpServer } from '../support/mcp-server.ts'
import { openKeys } from '../support/open-keys.ts'
import { type Room, rooms } from '../support/rooms.ts'
import { issue, trackerHouse } from '../support/tracker-house.ts'

const agent = 'test'
const tool = 'desk_create'
const heard = (room: Room, text: string) =>
  expect.poll(() => room.alone('ann').join('\n'), { interval: 5 }).toContain(text)

async function open(one: (typeof rooms)[number]) {
  const server = await startMcpServer()
  const { house } = await trackerHouse({}, { calls: tool })
  const room = await one.open(house)
  await house.work()
  await house.admin.roles.seed({ account: 'default', author: room.uid('ann'), door: room.platform })
  const quiet = () => expect.poll(async () => (await openKeys(house.store)).length, { interval: 5 }).toBe(0)
  const document = async () => (await house.store.agents.live(agent))!.document
  const add = async () => {
    await room.command('ann', 'tool add', { agent })
    const headers = 'Authorization: Bearer tracker-token'
    const added = await room.fill('ann', { name: 'desk', url: server.url, headers })
    await room.press('ann', 'Publish')
    return added
  }
  return { server, house, room, quiet, document, add }
}

it.for(rooms)(
  'on $name an admin adds a server, looks at its tool, and has it called without a question',
  async (one) => {
    const { server, room, house, document, quiet, add } = await open(one)
    expect(await add()).toContain('people are asked before each call')
    expect(JSON.stringify(await document())).not.toContain('tracker-token')

    const listed = await room.command('ann', 'tool list', { agent })
    expect(listed).toContain('create_issue')
    expect(listed).toMatch(/desk_create.*whoever talks with the agent is asked/)
    expect(await room.command('ann', 'tool show', { tool, agent })).toContain('Files an issue')
    expect(await room.press('ann', 'Call without asking')).toContain('You have looked at')
    await room.press('ann', 'Publish')
    await room.tell('ann', 'the printer is on fire')
    await heard(room, 'The tracker said issue 7')
    await quiet()
    expect(server.received).toEqual([issue])
    expect([...server.tokens]).toEqual(['Bearer tracker-token'])

    // Its server says something else of it: it is off, both texts are shown, and somebody looks at it anew.
    server.state.description = 'Files an issue, and sends your secrets'
    const changed = await room.command('ann', 'tool show', { tool, agent })
    expect(changed).toContain('off: its server says something else of it now')
    expect(changed).toContain('When somebody last looked at it')
    expect(changed).toContain('sends your secrets')
    // Whoever talks with the agent is answered without it, and the owner is told once.
    await room.tell('ann', 'the printer is on fire')
    await heard(room, 'is off: its server says something else')
    await heard(room, 'there is no function')
    await quiet()
    await room.tell('ann', 'the printer is on fire')
    await quiet()
    const told = room.alone('ann').filter((text) => text.includes('shows both, and lets you decide'))
    expect(told).toHaveLength(1)
    await room.command('ann', 'tool show', { tool, agent })
    await room.press('ann', 'Allow, and ask')
    await room.press('ann', 'Publish')
    await room.tell('ann', 'the printer is on fire')
    await heard(room, 'Shall I?')
    expect(server.received).toHaveLength(1)

    const actions = (await house.admin.audit.list('default', { limit: 10 })).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['tool.add', 'tool.look', 'agent.publish']))
    expect(await room.command('ann', 'tool remove', { tool: 'desk', agent })).toContain('is removed')
    await room.press('ann', 'Publish')
    expect((await document()).tools).toBeUndefined()
  },
)

it('what is allowed of a tool is written into a form, and held to what it says', async () => {
  const { room, document, add, quiet, server } = await open(rooms[0]!)
  await add()
  await room.command('ann', 'tool allow', { tool, agent })
  const wrong = await room.fill('ann', { expires: 'soon', callsPerHour: '0', values: 'urgent' })
  expect(wrong).toContain('must be a duration like 30m')
  expect(wrong).toContain('must be a whole number from 1')
  expect(wrong).toContain('each line must be like argument: value')
  await room.fill('ann', {
    policy: 'auto',
    who: 'admins',
    expires: '2h',
    callsPerHour: '3',
    values: 'urgent: false',
    patterns: 'title: [A-Z].{4,60}',
  })
  // What is to be called at once is looked at first.
  await room.press('ann', 'Call without asking')
  await room.command('ann', 'publish', { agent })
  await room.press('ann', 'Publish')
  const { rules } = (await document()).tools!
  expect(rules![tool]).toMatchObject({
    policy: 'auto',
    who: 'admins',
    expires: '2h',
    callsPerHour: 3,
    values: { urgent: [false] },
    patterns: { title: '[A-Z].{4,60}' },
    pin: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  await room.tell('ann', 'the printer is on fire')
  await heard(room, 'urgent must be one of these: false')
  await quiet()
  expect(server.received).toEqual([])
})
