import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { platforms } from '../../adapters/registry.ts'
import { chartYaml } from '../../scripts/chart.ts'
import { checkFolder } from '../../src/admin/scenarios/folder.ts'
import { createApp } from '../../src/app/index.ts'
import { runCommand as runWith } from '../../src/cli/index.ts'
import { variableNames } from '../../src/config/environment.ts'
import { loadConfig } from '../../src/config/index.ts'
import { openApi } from '../../src/http/openapi/document.ts'
import type { PlatformId } from '../../src/model/message.ts'
import type { Adapter } from '../../src/ports/channel.ts'
import type { Platform } from '../../src/ports/platform.ts'
import { ok } from '../../src/ports/setup.ts'
import { commandHouse } from '../admin/commands/house.ts'
import { quiet } from '../support/command.ts'
import { tempFolder } from '../support/temp-folder.ts'

const root = resolve(import.meta.dirname, '../..')
/** No part of the product has ever heard of it. */
const id = 'semaphore' as PlatformId
const flagger = 'semaphore_hill_7'

const adapter: Adapter = {
  platform: id,
  routes: [{ method: 'POST', path: '/semaphore/flags', handle: async () => ({ status: 200, body: 'seen' }) }],
  open: async () => {},
  start: async () => {},
  stop: async () => {},
  ready: () => true,
  connected: () => true,
  channel: () => undefined,
}

const semaphore: Platform<{ mast: string }> = {
  id,
  words: { title: 'The Semaphore', name: 'Semaphore', one: 'hill', many: 'hills', place: 'HILL.' },
  commandsAre: 'typed',
  options: { characters: 3, buttons: 2, more: 'has two arms' },
  person: /^semaphore_hill_\d+$/,
  signIn: {
    name: 'The Hills',
    knows: (issuer) => (issuer === 'https://hills.example.com' ? 'shared' : undefined),
    scope: 'openid hill',
    uids: ({ hill }) => [`semaphore_hill_${hill}`],
  },
  paths: ['/semaphore'],
  leaves: () => true,
  settings: {
    env: z.object({ SEMAPHORE_MAST: z.string().regex(/^oak$/, 'must be of oak').optional() }),
    section: { lamps: z.boolean().default(false) },
    faults: (set) => (set['SEMAPHORE_MAST'] && set['PORT'] === '1' ? [{ path: 'SEMAPHORE_MAST', message: 'no' }] : []),
    read: ({ SEMAPHORE_MAST: mast }: { SEMAPHORE_MAST?: string }, { lamps }: { lamps: boolean }) =>
      mast === undefined ? undefined : { mast, lamps },
  },
  commands: [
    {
      name: 'wave',
      summary: 'Wave.',
      run: async ({ settings }) => ({ text: `waves from ${settings()?.mast}`, value: settings() }),
    },
  ],
  setup: async () => ({
    place: (name) => (name === 'hill' ? ('semaphore:hill' as never) : undefined),
    async *diagnose() {
      yield ok('Weather', 'clear')
    },
  }),
  connect: async () => adapter,
}
const all = [...platforms, semaphore]

describe('a platform that is added to the registry', () => {
  const dataFolder = join(tempFolder(afterAll), 'data')
  const env = { SEMAPHORE_MAST: 'oak', PARLEY_DATA: dataFolder, PORT: '0', LOG_LEVEL: 'silent' }
  const parley = async (...argv: string[]) => {
    let [out, err] = ['', '']
    const io = { stdout: { write: (s: string) => (out += s) }, stderr: { write: (s: string) => (err += s) } }
    return { code: await runWith(argv, { ...io, env, platforms: all, ...quiet }), out, err }
  }

  it('is configured by its variables and its section, and told what is wrong with them', () => {
    expect(loadConfig(env, all).platforms).toEqual({ semaphore: { mast: 'oak', lamps: false } })
    expect(loadConfig(env, all).playground).toBe(false)
    expect(variableNames(all)).toContain('SEMAPHORE_MAST')
    const faultsOf = (more: Record<string, string>) => {
      try {
        loadConfig({ ...env, ...more }, all)
      } catch (error) {
        return (error as { faults: { path: string; message: string }[] }).faults.map(({ message }) => message)
      }
      return []
    }
    expect(faultsOf({ SEMAPHORE_MAST: 'pine' })).toEqual(['must be of oak'])
    expect(faultsOf({ PORT: '1' })).toEqual(['no'])
    expect(faultsOf({ SEMAPHORE_MASTT: 'oak' })).toEqual(['is not known; did you mean SEMAPHORE_MAST?'])
  })

  it('vouches for its people where they sign in', () => {
    const oidc = [{ id: 'hills', issuer: 'https://hills.example.com', clientId: 'parley', secretEnv: 'HILLS' }]
    const folder = tempFolder()
    cpSync('config', folder, { recursive: true })
    writeFileSync(join(folder, 'parley.yaml'), JSON.stringify({ console: { oidc } }))
    const { issuers } = loadConfig(
      { ...env, PUBLIC_URL: 'https://parley.example.com', HILLS: 'x' },
      all,
      folder,
    ).console
    expect(issuers).toMatchObject([{ name: 'The Hills', scope: 'openid hill', people: 'platform' }])
  })

  it('is connected, and reached where it calls', async () => {
    const app = await createApp(loadConfig(env, all), { platforms: all })
    try {
      expect(app.troubles()).toEqual([])
      const answer = await fetch(`${app.url}/semaphore/flags`, { method: 'POST' })
      expect(await answer.text()).toBe('seen')
    } finally {
      await app.close()
    }
  })

  it('has its people in roles and in the audit log', async () => {
    const { ann, admin } = await commandHouse({ platforms: all })
    expect((await ann.say(`role add ${flagger} owner`)).text).toBe(`<@${flagger}> is owner from now on.`)
    expect((await ann.say('role add semaphore_tower owner')).text).toContain('is not their id')
    await admin.roles.set(flagger, 'owner', undefined, { account: 'default', author: flagger, door: id })
    await admin.roles.set('slack_T0PARLEY_U0BEN', 'admin', undefined, { account: 'default', author: flagger, door: id })
    expect((await ann.say('audit')).text).toContain(`<@${flagger}> (semaphore)`)
  })

  it('is called by its name where it waits for approval', async () => {
    const { store, ann } = await commandHouse({ platforms: all })
    const row = {
      platform: id,
      id: 'hill',
      account: 'default',
      name: 'Bare Hill',
      secret: null,
      status: 'waiting' as const,
    }
    await store.places.install(row)
    expect((await ann.say('installations')).text).toContain('**Bare Hill** Semaphore `hill`')
  })

  it('is in the check of scenarios', async () => {
    const folder = tempFolder()
    mkdirSync(join(folder, 'scenarios'))
    writeFileSync(join(folder, 'agent.yaml'), 'agent: { displayName: Guide }\n')
    const options = ['Port', 'Starboard', 'Aft'].map((text) => ({ text, goto: 'done' }))
    const scenario = {
      version: 1,
      id: 'way',
      title: 'Way',
      start: [{ match: { exact: ['way'] } }],
      first: 'side',
      nodes: { side: { say: 'Which?', options, on: [{ else: 'done' }] }, done: { say: 'Aye.', end: 'completed' } },
    }
    writeFileSync(join(folder, 'scenarios', 'way.yaml'), JSON.stringify(scenario))
    const told = JSON.stringify(checkFolder(folder, all).findings)
    expect(told).toContain('The Semaphore')
    expect(JSON.stringify(checkFolder(folder, platforms).findings)).not.toContain('The Semaphore')
  })

  it('is in the API’s description', () => {
    const ids = all.map((platform) => platform.id)
    const document = JSON.stringify(openApi({ version: '1', utterance: 10, platforms: ids }))
    expect(document).toContain('`terminal`, `web` or `semaphore`.')
  })

  it('is let in by the ingress', () => {
    expect(chartYaml(all)).toContain('  - /semaphore # semaphore\n')
    expect(chartYaml(platforms)).not.toContain('semaphore')
  })

  it('has its commands at the terminal, and those that every platform has', async () => {
    expect(await parley('semaphore', 'wave')).toMatchObject({ code: 0, out: 'waves from oak\n' })
    expect((await parley('semaphore', 'wave', '--json')).out).toBe('{"mast":"oak","lamps":false}\n')
    expect((await parley('semaphore', 'use', 'hill', 'demo')).out).toContain(
      'demo is bound to semaphore:hill from now on',
    )
    expect((await parley('semaphore', 'use', 'valley', 'demo')).err).toContain('valley is no place in The Semaphore')
    expect((await parley('doctor', 'semaphore')).out).toContain('ok     Weather: clear')
    expect((await parley('installations', 'list', 'semaphore')).code).toBe(0)
    const { out } = await parley('help', '--all')
    expect(out).toContain('workspaces, servers, tenants, machines, sites and hills')
    expect(out).toContain('The app leaves a Semaphore hill.')
  })
})

it('reading the registry loads no SDK, and no stand-in', () => {
  const registry = pathToFileURL(join(root, 'adapters/registry.ts')).href
  const script = `
    import { registerHooks } from 'node:module'
    registerHooks({ resolve(name, context, next) { const found = next(name, context); console.log(found.url); return found } })
    await import(${JSON.stringify(registry)})
  `
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  // From the repository on, which may stand in a folder of any name.
  const loaded = stdout.replaceAll(pathToFileURL(root).href, '').trim().split('\n')
  const packages = loaded.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? [])
  expect(new Set(packages)).toEqual(new Set(['zod']))
  expect(loaded.filter((url) => url.includes('/console/'))).toEqual([])
  expect(loaded.filter((url) => /adapters\/\w+\/index/.test(url))).toEqual([])
})

it('the terminal is as small as CONTRIBUTING.md tells whoever copies it', () => {
  const folder = join(root, 'adapters/terminal')
  const all = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))
  const files = all.filter((path) => statSync(path).isFile())
  const lines = files.map((path) => readFileSync(path, 'utf8').trimEnd().split('\n').length).reduce((a, b) => a + b)
  expect(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')).toContain(`${files.length} files of 305 lines in all`)
  expect(lines).toBeLessThanOrEqual(305)
})

it.each(platforms.map((platform) => [platform.id, platform] as const))('%s keeps to its own names', (id, platform) => {
  const { settings, commands, pane, paths } = platform
  expect(Object.keys(settings.env.shape).filter((name) => !name.startsWith(`${id.toUpperCase()}_`))).toEqual([])
  expect(commands.filter(({ name }) => name === 'use' || name === 'unuse')).toEqual([])
  expect(paths.filter((path) => !/^\/[a-z/]+(\.js|[a-z])$/.test(path))).toEqual([])
  if (pane) expect(pane.owner).toMatch(platform.person)
})
