import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../../src/app/index.ts'
import { openPostgres } from '../../../src/store/postgres.ts'
import { runCommand } from '../../support/command.ts'
import { loadConfig } from '../../support/config.ts'
import { emptyDatabase } from '../../support/database.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** A database whose commits wait for the disk so far, unless a session says otherwise. */
async function waitingFor(synchronousCommit: string): Promise<string> {
  const url = await emptyDatabase()
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = ${synchronousCommit}`)
  await client.end()
  return url
}

it.each([
  ['power', 'off', 'on'],
  // Whoever knows of standbys has reasons.
  ['power', 'local', 'local'],
  ['process', 'off', 'off'],
] as const)('with durability %s, commits where the server says %s are: %s', async (durability, said, expected) => {
  const db = await openPostgres(await waitingFor(said), { durability })
  onTestFinished(() => db.close())
  const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db.query)
  expect(rows).toEqual([{ synchronous_commit: expected }])
})

it('says at /readyz and in `db check` that a server would lose what it has acknowledged', async () => {
  const url = await emptyDatabase()
  const folder = tempFolder()
  const env = { DATABASE_URL: url, PARLEY_DATA: folder, PORT: '0', LOG_LEVEL: 'silent', PARLEY_PLAYGROUND: 'off' }
  const app = await createApp(loadConfig(env))
  onTestFinished(() => app.close())
  const { degraded } = (await (await fetch(`${app.url}/readyz`)).json()) as {
    degraded: { what: string; why: string }[]
  }
  // The server of the tests keeps nothing.
  const why = expect.stringContaining('runs with fsync = off')
  expect(degraded).toContainEqual({ what: 'database', why })
  const told: string[] = []
  const out = { write: (text: string) => void told.push(text) }
  expect(await runCommand(['db', 'check'], { stdout: out, stderr: out, env })).toBe(1)
  expect(told.join('')).toMatch(/^ok {6}the right one$/m)
  expect(told.join('')).toMatch(/^FAULT {3}what the server keeps: .*fsync = off/m)
})

it('a folder remembers its database, and takes no empty or other one for it', async () => {
  const folder = tempFolder()
  const env = { PARLEY_DATA: folder, PORT: '0', LOG_LEVEL: 'silent', PARLEY_PLAYGROUND: 'off' }
  const start = async (more: Record<string, string>) => {
    const app = await createApp(loadConfig({ ...env, ...more }))
    await app.close()
  }
  const first = { DATABASE_URL: await emptyDatabase() }
  await start(first)
  await start(first)
  const other = { DATABASE_URL: await emptyDatabase() }
  await expect(start(other)).rejects.toMatchObject({ code: 'database_emptier' })
  // A process whose folder is new, as a pod's is, knows of none.
  await start({ ...other, PARLEY_DATA: tempFolder() })
  await expect(start(other)).rejects.toMatchObject({ code: 'database_other' })
  await expect(start({})).rejects.toMatchObject({
    code: 'database_other',
    message: expect.stringContaining('DATABASE_URL'),
  })
  await start(first)
})
