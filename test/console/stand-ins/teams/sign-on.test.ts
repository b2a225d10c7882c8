import { expect, it } from 'vitest'
import { createKey, signed } from '../../../../console/stand-ins/teams/identity/jwt.ts'
import { ANN, ANNS, askForToken, BEN, type Json, LUNCH, startApp, startSimulator } from './support.ts'

const connections = [{ name: 'people' }]
const card = (content: Json) => ({
  attachments: [{ contentType: 'application/vnd.microsoft.card.oauth', content }],
})
const button = { type: 'signin', title: 'Sign in', value: 'https://example.com/signin' }

async function open() {
  const simulator = await startSimulator({ app: { connections }, limits: { enforceRates: false } })
  simulator.setManifest({
    webApplicationInfo: { id: simulator.appId, resource: `api://botid-${simulator.appId}` },
    validDomains: [new URL(simulator.tokenStoreUrl).host],
  })
  const { json } = await askForToken(simulator)
  const authorization = `Bearer ${String(json['access_token'])}`
  const ask = async (method: string, path: string, query: Record<string, string>, body?: Json, as = authorization) => {
    const url = `${simulator.tokenStoreUrl}/api/${path}?${new URLSearchParams(query)}`
    const headers = { authorization: as, 'content-type': 'application/json' }
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await response.text()
    return { status: response.status, json: (text ? JSON.parse(text) : {}) as Json }
  }
  const conversation = {
    ...{ user: { id: ANN }, bot: { id: simulator.botId }, conversation: { id: ANNS }, channelId: 'msteams' },
  }
  const state = (more: Json = {}) =>
    Buffer.from(JSON.stringify({ connectionName: 'people', msAppId: simulator.appId, conversation, ...more })).toString(
      'base64',
    )
  const resource = async () => (await ask('GET', 'botsignin/GetSignInResource', { state: state() })).json
  return { simulator, ask, state, conversation, resource }
}

const channel = { channelId: 'msteams' }
const ann = { userId: ANN, connectionName: 'people', channelId: 'msteams' }

it('refuses what names another bot, user, chat or connection, and whoever is not the app', async () => {
  const { ask, state, conversation, simulator } = await open()
  const resource = (more: Json) => ask('GET', 'botsignin/GetSignInResource', { state: state(more) })
  for (const more of [
    { connectionName: 'another' },
    { msAppId: 'another' },
    { conversation: { ...conversation, user: { id: '29:nobody' } } },
    { conversation: { ...conversation, bot: { id: '28:another' } } },
    { conversation: { ...conversation, conversation: { id: LUNCH } } },
    { conversation: { ...conversation, channelId: 'webchat' } },
  ])
    expect((await resource(more)).status).toBe(400)
  expect((await ask('GET', 'botsignin/GetSignInResource', { state: 'e30' })).status).toBe(400)
  expect((await resource({})).json).toMatchObject({
    signInLink: expect.stringContaining(simulator.tokenStoreUrl),
    tokenExchangeResource: { id: expect.any(String), uri: `api://botid-${simulator.appId}` },
  })
  expect((await ask('GET', 'usertoken/GetToken', ann, undefined, 'Bearer nothing')).status).toBe(401)
  expect((await ask('GET', 'usertoken/GetToken', { ...ann, channelId: 'webchat' })).status).toBe(400)
  expect((await ask('GET', 'usertoken/GetToken', ann)).status).toBe(404)
})

it('exchanges a token of the user for the app, and no other', async () => {
  const { ask, simulator } = await open()
  const exchange = (token: unknown, query: Record<string, string> = ann) =>
    ask('POST', 'usertoken/exchange', query, { token })
  const forged = signed({ aud: `api://botid-${simulator.appId}`, oid: 'a', tid: simulator.tenantId }, createKey())
  for (const token of [undefined, 'no.token.this', forged, simulator.deviceToken(BEN)])
    expect((await exchange(token)).status).toBe(400)
  simulator.signOn.wantsToSee = true
  expect((await exchange(simulator.deviceToken(ANN))).status).toBe(400)
  simulator.signOn.wantsToSee = false
  const { status: answer, json } = await exchange(simulator.deviceToken(ANN))
  expect([answer, json]).toEqual([200, { ...held, token: expect.any(String), expiration: expect.any(String) }])
  expect((await ask('GET', 'usertoken/GetToken', ann)).json).toMatchObject(held)
  expect((await ask('GET', 'usertoken/GetToken', { ...ann, userId: BEN })).status).toBe(404)
  const status = async (userId: string) => (await ask('GET', 'usertoken/GetTokenStatus', { ...channel, userId })).json
  expect(await status(ANN)).toMatchObject([{ connectionName: 'people', hasToken: true }])
  expect(await status('29:nobody')).toMatchObject([{ connectionName: 'people', hasToken: false }])
  expect((await ask('GET', 'usertoken/GetTokenStatus', channel)).status).toBe(400)
  expect((await ask('DELETE', 'usertoken/SignOut', ann)).status).toBe(200)
  expect((await ask('GET', 'usertoken/GetToken', ann)).status).toBe(404)
  // What went over the wire is in no record.
  const kept = simulator.calls.filter(({ path }) => path.startsWith('/tokens'))
  expect(JSON.stringify(kept)).not.toContain(String(json['token']).slice(-40))
})
const held = { channelId: 'msteams', connectionName: 'people' }

it('takes a card for signing in alone, in personal chats, with one button', async () => {
  const { simulator } = await open()
  const { api } = await startApp(simulator)
  const whole = { text: 'Sign in', connectionName: 'people', buttons: [button] }
  const post = async (conversation: string, activity: Json) => (await api.post(conversation, activity)).status
  expect(await post(ANNS, card(whole))).toBe(201)
  expect(await post(LUNCH, card(whole))).toBe(400)
  expect(await post(ANNS, { text: 'Please', ...card(whole) })).toBe(400)
  for (const wrong of [
    { ...whole, connectionName: '' },
    { ...whole, buttons: [] },
    { ...whole, buttons: [button, button] },
    { ...whole, buttons: [{ ...button, type: 'openUrl' }] },
    { ...whole, buttons: [{ ...button, value: 'nowhere' }] },
    { ...whole, tokenExchangeResource: { id: '', uri: 'api://a' } },
  ])
    expect(await post(ANNS, card(wrong))).toBe(400)
})

it('answers a card from each device, shows its button where it is asked for that, and comes back with a code once', async () => {
  const { simulator, resource, ask } = await open()
  let status = 412
  const { api, heard } = await startApp(simulator, ({ name }) => ({
    status: name === 'signin/tokenExchange' ? status : 200,
    body: {},
  }))
  const { signInLink: value, tokenExchangeResource } = await resource()
  const content = { connectionName: 'people', tokenExchangeResource, buttons: [{ ...button, value }] }
  simulator.signOn.devices = 2
  const { json } = await api.post(ANNS, card(content))
  const at = { user: ANN, conversation: ANNS, message: String(json['id']) }
  await expect.poll(() => heard.length).toBe(2)
  await simulator.idle()
  const { id } = tokenExchangeResource as { id: string }
  for (const { activity } of heard)
    expect(activity).toMatchObject({
      ...{ name: 'signin/tokenExchange', replyToId: at.message },
      value: { id, connectionName: 'people', token: expect.any(String) },
    })
  const shown = () => simulator.messages(ANNS, { as: ANN }).flatMap(({ attachments }) => attachments)
  expect(shown()).toEqual([expect.objectContaining({ kind: 'signin', title: 'Sign in' })])
  await simulator.signIn(at)
  const code = (heard.at(-1)!.activity as unknown as { value: { state: string } }).value.state
  expect((await ask('GET', 'usertoken/GetToken', { ...ann, userId: BEN, code })).status).toBe(404)
  expect((await ask('GET', 'usertoken/GetToken', { ...ann, code })).status).toBe(200)
  expect((await ask('GET', 'usertoken/GetToken', { ...ann, code })).status).toBe(404)

  // A card that was answered well nobody sees; a page elsewhere is not opened.
  status = 200
  const next = await api.post(ANNS, card(content))
  await simulator.idle()
  expect(shown()).toHaveLength(1)
  await expect(simulator.signIn({ ...at, message: String(next.json['id']) })).rejects.toThrow('Nobody is asked')
  simulator.setManifest({})
  await expect(simulator.signIn(at)).rejects.toThrow('validDomains')
})

it('fails, with a code that is told to the app, where the app is not known in Entra as its card says', async () => {
  const { simulator, resource } = await open()
  const { api, heard } = await startApp(simulator)
  const { tokenExchangeResource } = (await resource()) as { tokenExchangeResource: Json }
  const post = (exchange: Json) =>
    api.post(ANNS, card({ connectionName: 'people', buttons: [button], tokenExchangeResource: exchange }))
  await post({ ...tokenExchangeResource, uri: 'api://another' })
  simulator.setManifest({})
  await post(tokenExchangeResource)
  await simulator.idle()
  const codes = heard.map(({ activity }) => activity as unknown as { name: string; value: { code: string } })
  expect(codes.map(({ name, value }) => `${name} ${value.code}`)).toEqual(
    Array(2).fill('signin/failure resourcematchfailed'),
  )
})

it('gives tokens in the name of people for what the app may do elsewhere, and says with a code of Entra why not', async () => {
  const delegated = [
    { audience: 'api://tracker', scopes: ['issues.write'], consented: true },
    { audience: 'api://calendar', scopes: ['read'], consented: false },
  ]
  const simulator = await startSimulator({ app: { delegated } })
  const ask = async (more: Record<string, string>) => {
    const form = {
      ...{ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', requested_token_use: 'on_behalf_of' },
      ...{ assertion: simulator.deviceToken(ANN), scope: 'api://tracker/issues.write', ...more },
    }
    const { status, json } = await askForToken(simulator, form)
    return { status, code: json['error_codes'], token: String(json['access_token']) }
  }
  const good = await ask({})
  expect(good.status).toBe(200)
  expect(simulator.holder(good.token, 'api://tracker')).toBe('ann@example.com')
  expect(simulator.holder(good.token, 'api://calendar')).toBeUndefined()
  expect(await ask({ scope: 'api://tracker/.default' })).toMatchObject({ status: 200 })
  expect(await ask({ scope: 'api://calendar/read' })).toMatchObject({ status: 400, code: [65001] })
  expect(await ask({ scope: 'api://mail/read' })).toMatchObject({ status: 400, code: [70011] })
  expect(await ask({ assertion: good.token })).toMatchObject({ status: 400, code: [500131] })
  expect(await ask({ requested_token_use: '' })).toMatchObject({ status: 400, code: [900144] })
  expect(await ask({ client_secret: 'wrong' })).toMatchObject({ status: 401, code: [7000215] })
})
