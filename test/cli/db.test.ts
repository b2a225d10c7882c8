import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { keyIds } from '../../src/store/key-ids.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { runCommand } from '../support/command.ts'
import { tempFolder } from '../support/temp-folder.ts'

async function parley(line: string, env: Record<string, string>) {
  const told: { stdout: string[]; stderr: string[] } = { stdout: [], stderr: [] }
  const write = (to: 'stdout' | 'stderr') => ({ write: (text: string) => void told[to].push(text) })
  const code = await runCommand(line.split(' '), { stdout: write('stdout'), stderr: write('stderr'), env })
  return { code, stdout: told.stdout.join(''), stderr: told.stderr.join('') }
}

it('tells what the tables have yet to have, and brings them up to date', async () => {
  const folder = tempFolder()
  const env = { PARLEY_DATA: folder }
  const before = await parley('db status', env)
  expect(before.code).toBe(1)
  expect(before.stdout).toMatch(/0001-first +due/)
  expect((await parley('db migrate', env)).stdout).toMatch(/^Done: 0001-first, /)
  const after = await parley('db status', env)
  expect(after.code).toBe(0)
  expect(after.stdout).toContain('Everything is up to date.')
  const told = JSON.parse((await parley('db status --json', env)).stdout)
  expect(told).toMatchObject({ partitions: [] })
  expect(told.changes[0]).toMatchObject({ name: '0001-first', at: expect.any(String) })
  expect((await parley('db migrate', env)).stdout).toBe('Everything was up to date.\n')
})

it('a database that a newer Parley has changed is told as one', async () => {
  const folder = tempFolder()
  await (await openSqlite(folder)).close()
  const file = new Sqlite(join(folder, 'parley.db'))
  file.exec(`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01T00:00:00.000Z')`)
  file.close()
  const { code, stderr } = await parley('db migrate', { PARLEY_DATA: folder })
  expect(code).toBe(1)
  expect(stderr).toMatch(/newer Parley/)
})

it('copies only where it is told to, and never tells the password', async () => {
  const env = { PARLEY_DATA: tempFolder() }
  await (await openSqlite(env.PARLEY_DATA)).close()
  expect((await parley('db copy', env)).stderr).toContain('Set DATABASE_URL')
  const url = 'postgres://ann:my-password@127.0.0.1:1/parley'
  const { code, stdout, stderr } = await parley('db copy', { ...env, DATABASE_URL: url })
  expect(code).toBe(1)
  expect(stderr).toContain('PostgreSQL cannot be reached at 127.0.0.1:1 (ECONNREFUSED)')
  const wrong = await parley('db status', { ...env, DATABASE_URL: 'mysql://ann:my-password@example.com/parley' })
  expect(wrong.stderr).toContain('must be a PostgreSQL URL')
  expect(stdout + stderr + wrong.stderr).not.toContain('my-password')
})

it('forgets keys that were lost', async () => {
  const folder = tempFolder()
  const db = await openSqlite(folder)
  await keyIds(db).note([], [{ id: 'lost', isGiven: true }])
  expect((await parley('db forget-keys', { PARLEY_DATA: folder })).stdout).toContain('takes the key it is given')
  expect(await keyIds(db).noted()).toEqual([])
  await db.close()
})
