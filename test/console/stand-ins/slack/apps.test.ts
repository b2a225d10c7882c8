import { describe, expect, it } from 'vitest'
import type { SlackSimulator } from '../../../../console/stand-ins/slack/index.ts'
import { call, createClock, startSimulator } from './support.ts'

const acme = {
  id: 'T0ACME',
  name: 'Acme',
  users: [{ id: 'U0CAY', name: 'cay', real_name: 'Cay', is_bot: false }],
  channels: [{ id: 'C0ACME', kind: 'channel' as const, name: 'acme' }],
}
const grid = { id: 'E0GRID', name: 'Grid' }
/** Nobody listens there; what is sent is written down all the same. */
const nowhere = 'http://127.0.0.1:9/slack/events'
const told = (simulator: SlackSimulator) =>
  simulator.deliveries.map(({ payload }) => payload as { event: Record<string, unknown> })

async function deafSimulator(options: Parameters<typeof startSimulator>[0] = {}) {
  const simulator = await startSimulator({ limits: { retryDelaysMs: [] }, ...options })
  simulator.sendEventsTo(nowhere)
  return simulator
}

describe('scopes', () => {
  it.each([
    ['chat.postMessage', { channel: 'C0GENERAL', text: 'hi' }, 'chat:write'],
    ['users.info', { user: 'U0ANN' }, 'users:read'],
    ['conversations.history', { channel: 'C0GENERAL' }, 'channels:history'],
    ['conversations.history', { channel: 'D0ANN' }, 'im:history'],
    ['conversations.info', { channel: 'C0GENERAL' }, 'channels:read'],
    ['assistant.threads.setSuggestedPrompts', { channel_id: 'D0ANN', prompts: [] }, 'assistant:write'],
    ['team.info', {}, 'team:read'],
  ])('%s of %o needs %s', async (method, args, scope) => {
    const without = await startSimulator({ app: { scopes: ['app_mentions:read'] } })
    const missing = { ok: false, error: 'missing_scope', needed: scope, provided: 'app_mentions:read' }
    expect(await call(without, method, args)).toEqual(missing)
    const simulator = await startSimulator({ app: { scopes: [scope] } })
    expect(await call(simulator, method, args)).toMatchObject({ ok: true })
  })

  it('are told with every answer', async () => {
    const simulator = await startSimulator({ app: { scopes: ['chat:write', 'im:history'] } })
    const headers = { authorization: `Bearer ${simulator.botToken}` }
    const answer = await fetch(`${simulator.url}/api/auth.test`, { method: 'POST', headers })
    expect(answer.headers.get('x-oauth-scopes')).toBe('chat:write,im:history')
  })

  it('and subscriptions decide what an app hears', async () => {
    const events = ['app_mention', 'message.im']
    const simulator = await deafSimulator({ app: { events, scopes: ['app_mentions:read'] } })
    simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'hi' })
    simulator.say({ user: 'U0ANN', channel: 'C0GENERAL', text: '@Parley hi' })
    simulator.open({ user: 'U0ANN' })
    await simulator.delivered()
    expect(told(simulator).map(({ event }) => event['type'])).toEqual(['app_mention'])
  })

  it('are needed for files too', async () => {
    const simulator = await startSimulator({ app: { scopes: ['chat:write'] } })
    const file = { name: 'a.txt', mimetype: 'text/plain', base64: 'aGk=' }
    simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: '', files: [file] })
    const { id } = simulator.messages('D0ANN')[0]!.files![0]!
    const headers = { authorization: `Bearer ${simulator.botToken}` }
    const answer = await fetch(`${simulator.url}/files-pri/${id}/a.txt`, { headers, redirect: 'manual' })
    expect(answer.status).toBe(302)
  })
})

it('reading methods take no JSON', async () => {
  const simulator = await startSimulator()
  const answer = await fetch(`${simulator.url}/api/users.info`, {
    method: 'POST',
    headers: { authorization: `Bearer ${simulator.botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ user: 'U0ANN' }),
  })
  expect(await answer.json()).toMatchObject({ ok: false, error: 'invalid_arguments' })
})

describe('two apps in one workspace', () => {
  it('have tokens, bots, conversations and events of their own', async () => {
    const simulator = await deafSimulator()
    const other = simulator.addApp('Other')
    other.sendEventsTo(nowhere)
    expect(await call(simulator, 'auth.test', {}, other.botToken)).toMatchObject({ user_id: 'U0OTHER', user: 'other' })
    const { ts } = await call(simulator, 'chat.postMessage', { channel: 'C0GENERAL', text: 'hi' }, other.botToken)
    expect(await call(simulator, 'chat.update', { channel: 'C0GENERAL', ts, text: 'mine' })).toMatchObject({
      error: 'cant_update_message',
    })
    const { channel } = await call(simulator, 'chat.postMessage', { channel: 'U0ANN', text: 'psst' }, other.botToken)
    expect(channel).not.toBe('D0ANN')
    expect(await call(simulator, 'chat.postMessage', { channel, text: 'hi' })).toMatchObject({
      error: 'channel_not_found',
    })
    await simulator.delivered()
    const said = told(simulator).map(({ event }) => event)
    expect(said).toMatchObject([{ channel: 'C0GENERAL', user: 'U0OTHER', bot_id: 'B0OTHER', app_id: 'A0OTHER' }])
    expect(other.deliveries).toHaveLength(2)
  })
})

it('a workflow speaks without a user', async () => {
  const simulator = await deafSimulator()
  simulator.automate({ channel: 'C0GENERAL', text: '@Parley report', name: 'Reporter' })
  await simulator.delivered()
  expect(told(simulator).map(({ event }) => event['type'])).toEqual(['message', 'app_mention'])
  for (const { event } of told(simulator)) {
    expect(event).toMatchObject({ bot_id: 'B0WORKFLOW', username: 'Reporter' })
    expect(event).not.toHaveProperty('user')
  }
})

it('people of another workspace come with theirs', async () => {
  const dee = { id: 'U0DEE', name: 'dee', real_name: 'Dee', is_bot: false, team: 'T0FAR' }
  const simulator = await deafSimulator({ users: [dee] })
  const thread_ts = simulator.say({ user: 'U0DEE', channel: 'C0GENERAL', text: 'hi' })
  await simulator.delivered()
  expect(told(simulator)[0]).toMatchObject({
    team_id: 'T0PARLEY',
    is_ext_shared_channel: true,
    event: { user: 'U0DEE', team: 'T0FAR', user_team: 'T0FAR' },
  })
  const stream = { channel: 'C0GENERAL', thread_ts, recipient_user_id: 'U0DEE' }
  expect(await call(simulator, 'chat.startStream', { ...stream, recipient_team_id: 'T0PARLEY' })).toMatchObject({
    error: 'team_not_found',
  })
  expect(await call(simulator, 'chat.startStream', { ...stream, recipient_team_id: 'T0FAR' })).toMatchObject({
    ok: true,
  })
})

it('of their files only the id is told, until an app asks', async () => {
  const dee = { id: 'U0DEE', name: 'dee', real_name: 'Dee', is_bot: false, team: 'T0FAR' }
  const simulator = await deafSimulator({ users: [dee] })
  const file = { name: 'a.txt', mimetype: 'text/plain', base64: 'aGk=' }
  simulator.say({ user: 'U0DEE', channel: 'C0GENERAL', text: '', files: [file] })
  await simulator.delivered()
  const [stub] = told(simulator)[0]!.event['files'] as Record<string, unknown>[]
  expect(stub).toMatchObject({ id: expect.any(String), file_access: 'check_file_info' })
  expect(stub).not.toHaveProperty('url_private')
  expect(await call(simulator, 'files.info', { file: stub!['id'] })).toMatchObject({
    file: { name: 'a.txt', mimetype: 'text/plain', size: 2, url_private: expect.stringContaining('/files-pri/') },
  })
  expect(await call(simulator, 'files.info', { file: 'F0NONE' })).toMatchObject({ error: 'file_not_found' })
})

it.each([
  { kind: 'group' as const, event: 'message.groups', scope: 'groups:history', told: ['message', 'app_mention'] },
  { kind: 'mpim' as const, event: 'message.mpim', scope: 'mpim:history', told: ['message'] },
])('what is said where only some people are is told to those who may read it: $kind', async ({ kind, ...one }) => {
  const channel = { id: 'C0SOME', kind, name: 'some', members: ['U0ANN', 'U0PARLEY'] }
  const events = [one.event, 'app_mention']
  for (const scopes of [['app_mentions:read', one.scope], ['channels:history']]) {
    const simulator = await deafSimulator({ channels: [channel], app: { events, scopes } })
    simulator.say({ user: 'U0ANN', channel: 'C0SOME', text: '@Parley hi' })
    await simulator.delivered()
    expect(told(simulator).map(({ event }) => event['type'])).toEqual(scopes.includes(one.scope) ? one.told : [])
    expect(simulator.messages('C0SOME', { as: 'U0BEN' })).toEqual([])
    expect(() => simulator.say({ user: 'U0BEN', channel: 'C0SOME', text: 'hi' })).toThrow('is in no channel')
    const read = await call(simulator, 'conversations.history', { channel: 'C0SOME' })
    expect(read.ok).toBe(scopes.includes(one.scope))
  }
})

describe('a message shortcut', () => {
  it('tells of the message, and waits three seconds', async () => {
    const simulator = await startSimulator({ limits: { ackTimeoutMs: 20 } })
    const ts = simulator.say({ user: 'U0BEN', channel: 'C0GENERAL', text: 'a < b' })
    simulator.sendEventsTo(nowhere)
    const asked = { user: 'U0ANN', channel: 'C0GENERAL', ts, callback_id: 'ask_about' }
    await expect(simulator.shortcut(asked)).rejects.toThrow('The app could not be reached')
    expect(simulator.deliveries.at(-1)).toMatchObject({
      kind: 'interactive',
      payload: {
        type: 'message_action',
        callback_id: 'ask_about',
        message_ts: ts,
        message: { text: 'a &lt; b', user: 'U0BEN' },
        channel: { id: 'C0GENERAL' },
        user: { id: 'U0ANN', team_id: 'T0PARLEY' },
        trigger_id: expect.any(String),
        response_url: expect.stringContaining('/response/'),
      },
    })
    await expect(simulator.shortcut({ ...asked, ts: '1.000000' })).rejects.toThrow('There is no message')
  })
})

describe('installing', () => {
  const redirect = 'https://parley.example.com/slack/oauth_redirect'
  const addressFor = (simulator: SlackSimulator, more: Record<string, string> = {}) => {
    const query = { client_id: simulator.clientId, scope: 'chat:write,im:history', state: 's', ...more }
    return `${simulator.url}/oauth/v2/authorize?${new URLSearchParams(query)}`
  }
  const codeOf = (address: string) => new URL(address).searchParams.get('code')!
  const access = (simulator: SlackSimulator, code: string, more: object = {}) =>
    call(simulator, 'oauth.v2.access', {
      client_id: simulator.clientId,
      client_secret: simulator.clientSecret,
      code,
      ...more,
    })

  it('gives a code, and for the code a token of that workspace alone', async () => {
    const simulator = await startSimulator()
    simulator.addTeam(acme)
    const back = simulator.authorize(addressFor(simulator), { team: 'T0ACME' })
    expect(back).toMatch(/^https:\/\/parley\.example\.com\/slack\/oauth_redirect\?state=s&code=\w+$/)
    const granted = await access(simulator, codeOf(back))
    expect(granted).toMatchObject({
      ok: true,
      token_type: 'bot',
      team: { id: 'T0ACME', name: 'Acme' },
      enterprise: null,
      is_enterprise_install: false,
      bot_user_id: 'U1PARLEY',
    })
    const token = granted['access_token'] as string
    expect(await call(simulator, 'auth.test', {}, token)).toMatchObject({ team_id: 'T0ACME', user_id: 'U1PARLEY' })
    expect(await call(simulator, 'chat.postMessage', { channel: 'C0ACME', text: 'hi' }, token)).toMatchObject({
      ok: true,
    })
    expect(await call(simulator, 'chat.postMessage', { channel: 'C0GENERAL', text: 'hi' }, token)).toMatchObject({
      error: 'channel_not_found',
    })
  })

  it('is refused as Slack refuses it', async () => {
    const clock = createClock()
    const simulator = await startSimulator({ now: clock.now })
    const code = () => codeOf(simulator.authorize(addressFor(simulator), { team: 'T0PARLEY' }))
    const used = code()
    await access(simulator, used)
    expect(await access(simulator, used)).toMatchObject({ error: 'code_already_used' })
    expect(await access(simulator, 'nonsense')).toMatchObject({ error: 'invalid_code' })
    expect(await access(simulator, code(), { client_secret: 'wrong' })).toMatchObject({ error: 'bad_client_secret' })
    expect(await access(simulator, code(), { client_id: '1.1' })).toMatchObject({ error: 'invalid_client_id' })
    expect(await access(simulator, code(), { redirect_uri: redirect })).toMatchObject({ error: 'bad_redirect_uri' })
    const old = code()
    clock.pass(600_001)
    expect(await access(simulator, old)).toMatchObject({ error: 'invalid_code' })
    const wrong = { client_id: '1.1', scope: 'admin', redirect_uri: 'https://example.com' }
    for (const [name, value] of Object.entries(wrong)) {
      expect(() => simulator.authorize(addressFor(simulator, { [name]: value }), { team: 'T0PARLEY' })).toThrow()
    }
    expect(() => simulator.authorize(addressFor(simulator), { team: 'T0NONE' })).toThrow('There is no workspace')
    expect(() => simulator.authorize(addressFor(simulator), { team: 'T0PARLEY', orgWide: true })).toThrow(
      'no organisation',
    )
  })

  it('for an organisation gives one token for all of its workspaces', async () => {
    const simulator = await deafSimulator({ team: { id: 'T0PARLEY', name: 'Parley HQ', enterprise: grid } })
    const other = simulator.addTeam({ ...acme, enterprise: grid })
    const back = simulator.authorize(addressFor(simulator), { team: 'T0PARLEY', orgWide: true })
    const granted = await access(simulator, codeOf(back))
    expect(granted).toMatchObject({ team: null, enterprise: grid, is_enterprise_install: true })
    const token = granted['access_token'] as string
    for (const channel of ['C0GENERAL', 'C0ACME']) {
      expect(await call(simulator, 'chat.postMessage', { channel, text: 'hi' }, token)).toMatchObject({ ok: true })
    }
    other.say({ user: 'U0CAY', channel: 'C0ACME', text: 'hi' })
    await simulator.delivered()
    expect(told(simulator).at(-1)).toMatchObject({
      team_id: 'T0ACME',
      authorizations: [{ enterprise_id: 'E0GRID', team_id: 'T0ACME', is_enterprise_install: true }],
    })
  })

  it('ends with the tokens, of which the app is told', async () => {
    const simulator = await deafSimulator()
    simulator.uninstall()
    simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'anybody?' })
    await simulator.delivered()
    expect(told(simulator).map(({ event }) => event['type'])).toEqual(['tokens_revoked', 'app_uninstalled'])
    expect(told(simulator)[0]).toMatchObject({
      authorizations: [],
      event: { tokens: { bot: ['U0PARLEY'], oauth: [] } },
    })
    expect(await call(simulator, 'auth.test')).toMatchObject({ ok: false, error: 'account_inactive' })
    const token = simulator.install()
    expect(await call(simulator, 'auth.test', {}, token)).toMatchObject({ ok: true })
  })
})

it('an app’s settings are for their owner', async () => {
  const simulator = await startSimulator()
  const asked = { app_id: 'A0PARLEY' }
  expect(await call(simulator, 'apps.manifest.export', asked)).toMatchObject({ error: 'not_allowed_token_type' })
  expect(await call(simulator, 'apps.manifest.export', asked, simulator.configToken)).toMatchObject({
    ok: true,
    manifest: { settings: { socket_mode_enabled: true, interactivity: { is_enabled: true } } },
  })
  expect(await call(simulator, 'apps.manifest.export', { app_id: 'A0' }, simulator.configToken)).toMatchObject({
    error: 'app_not_found',
  })
})

it('connections may be asked for 50 times a minute', async () => {
  const clock = createClock()
  const simulator = await startSimulator({ now: clock.now })
  const ask = () => call(simulator, 'apps.connections.open', {}, simulator.appToken)
  for (let n = 0; n < 50; n++) expect(await ask()).toMatchObject({ ok: true })
  expect(await ask()).toMatchObject({ error: 'ratelimited' })
})
