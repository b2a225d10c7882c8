import { once } from 'node:events'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { DiscordSettings } from '../../adapters/discord/settings.ts'
import { platforms } from '../../adapters/registry.ts'
import type { SlackSettings } from '../../adapters/slack/settings.ts'
import type { TeamsSettings } from '../../adapters/teams/settings.ts'
import { createPlayground } from '../../src/app/playground.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Adapter } from '../../src/ports/channel.ts'
import type { Route } from '../../src/ports/route.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** As far as the playground sees of one. */
const adapterWith = (routes: Route[]) => ({ routes }) as unknown as Adapter

it('a pane that could not be connected lets go of its journal, and opens when it is asked for again', async () => {
  const dataFolder = tempFolder()
  const addresses: string[] = []
  const playground = createPlayground({
    platforms,
    dataFolder,
    log: createLog('silent'),
    async connect(_, settings) {
      addresses.push((settings as SlackSettings).apiUrl!)
      if (addresses.length === 1) throw new Error('not today')
      return adapterWith([])
    },
  })
  onTestFinished(() => playground.close())
  await expect(playground.open('slack')).rejects.toThrow('not today')
  await expect(fetch(new URL('auth.test', addresses[0]))).rejects.toThrow()
  expect(await playground.open('slack')).toEqual({ user: 'U0ANN' })
  expect((await fetch(new URL('auth.test', addresses[1]), { method: 'POST' })).status).toBe(200)
})

it('what was said in it is for its owner alone, also what an earlier version let everybody read', async () => {
  const dataFolder = tempFolder()
  writeFileSync(join(dataFolder, 'playground-slack.jsonl'), '', { mode: 0o644 })
  writeFileSync(join(dataFolder, 'playground-slack.jsonl.new'), 'torn', { mode: 0o644 })
  const playground = createPlayground({
    platforms,
    dataFolder,
    log: createLog('silent'),
    connect: async () => adapterWith([]),
  })
  for (const pane of ['slack', 'discord', 'teams']) await playground.open(pane)
  await playground.close()
  const modes = readdirSync(dataFolder).map((name) => [
    name,
    (statSync(join(dataFolder, name)).mode & 0o777).toString(8),
  ])
  expect(Object.fromEntries(modes)).toEqual({
    'playground-slack.jsonl': '600',
    'playground-discord.jsonl': '600',
    'playground-teams.jsonl': '600',
    'playground-teams.port': '600',
  })
})

it('the panes are apart: each has its people and opens by itself', async () => {
  const told: DiscordSettings[] = []
  const playground = createPlayground({
    platforms,
    dataFolder: tempFolder(),
    log: createLog('silent'),
    async connect({ id }, settings) {
      expect(id).toBe('discord')
      told.push(settings as DiscordSettings)
      return adapterWith([])
    },
  })
  onTestFinished(() => playground.close())
  expect(await playground.open('discord')).toEqual({ user: '1200000000000000011' })
  const { botToken, apiUrl } = told[0]!
  const headers = { authorization: `Bot ${botToken}`, 'user-agent': 'DiscordBot (https://example.com, 1)' }
  expect((await fetch(`${apiUrl}/v10/users/@me`, { headers })).status).toBe(200)
  expect(await playground.open('toString')).toBeUndefined()
})

it('the pane of Teams calls the app where its routes are served, with the commands of its package', async () => {
  const heard: unknown[] = []
  const playground = createPlayground({
    platforms,
    dataFolder: tempFolder(),
    log: createLog('silent'),
    async connect(_, settings) {
      const { app, loginUrl } = settings as TeamsSettings
      expect(`${loginUrl}/${app?.tenantId}`).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login\/.+/)
      const handle = async ({ rawBody }: { rawBody: Buffer }) => {
        heard.push(JSON.parse(rawBody.toString()))
        return { status: 200, body: '' }
      }
      return adapterWith([{ method: 'POST', path: '/api/messages', handle }])
    },
  })
  const server = createServer((req, res) => void playground.handle('teams', req, res, (req.url ?? '/').slice(1)))
  onTestFinished(async () => {
    server.close()
    await playground.close()
  })
  expect(await playground.open('teams')).toEqual({ user: '29:1ann' })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const body = JSON.stringify({ user: '29:1ann', conversation: 'a:1ann', title: 'agent help', slash: true })
  const answer = await fetch(`http://127.0.0.1:${port}/commands`, { method: 'POST', body })
  expect(await answer.json()).toEqual({ id: expect.any(String) })
  await expect.poll(() => heard).toMatchObject([{ type: 'message', text: 'agent help' }])
})

it('Teams is found at the same address after a restart, unless something else is there now', async () => {
  const dataFolder = tempFolder()
  const open = async (): Promise<string> => {
    let address = ''
    const playground = createPlayground({
      platforms,
      dataFolder,
      log: createLog('silent'),
      async connect(_, settings) {
        address = new URL((settings as TeamsSettings).loginUrl!).origin
        return adapterWith([])
      },
    })
    await playground.open('teams')
    await playground.close()
    return address
  }
  const address = await open()
  expect(await open()).toBe(address)
  const other = createServer().listen(Number(new URL(address).port), '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  expect(await open()).not.toBe(address)
})
