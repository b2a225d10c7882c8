import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../src/app/index.ts'
import { roomFinding } from '../../src/app/parts/doctor/house.ts'
import { createStore } from '../../src/store/index.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { inboxRow } from '../support/busy-folder.ts'
import { runCommand } from '../support/command.ts'
import { loadConfig } from '../support/config.ts'
import { tempFolder } from '../support/temp-folder.ts'

async function start(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const env = { PORT: '0', PARLEY_DATA: folder, PARLEY_PLAYGROUND: 'off', LOG_LEVEL: 'silent' }
  const app = await createApp(loadConfig(env))
  let closed: Promise<void> | undefined
  const close = () => (closed ??= app.close())
  onTestFinished(close)
  return { url: app.url, close }
}

async function parley(line: string, folder: string) {
  const told: string[] = []
  const out = { write: (text: string) => void told.push(text) }
  const code = await runCommand(line.split(' '), { stdout: out, stderr: out, env: { PARLEY_DATA: folder } })
  return { code, told: told.join('') }
}

/** A folder in which Parley has run and was stopped, with an agent of its own. */
async function usedFolder(): Promise<string> {
  const folder = tempFolder()
  await (await start(folder)).close()
  expect((await parley('account create --name ours', folder)).code).toBe(0)
  await (await start(folder)).close()
  return folder
}

const file = (folder: string, name = 'parley.db') => join(folder, name)
const marker = (folder: string): { generation: number } =>
  JSON.parse(readFileSync(file(folder, 'parley.marker'), 'utf8'))

it('is remembered with its database, and found whole', async () => {
  const folder = await usedFolder()
  const before = marker(folder).generation
  await (await start(folder)).close()
  expect(marker(folder).generation).toBeGreaterThan(before)
  const { code, told } = await parley('db check', folder)
  expect(told).toBe(
    'ok      the marker\nok      the file\nok      the right one\nok      whole\nok      what rows refer to\n',
  )
  expect(code).toBe(0)
})

it.each([
  ['is missing', (folder: string) => rmSync(file(folder)), 'database_missing', 'is missing'],
  ['is empty', (folder: string) => truncateSync(file(folder)), 'database_missing', 'is missing'],
  [
    'was copied without its log',
    (folder: string) => {
      const bare = tempFolder()
      mkdirSync(bare, { recursive: true })
      rmSync(file(folder))
      copyFileSync(headOf(bare), file(folder))
    },
    'database_emptier',
    'copied without its parley.db-wal',
  ],
])('a database that %s is not replaced by a new one until somebody says so', async (_, lose, code, says) => {
  const folder = await usedFolder()
  lose(folder)
  const left = existsSync(file(folder)) && readFileSync(file(folder))
  await expect(start(folder)).rejects.toMatchObject({ code, message: expect.stringContaining(says) })
  // A command beside it does not make one either.
  expect(await parley('account list', folder)).toMatchObject({
    code: 1,
    told: expect.stringContaining('parley db accept'),
  })
  expect(existsSync(file(folder)) && readFileSync(file(folder))).toEqual(left)
  const { told, code: failed } = await parley('db check', folder)
  expect([failed, told]).toEqual([1, expect.stringContaining(says)])
  expect((await parley('db accept', folder)).told).toContain('the right one')
  await (await start(folder)).close()
  expect((await parley('account list', folder)).told).not.toContain('ours')
})

/** What a file is whose log was never copied into it. */
function headOf(folder: string): string {
  const path = file(folder, 'head.db')
  const head = Buffer.alloc(4096)
  head.write('SQLite format 3\0', 'latin1')
  // Of one page, 4,096 bytes, in WAL mode, with no table.
  head.writeUInt16BE(4096, 16)
  head.set([2, 2, 0, 64, 32, 32], 18)
  head.writeUInt32BE(1, 28)
  head.writeUInt8(0x0d, 100)
  head.writeUInt16BE(4096, 105)
  writeFileSync(path, head)
  return path
}

it('a database that is older than it was is not gone on with in silence', async () => {
  const folder = await usedFolder()
  const backup = file(folder, 'backup.db')
  copyFileSync(file(folder), backup)
  await parley('account create --name later', folder)
  await (await start(folder)).close()
  copyFileSync(backup, file(folder))
  await expect(start(folder)).rejects.toMatchObject({
    code: 'database_older',
    message: expect.stringMatching(
      /is older than it was on 20.*a backup was restored.*parley db accept --restored.*parley db accept`/s,
    ),
  })
  await parley('db accept', folder)
  await (await start(folder)).close()
  expect((await parley('account list', folder)).told).toMatch(/ ours$/m)
})

it('one that was restored by its own means is gone on with, and nothing that waited in it is answered', async () => {
  const folder = await usedFolder()
  const db = await openSqlite(folder)
  await createStore(db).inbox.add(inboxRow('waits'))
  await db.close()
  const running = await start(folder)
  expect(await parley('db accept --restored', folder)).toMatchObject({
    code: 1,
    told: expect.stringContaining('Another Parley is running'),
  })
  await running.close()
  expect((await parley('db accept --restored', folder)).told).toContain('nothing waits in it')
  const after = await openSqlite(folder)
  expect(await after.query.selectFrom('inbox').select(['status', 'payload']).execute()).toEqual([
    { status: 'done', payload: '' },
  ])
  await after.close()
})

it('another database in its place is told as one', async () => {
  const [folder, other] = [await usedFolder(), await usedFolder()]
  copyFileSync(file(other), file(folder))
  await expect(start(folder)).rejects.toMatchObject({ code: 'database_other' })
})

it('a log whose database is gone is not thrown away', async () => {
  const folder = tempFolder()
  mkdirSync(folder, { recursive: true })
  writeFileSync(file(folder, 'parley.db-wal'), 'x'.repeat(100))
  await expect(start(folder)).rejects.toMatchObject({ code: 'database_missing' })
  expect(readFileSync(file(folder, 'parley.db-wal'), 'utf8')).toHaveLength(100)
})

it.each([
  ['is no database', (folder: string) => writeFileSync(file(folder), 'hello '.repeat(1000)), /file is not a database/],
  ['has lost pages', (folder: string) => truncateSync(file(folder), 20_480), /malformed/],
])('a file that %s is told in a sentence with the way out', async (_, damage, says) => {
  const folder = await usedFolder()
  damage(folder)
  const failed: unknown = await start(folder).catch((error: unknown) => error)
  expect(failed).toMatchObject({ code: 'database_damaged', message: expect.stringMatching(says) })
  expect((failed as Error).message).toMatch(/restore .* from a backup.*parley db check/)
  const { code, told } = await parley('db check', folder)
  expect([code, told]).toEqual([1, expect.stringMatching(/FAULT {3}whole: /)])
  const { code: refused, told: sentence } = await parley('account list', folder)
  expect([refused, sentence]).toEqual([1, expect.stringMatching(says)])
  expect(sentence).not.toMatch(/^\s+at /m)
})

it('a marker that cannot be read is told, and not guessed at', async () => {
  const folder = await usedFolder()
  writeFileSync(file(folder, 'parley.marker'), '{')
  await expect(start(folder)).rejects.toMatchObject({ code: 'marker_damaged' })
  await parley('db accept', folder)
  await (await start(folder)).close()
})

it('the doctor tells the room that is left in MB where it is less than one GB, never as none', () => {
  const told = (free: number) => roomFinding(free, '/srv/parley', 'en')
  expect(told(49.9e6)).toMatchObject({
    state: 'fault',
    say: expect.stringMatching(/^49 MB are free where \/srv\/parley is\. Make room/),
  })
  expect(told(999e6)).toMatchObject({ state: 'ok', say: '999 MB are free where /srv/parley is.' })
  expect(told(25.24e9)).toMatchObject({ state: 'ok', say: '25.2 GB are free where /srv/parley is.' })
})

it('that cannot be made is told so at once, with what to do', async () => {
  await expect(start('/proc/parley/data')).rejects.toMatchObject({
    code: 'data_folder_unusable',
    message: expect.stringMatching(
      /^The data folder \/proc\/parley\/data cannot be used: ENOENT.* or name another with PARLEY_DATA\.$/,
    ),
  })
})
