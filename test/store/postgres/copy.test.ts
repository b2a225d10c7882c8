import { mkdirSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { copyToPostgres } from '../../../src/store/copy.ts'
import { createStore } from '../../../src/store/index.ts'
import { openPostgres } from '../../../src/store/postgres.ts'
import { createSearch } from '../../../src/store/search.ts'
import { lockFolder } from '../../../src/store/sqlite.ts'
import { busyFolder, inboxRow as row } from '../../support/busy-folder.ts'
import { emptyDatabase } from '../../support/database.ts'
import { tempFolder } from '../../support/temp-folder.ts'

it('everything is on the other side afterwards, found, and counted on', async () => {
  const [folder, url] = [await busyFolder(), await emptyDatabase()]
  const copied = await copyToPostgres(folder, url)
  const rows = Object.fromEntries(copied.map((one) => [one.table, one.rows]))
  expect(rows).toMatchObject({
    account: 1,
    agent: 1,
    passage: 40,
    passage_vector: 1,
    inbox: 2500,
    memory: 1,
    turn: 1,
    role: 0,
  })
  expect(copied.every(({ sha256 }) => /^[\da-f]{64}$/.test(sha256))).toBe(true)

  const db = await openPostgres(url)
  try {
    const store = createStore(db)
    const [best] = await createSearch(db).query('guide', '寺は何時に開きますか', 3)
    expect(best?.text).toBe('京都の寺は朝の六時に開く。')
    expect(await store.knowledge.content('guide', 'a.txt')).toEqual(new Uint8Array([0, 255, 10]))
    expect(await store.vectors.nearest('guide', 'm', new Float32Array([0.6, 0.8]), 1)).toMatchObject([{ id: 1 }])
    expect(await store.people.memory('guide/default/ann', 'dm', 5)).toEqual([
      { role: 'user', text: `"quoted" \\ 日本 👩‍👧 a\uFFFDb` },
    ])
    // What is old too is in its week.
    const parts = await sql<{ name: string }>`
      select cast(tableoid as regclass) as name from turn union all select cast(tableoid as regclass) from memory`.execute(
      db.query,
    )
    expect(parts.rows.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^turn_\d/),
      expect.stringMatching(/^memory_\d/),
    ])
    // The id of a row that has gone is not given again.
    expect(await store.inbox.add(row('new'))).toBe(2502)
  } finally {
    await db.close()
  }
})

it('a database that holds anything is left alone', async () => {
  const [folder, url] = [await busyFolder(), await emptyDatabase()]
  const db = await openPostgres(url)
  await createStore(db).accounts.ensureFirst()
  await db.close()
  await expect(copyToPostgres(folder, url)).rejects.toMatchObject({ code: 'database_not_empty' })
})

it('nothing is copied while a server is at work on either side, nor from nothing', async () => {
  const [folder, url] = [await busyFolder(), await emptyDatabase()]
  const lock = lockFolder(folder)
  await expect(copyToPostgres(folder, url)).rejects.toMatchObject({ code: 'data_folder_in_use' })
  lock.release()
  const nothing = tempFolder()
  mkdirSync(nothing, { recursive: true })
  await expect(copyToPostgres(nothing, url)).rejects.toMatchObject({ code: 'nothing_to_copy' })
})

it('a copy that is not the same is undone', async () => {
  const [folder, url] = [await busyFolder(), await emptyDatabase()]
  const db = await openPostgres(url)
  await sql`create function garble() returns trigger language plpgsql as $$ begin new.text := 'x'; return new; end $$`.execute(
    db.query,
  )
  await sql`create trigger garbled before insert on memory for each row execute function garble()`.execute(db.query)
  try {
    await expect(copyToPostgres(folder, url)).rejects.toMatchObject({ code: 'copy_differs' })
    expect(await createStore(db).accounts.list()).toEqual([])
  } finally {
    await db.close()
  }
})
