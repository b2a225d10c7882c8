import { randomUUID } from 'node:crypto'
import type { Config, SharedConfig } from '../config/index.ts'
import { createLocalBudget } from '../drivers/budget-local.ts'
import { createEmbeddedQueue } from '../drivers/queue-embedded.ts'
import type { Degraded } from '../http/health.ts'
import type { Log } from '../lib/log.ts'
import { createOutage } from '../lib/outage.ts'
import type { Budget } from '../ports/budget.ts'
import type { Queue } from '../ports/queue.ts'
import { startCheckpoints } from '../store/checkpoints.ts'
import type { Database } from '../store/database.ts'
import { makeFolder } from '../store/durable-file.ts'
import { createStore } from '../store/index.ts'
import { createMarking } from '../store/marker.ts'
import { lockDatabase, openDatabase } from '../store/open.ts'
import { forgetAgain } from '../store/personal/after-restore.ts'
import { createPostgresQueue } from '../store/queue-postgres.ts'
import { createClaims } from '../turns/claims.ts'
import { createLeases } from '../turns/lease.ts'
import { createNotices } from '../turns/notices.ts'

export interface FoundationParts {
  config: Pick<Config, 'dataFolder' | 'databaseUrl' | 'durability' | 'shared'>
  log: Log
  now: () => number
}

/**
 * What everything else stands on, and all processes on one database share: the tables, who has which key, who rings for whom,
 * and what platforms allow. One process alone keeps all of it to itself.
 */
export async function createFoundation({ config, log, now }: FoundationParts) {
  const { shared } = config
  const opened: (() => unknown)[] = []
  /** In the opposite order; what is closed already is left alone. */
  const close = async (): Promise<void> => {
    for (const one of opened.splice(0).reverse()) await one()
  }
  try {
    const lock = await lockDatabase(config)
    opened.push(lock.release)
    const db = await openDatabase(config)
    opened.push(db.close)
    for (const warning of db.warnings) log.warn({}, warning)
    // Where a restore was broken off.
    await forgetAgain(db, config.dataFolder)
    opened.push(await remember({ db, folder: config.dataFolder, log, now }))
    const store = createStore(db, now)
    if (!shared) {
      // What was running on this database was running in a process that has died.
      await store.leases.takeOver()
      await store.inbox.dropAbandonedHttp()
      await store.outbox.takeOver()
    }
    const holder = randomUUID()
    const leases = createLeases({ store, holder, log, now: db.keepsTime ? elapsed : now })
    opened.push(leases.close)
    const { queue, ownQueue, reachable } = await createQueues({ db, shared, log, now })
    opened.push(queue.close, ownQueue.close)
    const budget = await createBudget({ shared, log, now })
    opened.push(() => budget.close?.())

    return {
      store,
      /** This process, as the others know it. */
      holder,
      leases,
      claims: createClaims(leases),
      notices: createNotices(db),
      queue,
      ownQueue,
      budget,
      /** What readiness depends on: what is not kept is not acknowledged. */
      checks: { database: store.canWrite },
      /** What it does without, for a while. */
      degraded: async (): Promise<Degraded[]> => [
        ...db.warnings.map((why) => ({ what: 'database', why })),
        ...(!reachable || (await reachable()) ? [] : [{ what: 'redis', why: redisIsAway }]),
      ],
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

interface Remembered {
  db: Database
  folder: string
  log: Log
  now: () => number
}

/** The data folder remembers which database it is; a file is copied from its log besides. Returns what ends that. */
async function remember({ db, folder, log, now }: Remembered): Promise<() => Promise<void>> {
  const marking = await createMarking(db, folder, now)
  const outage = createOutage(log, {
    away: 'the log of the database cannot be copied into it: is the disk full?',
    back: 'the log of the database is copied again',
  })
  if (db.checkpoints) {
    const { stop } = startCheckpoints({
      checkpoints: db.checkpoints,
      beforeCopy: marking.advance,
      copied() {
        marking.write()
        outage.ended()
      },
      onError: (error) => outage.began((error as Error).message),
    })
    return stop
  }
  try {
    // Nothing else is kept there where the key is given.
    makeFolder(folder)
    marking.write()
  } catch (err) {
    log.warn({ err }, 'the data folder cannot be written: it does not remember which database is the right one')
  }
  return async () => {}
}

export type Foundation = Awaited<ReturnType<typeof createFoundation>>

type Parts = { shared: SharedConfig | undefined } & Omit<FoundationParts, 'config'>

interface Queues {
  /** Rings for whichever process. */
  queue: Queue
  /** Rings for those who wait in this process, which only it can answer. */
  ownQueue: Queue
  /** Whether the server that rings are in can be reached, where it is not the database. */
  reachable?: () => Promise<boolean>
}

async function createQueues({ db, shared, log, now }: Parts & { db: Database }): Promise<Queues> {
  const ownQueue = createEmbeddedQueue({ now })
  if (!shared) return { queue: ownQueue, ownQueue }
  if (!shared.redisUrl) return { queue: createPostgresQueue({ db, log, now }), ownQueue }
  // Both take long to load.
  const { createBullQueue } = await import('../drivers/queue-bullmq.ts')
  const queue = await createBullQueue({ url: shared.redisUrl, log, now })
  return { queue, ownQueue, reachable: queue.reachable }
}

async function createBudget({ shared, log, now }: Parts): Promise<Budget & { close?(): void }> {
  if (!shared?.redisUrl) return createLocalBudget({ now, share: 1 / (shared?.workers ?? 1) })
  const { createRedisBudget } = await import('../drivers/budget-redis.ts')
  return createRedisBudget({ url: shared.redisUrl, prefix: 'parley:budget', now, log })
}

const redisIsAway =
  'it does not answer: messages are kept and wait, and answers that are being written are shown when it is back'

/** Does not step back when the clock does. */
function elapsed(): number {
  return Math.floor(performance.timeOrigin + performance.now())
}
