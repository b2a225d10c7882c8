import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { backUp, restore } from '../../../src/store/backup/index.ts'
import { makeBackupKey } from '../../../src/store/backup/sealed-file.ts'
import { createStore } from '../../../src/store/index.ts'
import { openPostgres } from '../../../src/store/postgres.ts'
import { openSqlite } from '../../../src/store/sqlite.ts'
import { busyFolder, inboxRow } from '../../support/busy-folder.ts'
import { emptyDatabase } from '../../support/database.ts'
import { tempFolder } from '../../support/temp-folder.ts'

it('a backup of either database is restored into the other one, and back', async () => {
  const apart = tempFolder()
  const key = join(apart, 'key')
  const recipient = await makeBackupKey(key)
  const now = Date.now
  const first = join(apart, 'sqlite.parley')
  const made = await backUp({ dataFolder: await busyFolder(100) }, { path: first, recipient, now })

  const server = { dataFolder: tempFolder(), databaseUrl: await emptyDatabase() }
  expect((await restore(server, first, key)).tables).toEqual(made.tables)
  const db = await openPostgres(server.databaseUrl)
  const second = join(apart, 'postgres.parley')
  try {
    const weeks = await sql<{ name: string }>`select cast(tableoid as regclass) as name from turn`.execute(db.query)
    expect(weeks.rows).toEqual([{ name: expect.stringMatching(/^turn_\d/) }])
    expect(await createStore(db).inbox.add(inboxRow('new'))).toBe(102)
    // Beside a server that has it open.
    await backUp(server, { path: second, recipient, now })
  } finally {
    await db.close()
  }
  await expect(restore(server, first, key)).rejects.toMatchObject({ code: 'database_not_empty' })

  const there = tempFolder()
  const back = await restore({ dataFolder: there }, second, key)
  const inbox = (one: { table: string }) => one.table !== 'inbox'
  expect(back.tables.filter(inbox)).toEqual(made.tables.filter(inbox))
  const again = await openSqlite(there)
  try {
    expect(await createStore(again).knowledge.content('guide', 'a.txt')).toEqual(Buffer.from([0, 255, 10]))
    expect(await createStore(again).inbox.add(inboxRow('newer'))).toBe(103)
  } finally {
    await again.close()
  }
})
