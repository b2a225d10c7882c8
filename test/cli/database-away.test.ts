import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../src/app/index.ts'
import { describe as atTerminal } from '../../src/cli/failure.ts'
import { runCommand } from '../support/command.ts'
import { loadConfig } from '../support/config.ts'
import { endWithParent } from '../support/end-with-parent.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { makeTempFolder, tempFolder } from '../support/temp-folder.ts'

async function parley(line: string, env: Record<string, string>) {
  const told: string[] = []
  const out = { write: (text: string) => told.push(text) }
  const code = await runCommand(line.split(' '), {
    stdout: out,
    stderr: out,
    env: { PARLEY_DATA: join(tempFolder(), 'not', 'yet'), ...env },
  })
  return { code, told: told.join('') }
}

describe.skipIf(!findPostgres())('a PostgreSQL that does not let Parley in', () => {
  let server: PostgresServer
  let at = ''
  let removeRules = () => {}
  beforeAll(async () => {
    const { path: folder, remove } = makeTempFolder()
    removeRules = remove
    const rules = join(folder, 'pg_hba.conf')
    const who = ['ann 127.0.0.1/32 scram-sha-256', 'ben 127.0.0.1/32 reject', 'all 127.0.0.1/32 trust']
    writeFileSync(rules, who.map((one) => `host all ${one}\n`).join(''))
    // The user who runs it is another one.
    chmodSync(folder, 0o755)
    server = await startPostgres({ settings: [`hba_file=${rules}`] })
    at = new URL(server.url).host
    const client = new pg.Client(server.url)
    await client.connect()
    await client.query(`create user ann password 'right'; create user ben; create user cleo connection limit 0`)
    await client.end()
  })
  afterAll(async () => {
    await server.stop()
    removeRules()
  })

  it.each([
    [
      'a database that is not there',
      'ann:right',
      'nowhere',
      (to: string) => [
        `There is no database nowhere at ${to} (3D000). Make it (create database nowhere encoding utf8), or name another one in DATABASE_URL.`,
        `${to} にデータベース nowhere がありません(3D000)。`,
      ],
    ],
    [
      'a wrong password',
      'ann:my-secret',
      'postgres',
      (to: string) => [
        `PostgreSQL at ${to} refuses the password of ann for the database postgres (28P01). Set the right one in DATABASE_URL.`,
        `${to} の PostgreSQL が、データベース postgres への ann のパスワードを拒否しました(28P01)。`,
      ],
    ],
    [
      'a user who may not come in',
      'ben:my-secret',
      'postgres',
      (to: string) => [
        `PostgreSQL at ${to} does not let ben into the database postgres (28000). Let them in (pg_hba.conf), or name another user in DATABASE_URL.`,
        `${to} の PostgreSQL は、データベース postgres への ben の接続を許可していません(28000)。`,
      ],
    ],
    [
      'a server that takes no more connections',
      'cleo:my-secret',
      'postgres',
      (to: string) => [
        `PostgreSQL at ${to} takes no more connections of cleo to the database postgres (53300). Raise max_connections (or the user’s connection limit), or end others: a process of Parley holds up to 18.`,
        `${to} の PostgreSQL は、データベース postgres への cleo の接続をこれ以上受け付けません(53300)。`,
      ],
    ],
  ] as const)(
    '%s is said at the terminal, at the start and by the doctor, with what to do',
    async (_, who, database, words) => {
      const env = { DATABASE_URL: `postgres://${who}@${at}/${database}` }
      const [en, ja] = words(at)
      const asked = await parley('usage', env)
      expect(asked.code).toBe(1)
      expect(asked.told).toContain(en)
      const started = await createApp(
        loadConfig({ ...env, PARLEY_DATA: tempFolder(), PORT: '0', LOG_LEVEL: 'silent' }),
      ).catch((error) => error)
      expect(started).toMatchObject({ code: 'database_unreachable' })
      expect(atTerminal(started)).toBe(en)
      // Callers and whoever asks /readyz hear neither where it is nor who it is.
      expect(started.message).not.toMatch(/\bann\b|\bben\b|\bcleo\b|127\.0\.0\.1|nowhere/)
      const looked = await parley('doctor', env)
      expect(looked.told).toMatch(/^FAULT {2}database: /m)
      expect(looked.told).toContain(`database: ${en}\n`)
      expect((await parley('doctor', { ...env, LANG: 'ja_JP.UTF-8' })).told).toContain(`database: ${ja}`)
      expect(JSON.parse((await parley('usage --json', env)).told)).toMatchObject({ detail: en })
      expect(asked.told + looked.told).not.toMatch(/my-secret|ann:/)
    },
  )
})

it('a start with the database away ends, with the code that callers know', async () => {
  const env = { DATABASE_URL: 'postgres://ann@127.0.0.1:9/parley', PARLEY_DATA: tempFolder() }
  const child = endWithParent(spawn(process.execPath, ['bin/parley.mjs', 'start'], { env: { ...process.env, ...env } }))
  let ended = ''
  child.stderr.on('data', (data) => (ended += data))
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  expect(ended).toContain('PostgreSQL cannot be reached at 127.0.0.1:9 (ECONNREFUSED)')
  expect(ended).toContain('database_unreachable')
})

describe.skipIf(!findPostgres())('a PostgreSQL with few connections', () => {
  it.each([
    [20, 'FAULT'],
    [21, 'ok'],
  ])('max_connections = %i, three of them reserved: %s', async (most, state) => {
    const server = await startPostgres({ settings: [`max_connections=${most}`], durable: true })
    onTestFinished(() => server.stop())
    const { told } = await parley('doctor', { DATABASE_URL: server.url })
    expect(told).toMatch(/^ok {5}database: PostgreSQL takes what is written/m)
    const few =
      'FAULT  database: the PostgreSQL server takes 17 connections (max_connections = 20, 3 of them reserved), and a process of Parley holds up to 18: set max_connections = 21 or more, and 18 more for each further process'
    expect(told.includes(few)).toBe(state === 'FAULT')
    expect(/^FAULT +database/m.test(told)).toBe(state === 'FAULT')
  })
})

it('a PostgreSQL that is starting up is told apart from one that is away', async () => {
  // What a server says until it has read its log: to be met in a real one for some milliseconds only.
  const answer = ['SFATAL', 'C57P03', 'Mthe database system is starting up', '', ''].join('\0')
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(4 + answer.length, 1)
  const starting = createTcpServer((socket) =>
    socket.once('data', () => socket.end(Buffer.concat([head, Buffer.from(answer)]))),
  )
  await new Promise<void>((listening) => starting.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void starting.close())
  const at = `127.0.0.1:${(starting.address() as AddressInfo).port}`
  const { told } = await parley('usage', { DATABASE_URL: `postgres://ann@${at}/parley` })
  expect(told).toContain(
    `PostgreSQL at ${at} is starting up or shutting down (57P03), and lets nobody in yet. Wait for it`,
  )
})

it('a PostgreSQL that is away is said once by the doctor, by where it was looked for, also while the server says so, too', async () => {
  const why = 'The database cannot be reached at the moment (ECONNREFUSED). Try again in a moment.'
  const body = JSON.stringify({ checks: { database: false }, degraded: [{ what: 'database', why }] })
  const running = createServer((_, response) => response.end(body))
  await new Promise<void>((listening) => running.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void running.close())
  const PORT = `${(running.address() as AddressInfo).port}`
  const { told } = await parley('doctor', { PORT, DATABASE_URL: 'postgres://ann:hidden@127.0.0.1:9/parley' })
  expect(told.split('\n').filter((line) => line.includes('database'))).toEqual([
    'FAULT  database: PostgreSQL cannot be reached at 127.0.0.1:9 (ECONNREFUSED), where the database parley is to be. See that it runs, and that DATABASE_URL leads to it.',
  ])
  // Where the folder is not there yet, it is told what is free where it is to be made.
  expect(told).toMatch(/^(?:ok|FAULT) +disk: [\d.]+ [GM]B are free/m)
})
