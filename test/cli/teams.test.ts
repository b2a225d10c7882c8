import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { runCommand } from '../support/command.ts'
import { tempFolder } from '../support/temp-folder.ts'

const application = '3F2B8C1E-0000-4000-8000-000000000001'

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

it.each([
  [[], /Set TEAMS_APP_ID, or give --application/],
  [['--application', 'parley'], /must be a GUID/],
  [['--application', application], /--website needs a page of yours/],
  [['--application', application, '--website', 'http://example.com'], /--website must be an https/],
  [['--application', application, '--website', 'https://example.com', '--version', '1'], /three numbers/],
  [['--application', application, '--website', 'https://example.com', '--name', 'x'.repeat(31)], /at most 30/],
])('refuses %j', async (options, words) => {
  expect(await parley('teams', 'package', ...options)).toMatchObject({ code: 2, err: expect.stringMatching(words) })
})
