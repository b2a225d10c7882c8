import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { SlackSettings } from '../../adapters/slack/settings.ts'
import { createDiscordSimulator } from '../../console/stand-ins/discord/index.ts'
import {
  createSlackSimulator,
  type SlackSimulator,
  type SlackSimulatorOptions,
} from '../../console/stand-ins/slack/index.ts'
import { createApp } from '../../src/app/index.ts'
import { runCommand } from '../support/command.ts'
import { loadConfig } from '../support/config.ts'
import { enterPlayground } from '../support/enter-playground.ts'
import { startProcess } from '../support/parley-process.ts'
import { tempFolder } from '../support/temp-folder.ts'

async function startSlack(options: SlackSimulatorOptions = {}): Promise<SlackSimulator> {
  const simulator = createSlackSimulator(options)
  await simulator.start()
  onTestFinished(() => simulator.stop())
  return simulator
}

function configFor({ url, botToken, appToken }: Pick<SlackSimulator, 'url' | 'botToken' | 'appToken'>, more = {}) {
  return loadConfig({
    PORT: '0',
    PARLEY_DATA: tempFolder(),
    LOG_LEVEL: 'silent',
    SLACK_BOT_TOKEN: botToken,
    SLACK_APP_TOKEN: appToken,
    SLACK_API_URL: `${url}/api/`,
    ...more,
  })
}

async function start(config: ReturnType<typeof loadConfig>) {
  const app = await createApp(config)
  let closed: Promise<void> | undefined
  const close = () => (closed ??= app.close())
  onTestFinished(close)
  return { ...app, close }
}

const readiness = async (url: string) => (await fetch(`${url}/readyz`)).json()

it('serves HTTP while Slack cannot be reached, and connects when it can', async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  const { botToken, appToken } = createSlackSimulator()
  const { url } = await start(configFor({ url: `http://127.0.0.1:${port}`, botToken, appToken }))
  const ready = { status: 'ready', checks: { database: true } }
  const away = { what: 'slack', why: expect.stringMatching(/^Slack could not be reached at .* It is tried again\.$/) }
  expect(await readiness(url)).toEqual({ ...ready, degraded: [away] })
  const slack = await startSlack({ port })
  await expect.poll(() => readiness(url)).toEqual({ ...ready, degraded: [] })
  const said = slack.say({ user: 'U0ANN', channel: 'C0GENERAL', text: '@Parley hello' })
  await expect.poll(() => slack.messages('C0GENERAL', { thread_ts: said }).length).toBe(2)
})

it('stays ready for everybody else when a workspace revokes its token, and names it', async () => {
  const slack = await startSlack()
  const { url } = await start(configFor(slack))
  // Whatever is called: were one taken, it would be known as good again.
  slack.faults.set([{ kind: 'refuse', error: 'token_revoked', method: '*' }])
  slack.say({ user: 'U0ANN', channel: 'D0ANN', text: 'Hello' })
  const why =
    'Slack refuses the app in T0PARLEY (token_revoked): install it anew, which gives it its rights and a new token'
  await expect
    .poll(() => fetch(`${url}/readyz`).then(async (answer) => [answer.status, await answer.json()]))
    .toEqual([200, { status: 'ready', checks: { database: true }, degraded: [{ what: 'slack', why }] }])
})

it('says what to mend when Slack refuses a token, and goes on without it', async () => {
  const slack = await startSlack()
  const parley = await start(configFor({ ...slack, url: slack.url, botToken: 'xoxb-wrong' }))
  expect(parley.troubles()).toEqual([expect.stringContaining('SLACK_BOT_TOKEN was refused by Slack')])
  expect((await fetch(`${parley.url}/readyz`)).status).toBe(200)
})

it('leaves nothing running when it cannot start', async () => {
  const slack = await startSlack()
  const config = configFor({ ...slack, url: slack.url, botToken: slack.botToken })
  const { appToken: _, ...unheard } = config.platforms['slack'] as SlackSettings
  await expect(createApp({ ...config, platforms: { slack: unheard } })).rejects.toMatchObject({
    code: 'slack_not_configured',
  })
  // The folder and its lock are free.
  await start(config)
})

it('answers in Slack and in the playground beside it, each where it was asked', async () => {
  const slack = await startSlack({ team: { id: 'T0ACME', name: 'Acme' } })
  const parley = await startProcess({
    PARLEY_DATA: tempFolder(),
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: `${slack.url}/api/`,
    PARLEY_PLAYGROUND: 'on',
  })
  onTestFinished(() => parley.kill('SIGTERM'))
  const pane = `${parley.url}/playground/slack`
  const headers = { cookie: await enterPlayground(parley.address) }
  await fetch(`${pane}/open`, { method: 'POST', headers })
  const hello = { user: 'U0ANN', channel: 'D0ANN', text: 'Hello' }
  slack.say(hello)
  await expect.poll(() => slack.messages('D0ANN').length).toBe(2)
  await fetch(`${pane}/messages`, { method: 'POST', headers, body: JSON.stringify(hello) })
  await expect.poll(() => messagesIn(pane, headers)).toBe(2)
  slack.say(hello)
  await expect.poll(() => slack.messages('D0ANN').length).toBe(4)
  expect(await messagesIn(pane, headers)).toBe(2)
})

it('serves every workspace that installs the app and is approved, also after a restart', async () => {
  const slack = await startSlack({ limits: { retryDelaysMs: [50, 50] } })
  const [acme, other] = ['ACME', 'OTHER'].map((name) =>
    slack.addTeam({
      id: `T0${name}`,
      name,
      users: [{ id: `U0${name}`, name: name.toLowerCase(), real_name: name, is_bot: false }],
      channels: [],
    }),
  )
  const env = {
    PORT: '0',
    PARLEY_DATA: tempFolder(),
    LOG_LEVEL: 'silent',
    SLACK_CLIENT_ID: slack.clientId,
    SLACK_CLIENT_SECRET: slack.clientSecret,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SLACK_API_URL: `${slack.url}/api/`,
  }
  const app = await start(loadConfig(env))
  slack.sendEventsTo(`${app.url}/slack/events`)
  const install = async (team: string) => {
    const begun = await fetch(`${app.url}/slack/install`, { redirect: 'manual' })
    const back = new URL(slack.authorize(begun.headers.get('location')!, { team }))
    const cookie = begun.headers.get('set-cookie')!.split(';')[0]!
    return (await fetch(`${app.url}${back.pathname}${back.search}`, { headers: { cookie } })).text()
  }
  expect(await install('T0ACME')).toContain('Parley is installed in ACME.')
  acme!.say({ user: 'U0ACME', channel: 'D0ACME', text: 'Hello' })
  await expect.poll(() => acme!.messages('D0ACME').length).toBe(2)

  expect(await install('T0OTHER')).toMatch(
    /OTHER and answers as soon as an owner .* has approved it.* this id: T0OTHER/,
  )
  other!.say({ user: 'U0OTHER', channel: 'D0OTHER', text: 'Too early' })
  // Whoever writes too early is told so, alone.
  await expect.poll(() => other!.messages('D0OTHER').length).toBe(2)
  // Another process decides.
  const silent = { write: () => true }
  const approved = ['installations', 'approve', 'slack', 'T0OTHER']
  expect(await runCommand(approved, { stdout: silent, stderr: silent, env })).toBe(0)
  other!.say({ user: 'U0OTHER', channel: 'D0OTHER', text: 'Hello' })
  await expect.poll(() => other!.messages('D0OTHER').length).toBe(4)

  await app.close()
  const again = await start(loadConfig(env))
  slack.sendEventsTo(`${again.url}/slack/events`)
  expect(await readiness(again.url)).toMatchObject({ status: 'ready', degraded: [] })
  for (const [team, name, said] of [
    [acme!, 'ACME', 2],
    [other!, 'OTHER', 4],
  ] as const) {
    team.say({ user: `U0${name}`, channel: `D0${name}`, text: 'Hello' })
    await expect.poll(() => team.messages(`D0${name}`).length).toBe(said + 2)
  }
})

it('leaves a Discord server that whoever is at the terminal has refused', async () => {
  const discord = createDiscordSimulator({ limits: { identifyWindowMs: 0 } })
  await discord.start()
  onTestFinished(() => discord.stop())
  const env = {
    PORT: '0',
    PARLEY_DATA: tempFolder(),
    LOG_LEVEL: 'silent',
    DISCORD_BOT_TOKEN: discord.token,
    DISCORD_API_URL: `${discord.url}/api`,
  }
  await start(loadConfig(env))
  const [ben, channel] = ['1200000000000000012', '1200000000000000901'] as const
  discord.addGuild({ id: '1200000000000000900', name: 'Acme', channels: [{ id: channel, name: 'acme' }] })
  const silent = { write: () => true }
  await expect.poll(() => discord.commands({ user: ben, channel })).not.toEqual([])
  const refuse = () =>
    runCommand(['installations', 'refuse', 'discord', '1200000000000000900'], { stdout: silent, stderr: silent, env })
  await expect.poll(refuse).toBe(0)
  await expect.poll(() => discord.commands({ user: ben, channel })).toEqual([])
})

/** How many messages Ann sees in the playground. */
async function messagesIn(pane: string, headers: { cookie: string }): Promise<number> {
  const events = await fetch(`${pane}/events?user=U0ANN`, { headers })
  const reader = events.body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return JSON.parse(new TextDecoder().decode(value).split('\n', 1)[0]!.slice('data: '.length)).messages.length
}
