import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, expect, it } from 'vitest'
import { runCommand } from '../support/command.ts'
import { tempFolder } from '../support/temp-folder.ts'

const application = '3F2B8C1E-0000-4000-8000-000000000001'

const whole = ['--application', application, '--website', 'https://example.com']
const folder = tempFolder(afterAll)
const png = (size: number): Buffer => {
  const bytes = Buffer.alloc(40)
  bytes.writeUInt32BE(0x89504e47)
  bytes.writeUInt32BE(size, 16)
  bytes.writeUInt32BE(size, 20)
  return bytes
}
const kept = (bytes: Buffer): string => {
  const file = join(folder, `${bytes.readUInt32BE(16)}.png`)
  writeFileSync(file, bytes)
  return file
}

async function parley(...argv: string[]) {
  let [out, err] = ['', '']
  const io = { stdout: { write: (s: string) => (out += s) }, stderr: { write: (s: string) => (err += s) } }
  const code = await runCommand(argv, { ...io, env: { PARLEY_DATA: join(tempFolder(), 'data') } })
  return { code, out, err }
}

it('writes a package for the app that is named', async () => {
  const file = join(tempFolder(), 'app.zip')
  const told = await parley(
    ...['teams', 'package', '--application', application, '--website', 'https://example.com', '--out', file],
    ...['--name', 'Help desk', '--version', '1.2.3'],
  )
  expect(told).toMatchObject({ code: 0, out: expect.stringContaining('https://admin.teams.microsoft.com') })
  const manifest = JSON.parse(strFromU8(unzipSync(new Uint8Array(readFileSync(file)))['manifest.json']!))
  expect(manifest).toMatchObject({ id: application.toLowerCase(), name: { short: 'Help desk' }, version: '1.2.3' })
  expect(manifest).not.toHaveProperty('authorization')
})

it('writes a package that says how the app signs people in, where an OAuth connection is set', async () => {
  const file = join(tempFolder(), 'app.zip')
  const env = {
    ...{ TEAMS_APP_TYPE: 'SingleTenant', TEAMS_APP_ID: application, TEAMS_APP_PASSWORD: 'a-secret' },
    ...{ TEAMS_TENANT_ID: '7a11e500-0000-4000-8000-00000000001d', TEAMS_CLOUD: 'DoD' },
    ...{ TEAMS_OAUTH_CONNECTION: 'people', TEAMS_OAUTH_SERVERS: 'https://tracker.example.com' },
  }
  const io = { stdout: { write: () => {} }, stderr: { write: () => {} } }
  const argv = ['teams', 'package', '--website', 'https://example.com', '--out', file]
  expect(await runCommand(argv, { ...io, env: { ...env, PARLEY_DATA: join(tempFolder(), 'data') } })).toBe(0)
  const manifest = JSON.parse(strFromU8(unzipSync(new Uint8Array(readFileSync(file)))['manifest.json']!))
  const id = application.toLowerCase()
  expect(manifest).toMatchObject({
    webApplicationInfo: { id, resource: `api://botid-${id}` },
    validDomains: ['apidod.botframework.azure.us'],
  })
})

it('writes the app of an agent, with pictures of its own', async () => {
  const file = join(tempFolder(), 'app.zip')
  const icon = png(192)
  const told = await parley(
    ...['teams', 'package', '--application', application, '--website', 'https://example.com', '--out', file],
    ...['--agent', 'demo', '--icon', kept(icon), '--publisher', 'Example', '--copilot'],
  )
  expect(told).toMatchObject({ code: 0 })
  const files = unzipSync(new Uint8Array(readFileSync(file)))
  const manifest = JSON.parse(strFromU8(files['manifest.json']!))
  expect(manifest).toMatchObject({ name: { short: 'Parley' }, developer: { name: 'Example' } })
  expect(manifest.description.short).toMatch(/^Shows you around/)
  expect(manifest.copilotAgents).toBeDefined()
  expect(Buffer.from(files['color.png']!)).toEqual(icon)
  expect(await parley('teams', 'package', ...whole, '--agent', 'nobody')).toMatchObject({ code: 1 })
})

it.each([
  [[], /Set TEAMS_APP_ID, or give --application/],
  [['--application', 'parley'], /must be a GUID/],
  [['--application', application], /--website needs a page of yours/],
  [['--application', application, '--website', 'http://example.com'], /--website must be an https/],
  [['--application', application, '--website', 'https://example.com', '--version', '1'], /three numbers/],
  [['--application', application, '--website', 'https://example.com', '--name', 'x'.repeat(31)], /at most 30/],
  [[...whole, '--publisher', 'x'.repeat(33)], /--publisher must be at most 32/],
  [[...whole, '--color', 'blue'], /--color must be six digits/],
  [[...whole, '--icon', '/nowhere.png'], /--icon: .* cannot be read \(ENOENT\)/],
  [[...whole, '--outline', kept(png(192))], /--outline must be a PNG of 32 by 32/],
  [[...whole, '--out', tmpdir()], /cannot be written \(it is a folder\)/],
])('refuses %j', async (options, words) => {
  expect(await parley('teams', 'package', ...options)).toMatchObject({ code: 2, err: expect.stringMatching(words) })
})
