import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { isLocked, lockFolder } from '../../src/store/sqlite.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** Holds the lock for a moment, as whoever looks whether it is held does. */
const looking = `
  const { parentPort, workerData } = require('node:worker_threads')
  const lock = new (require('better-sqlite3'))(workerData, { timeout: 0 })
  lock.exec('BEGIN EXCLUSIVE')
  parentPort.postMessage('held')
  setTimeout(() => lock.close(), 20)`

it('a server begins though somebody looks just then whether one runs, and is found from then on', async () => {
  const folder = tempFolder()
  lockFolder(folder).release()
  expect(isLocked(folder)).toBe(false)
  const worker = new Worker(looking, { eval: true, workerData: join(folder, 'parley.lock') })
  await once(worker, 'message')
  const server = lockFolder(folder)
  expect(isLocked(folder)).toBe(true)
  expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ code: 'data_folder_in_use' }))
  server.release()
  await once(worker, 'exit')
})
