import { expect, it } from 'vitest'
import { createToolAuth } from '../../src/drivers/mcp/auth.ts'
import { startMcpServer } from '../support/mcp-server.ts'
import { browser, startOAuthServer } from '../support/oauth-server.ts'
import { openKeys } from '../support/open-keys.ts'
import { type Room, rooms, type Somebody } from '../support/rooms.ts'
import { issue, trackerHouse } from '../support/tracker-house.ts'

const tool = 'desk_create'
const connect = 'desk_connect'

/** The model wants an issue filed; as long as it has no such tool, it wants the server connected. */
async function open(
  one: (typeof rooms)[number],
  { by = 'person' as 'person' | 'agent', registers = true, scope = 'issues', sso = false } = {},
) {
  const oauth = await startOAuthServer({ registers, scope })
  const server = await startMcpServer({ auth: oauth })
  const servers = { desk: { url: server.url, auth: by, ...(sso && { sso: { platform: 'teams' } }) } }
  const { house, models } = await trackerHouse({}, { servers, calls: tool, public: true })
  type Asked = { messages: { role: string; content: unknown }[]; tools?: { function: { name: string } }[] }
  const hasOnly = (({ messages, tools = [] }: Asked) =>
    messages.at(-1)?.role !== 'tool' && tools.some((it) => it.function.name === connect)) as never
  const wants = { id: 'call_0', name: connect, arguments: '{}' }
  models.server.prependFixture({ match: { predicate: hasOnly }, response: { content: '', toolCalls: [wants] } })
  const goesOn = (({ messages, tools = [] }: Asked) =>
    messages.at(-1)?.role === 'tool' &&
    String(messages.at(-1)!.content).includes('connected') &&
    tools.some((it) => it.function.name === tool)) as never
  const files = { id: 'call_1', name: tool, arguments: JSON.stringify(issue) }
  models.server.prependFixture({
    match: { predicate: goesOn },
    response: { content: 'Now I can.', toolCalls: [files] },
  })
  const room = await one.open(house)
  await house.work()
  const quiet = () => expect.poll(async () => (await openKeys(house.store)).length, { interval: 5 }).toBe(0)
  const asks = async (who: Somebody) => {
    await room.tell(who, 'the printer is on fire')
    await heard(room, who, 'For this I need your leave at')
    await quiet()
  }
  /** The link that they are shown alone. */
  const link = async (who: Somebody): Promise<string> => {
    const before = room.links(who).length
    await room.choose(who, 'Connect')
    await expect.poll(() => room.links(who).length, { interval: 5 }).toBe(before + 1)
    return room.links(who).at(-1)!
  }
  const grants = () => house.store.db.query.selectFrom('tool_grant').selectAll().execute()
  /** Gives leave, and agrees to the call that is asked about then. */
  const approve = async (who: Somebody) => {
    await heard(room, who, 'Shall I?')
    await quiet()
    await room.choose(who, 'Approve')
    await heard(room, who, 'The tracker said issue 7')
    await quiet()
  }
  return { oauth, server, house, models, room, quiet, asks, link, grants, approve }
}

const heard = (room: Room, who: Somebody, text: string) =>
  expect.poll(() => room.alone(who).join('\n'), { interval: 5 }).toContain(text)

it.for(rooms)('on $name a person gives leave in the browser, the answer goes on, and it is their own', async (one) => {
  const { oauth, server, house, room, asks, link, quiet } = await open(one)
  await asks('ann')
  const url = await link('ann')
  expect(room.links('ben')).toEqual([])
  const anns = browser()
  const page = await (await anns.open(url)).text()
  expect(page).toContain(`for the chat account ${room.uid('ann')}`)
  expect(page).toContain(`If you are not ${room.uid('ann')}, close this page`)
  expect(await anns.press(url)).toContain('may use desk')
  await heard(room, 'ann', 'Shall I?')
  await quiet()
  await room.choose('ann', 'Approve')
  await heard(room, 'ann', 'The tracker said issue 7')
  await quiet()
  expect(server.received).toEqual([issue])
  expect(server.callers).toEqual(['ann@example.com'])
  // Nothing of it stands anywhere as it is.
  const rows = await house.store.db.query.selectFrom('tool_grant').selectAll().execute()
  expect(rows).toHaveLength(1)
  for (const token of server.tokens)
    if (token) expect(JSON.stringify(rows)).not.toContain(token.slice('Bearer '.length))

  // Ben is asked for his own, and it is in his name that it is called.
  await asks('ben')
  oauth.state.account = 'ben@example.com'
  await browser().press(await link('ben'))
  await heard(room, 'ben', 'Shall I?')
  await quiet()
  await room.choose('ben', 'Approve')
  await heard(room, 'ben', 'The tracker said issue 7')
  expect(server.callers).toEqual(['ann@example.com', 'ben@example.com'])
  // Who registers us was asked once.
  expect(oauth.seen.registered).toBe(1)
})

const slack = rooms[0]!

it('who asks elsewhere than on the platform that a server knows people by is shown the page', async () => {
  const { room, asks, link, approve, server } = await open(slack, { sso: true })
  await asks('ann')
  expect(await browser().press(await link('ann'))).toContain('may use desk')
  await approve('ann')
  expect(server.callers).toEqual(['ann@example.com'])
  expect(room.links('ann')).toHaveLength(1)
})

it('whoever does not agree there hears what becomes of it, and nothing is connected', async () => {
  const { oauth, room, asks, link, grants, server, quiet } = await open(slack)
  oauth.state.agrees = false
  await asks('ann')
  const page = await browser().press(await link('ann'))
  expect(page).toContain('You have not agreed, so the agent has no leave')
  // What the server says of it may be anything.
  expect(page).not.toContain('<b>no</b>')
  await heard(room, 'ann', 'All right, I have not done it')
  await quiet()
  expect(await grants()).toEqual([])
  expect(server.received).toEqual([])
})

it('a link works once, within ten minutes, in the browser that it was opened in, by its own button', async () => {
  const { house, asks, link, grants, approve } = await open(slack)
  await asks('ann')
  const late = await link('ann')
  await house.store.db.query.updateTable('tool_connecting').set({ expires_at: 1 }).execute()
  for (const page of [await (await browser().open(late)).text(), await browser().press(late)])
    expect(page).toContain('has been used, or its ten minutes are over')

  // Another page cannot press its button for somebody.
  const url = await link('ann')
  const forged = await browser().open(url, { method: 'POST', headers: { origin: 'https://evil.example' } })
  expect([forged.status, await forged.text()]).toEqual([403, expect.stringContaining('only on Parley’s own page')])

  // Whoever is given the address of the consent page instead of the link is not taken for them.
  const begun = await browser().open(url, { method: 'POST', headers: { origin: new URL(url).origin } })
  const strangers = await browser().follow(begun.headers.get('location')!)
  expect(await strangers.text()).toContain('begun in another browser')
  expect(await browser().press(url)).toContain('has been used')
  expect(await grants()).toEqual([])
  expect(await browser().press(await link('ann'))).toContain('may use desk')
  await approve('ann')
})

it('a token that has run out is refreshed once for all who want it; one that is taken back leads to a new button', async () => {
  const { oauth, house, room, asks, link, grants, approve, server, quiet } = await open(slack)
  await asks('ann')
  await browser().press(await link('ann'))
  await approve('ann')
  const [grant] = await grants()
  await house.store.db.query.updateTable('tool_grant').set({ expires_at: 1 }).execute()
  const of = { account: 'default', agent: 'test', person: room.uid('ann'), server: 'desk', url: server.url }
  const wanted = [1, 2, 3].map(() => house.admin.toolGrants.token(of, AbortSignal.timeout(60_000)))
  const [token, ...others] = await Promise.all(wanted)
  expect(others).toEqual([token, token])
  expect(oauth.seen.refreshed).toBe(1)
  expect((await grants())[0]!.sealed).not.toBe(grant!.sealed)
  expect(await oauth.holder(token!, server.url)).toBe('ann@example.com')

  await oauth.takeBack(token!)
  const before = room.alone('ann').filter((text) => text.includes('For this I need your leave')).length
  await room.tell('ann', 'the printer is on fire')
  await expect
    .poll(() => room.alone('ann').filter((text) => text.includes('For this I need your leave')).length, { interval: 5 })
    .toBe(before + 1)
  await quiet()
  expect(await grants()).toEqual([])
  expect(await browser().press(await link('ann'))).toContain('may use desk')
})

it.for(rooms)(
  'on $name a server that wants wider leave for a call is given it by a button, and the call is made',
  async (one) => {
    const { oauth, server, room, asks, link, quiet, approve, house } = await open(one, { scope: 'issues write' })
    await asks('ann')
    await browser().press(await link('ann'))
    server.state.wants = 'write'
    await heard(room, 'ann', 'Shall I?')
    await quiet()
    await room.choose('ann', 'Approve')
    await heard(room, 'ann', 'wants your leave for more than you gave: write')
    await quiet()
    expect(server.received).toEqual([])
    expect(oauth.seen.refreshed).toBe(0)

    expect(await browser().press(await link('ann'))).toContain('may use desk')
    const asked = () => room.alone('ann').join('\n').split('Shall I?').length - 1
    await expect.poll(asked, { interval: 5 }).toBe(2)
    await quiet()
    await approve('ann')
    expect(server.received).toEqual([issue])
    // What was given before goes on to be.
    const token = [...server.tokens].at(-1)!.replace('Bearer ', '')
    expect(await oauth.reach(token)).toEqual(expect.arrayContaining(['issues', 'write']))
    const states = await house.store.db.query.selectFrom('tool_approval').select('state').orderBy('asked_at').execute()
    expect(states.map(({ state }) => state)).toEqual(['done', 'failed', 'done', 'done'])
  },
)

it('an admin is shown that a server wants wider leave of the agent, and gives it', async () => {
  const { oauth, house, room, server, quiet } = await open(slack, { by: 'agent', scope: 'issues write' })
  await house.admin.roles.seed({ account: 'default', author: room.uid('ann'), door: room.platform })
  const connect = async () => {
    expect(await room.command('ann', 'tool list', { agent: 'test' })).toContain('Connect desk')
    const before = room.links('ann').length
    await room.press('ann', 'Connect desk')
    await expect.poll(() => room.links('ann').length, { interval: 5 }).toBe(before + 1)
    await browser().press(room.links('ann').at(-1)!)
  }
  await connect()
  server.state.wants = 'write'
  await room.tell('ben', 'the printer is on fire')
  await heard(room, 'ben', 'Shall I?')
  await quiet()
  await room.choose('ben', 'Approve')
  await heard(room, 'ben', 'has to connect desk, for more than was given (write) first')
  await quiet()
  expect(await room.command('ann', 'tool list', { agent: 'test' })).toContain('it wants leave for more')
  await connect()
  expect(await room.command('ann', 'tool list', { agent: 'test' })).not.toContain('Connect desk')
  const of = { account: 'default', agent: 'test', person: '', server: 'desk', url: server.url }
  const token = await house.admin.toolGrants.token(of, AbortSignal.timeout(60_000))
  expect(await oauth.reach(token!)).toEqual(expect.arrayContaining(['issues', 'write']))
})

it('people see whom they gave leave, take it back, and are forgotten with it', async () => {
  const { oauth, house, room, asks, link, grants, approve } = await open(slack)
  await asks('ann')
  await browser().press(await link('ann'))
  await approve('ann')
  expect(await room.command('ann', 'me')).toContain('1 connected service')
  expect(await room.press('ann', 'Leave I gave…')).toContain('desk')
  expect(await room.fill('ann', { connection: 'test/desk' })).toContain('is taken back')
  expect(await grants()).toEqual([])
  expect(oauth.seen.revoked).toBe(1)
  const actions = (await house.admin.audit.list('default', { limit: 20 })).map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['tool.connect', 'tool.disconnect']))

  await asks('ann')
  await browser().press(await link('ann'))
  expect(await grants()).toHaveLength(1)
  await house.admin.people.forget(
    { account: 'default', uids: [room.uid('ann')], agent: undefined },
    { account: 'default', author: 'self', door: 'cli' },
  )
  expect(await grants()).toEqual([])
  expect(oauth.seen.revoked).toBe(2)
})

it.for(rooms)('on $name an admin gives leave once for all by a button, and takes it back', async (one) => {
  const { house, room, grants, server, quiet, oauth } = await open(one, { by: 'agent' })
  oauth.state.account = 'desk@example.com'
  await house.admin.roles.seed({ account: 'default', author: room.uid('ann'), door: room.platform })
  await room.tell('ben', 'the printer is on fire')
  await heard(room, 'ben', 'an admin of this agent has to connect desk first')
  await quiet()
  expect(await room.command('ann', 'tool list', { agent: 'test' })).toContain('nobody has given leave yet')
  const before = room.links('ann').length
  await room.press('ann', 'Connect desk')
  await expect.poll(() => room.links('ann').length, { interval: 5 }).toBe(before + 1)
  const page = await browser().press(room.links('ann').at(-1)!)
  expect(page).toContain('/agent tool list shows that')
  await room.tell('ben', 'the printer is on fire')
  await heard(room, 'ben', 'Shall I?')
  await quiet()
  await room.choose('ben', 'Approve')
  await heard(room, 'ben', 'The tracker said issue 7')
  await quiet()
  expect(server.callers).toEqual(['desk@example.com'])
  await room.command('ann', 'tool list', { agent: 'test' })
  expect(await room.press('ann', 'Disconnect desk')).toContain('is taken back')
  expect(await grants()).toEqual([])
})

it.for(rooms)('on $name owners hear, once, that the leave of an agent was not renewed', async (one) => {
  const { house, room, grants, server, quiet, oauth } = await open(one, { by: 'agent' })
  await house.admin.roles.seed({ account: 'default', author: room.uid('ann'), door: room.platform })
  // In Teams an app can write only to who has written to it.
  await room.tell('ann', 'hello')
  await quiet()
  await room.command('ann', 'tool list', { agent: 'test' })
  const before = room.links('ann').length
  await room.press('ann', 'Connect desk')
  await expect.poll(() => room.links('ann').length, { interval: 5 }).toBe(before + 1)
  await browser().press(room.links('ann').at(-1)!)
  const of = { account: 'default', agent: 'test', person: '', server: 'desk', url: server.url }
  const token = await house.admin.toolGrants.token(of, AbortSignal.timeout(60_000))
  await oauth.takeBack(token!)
  await house.store.db.query.updateTable('tool_grant').set({ expires_at: 1 }).execute()
  // Several want it at once.
  const wanted = [1, 2, 3].map(() => house.admin.toolGrants.token(of, AbortSignal.timeout(60_000)))
  expect(await Promise.all(wanted)).toEqual([undefined, undefined, undefined])
  await heard(room, 'ann', 'may use desk no more')
  expect(room.alone('ann').join().split('may use desk no more')).toHaveLength(2)
  expect(await grants()).toEqual([])
  const log = await house.admin.audit.list('default', { limit: 20 })
  expect(log.filter(({ action }) => action === 'tool.lost')).toMatchObject([{ agent: 'test' }])
  // Whom it concerns is told; nobody else is.
  expect(room.alone('ben').join()).not.toContain('no more')
})

it('with a server that is taken away goes the leave that people gave there, once the draft without it is published', async () => {
  const { oauth, house, room, asks, link, grants, server } = await open(slack)
  await asks('ann')
  await browser().press(await link('ann'))
  const by = { account: 'default', author: 'cli', door: 'cli' } as const
  const { drafts, toolGrants, audit } = house.admin
  const gone = ({ tools: _, ...document }: Parameters<Parameters<typeof drafts.change>[3]>[0]) => document
  await drafts.change('test', by, { action: 'tool.remove' }, gone)
  await toolGrants.tidy()
  expect(await grants()).toHaveLength(1)
  await drafts.publish('test', by)
  await toolGrants.tidy()
  expect(await grants()).toEqual([])
  expect(oauth.seen.revoked).toBe(1)
  const of = { account: 'default', agent: 'test', person: room.uid('ann'), server: 'desk', url: server.url }
  expect(await toolGrants.token(of, AbortSignal.timeout(60_000))).toBeUndefined()
  const [last] = await audit.list('default', { limit: 1 })
  expect(last).toMatchObject({ action: 'tool.disconnect', agent: 'test' })
})

it('whoever signs people in without promising PKCE is not gone to, and nothing is connected', async () => {
  const { oauth, asks, link, grants } = await open(slack)
  await asks('ann')
  oauth.state.hidesPkce = true
  expect(await browser().press(await link('ann'))).toContain('cannot be connected safely')
  expect([oauth.seen.registered, await grants()]).toEqual([0, []])
})

it('while whoever signs people in is away nothing is connected, and leave that has to be renewed is kept', async () => {
  const { oauth, server, house, room, asks, link, grants } = await open(slack)
  await asks('ann')
  oauth.state.isAway = true
  expect(await browser().press(await link('ann'))).toContain('could not be reached')
  expect(await grants()).toEqual([])
  oauth.state.isAway = false
  expect(await browser().press(await link('ann'))).toContain('may use desk')
  await house.store.db.query.updateTable('tool_grant').set({ expires_at: 1 }).execute()
  const of = { account: 'default', agent: 'test', person: room.uid('ann'), server: 'desk', url: server.url }
  const token = () => house.admin.toolGrants.token(of, AbortSignal.timeout(60_000))
  oauth.state.isAway = true
  await expect(token()).rejects.toThrow()
  expect(await grants()).toHaveLength(1)
  oauth.state.isAway = false
  expect(await oauth.holder((await token())!, server.url)).toBe('ann@example.com')
})

it('leave that somebody gave under one of their accounts is theirs under the other, once these are linked', async () => {
  const { oauth, server, house, room, asks, link, quiet } = await open(slack)
  await asks('ann')
  expect(await browser().press(await link('ann'))).toContain('may use desk')
  await heard(room, 'ann', 'Shall I?')
  await quiet()
  const by = { account: 'default', author: 'cli', door: 'cli' } as const
  const { personLinks, toolGrants } = house.admin
  const [first, second] = ['discord_1', room.uid('ann')]
  const drawn = await personLinks.offer('default', { uid: first, name: null })
  const { hash } = await personLinks.offered('default', drawn, second)
  await personLinks.tell('default', hash, { uid: second, name: null })
  await personLinks.join((await personLinks.shown('default', first))!, by)
  const tokenOf = (person: string) => {
    const of = { account: 'default', agent: 'test', person, server: 'desk', url: server.url }
    return toolGrants.token(of, AbortSignal.timeout(60_000))
  }
  expect(await house.store.personLinks.personOf('default', second)).toBe(first)
  expect(await oauth.holder((await tokenOf(first))!, server.url)).toBe('ann@example.com')
  expect(await tokenOf(second)).toBeUndefined()
  // Parted, nobody acts in the name of whom they are no more; and whoever gave it still may.
  await personLinks.part('default', second, by)
  expect(await tokenOf(first)).toBeUndefined()
  expect(await oauth.holder((await tokenOf(second))!, server.url)).toBe('ann@example.com')
})

it('a server whose people are signed in by who registers nobody says what an admin has to do', async () => {
  const { asks, link, grants } = await open(slack, { registers: false })
  await asks('ann')
  expect(await browser().press(await link('ann'))).toContain('An admin gives the agent a client id')
  expect(await grants()).toEqual([])
})

it('nothing of the flow goes to an address that may not be called', async () => {
  const oauth = await startOAuthServer()
  const server = await startMcpServer({ auth: oauth })
  const auth = createToolAuth({ allow: [], now: Date.now })
  const clients = { get: async () => undefined, put: async () => {} }
  const back = { redirectUrl: 'https://parley.example.com/connect/back', state: 'state', clients }
  const begun = auth.begin({ url: server.url }, back, AbortSignal.timeout(60_000))
  await expect(begun).rejects.toMatchObject({ why: 'away' })
  expect([oauth.seen.registered, server.tokens.size]).toEqual([0, 0])
  await auth.close()
})
