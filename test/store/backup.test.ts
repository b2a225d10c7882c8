import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp, lookInto, restore } from '../../src/store/backup/index.ts'
import { makeBackupKey } from '../../src/store/backup/sealed-file.ts'
import { createStore } from '../../src/store/index.ts'
import { forgetMarker } from '../../src/store/marker.ts'
import { migrate } from '../../src/store/migrate.ts'
import { databaseStatus } from '../../src/store/open.ts'
import { createSearch } from '../../src/store/search.ts'
import { lockFolder, openSqlite } from '../../src/store/sqlite.ts'
import type { Tables } from '../../src/store/tables.ts'
import { busyFolder, inboxRow } from '../support/busy-folder.ts'
import { makeTempFolder, tempFolder } from '../support/temp-folder.ts'

const at = Date.parse('2026-11-21T10:00:00Z')
const now = () => at

let folder: string
let key: string
let recipient: string
/** A backup of everything in `folder`. */
let file: string
const made = makeTempFolder()
const kept = makeTempFolder()
beforeAll(async () => {
  folder = await busyFolder(100, made.path)
  writeFileSync(join(folder, 'parley.key'), 'the key of the secrets\n')
  const apart = kept.path
  key = join(apart, 'backup.key')
  recipient = await makeBackupKey(key)
  file = join(apart, 'monday.parley')
  await backUp({ dataFolder: folder }, { path: file, recipient, now })
})

afterAll(() => {
  made.remove()
  kept.remove()
})

const rowsOf = (folder: string, sql: string): unknown[] => {
  const db = new Sqlite(join(folder, 'parley.db'))
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}

describe('a backup', () => {
  it('is restored into an empty folder with everything in it, the key of the secrets too', async () => {
    const there = tempFolder()
    const restored = await restore({ dataFolder: there }, file, key)
    expect(restored).toMatchObject({ at, hasKey: true })
    expect(readFileSync(join(there, 'parley.key'), 'utf8')).toBe('the key of the secrets\n')
    const db = await openSqlite(there)
    try {
      const store = createStore(db)
      const [best] = await createSearch(db).query('guide', '寺は何時に開きますか', 3)
      expect(best?.text).toBe('京都の寺は朝の六時に開く。')
      expect(await store.knowledge.content('guide', 'a.txt')).toEqual(Buffer.from([0, 255, 10]))
      expect(await store.people.memory('guide/default/ann', 'dm', 5)).toEqual([
        { role: 'user', text: `"quoted" \\ 日本 👩‍👧 a\0b` },
      ])
      // The number of a row that has gone is not given again.
      expect(await store.inbox.add(inboxRow('new'))).toBe(102)
    } finally {
      await db.close()
    }
    const counted = Object.fromEntries(restored.tables.map(({ table, rows }) => [table, rows]))
    expect(counted).toMatchObject({
      account: 1,
      agent: 1,
      passage: 40,
      passage_vector: 1,
      inbox: 100,
      memory: 1,
      turn: 1,
    })
  })

  it('answers nothing that waited then: nothing of it is open, running or owed', async () => {
    const there = tempFolder()
    await restore({ dataFolder: there }, file, key)
    const db = await openSqlite(there)
    try {
      expect(await createStore(db).inbox.idleKeys()).toEqual([])
    } finally {
      await db.close()
    }
    expect(rowsOf(there, "select count(*) as n from inbox where status = 'open' or payload <> ''")).toEqual([{ n: 0 }])
    expect(rowsOf(there, 'select status, interrupted, owed from turn')).toEqual([
      { status: 'delivered', interrupted: 'undelivered', owed: null },
    ])
  })

  it('is of one moment, though a server goes on writing while it is made', async () => {
    const busy = await busyFolder(100)
    const lock = lockFolder(busy)
    const db = await openSqlite(busy)
    const store = createStore(db)
    const path = `${file}.beside`
    try {
      let done = false
      const backup = backUp({ dataFolder: busy }, { path, recipient, now }).finally(() => {
        done = true
      })
      for (let i = 0; !done; i++) await store.inbox.add(inboxRow(`meanwhile ${i}`))
      await backup
    } finally {
      await db.close()
      lock.release()
    }
    const there = tempFolder()
    const { tables } = await restore({ dataFolder: there }, path, key)
    const inbox = tables.find(({ table }) => table === 'inbox')!.rows
    expect(rowsOf(there, 'select count(*) as n, max(id) - count(*) as gaps from inbox')).toEqual([
      { n: inbox, gaps: inbox === 100 ? 0 : 1 },
    ])
  })

  it('holds no word that can be read without its key', () => {
    const bytes = readFileSync(file)
    expect(bytes.includes('quoted')).toBe(false)
    expect(bytes.includes('guide')).toBe(false)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(key).mode & 0o777).toBe(0o600)
  })

  it('can be looked into without changing anything', async () => {
    const { tables, at: then } = await lookInto(file, key)
    expect(then).toBe(at)
    expect(tables.find(({ table }) => table === 'passage')).toEqual({ table: 'passage', rows: 40 })
  })

  it('takes the place of a file that is there only where that is meant', async () => {
    await expect(backUp({ dataFolder: folder }, { path: file, recipient, now })).rejects.toMatchObject({
      code: 'file_exists',
    })
    await expect(makeBackupKey(key)).rejects.toMatchObject({ code: 'file_exists' })
  })
})

describe('nothing is restored, and it says why,', () => {
  const nothingIn = (there: string) => expect(existsSync(join(there, 'parley.db'))).toBe(false)

  it.each([
    ['from a part of a backup', (bytes: Buffer) => bytes.subarray(0, bytes.length - 500)],
    [
      'from a damaged one',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 900), Buffer.from('x'), bytes.subarray(901)]),
    ],
    ['from something else', () => Buffer.from('not a backup at all')],
    ['from nothing', () => Buffer.alloc(0)],
  ])('%s', async (_, garble) => {
    const path = `${file}.garbled`
    writeFileSync(path, garble(readFileSync(file)))
    const there = tempFolder()
    await expect(restore({ dataFolder: there }, path, key)).rejects.toMatchObject({ code: 'backup_damaged' })
    nothingIn(there)
  })

  it('with another key', async () => {
    const other = `${key}.other`
    await makeBackupKey(other)
    const there = tempFolder()
    await expect(restore({ dataFolder: there }, file, other)).rejects.toMatchObject({ code: 'backup_key' })
    writeFileSync(other, 'no key')
    await expect(restore({ dataFolder: there }, file, other)).rejects.toMatchObject({ code: 'backup_key' })
    nothingIn(there)
  })

  it('into a folder that holds a database, or the key of other secrets', async () => {
    const there = await busyFolder(1)
    await expect(restore({ dataFolder: there }, file, key)).rejects.toMatchObject({ code: 'folder_not_empty' })
    rmSync(join(there, 'parley.db'))
    rmSync(join(there, 'parley.db-wal'), { force: true })
    forgetMarker(there)
    writeFileSync(join(there, 'parley.key'), 'another key\n')
    await expect(restore({ dataFolder: there }, file, key)).rejects.toMatchObject({ code: 'folder_not_empty' })
    nothingIn(there)
  })

  it('while a server is at work on the folder', async () => {
    const there = tempFolder()
    const lock = lockFolder(there)
    await expect(restore({ dataFolder: there }, file, key)).rejects.toMatchObject({ code: 'data_folder_in_use' })
    lock.release()
  })

  it('and nothing is backed up from nothing, nor for nobody', async () => {
    const there = tempFolder()
    const path = `${file}.never`
    await expect(backUp({ dataFolder: there }, { path, recipient, now })).rejects.toMatchObject({
      code: 'nothing_to_back_up',
    })
    await expect(backUp({ dataFolder: folder }, { path, recipient: '', now })).rejects.toMatchObject({
      code: 'backup_recipient',
    })
    expect(existsSync(path)).toBe(false)
  })
})

it('is made of a database that has yet to be brought up to date, and is up to date when it is restored', async () => {
  const old = tempFolder()
  const db = new Sqlite(join(old, 'parley.db'))
  const query = new Kysely<Tables>({ dialect: new SqliteDialect({ database: db }) })
  await migrate(query, '0010-admin')
  db.exec(
    "insert into account (id, name, plan, api_enabled, has_created_agent, created_at) values ('default', 'Ann', 'free', 1, 0, 1)",
  )
  await query.destroy()
  const path = `${file}.old`
  const backup = await backUp({ dataFolder: old }, { path, recipient, now })
  expect(backup.migration).toBe('0010-admin')
  const there = tempFolder()
  await restore({ dataFolder: there }, path, key)
  expect((await databaseStatus({ dataFolder: there })).every(({ at }) => at !== undefined)).toBe(true)
  expect(rowsOf(there, 'select name from account')).toEqual([{ name: 'Ann' }])
})
