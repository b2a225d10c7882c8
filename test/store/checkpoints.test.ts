import { copyFileSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type CheckpointParts, checkpoint, startCheckpoints } from '../../src/store/checkpoints.ts'
import { createStore } from '../../src/store/index.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { tempFolder } from '../support/temp-folder.ts'

async function setup(more: Partial<CheckpointParts> = {}) {
  const folder = tempFolder()
  // Without waiting for the disk: what is copied when is the same.
  const db = await openSqlite(folder, { durability: 'process' })
  let closed: Promise<void> | undefined
  const close = () => (closed ??= db.close())
  onTestFinished(close)
  const store = createStore(db)
  const errors: unknown[] = []
  const checkpoints = startCheckpoints({
    checkpoints: db.checkpoints!,
    onError: (error) => errors.push(error),
    ...more,
  })
  const text = 'x'.repeat(4000)
  let written = 0
  const write = async (rows = 200) => {
    const row = (n: number) => ({ event_id: `e${n}`, key: 'k', door: 'slack', conversation: 'c', payload: text })
    await Promise.all(Array.from({ length: rows }, () => store.inbox.add(row(written++))))
  }
  const size = (end = '') => statSync(join(folder, `parley.db${end}`), { throwIfNoEntry: false })?.size ?? 0
  return { folder, db, store, checkpoints, write, written: () => written, size, close, errors }
}

it.each(['PASSIVE', 'TRUNCATE'] as const)(
  'a log that another connection copies is not taken for an empty one: %s',
  (mode) => {
    // What SQLite says then, seen with 240 MB that a thread copied meanwhile.
    const busy = { pragma: () => [{ busy: 1, log: -1, checkpointed: -1 }] }
    expect(checkpoint(busy as never, mode).pages).toBeGreaterThan(0)
    const none = { pragma: () => [{ busy: 0, log: -1, checkpointed: -1 }] }
    expect(checkpoint(none as never, mode)).toEqual({ pages: 0, copied: 0 })
  },
)

it('what was written reaches the database as soon as nothing is written for a moment', async () => {
  const told: string[] = []
  const beforeCopy = async () => void told.push('before')
  const { checkpoints, write, size, db, errors } = await setup({ beforeCopy, copied: () => told.push('copied') })
  await write(50)
  expect(size()).toBeLessThan(50_000)
  const isCopied = () => {
    const { pages, copied } = db.checkpoints!.look()
    return copied === pages
  }
  await expect.poll(isCopied, { interval: 200 }).toBe(true)
  expect(size()).toBeGreaterThan(200_000)
  await expect.poll(() => told.length).toBeGreaterThan(1)
  expect(told.slice(0, 2)).toEqual(['before', 'copied'])
  await checkpoints.stop()
  expect(errors).toEqual([])
})

it('the log stays small however much is written without a pause, and all of it is there', {
  timeout: 60_000,
}, async () => {
  const { checkpoints, store, write, written, size, errors } = await setup()
  const before = size()
  let largest = 0
  for (let bytes = 0; bytes < 40_000_000; bytes += 20 * 4096) {
    await write(20)
    largest = Math.max(largest, size('-wal'))
  }
  expect(size()).toBeGreaterThan(before + 30_000_000)
  expect(largest).toBeLessThan(8_000_000)
  await checkpoints.stop()
  await write()
  expect(await store.inbox.openCount('k')).toBe(written())
  expect(errors).toEqual([])
})

it('after a clean stop the file alone is the whole database', async () => {
  const { folder, checkpoints, write, written, close } = await setup()
  await write(300)
  await checkpoints.stop()
  await close()
  expect(existsSync(join(folder, 'parley.db-wal'))).toBe(false)
  const alone = tempFolder()
  copyFileSync(join(folder, 'parley.db'), join(alone, 'parley.db'))
  const copy = await openSqlite(alone)
  expect(await createStore(copy).inbox.openCount('k')).toBe(written())
  await copy.close()
})
