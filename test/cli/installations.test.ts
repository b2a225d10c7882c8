import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { open as openHouse } from '../../src/cli/open.ts'
import { runCommand } from '../support/command.ts'
import { loadConfig } from '../support/config.ts'
import { installationsOf } from '../support/installing.ts'
import { tempFolder } from '../support/temp-folder.ts'

const credentials = '{"token":"xoxb-very-secret"}'

async function open() {
  const env = { PARLEY_DATA: join(tempFolder(), 'data') }
  const house = await openHouse(loadConfig(env), platforms, { info() {}, warn() {} })
  onTestFinished(() => house.close())
  const parley = async (...argv: string[]) => {
    let [out, err] = ['', '']
    const io = { stdout: { write: (s: string) => (out += s) }, stderr: { write: (s: string) => (err += s) } }
    const code = await runCommand(argv, { ...io, env })
    return { code, out, err }
  }
  const slack = installationsOf(house, 'slack')
  const { store } = house
  return { parley, slack, store, accountOf: (id: string) => store.places.accountOf('slack', id) }
}

it('are listed, approved into accounts, and refused', async () => {
  const { parley, slack, store, accountOf } = await open()
  expect((await parley('installations', 'list')).out).toBe('Nobody has installed the app.\n')
  await slack.add({ id: 'T0HQ', name: 'HQ', own: 'always' })
  for (const id of ['T0ACME', 'T0GONE']) await slack.add({ id, name: id.slice(2), credentials, own: 'first' })
  await store.places.uninstall('slack', 'T0GONE')
  await parley('account', 'create', 'other', '--name', 'Other')

  const listed = await parley('installations', 'list', 'slack')
  expect(listed.out).toMatch(
    /slack +T0ACME +waiting +\S+ .*ACME\n[\s\S]*T0GONE +waiting, removed .*\n[\s\S]*T0HQ +approved +default/,
  )
  expect(await accountOf('T0ACME')).toBeUndefined()

  const approved = await parley('installations', 'approve', 'slack', 'T0ACME', '--account', 'other')
  expect(approved).toMatchObject({ code: 0, out: 'T0ACME belongs to the account other and is answered from now on.\n' })
  expect(await accountOf('T0ACME')).toBe('other')
  expect((await parley('installations', 'refuse', 'slack', 'T0ACME')).out).toBe(
    'Nobody is answered in T0ACME any more.\n',
  )
  expect(await accountOf('T0ACME')).toBeUndefined()
  await parley('installations', 'approve', 'slack', 'T0ACME', '--own-account')
  expect(await accountOf('T0ACME')).toBe('slack-T0ACME')
  const json = JSON.parse((await parley('installations', 'list', '--json')).out)
  // By when they came, which may have been in one millisecond.
  const told = json.map(({ id, status, by }: { id: string; status: string; by: string }) => [id, status, by])
  expect(told.toSorted()).toEqual([
    ['T0ACME', 'approved', 'cli'],
    ['T0GONE', 'waiting', null],
    ['T0HQ', 'approved', null],
  ])

  // What opens it stays, and is nowhere to be read.
  expect(await slack.list()).toEqual([{ id: 'T0ACME', name: 'ACME', credentials }])
  expect(JSON.stringify(await store.places.installations())).not.toContain('very-secret')
})

it('that wait are approved together, and one that is yet to come', async () => {
  const { parley, slack, accountOf } = await open()
  await slack.add({ id: 'T0HQ', name: 'HQ', own: 'first' })
  for (const id of ['T0A', 'T0B']) await slack.add({ id, name: id, own: 'first' })
  expect((await parley('installations', 'approve', 'slack', 'all')).out.split('\n')).toHaveLength(3)
  expect([await accountOf('T0A'), await accountOf('T0B')]).toEqual(['default', 'default'])
  expect((await parley('installations', 'approve', 'slack', 'all')).out).toBe('None waits.\n')

  expect((await parley('installations', 'approve', 'slack', 'T0LATER')).out).toMatch(/T0LATER is not there yet/)
  expect((await parley('installations', 'list')).out).toMatch(/T0LATER +approved, to come/)
  expect(await slack.add({ id: 'T0LATER', name: 'Later', own: 'first' })).toBe('approved')
})

it.each([
  [['approve', 'irc', 'X'], 2, /slack, discord, teams/],
  [['approve', 'slack', 'T0A', '--account', 'nobody'], 1, /no account/],
  [['approve', 'slack', 'T0A', '--account', 'default', '--own-account'], 2, /exclude each other/],
  [['refuse', 'slack', 'T0A'], 1, /Nobody has installed the app in `T0A`/],
])('are not to be had so: %j', async (words, code, says) => {
  const { parley } = await open()
  expect(await parley('installations', ...words)).toMatchObject({ code, err: expect.stringMatching(says) })
})
