import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startCheckpoints } from '../../src/store/checkpoints.ts'
import { createStore } from '../../src/store/index.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { tempFolder } from '../support/temp-folder.ts'

it('what was written reaches the database while it is open, and all of it is there', async () => {
  const folder = tempFolder()
  const db = await openSqlite(folder)
  onTestFinished(() => db.close())
  const checkpoints = startCheckpoints(folder)
  const store = createStore(db)
  const size = () => statSync(join(folder, 'parley.db')).size
  const before = size()
  const text = 'x'.repeat(4000)
  let written = 0
  const write = async () => {
    const row = (n: number) => ({ event_id: `e${n}`, key: 'k', door: 'slack', conversation: 'c', payload: text })
    await Promise.all(Array.from({ length: 200 }, () => store.inbox.add(row(written++))))
  }
  await expect
    .poll(async () => {
      await write()
      return size()
    })
    .toBeGreaterThan(before + 4_000_000)
  await checkpoints.stop()
  await write()
  expect(await store.inbox.openCount('k')).toBe(written)
})
