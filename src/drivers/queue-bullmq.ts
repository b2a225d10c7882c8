import { randomUUID } from 'node:crypto'
import { Queue as BullQueue, type Job, type JobsOptions, WaitingError, Worker } from 'bullmq'
import type { Log } from '../lib/log.ts'
import { createOneAtATime } from '../lib/one-at-a-time.ts'
import { createOutage } from '../lib/outage.ts'
import { within } from '../lib/within.ts'
import type { Queue, WorkOptions } from '../ports/queue.ts'
import { createLater } from './queue-bullmq/later.ts'
import { connectRedis, wishes } from './redis/connect.ts'
import { openRedis, type RedisClient, reasonOf } from './redis/open.ts'

export interface BullQueueParts {
  url: string
  log: Log
  now: () => number
}

/** A hash tag: what one script of BullMQ touches must be on one server of a Cluster. */
const prefix = '{parley}'
const longestRetryMs = 60_000
/** Who rings waits no longer for Redis: what is not rung is rung by the sweeper. */
const ringWithinMs = 1000
/** A job whose process has died is free after `lockDuration`, and found after at most two checks. */
const lockDuration = 6000
const stalledInterval = 1500
/** How long a ring for later may lie there past its time when whoever rang for it has gone. */
const lookEveryMs = 1000
const closeWithinMs = 2000
/** With each that is running BullMQ's lists grow longer to search, for all processes: 10,000 in one took minutes to begin. */
const mostAtOnce = 2000

interface Ring {
  key: string
}

/**
 * Rings in Redis, for several processes, as jobs of BullMQ: one a key that waits, is drained or is to be tried again, and one
 * more for what rings while it is drained. A key of a process that was killed is drained by another within 9 s. Redis may go,
 * come back and forget everything: the inbox is rung again. After that, and when a process is stopped for long, two processes
 * may drain a key at once; the lease decides. So it is where another server takes its place: what that one was not told of yet is
 * rung again. Throws what `connectRedis` throws.
 */
export async function createBullQueue({ url, log, now }: BullQueueParts) {
  const redis = await connectRedis(url)
  const later = createLater(redis, `${prefix}:later`)
  const queue = new BullQueue<Ring>('rings', {
    connection: redis,
    prefix,
    streams: { events: { maxLen: 10 } },
  })
  const outage = createOutage(log, {
    away: 'Redis cannot be reached: answers wait until it is back',
    back: 'Redis is back',
  })
  const told = createTold(log, now)
  queue.on('error', (error) => outage.began(reasonOf(error)))
  // One that answers may still take nothing. A Cluster is ready all the while, and refreshes what it knows of its servers.
  for (const event of ['ready', 'refresh']) redis.on(event, () => void later.forget('').then(outage.ended, () => {}))
  const inOrder = createOneAtATime()
  /** After Redis has forgotten everything it may count from 1 again, while jobs of before are still run. */
  const me = randomUUID()
  let jobs = 0
  let working: { worker: Worker<Ring>; connection: RedisClient; drains: Set<Promise<void>> } | undefined
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let wakesAt = Number.POSITIVE_INFINITY

  async function ringNow(key: string): Promise<void> {
    const id = idOf(key)
    const options: JobsOptions = {
      jobId: `${me}-${++jobs}`,
      deduplication: { id, keepLastIfActive: true },
      attempts: Number.MAX_SAFE_INTEGER,
      backoff: { type: 'custom' },
      removeOnComplete: true,
      removeOnFail: true,
      stackTraceLimit: 0,
    }
    await Promise.all([later.forget(id), queue.add('drain', { key }, options)])
  }

  async function ring(key: string, notBefore = 0): Promise<void> {
    if (closed) return
    const wait = notBefore - now()
    try {
      const rung = wait <= 0 ? ringNow(key) : later.ring(idOf(key), wait)
      await within(ringWithinMs, rung, noAnswer)
      outage.ended()
      if (wait > 0 && working) lookIn(wait)
    } catch (error) {
      outage.began(reasonOf(error))
    }
  }

  function lookIn(ms: number): void {
    const at = performance.now() + ms
    if (closed || at >= wakesAt) return
    clearTimeout(timer)
    wakesAt = at
    timer = setTimeout(() => void look(), Math.ceil(ms))
  }

  /** Rings for what is due. */
  async function look(): Promise<void> {
    wakesAt = Number.POSITIVE_INFINITY
    let nextMs: number | null = null
    try {
      const found = await within(ringWithinMs, later.takeDue(), noAnswer)
      nextMs = found.nextMs
      await Promise.all(found.due.map((id) => ring(keyOf(id))))
    } catch (error) {
      outage.began(reasonOf(error))
    }
    lookIn(Math.min(nextMs ?? lookEveryMs, lookEveryMs))
  }

  function work(drain: (key: string) => Promise<void>, { concurrency, retryMs, onError }: WorkOptions): void {
    const drains = new Set<Promise<void>>()

    async function process(job: Job<Ring>, token?: string): Promise<void> {
      const { key } = job.data
      const drained = inOrder(key, async () => {
        if (!closed) await drain(key)
      })
      const ended = drained.then(
        () => {},
        () => {},
      )
      drains.add(ended)
      try {
        await drained
      } catch (error) {
        onError(key, error)
        throw new Error('It is tried again.')
      } finally {
        drains.delete(ended)
      }
      if (closed) {
        // There may be more to do, which is for another process.
        await job.moveToWait(token)
        throw new WaitingError()
      }
    }

    const connection = openRedis(url, {
      ...wishes,
      enableOfflineQueue: true,
      enableAutoPipelining: false,
      maxRetriesPerRequest: null,
    })
    connection.on('error', () => {})
    const worker = new Worker<Ring>('rings', process, {
      connection,
      prefix,
      concurrency: Math.min(concurrency, mostAtOnce),
      lockDuration,
      stalledInterval,
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      // A process may die between hearing that there is work and taking it.
      drainDelay: 2,
      runRetryDelay: 500,
      settings: {
        backoffStrategy: (failures) => Math.min(retryMs * 2 ** (failures - 1), longestRetryMs),
      },
    })
    worker.on('error', (error) => (redis.status === 'ready' ? told(error) : outage.began(reasonOf(error))))
    working = { worker, connection, drains }
    lookIn(0)
  }

  return {
    ring,
    work,
    async close() {
      closed = true
      clearTimeout(timer)
      if (working) {
        const { worker, connection, drains } = working
        await worker.pause(true)
        while (drains.size > 0) await Promise.all(drains)
        // It would wait for a Redis that is away.
        const handedOver = worker.close(connection.status !== 'ready')
        await within(closeWithinMs, handedOver, noAnswer).catch(() => {})
        connection.disconnect()
      }
      await within(closeWithinMs, queue.close(), noAnswer).catch(() => {})
      redis.disconnect()
    },
    /** Whether Redis answers within a second. */
    async reachable(): Promise<boolean> {
      try {
        await within(ringWithinMs, later.reach(), noAnswer)
        return true
      } catch {
        return false
      }
    },
  } satisfies Queue & { reachable(): Promise<boolean> }
}

function noAnswer(): Error {
  return new Error('no answer')
}

/** Keys may hold anything; this is plain text for each, and another one for each. */
function idOf(key: string): string {
  return JSON.stringify(key)
}

function keyOf(id: string): string {
  return JSON.parse(id)
}

/** After an outage there may be one for every job. */
function createTold(log: Log, now: () => number) {
  let last = Number.NEGATIVE_INFINITY
  return (error: unknown): void => {
    if (now() - last < 60_000) return
    last = now()
    log.warn({ reason: reasonOf(error) }, 'Redis did not take what became of a key; it may be drained again')
  }
}
