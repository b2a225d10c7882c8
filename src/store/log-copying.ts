import { Worker } from 'node:worker_threads'
import type Sqlite from 'better-sqlite3'
import { checkpoint } from './checkpoints.ts'
import type { LogState } from './database.ts'

/** In pages of 4 KB: a log that has grown by so much is copied, so that it can begin anew. */
const copyFrom = 1000
/** One that is written faster than a thread copies it has whoever writes wait. */
const waitFrom = 1500
/** So little is copied sooner than a thread is asked to. */
const few = 64
/** The log is looked at once in so many writes, as looking costs as much as a write does: they seldom touch more than twenty pages each. */
const lookEvery = 16

/** Threads that copy a log need next to nothing. */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }

export interface LogCopyingParts {
  db: Sqlite.Database
  /** Has writes wait until that is over. */
  hold: (work: Promise<unknown>) => void
  /** SQLite looks into no log while it reads. */
  endReading: () => void
}

/**
 * Copies the log of a database into it, in a thread of its own, so that the event loop never waits for the disk. Most of it is copied
 * while others write on; then they wait for what came meanwhile, as a log that is not copied to its end cannot begin anew in the room it
 * has, and a commit into a log that grows costs the disk up to ten times as much.
 */
export function createLogCopying({ db, hold, endReading }: LogCopyingParts) {
  const look = db.prepare('PRAGMA wal_checkpoint(NOOP)')
  let thread: ReturnType<typeof startThread> | undefined
  let copying: Promise<unknown> | undefined
  /** Writes since the log was looked at. */
  let unseen = 0

  const copyApart = (): Promise<LogState> => {
    thread ??= startThread(db.name)
    return thread.copy()
  }

  /** What a thread cannot do is done here. */
  async function copyAll(): Promise<void> {
    try {
      const { pages, copied } = await copyApart()
      if (copied === pages && openPages() === 0) return
      const rest = copyApart()
      hold(rest)
      await rest
    } catch {
      thread = undefined
      endReading()
      checkpoint(db, 'PASSIVE')
    }
  }

  function openPages(): number {
    unseen = 0
    endReading()
    const { log, checkpointed } = look.get() as { log: number; checkpointed: number }
    return log - checkpointed
  }

  return {
    /** After a commit of so many writes. */
    committed(writes: number): void {
      unseen += writes
      if (unseen < lookEvery) return
      const open = openPages()
      if (copying && open >= waitFrom) hold(copying)
      if (copying || open < copyFrom) return
      copying = copyAll().finally(() => {
        copying = undefined
      })
    },
    /** As far as nobody is in the way; not a thread that is at it already, which is waited for. */
    async copy(): Promise<LogState> {
      await copying
      return openPages() <= few ? checkpoint(db, 'PASSIVE') : copyApart()
    },
    async close(): Promise<void> {
      await copying
      await thread?.close()
    },
  }
}

function startThread(path: string) {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const url = new URL(`./log-copying-thread.${extension}`, import.meta.url)
  const worker = new Worker(url, { workerData: path, resourceLimits })
  // A process that ends does not wait for it.
  worker.unref()
  let asked: PromiseWithResolvers<LogState>[] = []
  let failed: Error | undefined
  const fail = (error: Error) => {
    failed = error
    for (const { reject } of asked) reject(error)
    asked = []
  }
  worker.on('message', (state: LogState) => asked.shift()?.resolve(state))
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the thread that copies the log has ended')))
  return {
    copy(): Promise<LogState> {
      if (failed) return Promise.reject(failed)
      const one = Promise.withResolvers<LogState>()
      asked.push(one)
      worker.postMessage('copy')
      return one.promise
    },
    async close(): Promise<void> {
      worker.postMessage('end')
      if (!failed) await new Promise((resolve) => worker.once('exit', resolve).ref())
    },
  }
}
