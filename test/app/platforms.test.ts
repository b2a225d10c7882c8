import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { platforms as allPlatforms } from '../../adapters/registry.ts'
import { createDiscordSimulator, type DiscordSimulatorOptions } from '../../console/stand-ins/discord/index.ts'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { createApp } from '../../src/app/index.ts'
import type { Platform } from '../../src/ports/platform.ts'
import type { ServerClock } from '../../src/ports/server-clock.ts'
import type { Finding } from '../../src/ports/setup.ts'
import { runCommand } from '../support/command.ts'
import { loadConfig } from '../support/config.ts'
import { startProcess } from '../support/parley-process.ts'
import { tempFolder } from '../support/temp-folder.ts'

const ann = '1200000000000000011'
const app = '1200000000000000001'
const general = '1200000000000000101'

async function startDiscord(options: DiscordSimulatorOptions = {}) {
  const simulator = createDiscordSimulator({ ...options, limits: { identifyWindowMs: 0 } })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  return simulator
}

async function start(env: Record<string, string>, dataFolder = tempFolder(), platforms = allPlatforms) {
  const config = loadConfig({ PORT: '0', PARLEY_DATA: dataFolder, LOG_LEVEL: 'silent', ...env })
  const parley = await createApp(config, { platforms })
  let closed: Promise<void> | undefined
  const close = () => (closed ??= parley.close())
  onTestFinished(close)
  const readiness = async () => {
    const response = await fetch(`${parley.url}/readyz`)
    const { degraded } = (await response.json()) as { degraded: { what: string; why: string }[] }
    return { status: response.status, degraded }
  }
  return { ...parley, close, readiness }
}

/** What a command prints for programs. */
async function printed(env: Record<string, string>, ...argv: string[]) {
  let text = ''
  const stdout = { write: (more: string) => (text += more) }
  await runCommand([...argv, '--json'], { stdout, stderr: stdout, env })
  return JSON.parse(text)
}

it('serves HTTP while Discord cannot be reached, connects when it can, and tells the truth about it', async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  const { token } = createDiscordSimulator()
  const { readiness } = await start({ DISCORD_BOT_TOKEN: token, DISCORD_API_URL: `http://127.0.0.1:${port}/api` })
  const away = (why: string) => ({ status: 200, degraded: [{ what: 'discord', why: expect.stringContaining(why) }] })
  expect(await readiness()).toEqual(away('Discord could not be reached at http'))
  const simulator = await startDiscord({ port })
  await expect.poll(readiness).toEqual({ status: 200, degraded: [] })
  simulator.gateway.close(4004)
  await expect.poll(readiness).toEqual(away('nothing can be received'))
})

it('names a clock that is not that of a platform', async () => {
  const simulator = await startDiscord()
  const discord = allPlatforms.find(({ id }) => id === 'discord')!
  const behindMs = 61 * 60_000
  const behind: Platform = {
    ...discord,
    connect: (settings, { clock, ...parts }) => {
      const heard: ServerClock['heard'] = (date, askedAt) =>
        clock!.heard(new Date(Date.parse(String(date)) - behindMs).toUTCString(), askedAt)
      return discord.connect(settings, { ...parts, clock: { heard } })
    },
  }
  const env = { DISCORD_BOT_TOKEN: simulator.token, DISCORD_API_URL: `${simulator.url}/api` }
  const { readiness } = await start(env, tempFolder(), [behind])
  const why = expect.stringMatching(/^The clock of this machine is 61 min ahead of discord's/)
  expect(await readiness()).toEqual({ status: 200, degraded: [{ what: 'clock', why }] })
})

it('answers in Slack and in Discord, each where it was asked, and goes on where it was after a restart', async () => {
  const slack = createSlackSimulator()
  await slack.start()
  onTestFinished(() => slack.stop())
  const discord = await startDiscord()
  const env = {
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: `${slack.url}/api/`,
    DISCORD_BOT_TOKEN: discord.token,
    DISCORD_API_URL: `${discord.url}/api`,
  }
  const folder = tempFolder()
  const first = await start(env, folder)
  const ours = () => discord.messages(general).filter(({ author }) => author.id === app)
  slack.say({ user: 'U0ANN', channel: 'D0ANN', text: 'Hello' })
  discord.say({ user: ann, channel: general, content: `<@${app}> Hello` })
  await expect.poll(() => slack.messages('D0ANN').length).toBe(2)
  await expect.poll(() => ours().length).toBe(1)
  const terminal = { ...env, PARLEY_DATA: folder, PORT: new URL(first.url).port, LOG_LEVEL: 'silent' }
  const { key } = await printed(terminal, 'key', 'issue', '--kind', 'management')
  const ask = async (method: string, path: string) =>
    (await fetch(first.url + path, { method, headers: { 'x-api-key': key } })).json()
  const past = expect.stringMatching(/^\d{4}-.+Z$/)
  expect(await ask('GET', '/v1/state')).toMatchObject({
    platforms: ['slack', 'discord'].map((id) => ({ id, up: true, connectedSince: past, lastEventAt: past })),
    processes: [{ name: expect.stringMatching(/\/\d+$/), isAsked: true, roles: ['gateway', 'worker', 'http'] }],
  })
  // How much room there is on the disk changes meanwhile.
  const named = (found: Finding[]) => found.map(({ what, state }) => [what, state])
  const { findings } = (await ask('POST', '/v1/state/doctor')) as { findings: Finding[] }
  expect(named(findings)).toContainEqual(['database', 'ok'])
  expect(named(findings)).toEqual(named(await printed(terminal, 'doctor')))
  await first.close()
  discord.say({ user: ann, channel: general, content: `<@${app}> Hello again` })
  await start(env, folder)
  await expect.poll(() => ours().length).toBe(2)
  expect(discord.frames.filter(({ direction, op }) => direction === 'in' && op === 6)).toHaveLength(1)
  expect(slack.messages('D0ANN')).toHaveLength(2)
})

it.each([
  ['refuses the token', { DISCORD_BOT_TOKEN: 'a.b.c' }, {}, 'DISCORD_BOT_TOKEN was refused by Discord'],
  ['lets the app connect no more today', {}, { identifiesPerDay: 0 }, 'only so often a day'],
])('where Discord %s, Slack and HTTP go on, and what to mend is said', async (_, env, limits, words) => {
  const slack = createSlackSimulator()
  await slack.start()
  onTestFinished(() => slack.stop())
  const discord = createDiscordSimulator({ limits: { identifyWindowMs: 0, ...limits } })
  await discord.start()
  onTestFinished(() => discord.stop())
  const parley = await start({
    DISCORD_BOT_TOKEN: discord.token,
    DISCORD_API_URL: `${discord.url}/api`,
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: `${slack.url}/api/`,
    ...env,
  })
  const why = expect.stringContaining(words)
  expect(await parley.readiness()).toEqual({ status: 200, degraded: [{ what: 'discord', why }] })
  expect(parley.troubles()).toEqual([why])
  slack.say({ user: 'U0ANN', channel: 'D0ANN', text: 'Hello' })
  await expect.poll(() => slack.messages('D0ANN').length).toBe(2)
})

it('a start with nothing but a wrong token says so in plain words', async () => {
  const discord = await startDiscord()
  const parley = await startProcess({
    PARLEY_DATA: tempFolder(),
    DISCORD_BOT_TOKEN: 'a.b.c',
    DISCORD_API_URL: `${discord.url}/api`,
  })
  onTestFinished(() => parley.kill())
  await expect
    .poll(parley.output)
    .toMatch(/^discord: DISCORD_BOT_TOKEN was refused by Discord\. Copy the token from Bot/m)
  await parley.kill('SIGTERM')
  expect(await parley.ended).toBe(0)
})
