import { mkdirSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { timeOrderedId } from '../../../src/lib/ids.ts'
import { copyToPostgres } from '../../../src/store/copy.ts'
import { createStore } from '../../../src/store/index.ts'
import { openPostgres } from '../../../src/store/postgres.ts'
import { createSearch } from '../../../src/store/search.ts'
import { lockFolder, openSqlite } from '../../../src/store/sqlite.ts'
import { minimalAgent } from '../../support/agent.ts'
import { emptyDatabase } from '../../support/database.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const row = (event: string) => ({
  event_id: event,
  key: 'guide/default/ann',
  door: 'slack',
  conversation: 'c',
  payload: '{}',
})

/** A data folder in which something of everything is kept. */
async function busyFolder(): Promise<string> {
  const folder = tempFolder()
  const db = await openSqlite(folder)
  const store = createStore(db)
  await store.accounts.ensureFirst()
  await db.batch(store.agents.createSteps({ id: 'guide', account: 'default', document: minimalAgent(), author: 'ann' }))
  const staged = await store.knowledge.stage(
    { agent: 'guide', name: 'a.txt', sha256: 'x', mimetype: 'text/plain', bytes: 3 },
    new Uint8Array([0, 255, 10]),
    Array.from({ length: 40 }, (_, i) => ({
      title: `第${i}章`,
      text: i === 7 ? '京都の寺は朝の六時に開く。' : `Passage number ${i}.`,
    })),
  )
  await db.batch(store.knowledge.goLiveSteps(staged, 'guide', 'a.txt'))
  await store.vectors.put('m', [{ passage: 1, vector: new Float32Array([0.6, 0.8]) }])
  for (let i = 0; i < 2500; i++) void store.inbox.add(row(`event ${i}`))
  await db.batch(
    store.people.rememberSteps('guide/default/ann', 'dm', [{ role: 'user', text: `"quoted" \\ 日本 👩‍👧 a\0b` }]),
  )
  const threeWeeksAgo = Date.now() - 21 * 86_400_000
  const turn = { inbox_id: null, key: 'k', agent: 'guide', version: 1, epoch: 1, context: null }
  await createStore(db, () => threeWeeksAgo).turns.begin({ ...turn, id: timeOrderedId(threeWeeksAgo) })
  const last = (await store.inbox.add(row('gone')))!
  await db.query.deleteFrom('inbox').where('id', '=', last).execute()
  await db.close()
  return folder
}

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
