import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAudit } from '../../src/admin/audit.ts'
import { createKeys } from '../../src/admin/keys.ts'
import { freePort } from '../../src/lib/free-port.ts'
import type { Database } from '../../src/store/database.ts'
import { createStore } from '../../src/store/index.ts'
import { lockFolder, openSqlite } from '../../src/store/sqlite.ts'
import { runCommand } from '../support/command.ts'
import { startModelServer } from '../support/model-server.ts'
import { findRedis, startRedis } from '../support/redis.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** A terminal on a data folder that does not exist yet. */
function terminal(env: Record<string, string> = {}) {
  const dataFolder = join(tempFolder(), 'data')
  const parley = async (...argv: string[]) => {
    const out: string[] = []
    const err: string[] = []
    const io = { stdout: { write: (s: string) => out.push(s) }, stderr: { write: (s: string) => err.push(s) } }
    const code = await runCommand(argv, { ...io, env: { PARLEY_DATA: dataFolder, ...env } })
    return { code, out: out.join(''), err: err.join('') }
  }
  return { dataFolder, parley }
}

function keysOf(db: Database) {
  const parts = { store: createStore(db), now: Date.now }
  return createKeys({ ...parts, audit: createAudit(parts) })
}

async function verify(dataFolder: string, key: string) {
  const db = await openSqlite(dataFolder)
  try {
    return await keysOf(db).verify(key)
  } finally {
    await db.close()
  }
}

describe('key issue', () => {
  it.each(['management', 'conversation'])(
    'issues a %s key, as one line of JSON, in a folder it has to make first',
    async (kind) => {
      const { dataFolder, parley } = terminal()
      const { code, out, err } = await parley('key', 'issue', '--kind', kind, '--json')
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toMatch(/^\{.*\}\n$/)
      const issued = JSON.parse(out)
      expect(issued).toEqual({ uid: 'default', id: expect.any(String), key: expect.any(String) })
      expect(await verify(dataFolder, issued.key)).toMatchObject({ kind, account: 'default', enabled: true })
    },
  )

  it('issues a key of one agent', async () => {
    const { dataFolder, parley } = terminal()
    const { out } = await parley('key', 'issue', '--agent=demo', '--name', 'For Ann')
    const key = out.trim().split('\n').at(-1)!
    expect(out).toContain('key for agent demo of account default')
    expect(await verify(dataFolder, key)).toMatchObject({ kind: 'agent', agent: 'demo' })
    expect((await parley('key', 'list')).out).toMatch(/agent +demo +….{4} .*valid +For Ann/)
    expect(await parley('key', 'issue', '--agent', 'nobody')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^There is no agent with this id\.\nMore: .*\n$/),
    })
  })

  it('works beside a server on the same folder', async () => {
    const { dataFolder, parley } = terminal()
    const lock = lockFolder(dataFolder)
    const db = await openSqlite(dataFolder)
    try {
      expect(await parley('key', 'issue', '--kind', 'management', '--json')).toMatchObject({ code: 0 })
    } finally {
      await db.close()
      lock.release()
    }
  })
})

it('revokes a key', async () => {
  const { dataFolder, parley } = terminal()
  const { key } = JSON.parse((await parley('key', 'issue', '--kind', 'management', '--json')).out)
  const [{ id }] = JSON.parse((await parley('key', 'list', '--json')).out)
  expect(await parley('key', 'revoke', id)).toMatchObject({ code: 0 })
  expect(await verify(dataFolder, key)).toBeUndefined()
  expect(await parley('key', 'revoke', 'nope')).toMatchObject({ code: 1, out: '' })
})

it('never lists a key itself', async () => {
  const { parley } = terminal()
  const { key } = JSON.parse((await parley('key', 'issue', '--kind', 'management', '--json')).out)
  for (const argv of [
    ['key', 'list'],
    ['key', 'list', '--json'],
  ]) {
    const { out } = await parley(...argv)
    expect(out).toContain(key.slice(-4))
    expect(out).not.toContain(key)
  }
})

describe('accounts', () => {
  it('are listed, shown and put on another plan', async () => {
    const { parley } = terminal()
    expect((await parley('account', 'list')).out).toMatch(/^UID .*\ndefault +default +on +demo +First account\n$/)
    expect(await parley('account', 'set', 'default', '--plan', 'unlimited')).toMatchObject({ code: 0 })
    const shown = JSON.parse((await parley('account', 'show', '--json')).out)
    expect(shown).toMatchObject({ uid: 'default', plan: 'unlimited', agents: 1, conversations: 0, apiEnabled: true })
    expect((await parley('account', 'show', 'default')).out).toMatch(/^plan +unlimited$/m)
    expect(await parley('account', 'set', 'default', '--plan', 'unlimted')).toMatchObject({ code: 1 })
    expect(await parley('account', 'show', 'nobody')).toMatchObject({ code: 1 })
  })

  it('are made, with an id of their own or a given one, and changed', async () => {
    const { parley } = terminal()
    const made = JSON.parse((await parley('account', 'create', '--name', 'Second', '--json')).out)
    expect(made).toMatchObject({
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Second',
      plan: 'default',
      email: null,
    })
    expect((await parley('account', 'create', 'third', '--name', 'Third', '--email', 'ann@example.com')).out).toBe(
      'Account third was made, on the plan default.\n',
    )
    expect(await parley('account', 'create', 'third', '--name', 'Again')).toMatchObject({ code: 1 })
    const set = async (...argv: string[]) =>
      JSON.parse((await parley('account', 'set', 'third', '--json', ...argv)).out)
    expect(await set('--api', 'off', '--name', 'Renamed')).toMatchObject({ apiEnabled: false, name: 'Renamed' })
    expect(await set('--email', 'none', '--api', 'on')).toMatchObject({ apiEnabled: true, email: null })
    expect((await parley('account', 'set', 'third', '--email', 'nonsense')).err).toContain(
      'email: must be an e-mail address',
    )
    expect(await parley('account', 'set', 'third')).toMatchObject({ code: 2 })
    expect(await parley('account', 'set', 'nobody', '--api', 'off')).toMatchObject({ code: 1 })
  })

  it('switch conversation keys off and on, also for a server that is running', async () => {
    const { dataFolder, parley } = terminal()
    const { key } = JSON.parse((await parley('key', 'issue', '--kind', 'conversation', '--json')).out)
    const db = await openSqlite(dataFolder)
    try {
      const before = db.catalogue()
      await parley('account', 'set', 'default', '--api', 'off')
      expect(db.catalogue()).not.toBe(before)
      expect(await keysOf(db).verify(key)).toMatchObject({ enabled: false })
    } finally {
      await db.close()
    }
  })
})

describe('usage', () => {
  async function used() {
    const house = terminal()
    await house.parley('account', 'list')
    const db = await openSqlite(house.dataFolder)
    const days = ['2026-11-20', '2026-11-21', '2026-11-21']
    for (const [i, door] of (['http', 'http', 'slack'] as const).entries()) {
      const { usage } = createStore(db, () => Date.parse(days[i]!))
      const entry = { account: 'default', agent: 'demo', door, inputTokens: 10, outputTokens: 2 }
      await db.batch(usage.countSteps(entry, null))
    }
    await db.close()
    return house
  }
  const span = ['--from', '2026-11-01', '--to', '2026-11-30']

  it('is told by day, agent and door', async () => {
    const { parley } = await used()
    const { out } = await parley('usage', ...span)
    expect(out.split('\n')).toEqual([
      '2026-11-01 to 2026-11-30',
      'DAY         AGENT  DOOR   CONVERSATIONS  TOKENS IN  TOKENS OUT',
      '2026-11-20  demo   http   1              10         2',
      '2026-11-21  demo   http   1              10         2',
      '2026-11-21  demo   slack  1              10         2',
      'in all                    3              30         6',
      expect.stringMatching(/^This month: \d+ conversations; the plan default allows any number\.$/),
      '',
    ])
  })

  it('is told by what is asked for, of whom is asked for', async () => {
    const { parley } = await used()
    const lines = async (...argv: string[]) => JSON.parse((await parley('usage', ...span, '--json', ...argv)).out).usage
    expect(await lines('--by', 'door')).toMatchObject([
      { door: 'http', conversations: 2, inputTokens: 20 },
      { door: 'slack', conversations: 1 },
    ])
    expect(await lines('--agent', 'nobody')).toEqual([])
    expect((await parley('usage', '--from', '2026-01-01', '--to', '2026-01-31')).out).toContain('Nothing was used.')
    expect((await parley('usage', '--from', 'yesterday')).err).toContain('from: must be a date, YYYY-MM-DD')
    expect((await parley('usage', '--by', 'hour')).err).toContain('by: must be of day, agent, door')
    expect(await parley('usage', '--account', 'nobody')).toMatchObject({ code: 1 })
  })
})

it('renames a key', async () => {
  const { parley } = terminal()
  const { id } = JSON.parse((await parley('key', 'issue', '--kind', 'management', '--json')).out)
  expect(await parley('key', 'rename', id, 'For Ben')).toMatchObject({ code: 0 })
  expect((await parley('key', 'list')).out).toMatch(/For Ben$/m)
  expect(await parley('key', 'rename', 'nope', 'x')).toMatchObject({ code: 1 })
})

it('lists agents', async () => {
  const { parley } = terminal()
  const { out } = await parley('agent', 'list', '--json')
  expect(JSON.parse(out).text).toContain('- **Parley** `demo` · version 1')
  expect((await parley('agent', 'list')).out).toMatch(/^1 agent:\n- Parley demo · version 1 · default/)
})

describe('wrong usage', () => {
  it.each([
    [['kye', 'issue'], '`parley kye issue` is not a command; did you mean key issue?'],
    [['agent', 'nosuch'], '`parley agent nosuch` is not a command.'],
    [['agent', 'resmue'], '`parley agent resmue` is not a command; did you mean agent resume?'],
    [['agnet'], '`parley agnet` is not a command; did you mean agent?'],
    [['agent', 'bogus'], '`parley agent bogus` is not a command.'],
    [['frobnicate'], '`parley frobnicate` is not a command.'],
    [['key', '--json'], '`parley key` needs a word more: key issue, key list, key rename, key revoke.'],
    [['key', 'issue'], 'Say what the key is for: --kind management, --kind conversation or --agent ID.'],
    [['key', 'issue', '--kind', 'managment'], '--kind must be management or conversation; did you mean management?'],
    [
      ['key', 'issue', '--kind', 'management', '--agent', 'demo'],
      'A management key is for the whole account: leave out --agent.',
    ],
    [['key', 'issue', '--kidn', 'management'], '--kidn is not an option of `parley key issue`; did you mean --kind?'],
    [['key', 'issue', '-k'], '-k is not an option of `parley key issue`.'],
    [['key', 'issue', '--name', '--json'], '--name needs a value: --name NAME'],
    [['key', 'issue', '--name'], '--name needs a value: --name NAME'],
    [['key', 'list', '--json=yes'], '--json takes no value.'],
    [['key', 'list', 'all'], '`parley key list` does not take "all".'],
    [['key', 'revoke'], '`parley key revoke` needs <id>: As `parley key list` shows it.'],
    [['stat'], '`parley stat` is not a command; did you mean start?'],
    [
      ['start', '--port', '5'],
      '`parley start` does not take --port: PORT, HOST, PARLEY_DATA and the like are environment variables.',
    ],
    [['help', 'kye', 'issue'], '`parley kye issue` is not a command; did you mean key issue?'],
  ])('%j', async (argv, sentence) => {
    const { code, out, err } = await terminal().parley(...argv)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err.split('\n')[0]).toBe(sentence)
  })
})

describe('a folder that nothing is kept in', () => {
  const commands = [
    ['pause'],
    ['resume'],
    ['forget', 'slack_T0PARLEY_U0ANN'],
    ['export', 'slack_T0PARLEY_U0ANN', 'ann.json'],
    ['audit', 'verify'],
    ['rekey'],
    ['usage'],
    ['why', '--agent', 'demo'],
  ]
  it.each(commands)('is named, and left as it is, by parley %s', async (...argv) => {
    const { dataFolder, parley } = terminal()
    expect(await parley(...argv)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(dataFolder) })
    expect(existsSync(join(dataFolder, 'parley.db'))).toBe(false)
  })
})

it('says that nothing was kept of a person nobody knows', async () => {
  const { parley } = terminal()
  await parley('key', 'issue')
  const { code, out, err } = await parley('forget', 'slack_T0PARLEY_U0NOBODY')
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^Nothing of slack_T0PARLEY_U0NOBODY was kept/)
})

it('says where a database that is away was looked for', async () => {
  const { parley } = terminal({ DATABASE_URL: 'postgres://ann:hidden@127.0.0.1:9/parley' })
  const { code, err } = await parley('usage')
  expect(code).toBe(1)
  expect(err).toContain(
    'PostgreSQL cannot be reached at 127.0.0.1:9 (ECONNREFUSED), where the database parley is to be.',
  )
  expect(err).not.toContain('hidden')
})

it('looks at every platform that is connected, and says where none is', async () => {
  const { code, out } = await terminal().parley('doctor')
  expect(code).toBe(0)
  expect(out).toContain('platforms: None is connected')
})

describe('doctor', () => {
  it('looks at database, disk, model and the public address, and asks the model for a word', async () => {
    const models = await startModelServer()
    onTestFinished(() => models.stop())
    models.answer('Say OK', 'OK')
    const server = createServer((_, response) => response.end(JSON.stringify({ checks: {}, degraded: [] })))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { parley } = terminal({
      PARLEY_LLM_BASE_URL: models.baseUrl,
      PARLEY_LLM_MODEL: 'test',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    })
    const { code, out } = await parley('doctor')
    expect(code).toBe(0)
    for (const line of [
      /^ok +database: The file in .* is whole, and takes what is written/m,
      /^ok +disk: [\d.]+ GB are free/m,
      /^ok +model: Agents that name none are answered by test of/m,
      /^ok +public address: http:/m,
    ])
      expect(out).toMatch(line)
  })

  it('says everything in Japanese to whoever reads that', async () => {
    const japanese = /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u
    const { parley } = terminal({ LANG: 'ja_JP.UTF-8', PUBLIC_URL: 'http://127.0.0.1:9' })
    await parley('pause', '--why', 'disk swap')
    for (const words of [[], ['slack'], ['discord'], ['teams'], ['web'], ['terminal']]) {
      const found = JSON.parse((await parley('doctor', ...words, '--json')).out) as { what: string; say: string }[]
      expect(found.length).toBeGreaterThan(0)
      for (const { what, say } of found) expect(say, `${words} ${what}`).toMatch(japanese)
    }
  })

  it('says that everything is paused, why, and how it goes on', async () => {
    const { parley } = terminal()
    await parley('key', 'list')
    await parley('pause', '--why', 'disk swap')
    expect((await parley('pause', '--why', 'coffee')).out).toContain('Its reason stays as it was')
    const { code, out } = await parley('doctor')
    expect([code, out]).toEqual([1, expect.stringMatching(/^FAULT +pause: .*\(disk swap\)\. .*`parley resume`/m)])
    await parley('resume')
    expect((await parley('doctor')).out).not.toContain('pause')
  })

  it('says that a database is damaged, and goes on with everything else', async () => {
    const { dataFolder, parley } = terminal()
    await parley('key', 'list')
    writeFileSync(join(dataFolder, 'parley.db'), 'no database at all')
    const { code, out } = await parley('doctor')
    expect(code).toBe(1)
    expect(out).toMatch(/^FAULT +database: .*`parley verify`/m)
    expect(out).toMatch(/^ok +disk:/m)
  })

  it('finds damage also where nobody has read yet', async () => {
    const { dataFolder, parley } = terminal()
    await parley('key', 'list')
    const path = join(dataFolder, 'parley.db')
    const db = new Sqlite(path)
    db.pragma('wal_checkpoint(truncate)')
    const { rootpage } = db.prepare(`select rootpage from sqlite_schema where name = 'said'`).get() as {
      rootpage: number
    }
    const size = Number(db.pragma('page_size', { simple: true }))
    db.close()
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.fill(0xff, (rootpage - 1) * size, rootpage * size))
    const { code, out } = await parley('doctor')
    expect(code).toBe(1)
    expect(out).toMatch(/^FAULT +database: The file is damaged .*backup/m)
  })

  it.runIf(findRedis())('says which Redis answers, and what is wrong with one that does not', async () => {
    const server = await startRedis()
    onTestFinished(() => server.stop())
    const nobody = `127.0.0.1:${await freePort()}`
    const shared = { DATABASE_URL: `postgres://${nobody}/parley`, PARLEY_KEY: '0123456789abcdef'.repeat(4) }
    const doctor = async (url: string) => (await terminal({ ...shared, REDIS_URL: url }).parley('doctor')).out
    expect(await doctor(server.url)).toMatch(/^ok +redis: 127\.0\.0\.1:\d+ answers\.$/m)
    const told = await doctor(server.url.replace('redis://', 'redis+cluster://:s3cret@'))
    expect(told).toMatch(/^FAULT +redis: Redis at the Cluster of 127\.0\.0\.1:\d+ cannot be reached/m)
    expect(told).not.toContain('s3cret')
  })

  it('says what to mend of a model, of embeddings and of an address that are not there', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`
    const { parley } = terminal({
      PARLEY_LLM_BASE_URL: nobody,
      PARLEY_LLM_MODEL: 'test',
      PARLEY_EMBEDDINGS_BASE_URL: nobody,
      PARLEY_EMBEDDINGS_MODEL: 'meanings',
      PUBLIC_URL: nobody,
      // Where somebody's own server may be running meanwhile it would be found.
      PORT: String(await freePort()),
    })
    const { code, out } = await parley('doctor', '--json')
    const found = JSON.parse(out) as { what: string; state: string; say: string }[]
    const of = (name: string) => found.find(({ what }) => what === name)
    expect(code).toBe(1)
    expect(of('model')).toMatchObject({ state: 'fault', say: expect.stringContaining('docs/models.md') })
    expect(of('embeddings')).toMatchObject({ state: 'fault', say: expect.stringContaining('by its words alone') })
    // Whether it leads to a server that does not run nobody can tell.
    expect(of('public address')).toMatchObject({ state: 'unknown', say: expect.stringContaining('Start Parley') })
  })
})

it('keeps names and summaries of its commands apart', async () => {
  const { out } = await terminal().parley('help', '--all')
  for (const line of out.split('\n').filter((one) => one.startsWith('  '))) expect(line).toMatch(/\S {2,}\S/)
})

it('opens nothing when a command is misspelt', async () => {
  const { dataFolder, parley } = terminal()
  expect(await parley('key', 'list', '--jsno')).toMatchObject({ code: 2 })
  expect(existsSync(dataFolder)).toBe(false)
})

it('says every fault of the configuration', async () => {
  const { parley } = terminal({ PORT: 'x', SLACK_BOT_TOKEN: 'xapp-1-2' })
  const { code, out, err } = await parley('key', 'list')
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^The configuration has 3 faults:\n {2}- PORT: must .*\n {2}- SLACK_BOT_TOKEN: holds .*\n {2}- /)
})

describe('say', () => {
  it('says why nothing is sent, and what to do', async () => {
    const { parley } = terminal()
    expect(await parley('say', 'demo', 'Hello')).toMatchObject({ code: 2, err: expect.stringContaining('needs --to') })
    const stranger = await parley('say', 'demo', 'Hello', '--to', 'slack_T0ACME_U0BEN')
    expect(stranger).toMatchObject({ code: 1, err: expect.stringContaining('have not written to this agent') })
    const elsewhere = await parley('say', 'demo', 'Hello', '--to', 'slack:T0ACME:C0GENERAL')
    expect(elsewhere).toMatchObject({ code: 1, err: expect.stringContaining('/agent use') })
  })
})

it('the longest command that the words begin with is meant', async () => {
  const { parley } = terminal()
  expect(await parley('console', 'sessions')).toMatchObject({ code: 0, out: 'Nobody is signed in.\n' })
  expect(await parley('console', 'revoke', 'nothing')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no such session'),
  })
  expect((await parley('console')).out).toContain('Open this within five minutes')
})

it('a program is told the code of what went wrong, and people its sentence', async () => {
  const { parley } = terminal()
  const failed = await parley('account', 'show', 'nobody', '--json')
  expect(failed).toMatchObject({ code: 1, out: '' })
  expect(JSON.parse(failed.err)).toEqual({ code: 'account_not_found', detail: 'There is no account with this id.' })
  expect((await parley('account', 'show', 'nobody')).err).toMatch(
    // No server runs: the page that the package brings.
    /^There is no account with this id\.\nMore: \S+docs\/errors\.md \(account_not_found\)\n$/,
  )
})
