import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCommand } from '../support/command.ts'
import { startMcpServer } from '../support/mcp-server.ts'
import { makeTempFolder } from '../support/temp-folder.ts'

// Commands read `config/` where they are run.
const home = process.cwd()
let folder: ReturnType<typeof makeTempFolder>
beforeEach(() => {
  folder = makeTempFolder()
  cpSync('config', join(folder.path, 'config'), { recursive: true })
  process.chdir(folder.path)
})
afterEach(() => {
  process.chdir(home)
  folder.remove()
})

async function parley(...argv: string[]) {
  const out: string[] = []
  const err: string[] = []
  const io = { stdout: { write: (s: string) => out.push(s) }, stderr: { write: (s: string) => err.push(s) } }
  const env = { PARLEY_DATA: 'data', TRACKER_TOKEN: 'tracker-token' }
  const code = await runCommand(argv, { ...io, env })
  return { code, out: out.join(''), err: err.join('') }
}

it('a folder names servers of tools; their secrets are kept encrypted, and what they offer is listed with its pin', async () => {
  const server = await startMcpServer()
  const settings = readFileSync('config/parley.yaml', 'utf8')
  writeFileSync('config/parley.yaml', settings.replace('allow: []', 'allow: [127.0.0.1]'))
  mkdirSync('config/agents/shop')
  const agent = {
    displayName: 'Shop',
    description: 'A shop',
    photoUrl: 'https://example.com/shop.png',
    providerName: 'Example',
    scope: 'private',
  }
  writeFileSync('config/agents/shop/agent.yaml', JSON.stringify({ agent }))
  const headers = [{ key: 'Authorization', value: 'Bearer ${TRACKER_TOKEN}' }]
  const tools = { servers: { desk: { url: server.url, headers } } }
  writeFileSync('config/agents/shop/tools.yaml', JSON.stringify(tools))
  await parley('agent', 'apply', 'config/agents/shop')

  const { out } = await parley('tool', 'list', 'shop')
  expect(out).toMatch(/desk_create +ask +[0-9a-f]{64} +Files an issue/)
  expect([...server.tokens]).toEqual(['Bearer tracker-token'])
  await parley('agent', 'export', 'shop', 'out')
  expect(readFileSync('out/tools.yaml', 'utf8')).toContain('value: ••••')
  // As it was exported it can be applied: what is masked stays as it was.
  server.tokens.clear()
  writeFileSync('config/agents/shop/tools.yaml', readFileSync('out/tools.yaml'))
  expect(await parley('agent', 'apply', 'config/agents/shop', '--force')).toMatchObject({ err: '' })
  await parley('tool', 'list', 'shop')
  expect([...server.tokens]).toEqual(['Bearer tracker-token'])

  writeFileSync('config/agents/shop/tools.yaml', JSON.stringify({ rules: { x: { policy: 'maybe' } } }))
  expect((await parley('agent', 'apply', 'config/agents/shop')).err).toMatch(/tools\.yaml:1 rules\.x\.policy/)
  rmSync('config/agents/shop/tools.yaml')
  await parley('agent', 'apply', 'config/agents/shop')
  await parley('agent', 'export', 'shop', 'out', '--force')
  expect(existsSync('out/tools.yaml')).toBe(false)
})

it('a server on a private address is told as such, where it is added and where it is listed', async () => {
  const url = 'http://127.0.0.1:9/mcp'
  const add = ['agent', 'tool', 'add', '--agent', 'demo', '--set', 'name=desk', '--set', `url=${url}`]
  const shut = `${url} is not on the public Internet, so it is not called. Whoever runs Parley can open its host under webhooks.allow in parley.yaml.`
  expect((await parley(...add)).out).toContain(shut)
  const { out } = await parley('agent', 'tool', 'list', '--agent', 'demo')
  expect(out).toMatch(/could not be asked what it offers\.\n/)
  expect(out).toContain(shut)

  const settings = readFileSync('config/parley.yaml', 'utf8')
  writeFileSync('config/parley.yaml', settings.replace('allow: []', 'allow: [127.0.0.1]'))
  expect((await parley('agent', 'tool', 'list', '--agent', 'demo')).out).not.toContain('public Internet')
})
