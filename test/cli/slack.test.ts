import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { createStore } from '../../src/store/index.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { minimalAgent } from '../support/agent.ts'
import { runCommand } from '../support/command.ts'
import { install } from '../support/installing.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { withSettings } from '../support/with-settings.ts'

function terminal(env: Record<string, string> = {}) {
  const dataFolder = join(tempFolder(), 'data')
  const parley = async (...argv: string[]) => {
    let [out, err] = ['', '']
    const io = { stdout: { write: (s: string) => (out += s) }, stderr: { write: (s: string) => (err += s) } }
    const code = await runCommand(argv, { ...io, env: { PARLEY_DATA: dataFolder, ...env } })
    return { code, out, err }
  }
  return { dataFolder, parley }
}

describe('slack manifest', () => {
  it('prints one that can be pasted', async () => {
    const { parley } = terminal()
    const { code, out } = await parley('slack', 'manifest', '--name', 'Guide', '--url', 'https://parley.example.com')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      display_information: { name: 'Guide' },
      settings: { event_subscriptions: { request_url: 'https://parley.example.com/slack/events' } },
    })
  })

  it('asks for what the settings or its options want, before there is any token', async () => {
    const asked = async (...options: string[]) => {
      const { oauth_config, settings } = JSON.parse((await terminal().parley('slack', 'manifest', ...options)).out)
      const scopes = oauth_config.scopes.bot as string[]
      return {
        faces: scopes.includes('chat:write.customize'),
        search: scopes.includes('search:read.public'),
        reactions:
          scopes.includes('reactions:write') && settings.event_subscriptions.bot_events.includes('reaction_added'),
      }
    }
    expect(await asked()).toEqual({ faces: false, reactions: false, search: false })
    expect(await asked('--faces')).toEqual({ faces: true, reactions: false, search: false })
    expect(JSON.parse((await terminal().parley('slack', 'manifest', '--steps')).out)).toHaveProperty('functions')
    expect(await asked('--search')).toEqual({ faces: false, reactions: false, search: true })
    withSettings('slack: { faces: true, reactions: true, search: true }')
    expect(await asked()).toEqual({ faces: true, reactions: true, search: true })
  })

  it.each([
    [['--url', 'http://parley.example.com'], /https/],
    [['--url', 'parley.example.com'], /https/],
    [['--name', 'x'.repeat(36)], /35 characters/],
    [['--command', '/Help Desk'], /small letters/],
    [['--unfurls'], /PUBLIC_URL/],
  ])('refuses %j', async (options, words) => {
    expect(await terminal().parley('slack', 'manifest', ...options)).toMatchObject({
      code: 2,
      err: expect.stringMatching(words),
    })
  })
})

it('places are bound to agents, in a mode of their own', async () => {
  const { dataFolder, parley } = terminal()
  const db = await openSqlite(dataFolder)
  onTestFinished(() => db.close())
  const store = createStore(db)
  await parley('account', 'create', 'second', '--name', 'Second')
  for (const [id, account] of Object.entries({ guide: 'default', theirs: 'second' })) {
    await db.batch(store.agents.createSteps({ id, account, document: minimalAgent(), author: 'test' }))
  }
  const place = 'T0ACME/C0GENERAL'
  expect(await parley('slack', 'use', place, 'guide', '--mode', 'listen')).toMatchObject({
    code: 0,
    out: 'guide is bound to slack:T0ACME/C0GENERAL from now on; its mode there is listen.\n',
  })
  expect(await store.places.bindingOf(['slack:T0ACME:C0GENERAL'], 'default')).toMatchObject({ mode: 'listen' })
  expect(await parley('slack', 'use', place, 'guide', '--context', 'channel')).toMatchObject({
    out: 'guide is bound to slack:T0ACME/C0GENERAL from now on; its mode there is mention. It looks as far as: channel.\n',
  })
  expect(await store.places.bindingOf(['slack:T0ACME:C0GENERAL'], 'default')).toMatchObject({ context: 'channel' })
  expect(await parley('slack', 'use', place, 'guide', '--context', 'far')).toMatchObject({ code: 2 })
  await install(store, 'slack', 'T0ACME')
  expect((await parley('slack', 'use', place, 'theirs')).err).toContain('T0ACME belongs to the account default')
  expect((await parley('slack', 'use', 'E0ACME', 'guide')).code).toBe(0)
  expect(await store.places.at('slack:E0ACME')).toMatchObject({ agent: 'guide' })
  expect(await parley('slack', 'use', 'E0ACME/C0GENERAL', 'guide')).toMatchObject({ code: 2 })
  expect(await parley('slack', 'use', place, 'nobody')).toMatchObject({ code: 1 })
  expect(await parley('slack', 'use', 'general', 'guide')).toMatchObject({ code: 2 })
  expect((await parley('slack', 'unuse', place)).out).toContain('no agent any more')
  expect((await parley('slack', 'unuse', place)).out).toContain('was bound to no agent')

  expect(await parley('account', 'set', 'second', '--default-agent', 'guide')).toMatchObject({ code: 1 })
  expect(await parley('account', 'set', 'second', '--default-agent', 'nobody')).toMatchObject({ code: 1 })
  expect(await parley('account', 'set', 'second', '--default-agent', 'theirs')).toMatchObject({ code: 0 })
  expect((await store.accounts.get('second'))!.default_agent).toBe('theirs')
})

describe('doctor', () => {
  it('says a line for each thing it looked at, and fails when one has to be mended', async () => {
    const simulator = createSlackSimulator({ app: { scopes: ['chat:write'] } })
    await simulator.start()
    onTestFinished(() => simulator.stop())
    const { botToken, appToken, url } = simulator
    const env = { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken, SLACK_API_URL: `${url}/api/` }
    const { parley } = terminal(env)
    const { code, out } = await parley('doctor', 'slack')
    expect(code).toBe(1)
    expect(out.split('\n')).toEqual([
      'ok     bot token: parley (U0PARLEY) in Parley HQ',
      expect.stringMatching(/^FAULT {2}scopes: Missing: app_mentions:read, .* install it again\.$/),
      'ok     app-level token: It may open connections.',
      'ok     socket: Slack greets it as the app A0PARLEY.',
      expect.stringMatching(/^\? {6}event subscriptions: .*SLACK_CONFIG_TOKEN/),
      '',
    ])
    const { out: json } = await parley('doctor', 'slack', '--json')
    expect(JSON.parse(json)).toContainEqual({ what: 'bot token', state: 'ok', say: expect.any(String) })
  })

  it('mends the app of a platform where that can be done from here, and says of which', async () => {
    const simulator = createSlackSimulator({ app: { homeTab: false } })
    await simulator.start()
    onTestFinished(() => simulator.stop())
    const { botToken, appToken, configToken, url } = simulator
    const env = { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken, SLACK_API_URL: `${url}/api/` }
    const { parley } = terminal({ ...env, SLACK_CONFIG_TOKEN: configToken })
    expect(await parley('doctor', 'slack')).toMatchObject({ out: expect.stringContaining('Home tab: It is off') })
    expect(await parley('doctor', 'slack', '--fix')).toMatchObject({
      code: 0,
      out: expect.stringContaining('ok     settings: Mended: features.app_home.home_tab_enabled: true.'),
    })
    expect((await parley('doctor', 'slack')).out).not.toContain('Home tab')
    for (const which of [[], ['teams']]) {
      const refused = await parley('doctor', ...which, '--fix')
      expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('can be mended from here: slack.') })
    }
  })

  it('says what the server that runs knows of its models and its clock', async () => {
    const why = 'openai gives no answers since 2026-11-21T09:30:00Z; it is not asked until it is there again'
    const server = createServer((_request, response) =>
      response.end(
        JSON.stringify({
          checks: {},
          degraded: [
            { what: 'model', why },
            { what: 'clock', why: 'It is ahead.' },
          ],
        }),
      ),
    )
    server.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { out } = await terminal({ PORT: `${port}` }).parley('doctor')
    expect(out).toContain(`FAULT  model: ${why}`)
    expect(out).toContain('FAULT  clock: It is ahead.')
  })

  it('knows the platforms there are', async () => {
    expect(await terminal().parley('doctor', 'irc')).toMatchObject({ code: 2, err: expect.stringContaining('slack') })
  })
})
