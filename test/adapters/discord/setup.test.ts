import { describe, expect, it, onTestFinished } from 'vitest'
import { createDiscord } from '../../../adapters/discord/index.ts'
import { invite, permissionsWith } from '../../../adapters/discord/invite.ts'
import { setup } from '../../../adapters/discord/setup.ts'
import { createDiscordSimulator, type DiscordSimulatorOptions } from '../../../console/stand-ins/discord/index.ts'
import type { Finding } from '../../../src/ports/setup.ts'
import { inboxWith, memoryInstallations, memoryNotes } from '../../support/adapter-parts.ts'
import { ANN, APP } from './harness.ts'

it('an invitation asks for what is needed, and no more', () => {
  const url = new URL(invite(APP, { threads: false, reactions: false }))
  expect(url.origin + url.pathname).toBe('https://discord.com/oauth2/authorize')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: APP,
    permissions: String((1 << 10) + (1 << 11) + (1 << 14) + (1 << 15) + (1 << 16) + 2 ** 38),
    scope: 'bot applications.commands',
  })
  const asked = (threads: boolean, reactions: boolean): bigint =>
    BigInt(new URL(invite(APP, { threads, reactions })).searchParams.get('permissions')!)
  const least = asked(false, false)
  expect([asked(true, false), asked(false, true)]).toEqual([least | (1n << 35n), least | (1n << 6n)])
  expect(asked(true, true)).toBe(least | (1n << 35n) | (1n << 6n))
})

describe('the doctor', () => {
  async function look(options: DiscordSimulatorOptions = {}, env: Record<string, string> = {}) {
    const simulator = createDiscordSimulator({ ...options, limits: { identifyWindowMs: 0, ...options.limits } })
    await simulator.start()
    onTestFinished(() => simulator.stop())
    const apiUrl = `${simulator.url}/api`
    const diagnose = async (settings?: object) => {
      const findings: Finding[] = []
      const variables = { DISCORD_BOT_TOKEN: simulator.token, DISCORD_API_URL: apiUrl, ...env }
      for await (const one of setup.diagnose({ env: variables, language: 'en', url: '', installations: [], settings }))
        findings.push(one)
      return findings
    }
    return { simulator, apiUrl, diagnose }
  }
  const states = (findings: Finding[]) => findings.map(({ what, state }) => [what, state])

  it('finds everything well after a first start', async () => {
    const { simulator, apiUrl, diagnose } = await look()
    const adapter = createDiscord({
      botToken: simulator.token,
      apiUrl,
      installations: memoryInstallations(),
      notes: memoryNotes(),
      budget: { learn() {}, tryTake: async () => 'ok' },
      log: { debug() {}, info() {}, warn() {}, error() {} },
    })
    onTestFinished(() => adapter.stop())
    await adapter.start(inboxWith())
    await expect.poll(() => simulator.commands({ user: ANN, channel: '1200000000000000101' })).not.toEqual([])
    expect(states(await diagnose())).toEqual([
      ['bot token', 'ok'],
      ['Message Content Intent', 'ok'],
      ['starts', 'ok'],
      ['connection', 'ok'],
      ['commands', 'ok'],
      ['servers', 'ok'],
    ])
  })

  it.each([
    ['no token', {}, { DISCORD_BOT_TOKEN: '' }, 'configuration', 'fault', 'DISCORD_BOT_TOKEN is not set'],
    ['a wrong token', {}, { DISCORD_BOT_TOKEN: 'a.b.c' }, 'bot token', 'fault', 'Discord refuses it'],
    ['nobody there', {}, { DISCORD_API_URL: 'http://127.0.0.1:9/api/' }, 'bot token', 'fault', 'could not be asked'],
    ['no intent', { app: { intents: [] } }, {}, 'Message Content Intent', 'unknown', 'switch it on under Bot'],
    ['no starts left', { limits: { identifiesPerDay: 0 } }, {}, 'starts', 'fault', 'are used up'],
    ['no commands yet', {}, {}, 'commands', 'unknown', 'ask, Ask the agent about this'],
    ['no server', { guilds: [] }, {}, 'servers', 'fault', 'https://discord.com/oauth2/authorize'],
  ] as const)('says what to mend: %s', async (_, options, env, what, state, words) => {
    const { diagnose } = await look(options as DiscordSimulatorOptions, env as unknown as Record<string, string>)
    const found = (await diagnose()).find((one) => one.what === what)
    expect(found).toMatchObject({ state, say: expect.stringContaining(words) })
    expect(found!.say).not.toContain('simulator.token')
  })

  it.each([
    ['both let people add it for themselves', true, true, 'ok', 'integration_type=1'],
    ['Discord does not let them', true, false, 'fault', 'switch on User Install'],
    ['only Discord lets them', false, true, 'unknown', 'are not answered'],
  ])('says how it is about installs for oneself: %s', async (_, userInstalls, isForPeople, state, words) => {
    const { diagnose } = await look({ app: { isForPeople } })
    const found = (await diagnose({ userInstalls })).find(({ what }) => what === 'user installs')
    expect(found).toMatchObject({ state, say: expect.stringContaining(words) })
  })

  it('names the permissions a server does not give', async () => {
    const { simulator, diagnose } = await look()
    simulator.onDone(({ route, response }) => {
      if (route === 'GET /users/@me/guilds') (response as { permissions: string }[])[0]!.permissions = String(1 << 10)
    })
    expect((await diagnose()).at(-1)).toMatchObject({
      what: 'server Parley HQ (1200000000000000100)',
      state: 'fault',
      say: expect.stringContaining(
        'Missing: Send Messages, Send Messages in Threads, Embed Links, Attach Files, Read Message History',
      ),
    })
  })

  it('names those that the settings want besides, in what it misses and in what it asks for', async () => {
    const { simulator, diagnose } = await look()
    const all = Object.values(permissionsWith({ threads: false, reactions: false }))
    const given = all.reduce((sum, bit) => sum | bit, 0n)
    simulator.onDone(({ route, response }) => {
      if (route === 'GET /users/@me/guilds') (response as { permissions: string }[])[0]!.permissions = String(given)
    })
    expect((await diagnose({ autoThread: false, reactions: false })).at(-1)).toMatchObject({ state: 'ok' })
    const { say } = (await diagnose({ autoThread: true, reactions: true })).at(-1)!
    expect(say).toContain('Missing: Create Public Threads, Add Reactions.')
    expect(say).toContain(`permissions=${given | (1n << 35n) | (1n << 6n)}`)
  })
})
