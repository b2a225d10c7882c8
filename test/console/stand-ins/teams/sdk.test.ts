import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  CloudAdapter,
  ConfigurationBotFrameworkAuthentication,
  type Response,
  TeamsInfo,
  type TurnContext,
} from 'botbuilder'
import { expect, it, vi } from 'vitest'
import type { BadToken, TeamsSimulator } from '../../../../console/stand-ins/teams/index.ts'
import { ANN, ANNS, askForToken, BEN, card, type Json, LUNCH, later, SUPPORT, startSimulator } from './support.ts'

/** Everything of the SDK's that would ask Microsoft asks the simulator. */
function createAdapter(simulator: TeamsSimulator): CloudAdapter {
  const { appId, tenantId, loginUrl, openIdMetadataUrl, tokenStoreUrl } = simulator
  const getToken = async () => String((await askForToken(simulator)).json['access_token'])
  const credentials = {
    getToken,
    async signRequest<T extends { headers: { set(name: string, value: string): void } }>(request: T): Promise<T> {
      request.headers.set('authorization', `Bearer ${await getToken()}`)
      return request
    },
  }
  const factory = {
    isValidAppId: async (id: string) => id === appId,
    isAuthenticationDisabled: async () => false,
    createCredentials: async () => credentials,
  }
  const authentication = new ConfigurationBotFrameworkAuthentication(
    {
      MicrosoftAppId: appId,
      MicrosoftAppTenantId: tenantId,
      MicrosoftAppType: 'SingleTenant',
      ToChannelFromBotLoginUrl: loginUrl,
      ToChannelFromBotOAuthScope: 'https://api.botframework.com',
      ToBotFromChannelTokenIssuer: 'https://api.botframework.com',
      OAuthUrl: tokenStoreUrl,
      ToBotFromChannelOpenIdMetadataUrl: openIdMetadataUrl,
      ToBotFromEmulatorOpenIdMetadataUrl: openIdMetadataUrl,
    },
    factory as never,
    { requiredEndorsements: ['msteams'] } as never,
  )
  const adapter = new CloudAdapter(authentication)
  adapter.onTurnError = async (_, error) => {
    throw error
  }
  return adapter
}

/** What the SDK expects of a response. */
function toResponse(res: ServerResponse): Response {
  const response = {
    socket: res.socket,
    header: (name: string, value: string) => void res.setHeader(name, value),
    status(code: number) {
      res.statusCode = code
    },
    send: (body: unknown) => void res.write(typeof body === 'string' ? body : JSON.stringify(body)),
    end: () => void res.end(),
  }
  return response as unknown as Response
}

async function startBot(simulator: TeamsSimulator, logic: (context: TurnContext) => Promise<void>): Promise<void> {
  const adapter = createAdapter(simulator)
  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Json
    const request = { method: req.method, headers: req.headers as Record<string, string>, body }
    await adapter.process(request as never, toResponse(res), logic)
  }
  const server = createServer((req, res) => {
    handle(req, res).catch(() => res.writeHead(500).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  later(() => {
    server.close()
    server.closeAllConnections()
  })
  simulator.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/messages`)
}

it('has its tokens accepted by the SDK when they are good, and refused when they are not', async () => {
  // The SDK prints every token that it refuses.
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  later(() => printed.mockRestore())
  const simulator = await startSimulator()
  const heard: string[] = []
  await startBot(simulator, async (context) => void heard.push(context.activity.text))
  const say = async (text: string): Promise<number> => {
    simulator.say({ user: ANN, conversation: ANNS, text })
    await simulator.idle()
    return simulator.deliveries.at(-1)!.status
  }
  expect(await say('good')).toBe(200)
  const bad: BadToken[] = [
    'none',
    'malformed',
    'expired',
    'not_yet',
    'wrong_key',
    'wrong_audience',
    'wrong_issuer',
    'wrong_service_url',
    'no_service_url',
    'hs256',
    'unendorsed',
  ]
  for (const kind of bad) {
    simulator.sendBadTokens(kind)
    expect([kind, await say(kind)]).toEqual([
      kind,
      expect.toSatisfy((status: number) => status >= 400 && status <= 500),
    ])
  }
  expect(await say('good again')).toBe(200)
  expect(heard).toEqual(['good', 'good again'])
})

it('is spoken to by the SDK: replies, updates, deletions, members, proactive messages', async () => {
  const simulator = await startSimulator({ limits: { enforceRates: false } })
  const members: string[] = []
  await startBot(simulator, async (context) => {
    members.push((await TeamsInfo.getMember(context, context.activity.from.id)).name)
    const sent = await context.sendActivity('first')
    await context.updateActivity({ type: 'message', id: sent!.id, text: 'updated' })
    const other = await context.sendActivity({
      type: 'message',
      attachments: [card([{ type: 'TextBlock', text: 'x' }]) as never],
    })
    await context.deleteActivity(other!.id)
  })
  const root = simulator.say({
    user: BEN,
    conversation: SUPPORT,
    text: `${simulator.mention(simulator.botId)} hi`,
    mentions: [simulator.botId],
  })
  await simulator.idle()
  expect(simulator.deliveries.at(-1)).toMatchObject({ status: 200 })
  expect(members).toEqual(['Ben'])
  expect(simulator.messages(SUPPORT, { root })).toMatchObject([
    { id: root },
    { root, text: 'updated', edited: true },
    { root, deleted: true },
  ])
})

it('understands what the SDK answers invokes with', async () => {
  const simulator = await startSimulator()
  const next = { type: 'AdaptiveCard', version: '1.5', body: [{ type: 'TextBlock', text: 'done' }] }
  await startBot(simulator, async (context) => {
    if (context.activity.type === 'message') {
      const shown = card([{ type: 'TextBlock', text: 'x' }], [{ type: 'Action.Execute', title: 'Do', verb: 'do' }])
      await context.sendActivity({ type: 'message', attachments: [shown as never] })
    } else if (context.activity.type === 'invoke') {
      const body = { statusCode: 200, type: 'application/vnd.microsoft.card.adaptive', value: next }
      await context.sendActivity({ type: 'invokeResponse', value: { status: 200, body } })
    }
  })
  simulator.say({
    user: ANN,
    conversation: LUNCH,
    text: `${simulator.mention(simulator.botId)} card`,
    mentions: [simulator.botId],
  })
  await simulator.idle()
  const message = simulator.messages(LUNCH).at(-1)!.id
  const outcome = await simulator.press({ user: ANN, conversation: LUNCH, message, action: 'Do' })
  expect(outcome.state).toBe('answered')
  expect(simulator.messages(LUNCH, { as: ANN }).at(-1)!.attachments).toMatchObject([{ content: next }])
})

it('has a token store that the SDK signs people in, and out, with', async () => {
  const simulator = await startSimulator({ app: { connections: [{ name: 'people' }] } })
  const resource = `api://botid-${simulator.appId}`
  simulator.setManifest({ webApplicationInfo: { id: simulator.appId, resource } })
  const told: unknown[] = []
  await startBot(simulator, async (context) => {
    const { activity, adapter, turnState } = context
    const client = turnState.get((adapter as CloudAdapter).UserTokenClientKey)
    const user = [activity.from.id, 'people', activity.channelId] as const
    if (activity.type === 'message') {
      told.push(await client.getUserToken(...user, ''))
      const { signInLink: value, tokenExchangeResource } = await client.getSignInResource('people', activity)
      const buttons = [{ type: 'signin', title: 'Sign in', value }]
      const content = { text: 'Sign in', connectionName: 'people', tokenExchangeResource, buttons }
      await context.sendActivity({ attachments: [{ contentType: 'application/vnd.microsoft.card.oauth', content }] })
    }
    if (activity.name !== 'signin/tokenExchange') return
    const { token } = activity.value as { token: string }
    told.push(await client.exchangeToken(...user, { token }))
    told.push(await client.getUserToken(...user, ''))
    await client.signOutUser(...user)
    told.push(await client.getUserToken(...user, ''))
    await context.sendActivity({ type: 'invokeResponse', value: { status: 200 } })
  })
  simulator.say({ user: ANN, conversation: ANNS, text: 'Who am I?' })
  await expect.poll(() => told.length).toBe(4)
  await simulator.idle()
  const held = expect.objectContaining({ connectionName: 'people', token: expect.any(String) })
  expect(told).toEqual([undefined, held, held, undefined])
  expect(simulator.holder((told[1] as { token: string }).token, resource)).toBe('ann@example.com')
})
