import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { createStore } from '../../src/store/index.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** As it was made when there was nothing but SQLite. */
const former = readFileSync(join(import.meta.dirname, '../fixtures/databases/sqlite-0010.sql'), 'utf8')

function schemaOf(folder: string): string[] {
  const db = new Sqlite(join(folder, 'parley.db'), { readonly: true })
  const objects = db
    .prepare<[], string>('select sql from sqlite_master where sql is not null order by name')
    .pluck()
    .all()
  db.close()
  return objects.map((one) => one.replace(/\s+/g, ' '))
}

it('a database from before PostgreSQL is opened as it is, and is the same as a new one', async () => {
  const folder = tempFolder()
  mkdirSync(folder, { recursive: true })
  const old = new Sqlite(join(folder, 'parley.db'))
  old.exec(former)
  old.exec(`insert into account (id, name, plan, created_at) values ('default', 'First account', 'default', 1);
    insert into installation (platform, id, account, name, created_at) values ('slack', 'T0OLD', 'default', 'Old', 1);
    insert into user_state (key, name, value) values ('k', 'patient', 'Ann');
    insert into memory (key, conversation, role, text, at) values ('k', 'dm', 'user', 'hello', 1);
    insert into inbox (event_id, key, door, conversation, payload, status, received_at) values
      ('waits', 'k', 'slack', 'dm', '{"text":"hello","installation":"T0OLD"}', 'open', 1),
      ('http:1', 'k', 'http', 'dm', '', 'open', 1);
    insert into knowledge_source values ('s', 'guide', 'a.txt', 'live', 'x', 'text/plain', 3, 1, 3, 1);
    insert into passage (source, title, text, scope, terms, length) values ('s', '', 'We open at nine.', '4d33a5a1a64d3cd9', 'open nine', 2);`)
  old.close()
  const db = await openSqlite(folder)
  const store = createStore(db)
  expect(await store.people.memory('k', 'dm', 5)).toEqual([{ role: 'user', text: 'hello' }])
  expect(await store.people.stateWithWriters('k')).toMatchObject({ patient: { value: 'Ann', writer: null } })
  expect(await store.knowledge.list('guide')).toMatchObject([{ name: 'a.txt', passages: 1 }])
  expect(await store.accounts.list()).toMatchObject([{ id: 'default' }])
  // Who was served before anybody had to approve it stays served.
  expect(await store.places.accountOf('slack', 'T0OLD')).toBe('default')
  expect(await store.inbox.openOf('slack', 'T0OLD')).toEqual(['waits'])
  await db.close()

  const anew = tempFolder()
  await (await openSqlite(anew)).close()
  expect(schemaOf(folder)).toEqual(schemaOf(anew))
})
