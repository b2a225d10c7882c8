import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createAudit } from '../../../src/admin/audit.ts'
import { createPeople } from '../../../src/admin/people/index.ts'
import { backUp, restore } from '../../../src/store/backup/index.ts'
import { makeBackupKey } from '../../../src/store/backup/sealed-file.ts'
import { createStore } from '../../../src/store/index.ts'
import { tablesBy } from '../../../src/store/personal/declaration.ts'
import { openSqlite } from '../../../src/store/sqlite.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { plantEverywhere, tablesWith } from './planted.ts'

const actor = { account: 'default', author: 'cli', door: 'cli' } as const
const at = 1_900_000_000_000
const now = () => at + 1000

it('a restore forgets again who was forgotten since, and nobody else', async () => {
  const folder = tempFolder()
  const apart = tempFolder()
  const key = join(apart, 'backup.key')
  const recipient = await makeBackupKey(key)
  const ann = { account: 'default', uid: 'slack_T0_U0ANN', agents: ['one', 'two'], at, word: 'annsaid' }
  const ben = { ...ann, uid: 'slack_T0_U0BEN', word: 'bensaid' }
  const cleo = { ...ann, uid: 'cleo', word: 'cleosaid' }
  const db = await openSqlite(folder, { durability: 'process' })
  const store = createStore(db, now)
  await store.accounts.ensureFirst()
  for (const one of [ann, ben, cleo]) await plantEverywhere(db, one)
  const before = join(apart, 'before.parley')
  await backUp({ dataFolder: folder }, { path: before, recipient, now: () => at })
  const people = createPeople({
    store,
    audit: createAudit({ store, now }),
    dataFolder: folder,
    now,
    sleep: async () => {},
  })
  await people.forget({ account: 'default', uids: [ann.uid] }, actor)
  await people.forget({ account: 'default', uids: [ben.uid], agent: 'one' }, actor)
  const list = join(folder, 'parley.forgotten')
  expect(readFileSync(list, 'utf8')).not.toMatch(/U0ANN|U0BEN/)
  const after = join(apart, 'after.parley')
  // Ann comes back, and is in a backup that was made later.
  await db.batch(store.people.setSteps(`one/default/${ann.uid}`, { city: { value: 'Rome', writer: 'caller' } }))
  await backUp({ dataFolder: folder }, { path: after, recipient, now: () => at + 2000 })
  await db.close()

  const there = tempFolder()
  expect(await restore({ dataFolder: there }, before, key, list)).toMatchObject({ forgotten: 2 })
  const restored = await openSqlite(there)
  expect(await tablesWith(restored, ann.uid)).toEqual([])
  expect(await tablesWith(restored, ann.word)).toEqual([])
  expect(await tablesWith(restored, `${ben.word}1 in memory`)).toEqual([])
  expect(await tablesWith(restored, `${ben.word}2 in memory`)).toEqual(['memory'])
  expect(await tablesWith(restored, `${cleo.word}1 in memory`)).toEqual(['memory'])
  await restored.close()
  expect(readFileSync(join(there, 'parley.db')).includes(ann.word)).toBe(false)

  const later = tempFolder()
  expect(await restore({ dataFolder: later }, after, key, list)).toMatchObject({ forgotten: 0 })
  const back = await openSqlite(later)
  expect(await createStore(back, now).people.state(`one/default/${ann.uid}`)).toEqual({ city: 'Rome' })
  await back.close()
})

it('whoever stands in a single table is found there by a restore', async () => {
  const folder = tempFolder()
  const apart = tempFolder()
  const key = join(apart, 'backup.key')
  const recipient = await makeBackupKey(key)
  const db = await openSqlite(folder, { durability: 'process' })
  const store = createStore(db, now)
  await store.accounts.ensureFirst()
  const tables = (['key', 'uid', 'note'] as const).flatMap((by) =>
    by === 'note' ? ['note'] : tablesBy(by, 'sqlite').map(({ table }) => table),
  )
  const people = [...tables, 'said'].map((table, i, all) => ({
    ...{ account: 'default', uid: `slack_T0_U0P${i + 10}`, agents: ['one'], at, word: `p${i + 10}said` },
    ...{ tables: [table], isUnnamed: i === all.length - 1 },
  }))
  for (const one of people) await plantEverywhere(db, one)
  const before = join(apart, 'before.parley')
  await backUp({ dataFolder: folder }, { path: before, recipient, now: () => at })
  const audit = createAudit({ store, now })
  const { forget } = createPeople({ store, audit, dataFolder: folder, now, sleep: async () => {} })
  await forget({ account: 'default', uids: people.map(({ uid }) => uid) }, actor)
  await db.close()

  const there = tempFolder()
  await restore({ dataFolder: there }, before, key, join(folder, 'parley.forgotten'))
  const restored = await openSqlite(there)
  const back = await Promise.all(
    people.map(async ({ word, uid, tables: [table] }) => ({
      table,
      in: [...(await tablesWith(restored, word)), ...(await tablesWith(restored, uid))],
    })),
  )
  expect(back.filter((one) => one.in.length > 0)).toEqual([])
  await restored.close()
})
