import { expect, it } from 'vitest'
import { filesOf } from '../../adapters/teams/manifest.ts'
import { personalChat } from '../../console/stand-ins/teams/settings.ts'
import { teamsSsoHouse } from '../support/teams-sso-house.ts'
import { issue } from '../support/tracker-house.ts'

const ANN = '29:1ann'
const BEN = '29:1ben'

it('who is signed in to Teams is signed in at a server without a page, the tool is called once, in their name', async () => {
  const { room, simulator, server, asks, approve, grants, cards, says, everything } = await teamsSsoHouse()
  await asks('ann')
  expect(room.alone('ann').at(-1)).toContain('Connect signs you in there with your account here')
  await room.choose('ann', 'Connect')
  await approve('ann')
  expect(server.received).toEqual([issue])
  expect(server.callers).toEqual(['ann@example.com'])
  expect(room.links('ann')).toEqual([])
  // Nothing of it is left in their chat, and nobody had to press anything there.
  expect(cards(ANN)).toEqual([])
  expect(simulator.deliveries.filter(({ name }) => name?.startsWith('signin/')).map(({ status }) => status)).toEqual([
    200,
  ])
  expect(await grants()).toHaveLength(1)

  // No token of theirs stands anywhere as it is: neither that of their device nor what came of it.
  const exchange = simulator.deliveries.find(({ name }) => name === 'signin/tokenExchange')!
  const device = (exchange.activity['value'] as { token: string }).token
  const used = [...server.tokens].flatMap((one) => one?.replace('Bearer ', '') ?? [])
  expect(used.length).toBeGreaterThan(0)
  for (const token of [device, ...used]) {
    expect(await everything()).not.toContain(token.slice(-60))
    expect(says()).not.toContain(token.slice(-60))
  }
})

it('who has signed in once is asked for nothing more: the next server has their token at once', async () => {
  const { house, room, simulator, asks, approve, grants } = await teamsSsoHouse()
  await asks('ann')
  await room.choose('ann', 'Connect')
  await approve('ann')
  await house.store.db.query.deleteFrom('tool_grant').execute()
  await asks('ann')
  await room.choose('ann', 'Connect')
  await approve('ann')
  expect(await grants()).toHaveLength(1)
  expect(simulator.calls.filter(({ route }) => route === 'GET sign-in resource')).toHaveLength(1)
})

it('in a channel the card stands in the personal chat, and the answer goes on where it was asked for', async () => {
  const { room, simulator, server, approveIn, heardIn } = await teamsSsoHouse()
  await room.call('ann', 'the printer is on fire')
  await heardIn('For this I need your leave')
  // Of others nobody can sign in for them.
  const before = room.alone('ben').length
  await approveIn('ben', 'Connect')
  await expect.poll(() => room.alone('ben').length, { interval: 5 }).toBe(before + 1)
  expect(room.alone('ben').at(-1)).toContain('These buttons are for the person who asked')
  await approveIn('ann', 'Connect')
  await heardIn('Shall I?')
  await approveIn('ann', 'Approve')
  await heardIn('The tracker said issue 7')
  expect(server.callers).toEqual(['ann@example.com'])
  const posted = simulator.calls.filter(({ body }) => JSON.stringify(body ?? null).includes('card.oauth'))
  expect(posted.map(({ conversation }) => conversation)).toEqual([personalChat(ANN)])
})

it.each([1, 2])('of two devices the first counts, with %i processes', async (processes) => {
  const { room, simulator, server, asks, approve, cards } = await teamsSsoHouse({ processes })
  simulator.signOn.devices = 2
  await asks('ann')
  await room.choose('ann', 'Connect')
  await approve('ann')
  expect(server.callers).toEqual(['ann@example.com'])
  const answers = simulator.deliveries.filter(({ name }) => name === 'signin/tokenExchange')
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
  expect(answers.find(({ status }) => status === 412)!.response).toMatchObject({ failureDetail: expect.any(String) })
  expect(simulator.calls.filter(({ route }) => route === 'POST exchange')).toHaveLength(1)
  // The device that came second has no button left either.
  await expect.poll(() => cards(ANN), { interval: 5 }).toEqual([])
})

it('where Microsoft wants to see somebody, Teams shows the button, and the answer goes on with the code that comes back', async () => {
  const { room, simulator, server, asks, approve, cards, button, heard, grants } = await teamsSsoHouse()
  simulator.signOn.wantsToSee = true
  await asks('ann')
  await room.choose('ann', 'Connect')
  await expect.poll(() => cards(ANN), { interval: 5 }).toMatchObject([{ title: 'Sign in' }])
  // A code that is not theirs is worth nothing.
  expect(await simulator.signIn({ ...button(ANN), code: '000000' })).toMatchObject({ state: 'failed' })
  await heard('ann', 'You are not signed in, so nothing was connected')
  expect(await grants()).toEqual([])
  expect(await simulator.signIn(button(ANN))).toMatchObject({ state: 'answered' })
  await approve('ann')
  expect(server.callers).toEqual(['ann@example.com'])
  await expect.poll(() => cards(ANN), { interval: 5 }).toEqual([])

  // Told once more it is good for nothing, and whoever is at a card of long ago is told so.
  const { activity } = simulator.deliveries.findLast(({ name }) => name === 'signin/verifyState')!
  expect(await simulator.deliver({ ...activity, id: 'f:again' })).toMatchObject({ status: 404 })
  await heard('ann', 'Nothing waits for you to sign in any more')
  expect(server.received).toHaveLength(1)
})

it.each([
  ['installappfailed', 'Please add me under Apps'],
  ['authrequestfailed', 'Microsoft did not answer Teams'],
  ['installedappnotfound', 'Teams signs you in only where I am added'],
  ['resourcematchfailed', 'not that of its package (resourcematchfailed)'],
  ['tokenmissing', 'got no token of yours from Microsoft (tokenmissing)'],
  ['oauthcardnotvalid', 'could not read how you are to be signed in (oauthcardnotvalid)'],
  ['invokeerror', 'failed at signing you in (invokeerror)'],
  ['somethingnew', 'Teams could not sign you in. Press Connect once more'],
])('of %s, which Teams shows nothing of, people are told, and can try again', async (code, sentence) => {
  const { room, simulator, server, asks, approve, heard } = await teamsSsoHouse()
  simulator.signOn.fails = code
  await asks('ann')
  await room.choose('ann', 'Connect')
  await heard('ann', sentence)
  expect(server.received).toEqual([])
  simulator.signOn.fails = undefined
  await room.press('ann', 'Connect')
  await approve('ann')
  expect(server.callers).toEqual(['ann@example.com'])
})

it('an app whose package does not say how it is known in Entra signs nobody in, and says so', async () => {
  const { room, asks, heard } = await teamsSsoHouse({ packaged: false })
  await asks('ann')
  await room.choose('ann', 'Connect')
  await heard('ann', 'resourcematchfailed')
})

it.each([
  ['GET user token', { kind: 'error', status: 503 }],
  ['GET user token', { kind: 'reset' }],
  ['GET sign-in resource', { kind: 'error', status: 502 }],
  ['GET sign-in resource', { kind: 'ratelimited' }],
  ['POST exchange', { kind: 'error', status: 500 }],
  ['POST exchange', { kind: 'reset' }],
] as const)(
  'where %s fails (%j) people are told, nothing is lost, and the next press goes on',
  async (route, fault) => {
    const { room, simulator, server, asks, approve, heard } = await teamsSsoHouse()
    simulator.faults.set([{ ...fault, route }])
    await asks('ann')
    await room.choose('ann', 'Connect')
    await heard('ann', 'Microsoft could not be reached to sign you in')
    expect(server.received).toEqual([])
    simulator.faults.set([])
    await room.press('ann', 'Connect')
    await approve('ann')
    expect(server.callers).toEqual(['ann@example.com'])
  },
)

it('a connection that the bot has not got is said to be for an admin', async () => {
  const { room, asks, heard } = await teamsSsoHouse({ connection: 'another' })
  await asks('ann')
  await room.choose('ann', 'Connect')
  await heard('ann', 'the OAuth connection of this app is not set up right')
})

it.each([
  ['names another server', { servers: ['https://elsewhere.example.com'] }],
  ['has set no connection', { isSet: false }],
])('where the operator %s, no token goes anywhere', async (_, how) => {
  const { room, simulator, asks, heard } = await teamsSsoHouse(how)
  await asks('ann')
  await room.choose('ann', 'Connect')
  await heard('ann', 'whoever operates Parley has not let it')
  expect(simulator.calls.filter(({ path }) => path.startsWith('/tokens'))).toEqual([])
})

it('what a device of somebody else sends for a card is not taken, nor is a token of somebody else', async () => {
  const { room, simulator, asks, grants, cards } = await teamsSsoHouse()
  simulator.signOn.wantsToSee = true
  await asks('ann')
  await room.choose('ann', 'Connect')
  await expect.poll(() => cards(ANN), { interval: 5 }).toHaveLength(1)
  simulator.signOn.wantsToSee = false
  const { activity } = simulator.deliveries.find(({ name }) => name === 'signin/tokenExchange')!
  const value = activity['value'] as { id: string; connectionName: string; token: string }
  const from = { id: BEN, name: 'Ben', aadObjectId: '7a11e500-0000-4000-8000-0000000000a2' }
  const bens = { ...value, token: simulator.deviceToken(BEN) }
  for (const [sent, status] of [
    [{ ...activity, id: 'f:1', from, value: bens }, 412],
    [{ ...activity, id: 'f:2', from }, 412],
    [{ ...activity, id: 'f:3', value: { ...value, connectionName: 'another' } }, 412],
    [{ ...activity, id: 'f:4', value: { ...value, id: 'never-given' } }, 412],
    [{ ...activity, id: 'f:5', value: { id: value.id } }, 400],
    [{ ...activity, id: 'f:6', name: 'signin/verifyState', from, value: { state: '123456' } }, 404],
    [{ ...activity, id: 'f:7', name: 'signin/verifyState', value: { state: { a: 1 } } }, 404],
  ] as const)
    expect(await simulator.deliver(sent)).toMatchObject({ status })
  expect(await grants()).toEqual([])
  expect(simulator.calls.filter(({ route }) => route === 'POST exchange')).toHaveLength(1)
})

it('a token is refreshed by what Microsoft keeps; where it keeps nothing any more people are asked again', async () => {
  const { house, room, simulator, server, asks, approve, grants } = await teamsSsoHouse()
  await asks('ann')
  await room.choose('ann', 'Connect')
  await approve('ann')
  const of = { account: 'default', agent: 'test', person: room.uid('ann'), server: 'desk', url: server.url }
  const expire = () => house.store.db.query.updateTable('tool_grant').set({ expires_at: 1 }).execute()
  const token = () => house.admin.toolGrants.token(of, AbortSignal.timeout(60_000))
  const first = await token()
  // Refused by the server though it is good: whoever signs in anew has another one.
  simulator.dropSignIn(ANN)
  await expire()
  expect(await token()).toBeUndefined()
  expect(await grants()).toEqual([])
  await asks('ann')
  await room.choose('ann', 'Connect')
  await approve('ann')
  const second = await token()
  expect(second).not.toBe(first)
  expect(await house.admin.toolGrants.token(of, AbortSignal.timeout(60_000), second)).toBeUndefined()
  expect(simulator.calls.filter(({ route }) => route === 'DELETE user token')).toHaveLength(1)
  // Where Microsoft is away leave is not lost.
  await asks('ann')
  await room.choose('ann', 'Connect')
  await approve('ann')
  await expire()
  simulator.faults.set([{ kind: 'error', route: 'GET user token' }])
  await expect(token()).rejects.toMatchObject({ why: 'away' })
  expect(await grants()).toHaveLength(1)
})

it('a token that ends soon is taken anew from what Microsoft keeps, and nobody notices', async () => {
  const { house, room, simulator, server, asks, approve } = await teamsSsoHouse()
  simulator.limits.tokenLifetimeMs = 20_000
  await asks('ann')
  await room.choose('ann', 'Connect')
  await approve('ann')
  const of = { account: 'default', agent: 'test', person: room.uid('ann'), server: 'desk', url: server.url }
  simulator.limits.tokenLifetimeMs = 3_600_000
  const wanted = [1, 2, 3].map(() => house.admin.toolGrants.token(of, AbortSignal.timeout(60_000)))
  const [token, ...others] = await Promise.all(wanted)
  expect(others).toEqual([token, token])
  expect([...server.tokens]).not.toContain(`Bearer ${token}`)
  expect(simulator.holder(token!, 'api://tracker')).toBe('ann@example.com')
  expect(simulator.calls.filter(({ route }) => route === 'POST exchange')).toHaveLength(1)
})

it('what people gave is listed, taken back with their sign-in, and forgotten with them', async () => {
  const { house, room, simulator, asks, approve, grants } = await teamsSsoHouse()
  await asks('ann')
  await room.choose('ann', 'Connect')
  await approve('ann')
  expect(await room.command('ann', 'me')).toContain('1 connected service')
  expect(await room.press('ann', 'Leave I gave…')).toContain('desk')
  expect(await room.fill('ann', { connection: 'test/desk' })).toContain('is taken back')
  expect(await grants()).toEqual([])
  expect(simulator.calls.filter(({ route }) => route === 'DELETE user token')).toHaveLength(1)
  await asks('ann')
  await room.choose('ann', 'Connect')
  await approve('ann')
  const actions = (await house.admin.audit.list('default', { limit: 20 })).map(
    ({ action, door }) => `${action} ${door}`,
  )
  expect(actions).toEqual(expect.arrayContaining(['tool.connect teams', 'tool.disconnect teams']))
  await house.admin.people.forget(
    { account: 'default', uids: [room.uid('ann')], agent: undefined },
    { account: 'default', author: 'self', door: 'cli' },
  )
  expect(await grants()).toEqual([])
  expect(simulator.calls.filter(({ route }) => route === 'DELETE user token')).toHaveLength(2)
  expect(await house.store.db.query.selectFrom('tool_connecting').selectAll().execute()).toEqual([])
})

it('a server that wants a scope is given a token in the name of the person, once Entra lets the app', async () => {
  const scope = 'api://tracker/.default'
  const delegated = { audience: 'api://tracker', scopes: ['issues.write'], consented: false }
  const { room, simulator, server, asks, approve, heard } = await teamsSsoHouse({ scope, delegated: [delegated] })
  await asks('ann')
  await room.choose('ann', 'Connect')
  await heard('ann', 'Microsoft gives me no access in your name (AADSTS65001)')
  expect(server.received).toEqual([])
  delegated.consented = true
  await room.press('ann', 'Connect')
  await approve('ann')
  expect(server.callers).toEqual(['ann@example.com'])
  const token = [...server.tokens].at(-1)!.replace('Bearer ', '')
  expect(simulator.holder(token, 'api://tracker')).toBe('ann@example.com')
  expect(simulator.holder(token, `api://botid-${simulator.appId}`)).toBeUndefined()
})

it('a server that wants more than the sign-in gives is said to be for an admin, and is tried again by a press', async () => {
  const { room, server, asks, approve, heard, quiet } = await teamsSsoHouse()
  await asks('ann')
  await room.choose('ann', 'Connect')
  await heard('ann', 'Shall I?')
  await quiet()
  server.state.wants = 'write'
  await room.choose('ann', 'Approve')
  await heard('ann', 'wants more than your sign-in here gives: write. An admin can change that')
  expect(server.received).toEqual([])
  await quiet()
  server.state.wants = undefined
  await room.choose('ann', 'Connect')
  await approve('ann')
  expect(server.received).toEqual([issue])
})

it('the package of an app without a connection asks for nothing of it', () => {
  const options = {
    application: '7a11e500-0000-4000-8000-0000000000b0',
    ...{ website: 'https://example.com', privacy: 'https://example.com', terms: 'https://example.com' },
    ...{ version: '1.0.0', hearsAll: false },
  }
  const manifest = (more: object = {}) => JSON.parse(filesOf({ ...options, ...more })['manifest.json']!)
  expect(manifest()).toMatchObject({ validDomains: [] })
  expect(manifest()).not.toHaveProperty('webApplicationInfo')
  const known = { id: options.application, resource: `api://botid-${options.application}` }
  const signsIn = 'token.botframework.com'
  expect(manifest({ signsIn })).toMatchObject({ validDomains: [signsIn], webApplicationInfo: known })
  expect(manifest({ signsIn })).not.toHaveProperty('authorization')
  expect(manifest({ signsIn, hearsAll: true })).toMatchObject({
    ...{ validDomains: [signsIn], webApplicationInfo: known },
    authorization: { permissions: { resourceSpecific: [{ type: 'Application' }, { type: 'Application' }] } },
  })
})
