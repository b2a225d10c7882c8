import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventsFor, scopesFor } from '../../../adapters/slack/manifest.ts'
import { setup } from '../../../adapters/slack/setup.ts'
import { createSlackSimulator, type SlackSimulatorOptions } from '../../../console/stand-ins/slack/index.ts'
import type { Diagnosed } from '../../../src/ports/setup.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const publicUrl = 'https://parley.example.com'

async function open(app: SlackSimulatorOptions['app'] = {}) {
  const simulator = createSlackSimulator({ app })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const { botToken, appToken, configToken, signingSecret, clientId, clientSecret } = simulator
  const env = { SLACK_API_URL: `${simulator.url}/api`, SLACK_BOT_TOKEN: botToken, SLACK_CONFIG_TOKEN: configToken }
  const bySocket = { ...env, SLACK_APP_TOKEN: appToken }
  const byHttp = { ...env, SLACK_SIGNING_SECRET: signingSecret, PUBLIC_URL: publicUrl }
  const byOauth = { ...byHttp, SLACK_BOT_TOKEN: '', SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret }
  async function doctor(variables: Diagnosed['env'], more: Partial<Diagnosed> = {}) {
    const found: Record<string, string> = {}
    const given = {
      env: variables,
      url: 'http://127.0.0.1:9',
      installations: [],
      language: 'en' as const,
      fix: true,
      ...more,
    }
    for await (const { what, state, say } of setup.diagnose(given)) found[what] = `${state} ${say}`
    expect(JSON.stringify(found)).not.toMatch(/xox[a-z.]+-(?:sim|[0-9a-f]{16})/)
    return found
  }
  const manifest = async () => {
    const body = new URLSearchParams({ app_id: 'A0PARLEY', token: simulator.configToken })
    const told = await fetch(`${simulator.url}/api/apps.manifest.export`, { method: 'POST', body })
    return ((await told.json()) as { manifest: Record<string, never> }).manifest
  }
  const updates = () => simulator.calls.filter(({ method }) => method === 'apps.manifest.update')
  return { simulator, bySocket, byHttp, byOauth, doctor, manifest, updates }
}

describe('what is missing in the settings of an app', () => {
  it('is named and put there, and what people have chosen stays', async () => {
    const commands = [{ command: '/help-desk', description: 'Ours', usage_hint: 'me', should_escape: false }]
    const { simulator, bySocket, doctor, manifest } = await open({
      scopes: [...scopesFor().filter((scope) => scope !== 'users:read'), 'team:read'],
      events: ['message.im'],
      shortcuts: ['theirs', 'why'],
      agentView: false,
      homeTab: false,
      commands,
    })
    const { settings, ...found } = await doctor(bySocket)
    for (const part of [
      'scopes.bot: + users:read',
      'app_mention',
      '+ ask_about',
      'agent_view',
      '/help-desk.should_escape: true',
    ])
      expect(settings).toContain(part)
    expect(settings).toMatch(/^ok Mended: .* Install the app again, so that its new scopes count\.$/)
    for (const what of ['event subscriptions', 'agent', 'slash command']) expect(found[what]).toMatch(/^ok/)
    expect(found['message shortcut']).toBeUndefined()
    expect(await manifest()).toMatchObject({
      features: {
        shortcuts: [{ callback_id: 'theirs' }, { callback_id: 'why' }, { callback_id: 'ask_about' }],
        slash_commands: [{ command: '/help-desk', description: 'Ours', should_escape: true }],
      },
      oauth_config: { scopes: { bot: expect.arrayContaining(['team:read', 'users:read']) } },
    })
    // Until somebody installs it again its token may do what it could before.
    expect(found['scopes']).toMatch(/^fault Missing: users:read/)
    const SLACK_BOT_TOKEN = simulator.install()
    const again = await doctor({ ...bySocket, SLACK_BOT_TOKEN })
    expect(again).toMatchObject({ settings: 'ok Nothing is missing.', scopes: expect.stringMatching(/^ok/) })
  })

  it('is the address too, where events come by HTTP', async () => {
    const { byHttp, byOauth, doctor, manifest, simulator } = await open({
      redirectUrls: ['https://old.example.com/back'],
    })
    expect(await doctor({ ...byHttp, PUBLIC_URL: '' })).toMatchObject({
      settings: expect.stringMatching(/^fault .*PUBLIC_URL/),
    })
    const found = await doctor(byHttp)
    expect(found['settings']).toContain(`event_subscriptions.request_url: ${publicUrl}/slack/events`)
    expect(found['Socket Mode']).toBeUndefined()
    const credentials = JSON.stringify({ token: simulator.botToken })
    await doctor(byOauth, { installations: [{ id: 'T0PARLEY', name: 'HQ', credentials }] as never })
    expect(await manifest()).toMatchObject({
      oauth_config: { redirect_urls: [`${publicUrl}/slack/oauth_redirect`, 'https://old.example.com/back'] },
      settings: { socket_mode_enabled: false, interactivity: { request_url: `${publicUrl}/slack/events` } },
    })
  })

  it('is that people come back here first', async () => {
    const ours = `${publicUrl}/slack/oauth_redirect`
    const { byOauth, doctor, manifest, simulator } = await open({ redirectUrls: ['https://old.example.com', ours] })
    const credentials = JSON.stringify({ token: simulator.botToken })
    const installations = [{ id: 'T0PARLEY', name: 'HQ', credentials }] as never
    expect((await doctor(byOauth, { installations }))['settings']).toContain(`redirect_urls: ${ours} first`)
    expect(await manifest()).toMatchObject({ oauth_config: { redirect_urls: [ours, 'https://old.example.com'] } })
    expect((await doctor(byOauth, { installations }))['settings']).toBe('ok Nothing is missing.')
  })

  it('is what the settings of this Parley want besides', async () => {
    const { bySocket, doctor } = await open()
    const wants = { unfurls: true, search: true, reactions: true }
    const { settings } = await doctor({ ...bySocket, PUBLIC_URL: publicUrl }, { settings: { wants } })
    for (const part of ['links:write', 'search:read.public', 'reaction_added', 'unfurl_domains: + parley.example.com'])
      expect(settings).toContain(part)
  })

  it('is the step of workflows, with what Slack wants of an app that has one; what stands there of it stays', async () => {
    const { bySocket, doctor, manifest } = await open({ events: eventsFor() })
    const wanting = { settings: { wants: { steps: true } } }
    const { settings, ...found } = await doctor(bySocket, wanting)
    for (const part of ['functions.ask_agent', 'function_runtime: remote', 'org_deploy_enabled', 'function_executed'])
      expect(settings).toContain(part)
    expect(found['workflow step']).toBe('ok ask_agent')
    expect((await doctor(bySocket, wanting))['settings']).toBe('ok Nothing is missing.')
    const { functions } = await manifest()
    const renamed = { ask_agent: { ...(functions as unknown as { ask_agent: object }).ask_agent, title: 'Ask Ann' } }
    const { bySocket: theirs, doctor: look, manifest: theirManifest } = await open({ functions: renamed as never })
    await look(theirs, wanting)
    expect(await theirManifest()).toMatchObject({ functions: { ask_agent: { title: 'Ask Ann' } } })
  })

  it('is left alone without being asked for, and where nothing is missing', async () => {
    const { bySocket, doctor, updates } = await open({ events: ['message.im'] })
    expect(await doctor(bySocket, { fix: false })).not.toHaveProperty('settings')
    const { bySocket: full, doctor: look, updates: none } = await open()
    expect(await look(full)).toMatchObject({ settings: 'ok Nothing is missing.' })
    expect([...updates(), ...none()]).toEqual([])
  })
})

describe('where it cannot be mended', () => {
  it('without a token it is said how to get one', async () => {
    const { bySocket, doctor } = await open()
    expect((await doctor({ ...bySocket, SLACK_CONFIG_TOKEN: '' }))['event subscriptions']).toMatch(
      /^unknown .*api\.slack\.com\/apps, under Your App Configuration Tokens/,
    )
  })

  it.each([
    ['refuse', 'invalid_manifest', /Slack does not take the change \(invalid_manifest/],
    ['refuse', 'ratelimited', /Slack does not take the change \(ratelimited/],
    ['reset', '', /could not be reached/],
  ] as const)('what is missing is said with why: %s %s', async (kind, error, why) => {
    const { simulator, bySocket, doctor } = await open({ homeTab: false })
    simulator.faults.set([{ kind, error, method: 'apps.manifest.update' }])
    const { settings } = await doctor(bySocket)
    expect(settings).toMatch(/^fault Missing: features\.app_home\.home_tab_enabled: true\./)
    expect(settings).toMatch(why)
  })
})

describe('a token from a file', () => {
  async function withFile(pair: (simulator: { configToken: string; configRefresh: string }) => string) {
    const world = await open({ homeTab: false })
    const file = join(tempFolder(), 'slack.json')
    writeFileSync(file, pair(world.simulator))
    const env = { ...world.bySocket, SLACK_CONFIG_TOKEN: '', SLACK_CONFIG_TOKEN_FILE: file }
    const kept = () => JSON.parse(readFileSync(file, 'utf8')) as { token: string; refresh_token: string }
    return { ...world, file, env, kept }
  }
  const pairOf = ({
    configToken: token,
    configRefresh: refresh_token,
  }: {
    configToken: string
    configRefresh: string
  }) => JSON.stringify({ token, refresh_token })

  it('is renewed once it has run out, and the new pair is kept', async () => {
    const { simulator, env, doctor, kept } = await withFile(pairOf)
    expect((await doctor(env))['settings']).toMatch(/^ok Mended/)
    expect(kept().token).toBe(simulator.configToken)
    simulator.expireConfig()
    expect(await doctor(env)).toMatchObject({ settings: 'ok Nothing is missing.' })
    const renewed = kept()
    expect(renewed.token).not.toBe(simulator.configToken)
    expect(await doctor(env)).toMatchObject({ settings: 'ok Nothing is missing.' })
    expect(kept()).toEqual(renewed)
  })

  it('that cannot be renewed, or is none, is said to be made anew', async () => {
    const { simulator, env, doctor } = await withFile(({ configToken: token }) =>
      JSON.stringify({ token, refresh_token: 'xoxe-used' }),
    )
    simulator.expireConfig()
    expect((await doctor(env))['event subscriptions']).toMatch(
      /^fault Slack gives no new token \(invalid_refresh_token\)/,
    )
    const other = await withFile(() => 'nothing')
    expect((await other.doctor(other.env))['event subscriptions']).toContain('is to hold {"token"')
  })
})
