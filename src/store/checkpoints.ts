import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'

/** In pages of 4 KB, like what `openSqlite` lets the log grow to before it copies it itself, which holds everybody up. */
const pages = 2000
const pageBytes = 4096
const lookEveryMs = 250

/**
 * Copies the log of the database in this folder back into it, in a thread of its own: the disk's time for that is nobody's
 * wait. There is no such thread until much has been written. A log that is not copied is no loss, it only grows.
 */
export function startCheckpoints(folder: string): { stop(): Promise<void> } {
  const path = join(folder, 'parley.db')
  let ended: Promise<unknown> | undefined
  let worker: Worker | undefined

  function look(): void {
    const { size = 0 } = statSync(`${path}-wal`, { throwIfNoEntry: false }) ?? {}
    if (size < pages * pageBytes) return
    clearInterval(timer)
    worker = new Worker(new URL(import.meta.url), {
      workerData: { checkpointsOf: path },
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
    })
    worker.unref()
    // Without it the database looks after itself.
    worker.on('error', () => {})
    ended = once(worker, 'exit')
  }
  const timer = setInterval(look, lookEveryMs).unref()

  return {
    async stop() {
      clearInterval(timer)
      // Whoever closes waits for its end, so from now on it keeps the process alive.
      worker?.ref()
      worker?.postMessage('stop')
      await ended
    },
  }
}

function keepCopying(path: string): void {
  const db = new Sqlite(path, { timeout: 0 })
  const look = () => {
    const [{ log, checkpointed } = { log: 0, checkpointed: 0 }] = db.pragma('wal_checkpoint(NOOP)') as Log[]
    if (log - checkpointed >= pages) db.pragma('wal_checkpoint(PASSIVE)')
  }
  const timer = setInterval(look, lookEveryMs)
  parentPort!.once('message', () => {
    clearInterval(timer)
    db.close()
  })
}

interface Log {
  log: number
  checkpointed: number
}

if (!isMainThread && typeof workerData?.checkpointsOf === 'string') keepCopying(workerData.checkpointsOf)
