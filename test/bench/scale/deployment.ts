import { createPacer, type Pacer } from '../../../src/bridge/pace.ts'
import { createLocalBudget } from '../../../src/drivers/budget-local.ts'
import { createEmbeddedQueue } from '../../../src/drivers/queue-embedded.ts'
import { createLog } from '../../../src/lib/log.ts'
import type { Budget } from '../../../src/ports/budget.ts'
import type { Queue } from '../../../src/ports/queue.ts'
import type { Database } from '../../../src/store/database.ts'
import { createStore } from '../../../src/store/index.ts'
import { openSqlite } from '../../../src/store/sqlite.ts'
import { createLeases, type Leases } from '../../../src/turns/lease.ts'
import { nextTurn, type VirtualClock } from '../support/virtual-clock.ts'

/** As `src/app` gives it to the queue. */
const concurrency = 10_000

/** One process with the role worker: its own queue, pacer and leases, on the database of its deployment. */
export interface Worker {
  db: Database
  queue: Queue
  pacer: Pacer
  budget: Budget
  leases: Leases
  /** Whoever sleeps in a process that dies does not wake. */
  sleep(ms: number): Promise<void>
  diedAt: number | undefined
  /** Keys that are drained. */
  underWay: number
  die(): void
  end(): Promise<void>
}

export interface Deployment {
  db: Database
  workers: Worker[]
}

/** What one database was asked for. */
export interface Asked {
  statements: number
  renewed: number
}

/** Databases that tell when nothing is asked of them any more, so that virtual time can go on, and what they were asked. */
export function createDatabases() {
  let underWay = 0
  const asked: Asked[] = []

  function watched(db: Database): Database {
    const mine: Asked = { statements: 0, renewed: 0 }
    asked.push(mine)
    const watch = <Args extends unknown[], T>(ask: (...args: Args) => Promise<T>) => {
      return async (...args: Args): Promise<T> => {
        underWay++
        mine.statements++
        try {
          return await ask(...args)
        } finally {
          underWay--
        }
      }
    }
    const all = watch(async (...asked: Parameters<Database['all']>) => {
      const rows = await db.all(...asked)
      mine.renewed += rows.length
      return rows
    })
    return {
      ...db,
      get: watch(db.get) as Database['get'],
      all: all as Database['all'],
      run: watch(db.run) as Database['run'],
      batch: watch(db.batch),
    }
  }

  return {
    asked,
    /** No wait for the disk: virtual time stands still meanwhile, so it would be measured nowhere. */
    open: async (folder: string): Promise<Database> => watched(await openSqlite(folder, { durability: 'process' })),
    async settled(): Promise<void> {
      do await nextTurn()
      while (underWay > 0)
    },
  }
}

export interface DeploymentParts {
  db: Database
  /** In all deployments the names differ. */
  number: number
  workers: number
  /** `shared`: one budget for all, as with Redis; `shares`: each worker has its part of every limit, as without. */
  budget: 'shared' | 'shares'
  clock: VirtualClock
  random: () => number
  drain: (worker: Worker, key: string) => Promise<void>
  onError: (error: unknown) => void
}

export function createDeployment(parts: DeploymentParts): Deployment {
  const { db, number, workers, clock, random, drain, onError } = parts
  const now = () => clock.time
  const { setTimer } = clock
  const store = createStore(db, now)
  const log = createLog('silent')
  const shared = createLocalBudget({ now })

  function start(n: number): Worker {
    const every = (run: () => void, ms: number) => clock.every(() => worker.diedAt ?? run(), ms)
    const budget = parts.budget === 'shared' ? shared : createLocalBudget({ now, share: 1 / workers })
    const queue = createEmbeddedQueue({ now, setTimer })
    const pacer = createPacer({ budget, now, setTimer, random })
    const leases = createLeases({ store, holder: `${number}.${n}`, log, now, every })
    const worker: Worker = {
      db,
      queue,
      budget,
      pacer,
      leases,
      diedAt: undefined,
      underWay: 0,
      async sleep(ms) {
        await clock.sleep(ms)
        if (worker.diedAt !== undefined) await new Promise(() => {})
      },
      die() {
        worker.diedAt = clock.time
        pacer.close()
      },
      async end() {
        pacer.close()
        await leases.close()
        if (worker.diedAt === undefined) await queue.close()
      },
    }
    queue.work((key) => drain(worker, key), { concurrency, retryMs: 1000, onError: (_, error) => onError(error) })
    return worker
  }

  return { db, workers: Array.from({ length: workers }, (_, n) => start(n)) }
}
