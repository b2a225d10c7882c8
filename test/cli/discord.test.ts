import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDiscordSimulator } from '../../console/stand-ins/discord/index.ts'
import { createStore } from '../../src/store/index.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { minimalAgent } from '../support/agent.ts'
import { runCommand } from '../support/command.ts'
import { install } from '../support/installing.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { withSettings } from '../support/with-settings.ts'

const token = 'MTIwMDAwMDAwMDAwMDAwMDAwMQ.simulator.token'

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

describe('discord invite', () => {
  it('prints an address for the app of the token, or for one that is named', async () => {
    const { out, code } = await terminal({ DISCORD_BOT_TOKEN: token }).parley('discord', 'invite')
    expect(code).toBe(0)
    expect(new URL(out.trim()).searchParams.get('client_id')).toBe('1200000000000000001')
    const named = await terminal().parley('discord', 'invite', '--application', '1200000000000000099', '--json')
    expect(new URL(JSON.parse(named.out).url).searchParams.get('client_id')).toBe('1200000000000000099')
  })

  it('asks for what the settings want', async () => {
    const asked = async () => {
      const { out } = await terminal().parley('discord', 'invite', '--application', '1200000000000000099')
      return BigInt(new URL(out.trim()).searchParams.get('permissions')!)
    }
    const least = await asked()
    withSettings('discord: { autoThread: true, reactions: true }')
    expect(await asked()).toBe(least | (1n << 35n) | (1n << 6n))
  })

  it('prints where somebody adds it for themselves, once that is let', async () => {
    const ask = () => terminal().parley('discord', 'invite', '--user', '--application', '1200000000000000099')
    expect(await ask()).toMatchObject({ code: 2, err: expect.stringContaining('Set discord.userInstalls: true') })
    withSettings('discord: { userInstalls: true }')
    const { out } = await ask()
    expect(Object.fromEntries(new URL(out.trim()).searchParams)).toEqual({
      client_id: '1200000000000000099',
      integration_type: '1',
      scope: 'applications.commands',
    })
  })

  it.each([
    [[], /Set DISCORD_BOT_TOKEN, or give --application/],
    [['--application', 'parley'], /17 to 20 digits/],
  ])('refuses %j', async (options, words) => {
    expect(await terminal().parley('discord', 'invite', ...options)).toMatchObject({
      code: 2,
      err: expect.stringMatching(words),
    })
  })
})

it('places in servers are bound to agents', async () => {
  const { dataFolder, parley } = terminal()
  const db = await openSqlite(dataFolder)
  onTestFinished(() => db.close())
  const store = createStore(db)
  await parley('account', 'create', 'other', '--name', 'Other')
  const guild = '1200000000000000100'
  await install(store, 'discord', guild, 'other')
  await db.batch(store.agents.createSteps({ id: 'guide', account: 'other', document: minimalAgent(), author: 'test' }))
  const place = `${guild}/1200000000000000101`
  expect(await parley('discord', 'use', place, 'guide', '--mode', 'all')).toMatchObject({ code: 0 })
  expect(await store.places.bindingOf([`discord:${guild}:1200000000000000101`], 'other')).toMatchObject({ mode: 'all' })
  expect((await parley('discord', 'unuse', place)).out).toContain('no agent any more')
  expect(await parley('discord', 'use', 'general', 'guide')).toMatchObject({ code: 2 })
})

it('the doctor looks at Discord', async () => {
  const simulator = createDiscordSimulator()
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const env = { DISCORD_BOT_TOKEN: simulator.token, DISCORD_API_URL: `${simulator.url}/api` }
  const { dataFolder, parley } = terminal(env)
  const { code, out } = await parley('doctor', 'discord')
  expect(out).toContain('ok     bot token: Parley (1200000000000000001)')
  expect(code).toBe(0)

  const db = await openSqlite(dataFolder)
  onTestFinished(() => db.close())
  const [place, code50013] = ['discord:1200000000000000100:1200000000000000101', '403 50013 Missing Permissions']
  const refusing = { installation: '1200000000000000100', place, code: 'forbidden', detail: code50013 }
  await createStore(db).refusals.keep({ key: 'a', platform: 'discord', ...refusing })
  await createStore(db).refusals.keep({ key: 'b', platform: 'slack', ...refusing, place: 'slack:T0:C0' })
  const again = await parley('doctor', 'discord')
  expect(again.out).toMatch(new RegExp(`\\?      ${place}: It has refused answers 1 time since .*${code50013}`))
  expect(again.out).not.toContain('slack:T0:C0')
  expect(again.code).toBe(0)
  expect(again.out).not.toContain('approval')
})

it('the doctor names the servers that wait for approval, and no longer than they do', async () => {
  const simulator = createDiscordSimulator()
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const env = { DISCORD_BOT_TOKEN: simulator.token, DISCORD_API_URL: `${simulator.url}/api` }
  const { dataFolder, parley } = terminal(env)
  await parley('account', 'list')
  const db = await openSqlite(dataFolder)
  onTestFinished(() => db.close())
  const acme = {
    platform: 'discord',
    id: '1200000000000000900',
    name: 'Acme',
    account: 'default',
    secret: null,
  } as const
  const { places } = createStore(db)
  await places.install({ ...acme, status: 'waiting' })
  await places.install({ ...acme, platform: 'slack', id: 'T0ACME', status: 'waiting' })
  const { code, out } = await parley('doctor', 'discord')
  expect(out).toMatch(
    /\? {6}1200000000000000900: Acme has waited for approval since .*: `parley installations approve discord 1200000000000000900`, or `refuse`\./,
  )
  expect(out).not.toContain('T0ACME')
  expect(code).toBe(0)
  await parley('installations', 'approve', 'discord', '1200000000000000900')
  expect((await parley('doctor', 'discord')).out).not.toContain('Acme')
})
