import { setTimeout as sleep } from 'node:timers/promises'
import { Queue as BullQueue, createPostgresBackend, type QueueOptions, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { createEmbeddedQueue } from '../../src/drivers/queue-embedded.ts'
import type { Queue } from '../../src/ports/queue.ts'
import { openQueue } from '../support/queues.ts'
import { type Bench, type Figure, median, type Scope } from './support/bench.ts'
import { postgresFor } from './support/postgres.ts'
import { quantile } from './support/quantile.ts'
import { redisFor } from './support/redis.ts'

const perSecond = 50
const paced = 250
const people = 200
const messagesEach = 20
const turnMs = 5
const atOnce = 16
const rounds = 3

/** What is measured: a way to say that there is work, and two that do it. */
interface Line {
  ring(key: string): Promise<unknown>
  work(run: (key: string) => Promise<void>): void
}

/**
 * From a ring to the begin of its drain, while nothing else is to be done; and turns through the queue: a ring for each message,
 * and a drain takes all of a person's messages in their order. Beside it is BullMQ by itself, a job for each message, which keeps
 * nobody's order: on Redis beside ours on Redis, on PostgreSQL beside ours on PostgreSQL.
 */
export const queue: Bench = async (scope) => {
  const redis = await redisFor(scope)
  const newDatabase = await postgresFor(scope)
  const database = await newDatabase()
  const embedded = createEmbeddedQueue()
  const connection = new Redis(redis, { maxRetriesPerRequest: null })
  scope.defer(() => connection.disconnect())
  return [
    ...(await measure('embedded', lineOf(embedded, [embedded]))),
    ...(await measure(
      'BullMQ',
      await ourLine(scope, () => openQueue('redis', redis)),
      await bareLine(scope, { connection }),
      { latency: 5, rate: 3000 },
    )),
    ...(await measure(
      'PostgreSQL',
      await ourLine(scope, () => openQueue('postgres', database)),
      await bareLine(
        scope,
        { connection: { connectionString: await newDatabase(), migrate: true } },
        createPostgresBackend,
      ),
    )),
  ]
}

async function ourLine(scope: Scope, open: () => Promise<Queue>): Promise<Line> {
  const [gateway, ...workers] = [await open(), await open(), await open()]
  scope.defer(() => Promise.all([gateway, ...workers].map((one) => one!.close())))
  return lineOf(gateway!, workers)
}

function lineOf(gateway: Queue, workers: readonly Queue[]): Line {
  return {
    ring: gateway.ring,
    work(run) {
      const onError = (_: string, error: unknown) => {
        throw error
      }
      for (const worker of workers) {
        worker.work(run, { concurrency: workers.length === 1 ? 2 * atOnce : atOnce, retryMs: 1000, onError })
      }
    },
  }
}

async function bareLine(scope: Scope, options: object, backend?: typeof createPostgresBackend): Promise<Line> {
  const given = { ...options, prefix: 'bare', defaultJobOptions: { removeOnComplete: true } } as QueueOptions
  const jobs = new BullQueue('turns', given, backend as never)
  await jobs.waitUntilReady()
  scope.defer(() => jobs.close())
  return {
    ring: (key) => jobs.add('turn', { key }),
    work(run) {
      for (let n = 0; n < 2; n++) {
        const all = { ...given, concurrency: atOnce }
        const worker = new Worker('turns', ({ data }) => run(data.key), all, backend as never)
        scope.defer(() => worker.close())
      }
    },
  }
}

async function measure(
  name: string,
  ours: Line,
  bare?: Line,
  goals: { latency?: number; rate?: number } = {},
): Promise<Figure[]> {
  const drain = drainsOf(ours, true)
  const single = bare && drainsOf(bare, false)
  const latencies = await latencyOf(ours, drain)
  const bareLatencies = single && (await latencyOf(bare, single))
  const rates: number[] = []
  const bareRates: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const rate = await rateOf(ours, drain)
    const bareRate = single && (await rateOf(bare, single))
    // The first only warms up.
    if (round === 0) continue
    rates.push(rate)
    if (bareRate) bareRates.push(bareRate)
  }
  const figure = (metric: string, q: number) => ({
    metric: `${name}: ${metric}`,
    ours: quantile(latencies, q),
    baseline: bareLatencies ? quantile(bareLatencies, q) : null,
    unit: 'ms',
  })
  return [
    figure('ring to drain, median', 0.5),
    {
      ...figure('ring to drain, 99th percentile', 0.99),
      ...(goals.latency !== undefined && { goal: { atMost: goals.latency } }),
    },
    {
      metric: `${name}: turns of ${turnMs} ms, 2 × ${atOnce} at once (bare jobs)`,
      ours: median(rates),
      baseline: bareRates.length > 0 ? median(bareRates) : null,
      unit: '/s',
      ...(goals.rate !== undefined && { goal: { atLeast: goals.rate } }),
    },
  ]
}

interface Drains {
  inbox: Map<string, number>
  rungAt: Map<string, number>
  latencies: number[]
  done: number
}

/** `all`: one drain takes all there is of a key. */
function drainsOf(line: Line, all: boolean): Drains {
  const drains: Drains = { inbox: new Map(), rungAt: new Map(), latencies: [], done: 0 }
  line.work(async (key) => {
    const rungAt = drains.rungAt.get(key)
    if (rungAt !== undefined) {
      drains.rungAt.delete(key)
      drains.latencies.push(performance.now() - rungAt)
      return
    }
    for (let left = drains.inbox.get(key) ?? 0; left > 0; left = drains.inbox.get(key)!) {
      drains.inbox.set(key, left - 1)
      await sleep(turnMs)
      drains.done++
      if (!all) return
    }
  })
  return drains
}

async function latencyOf(line: Line, drains: Drains): Promise<number[]> {
  drains.latencies = []
  const begun = performance.now()
  for (let n = 0; n < paced; n++) {
    await sleep(Math.max(0, begun + (n * 1000) / perSecond - performance.now()))
    drains.rungAt.set(`idle-${n}`, performance.now())
    await line.ring(`idle-${n}`)
  }
  while (drains.latencies.length < paced) await sleep(5)
  // The first are those that connect and prepare.
  return drains.latencies.slice(paced / 10)
}

async function rateOf(line: Line, drains: Drains): Promise<number> {
  drains.done = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: people }, async (_, person) => {
      for (let n = 0; n < messagesEach; n++) {
        drains.inbox.set(`user-${person}`, (drains.inbox.get(`user-${person}`) ?? 0) + 1)
        await line.ring(`user-${person}`)
      }
    }),
  )
  while (drains.done < people * messagesEach) await sleep(1)
  return (people * messagesEach * 1000) / (performance.now() - begun)
}
