import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createSlack } from '../../../adapters/slack/index.ts'
import { eventsFor, manifest as manifestFor, scopesFor, type Wants } from '../../../adapters/slack/manifest.ts'
import { setup } from '../../../adapters/slack/setup.ts'
import { createSlackSimulator, type SlackSimulatorOptions } from '../../../console/stand-ins/slack/index.ts'
import { createLocalBudget } from '../../../src/drivers/budget-local.ts'
import { sharedRoutes } from '../../../src/http/shared-routes.ts'
import type { Diagnosed, Finding } from '../../../src/ports/setup.ts'
import { inboxWith, memoryInstallations, memoryNotes, secrets } from '../../support/adapter-parts.ts'

const text = (max: number) => z.string().min(1).max(max)
const address = z
  .string()
  .regex(/^https:\/\//)
  .max(3500)
const names = z.array(text(50)).max(100)

const parameters = z.record(
  z.string().regex(/^[a-z_]{1,50}$/),
  z.strictObject({ type: text(50), title: text(50), description: text(255), is_required: z.boolean() }),
)

/** What Slack's manifest schema says of the parts we use, and nothing else allowed. */
const manifestSchema = z.strictObject({
  display_information: z.strictObject({ name: text(35), description: text(140).optional() }),
  features: z.strictObject({
    agent_view: z.strictObject({ agent_description: text(300) }),
    app_home: z.strictObject({
      home_tab_enabled: z.boolean(),
      messages_tab_enabled: z.literal(true),
      messages_tab_read_only_enabled: z.literal(false),
    }),
    bot_user: z.strictObject({ display_name: text(80), always_online: z.boolean() }),
    shortcuts: z
      .array(
        z.strictObject({
          name: text(24),
          type: z.enum(['message', 'global']),
          callback_id: text(255),
          description: text(150),
        }),
      )
      .min(1)
      .max(10),
    unfurl_domains: z
      .array(z.string().regex(/^[a-z0-9.-]+$/))
      .max(5)
      .optional(),
    slash_commands: z
      .array(
        z.strictObject({
          command: z.string().regex(/^\/[a-z0-9_-]{1,31}$/),
          url: address.optional(),
          description: text(2000),
          usage_hint: text(1000),
          should_escape: z.literal(true),
        }),
      )
      .length(1),
  }),
  functions: z
    .record(
      text(100),
      z.strictObject({
        title: text(50),
        description: text(255),
        input_parameters: parameters,
        output_parameters: parameters,
      }),
    )
    .optional(),
  oauth_config: z.strictObject({
    redirect_urls: z.array(address).max(1000).optional(),
    scopes: z.strictObject({ bot: names.refine((all) => new Set(all).size === all.length) }),
  }),
  settings: z.strictObject({
    event_subscriptions: z.strictObject({
      request_url: address.optional(),
      bot_events: names.refine((all) => new Set(all).size === all.length),
    }),
    interactivity: z.strictObject({
      is_enabled: z.literal(true),
      request_url: address.optional(),
      message_menu_options_url: address.optional(),
    }),
    org_deploy_enabled: z.boolean(),
    function_runtime: z.literal('remote').optional(),
    socket_mode_enabled: z.boolean(),
    token_rotation_enabled: z.literal(false),
  }),
})

describe('the manifest', () => {
  it('is one that Slack takes, for Socket Mode', () => {
    const manifest = manifestSchema.parse(JSON.parse(manifestFor({ name: 'Parley' })))
    expect(manifest.settings.socket_mode_enabled).toBe(true)
    expect(manifest.settings.event_subscriptions.request_url).toBeUndefined()
    expect(manifest.oauth_config.redirect_urls).toBeUndefined()
  })

  it('is one that Slack takes, for an address', () => {
    const { features, oauth_config, settings } = manifestSchema.parse(
      JSON.parse(manifestFor({ name: 'P'.repeat(35), url: 'https://parley.example.com' })),
    )
    const request_url = 'https://parley.example.com/slack/events'
    expect(settings).toMatchObject({
      socket_mode_enabled: false,
      event_subscriptions: { request_url },
      interactivity: { request_url, message_menu_options_url: request_url },
    })
    expect(features.slash_commands).toMatchObject([{ command: '/agent', url: request_url }])
    expect(oauth_config.redirect_urls).toEqual(['https://parley.example.com/slack/oauth_redirect'])
  })
})

it('the manifest names whose links Slack tells of, where they are to be shown', () => {
  const wants = { unfurls: true, publicUrl: 'https://parley.example.com:8443/here' }
  const { features, oauth_config, settings } = manifestSchema.parse(
    JSON.parse(manifestFor({ name: 'Parley', ...wants })),
  )
  expect(features.unfurl_domains).toEqual(['parley.example.com'])
  expect(oauth_config.scopes.bot).toEqual(expect.arrayContaining(['links:read', 'links:write']))
  expect(settings.event_subscriptions.bot_events).toContain('link_shared')
  const bare = JSON.parse(manifestFor({ name: 'Parley', publicUrl: wants.publicUrl }))
  expect(JSON.stringify(bare)).not.toMatch(/link|unfurl/)
})

it('the manifest has the step of workflows where that is wanted, and asks for no scope for it', () => {
  const { functions, settings, oauth_config } = manifestSchema.parse(
    JSON.parse(manifestFor({ name: 'Parley', steps: true })),
  )
  const { input_parameters: takes, output_parameters: gives } = functions!['ask_agent']!
  expect([Object.keys(takes), Object.keys(gives)]).toEqual([['question', 'person', 'agent'], ['answer']])
  expect(settings).toMatchObject({ function_runtime: 'remote', org_deploy_enabled: true })
  expect(settings.event_subscriptions.bot_events).toContain('function_executed')
  const bare = JSON.parse(manifestFor({ name: 'Parley' }))
  expect(oauth_config).toEqual(bare.oauth_config)
  expect(bare.settings.org_deploy_enabled).toBe(false)
  expect(JSON.stringify(bare)).not.toMatch(/function/)
})

async function workspace(options: SlackSimulatorOptions = {}) {
  const simulator = createSlackSimulator(options)
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const { botToken, appToken, signingSecret, configToken, url } = simulator
  const env = { SLACK_API_URL: `${url}/api`, SLACK_BOT_TOKEN: botToken }
  const bySocket = { ...env, SLACK_APP_TOKEN: appToken, SLACK_CONFIG_TOKEN: configToken }
  const byHttp = { ...env, SLACK_SIGNING_SECRET: signingSecret }
  return { simulator, bySocket, byHttp }
}

it('the doctor tells whoever reads Japanese so', async () => {
  const { bySocket } = await workspace({ app: { scopes: [], events: [] } })
  for (const { what, state, say } of await look(bySocket, { language: 'ja' })) {
    if (state !== 'ok') expect(say, what).toMatch(/[\p{sc=Hira}\p{sc=Kana}]/u)
  }
})

async function look(env: Diagnosed['env'], more: Partial<Diagnosed> = {}): Promise<Finding[]> {
  const findings: Finding[] = []
  const given = { env, url: 'http://127.0.0.1:9', language: 'en' as const, installations: [], ...more }
  for await (const finding of setup.diagnose(given)) findings.push(finding)
  for (const { say } of findings) expect(say).not.toMatch(/\n|xoxb-sim|xapp-sim/)
  return findings
}

const faults = (findings: Finding[]) =>
  findings.filter(({ state }) => state === 'fault').map(({ what, say }) => `${what}: ${say}`)

describe('the doctor', () => {
  it('finds nothing where all is well', async () => {
    const { bySocket } = await workspace()
    const findings = await look(bySocket)
    expect(findings.map(({ what, state }) => `${state} ${what}`)).toEqual([
      'ok bot token',
      'ok scopes',
      'ok app-level token',
      'ok socket',
      'ok event subscriptions',
      'ok interactivity',
      'ok agent',
      'ok slash command',
    ])
  })

  it.each<[string, SlackSimulatorOptions, Record<string, string>, RegExp[]]>([
    ['no token at all', {}, { SLACK_BOT_TOKEN: '' }, [/^configuration: .*parley slack manifest/]],
    [
      'a bot token Slack does not know',
      {},
      { SLACK_BOT_TOKEN: 'xoxb-wrong' },
      [/^bot token: Slack refuses it \(invalid_auth\)\. Copy/],
    ],
    [
      'an app token Slack does not know',
      {},
      { SLACK_APP_TOKEN: 'xapp-wrong' },
      [/^app-level token: Slack refuses it \(invalid_auth\)/],
    ],
    [
      'a bot token in its place',
      {},
      { SLACK_APP_TOKEN: 'xoxb-simulator' },
      [/^app-level token: .*not_allowed_token_type/],
    ],
    [
      'scopes that are missing',
      { app: { scopes: ['chat:write', 'users:read'] } },
      {},
      [/^scopes: Missing: app_mentions:read, assistant:write, .* Add them under OAuth & Permissions/],
    ],
    [
      'events it is not subscribed to',
      { app: { events: ['app_mention', 'message.im'] } },
      {},
      [/^event subscriptions: Missing: agent_session_stopped, app_home_opened, .* Add them/],
    ],
    ['buttons that do nothing', { app: { interactivity: false } }, {}, [/^interactivity: It is off/]],
    ['an app that is no agent', { app: { agentView: false } }, {}, [/^agent: /]],
    ['token rotation', { app: { tokenRotation: true } }, {}, [/^token rotation: It is on/]],
    [
      'a configuration token that ended',
      {},
      { SLACK_CONFIG_TOKEN: 'xoxe.xoxp-old' },
      [/^event subscriptions: Slack refuses SLACK_CONFIG_TOKEN/],
    ],
    ['too many connections', { limits: { sockets: 0 } }, {}, [/^socket: .*too_many_websockets/]],
    [
      'nobody who answers',
      {},
      { SLACK_API_URL: 'http://127.0.0.1:9/api' },
      [/^bot token: .*could not be reached/, /^app-level token: /],
    ],
  ])('says what to mend: %s', async (_, options, env, expected) => {
    const { bySocket } = await workspace(options)
    const found = faults(await look({ ...bySocket, ...env }))
    expect(found).toHaveLength(expected.length)
    for (const [index, pattern] of expected.entries()) expect(found[index]).toMatch(pattern)
  })

  it('looks for what the settings want besides', async () => {
    const { bySocket } = await workspace()
    const wanting = async (wants: Wants) => faults(await look(bySocket, { settings: { wants } }))
    expect(await wanting({})).toEqual([])
    expect(await wanting({ faces: true })).toEqual([
      expect.stringMatching(/^scopes: Missing: chat:write\.customize\. Add them/),
    ])
    expect(await wanting({ reactions: true })).toEqual([
      expect.stringMatching(/^scopes: Missing: reactions:read, reactions:write\./),
      expect.stringMatching(/^event subscriptions: Missing: reaction_added\./),
    ])
    expect(await wanting({ search: true })).toEqual([
      expect.stringMatching(/^scopes: Missing: search:read\.public\. Add them/),
    ])
    const wants = { faces: true, reactions: true, search: true }
    const app = { scopes: scopesFor(wants), events: eventsFor(wants) }
    const { bySocket: full } = await workspace({ app })
    expect(faults(await look(full, { settings: { wants } }))).toEqual([])
  })

  it('looks whose links Slack tells of, where they are to be shown', async () => {
    const wants = { unfurls: true }
    const app = { scopes: scopesFor(wants), events: eventsFor(wants) }
    const { bySocket: bare } = await workspace({ app })
    const settings = { settings: { wants } }
    const here = { PUBLIC_URL: 'https://parley.example.com' }
    expect(faults(await look(bare, settings))).toEqual([expect.stringMatching(/^links of the console: .*PUBLIC_URL/)])
    expect(faults(await look({ ...bare, ...here }, settings))).toEqual([
      expect.stringMatching(/^links of the console: Add parley\.example\.com under Event Subscriptions/),
    ])
    const { bySocket: full } = await workspace({ app: { ...app, unfurlDomains: ['parley.example.com'] } })
    expect(faults(await look({ ...full, ...here }, settings))).toEqual([])
  })

  it('looks whether Workflow Builder has the step, where it is wanted', async () => {
    const wants = { steps: true }
    const { bySocket } = await workspace({ app: { events: eventsFor(wants) } })
    expect(faults(await look(bySocket, { settings: { wants } }))).toEqual([
      expect.stringMatching(/^workflow step: .*parley slack manifest --steps/),
    ])
  })

  it('says when the app sends events or people elsewhere than to this Parley', async () => {
    const { simulator, byHttp } = await workspace({ app: { redirectUrls: ['https://old.example.com/back'] } })
    const { botToken, clientId, clientSecret, configToken } = simulator
    const env = { ...byHttp, SLACK_CONFIG_TOKEN: configToken }
    expect(faults(await look(env))).toEqual([expect.stringMatching(/^Socket Mode: It is on, .* set SLACK_APP_TOKEN/)])
    simulator.sendEventsTo('https://parley.example.com/slack/events')
    expect(faults(await look(env))).toEqual([])
    const byOauth = { ...env, SLACK_BOT_TOKEN: '', SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret }
    const installations = [{ id: 'T0PARLEY', name: 'HQ', credentials: JSON.stringify({ token: botToken }) }]
    expect(faults(await look(byOauth, { installations }))).toEqual([
      expect.stringMatching(/^Redirect URL: .*https:\/\/old\.example\.com\/back.*\/slack\/oauth_redirect/),
    ])
  })

  it.each([
    ['there is none', [], /^slash command: There is no \/agent/],
    [
      'people come without their ids',
      [{ command: '/agent', description: 'x', should_escape: false }],
      /Escape channels/,
    ],
  ])('says of the slash command that %s', async (_, commands, sentence) => {
    const { bySocket } = await workspace({ app: { commands } })
    expect(faults(await look(bySocket))).toEqual([expect.stringMatching(sentence)])
  })

  it('takes the slash command under the name that the app gives it', async () => {
    const parts = { name: 'Help', command: '/help-desk' }
    const commands = manifestSchema.parse(JSON.parse(manifestFor(parts))).features.slash_commands
    const { bySocket } = await workspace({ app: { commands } })
    expect((await look(bySocket)).find(({ what }) => what === 'slash command')).toMatchObject({
      state: 'ok',
      say: '/help-desk',
    })
  })

  it('tells tokens of two apps apart', async () => {
    const { simulator, bySocket } = await workspace()
    const { appToken } = simulator.addApp('Other')
    expect(faults(await look({ ...bySocket, SLACK_APP_TOKEN: appToken }))).toEqual([
      expect.stringMatching(/^socket: SLACK_APP_TOKEN is of the app A0OTHER, the bot token of A0PARLEY/),
    ])
  })

  it('says what it cannot see', async () => {
    const { bySocket } = await workspace({ app: { shortcuts: [] } })
    const unknown = (findings: Finding[]) => findings.filter(({ state }) => state === 'unknown').map(({ what }) => what)
    expect(unknown(await look(bySocket))).toEqual(['message shortcut'])
    expect(unknown(await look({ ...bySocket, SLACK_CONFIG_TOKEN: '' }))).toEqual(['event subscriptions'])
  })

  it('knocks at the Request URL of a Parley that runs', async () => {
    const { simulator, byHttp } = await workspace()
    const { botToken, signingSecret, url: slackUrl } = simulator
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const slack = createSlack({
      botToken,
      signingSecret,
      apiUrl: `${slackUrl}/api/`,
      installations: memoryInstallations(),
      secrets,
      budget: createLocalBudget({ now: Date.now }),
      notes: memoryNotes(),
      log,
    })
    await slack.start(inboxWith())
    const server = Fastify()
    onTestFinished(() => server.close())
    await sharedRoutes(server, slack.routes, { note: () => 0 })
    const url = await server.listen({ port: 0, host: '127.0.0.1' })

    const stateOf = async (env: Diagnosed['env'], at: string, name = 'Request URL') =>
      (await look(env, { url: at })).filter(({ what }) => what === name).map(({ state }) => state)
    expect(await stateOf(byHttp, url)).toEqual(['ok'])
    expect(await stateOf({ ...byHttp, SLACK_SIGNING_SECRET: 'another-signing-secret' }, url)).toEqual(['fault'])
    expect(await stateOf(byHttp, 'http://127.0.0.1:9')).toEqual(['unknown'])
    // And through the address that Slack uses, whatever stands in front.
    const through = (PUBLIC_URL: string) => stateOf({ ...byHttp, PUBLIC_URL }, url, 'public Request URL')
    expect(await through(`${url}/`)).toEqual(['ok'])
    expect(await through('http://127.0.0.1:9')).toEqual(['unknown'])
    expect(await stateOf(byHttp, url, 'public Request URL')).toEqual([])
  })

  it('looks at every workspace that has installed the app', async () => {
    const { simulator, bySocket } = await workspace()
    const env = { ...bySocket, SLACK_BOT_TOKEN: '', SLACK_CLIENT_ID: '1.2' }
    expect(faults(await look(env))).toEqual([expect.stringMatching(/^installations: No workspace .*\/slack\/install/)])
    const kept = (id: string, token: string) => ({ id, name: id, credentials: JSON.stringify({ token }) })
    const installations = [kept('T0PARLEY', simulator.botToken), kept('T0GONE', 'xoxb-gone')]
    const findings = await look(env, { installations })
    expect(findings.slice(0, 3).map(({ what, state }) => `${state} ${what}`)).toEqual([
      'ok T0PARLEY (T0PARLEY)',
      'ok scopes of T0PARLEY (T0PARLEY)',
      'fault T0GONE (T0GONE)',
    ])
  })
})
