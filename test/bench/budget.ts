import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { createLocalBudget } from '../../src/drivers/budget-local.ts'
import { createRedisBudget } from '../../src/drivers/budget-redis.ts'
import type { Budget, Scope } from '../../src/ports/budget.ts'
import { type Bench, compare } from './support/bench.ts'
import { redisFor } from './support/redis.ts'

const rounds = 5
const alone = 2000
const together = 20_000
/** Replies that ask at once. */
const replies = 100
/** Of the app, and of as many channels. */
const app: Scope = { key: 'app', limit: 1e9, windowMs: 1000 }
const channels = Array.from({ length: replies }, (_, n): Scope => ({ key: `channel ${n}`, limit: 1e6, windowMs: 1000 }))

/** Tokens of two scopes, taken from Redis, beside those of one process and beside the quickest a trip to Redis can be. */
export const budget: Bench = async (scope) => {
  const url = await redisFor(scope)
  const redis = new Redis(url)
  scope.defer(() => redis.disconnect())
  const log = { debug() {}, info() {}, warn: console.error, error: console.error }
  const shared = createRedisBudget({ url, prefix: randomUUID(), now: Date.now, log })
  scope.defer(() => shared.close())
  const local = createLocalBudget({ now: Date.now })

  const waits = await compare<() => Promise<unknown>, 'p50' | 'p99'>(
    rounds,
    { ours: () => take(shared, 0), baseline: () => redis.ping() },
    async (ask) => {
      const times: number[] = []
      for (let n = 0; n < alone; n++) {
        const from = performance.now()
        await ask()
        times.push(performance.now() - from)
      }
      times.sort((a, b) => a - b)
      return { p50: times[alone / 2]!, p99: times[Math.floor(alone * 0.99)]! }
    },
  )
  const load = await compare<Budget, 'rate' | 'cpu'>(rounds, { ours: shared, baseline: local }, async (budget) => {
    const cpuBefore = process.cpuUsage()
    const from = performance.now()
    await Promise.all(
      Array.from({ length: replies }, async (_, reply) => {
        for (let n = 0; n < together / replies; n++) await take(budget, reply)
      }),
    )
    const seconds = (performance.now() - from) / 1000
    const { user, system } = process.cpuUsage(cpuBefore)
    return { rate: together / seconds, cpu: (user + system) / together }
  })
  const serverCpu = await cpuOf(redis, async () => {
    for (let n = 0; n < together; n += replies) await Promise.all(channels.map((_, reply) => take(shared, reply)))
  })
  return [
    {
      metric: 'a take, 50th percentile (PING)',
      ours: waits.p50.ours,
      baseline: waits.p50.baseline,
      unit: 'ms',
      goal: { atMost: 0.5 },
    },
    { metric: 'a take, 99th percentile (PING)', ours: waits.p99.ours, baseline: waits.p99.baseline, unit: 'ms' },
    {
      metric: 'takes of 100 replies at once (one process)',
      ours: load.rate.ours,
      baseline: load.rate.baseline,
      unit: '/s',
      goal: { atLeast: 10_000 },
    },
    { metric: 'CPU of ours for a take (one process)', ours: load.cpu.ours, baseline: load.cpu.baseline, unit: 'µs' },
    { metric: 'CPU of Redis for a take', ours: serverCpu, baseline: null, unit: 'µs' },
  ]
}

async function take(budget: Budget, reply: number): Promise<void> {
  const answer = await budget.tryTake([channels[reply]!, app], 'urgent')
  if (answer !== 'ok') throw new Error('There was not enough room to measure.')
}

/** In µs of the server for each of them. */
async function cpuOf(redis: Redis, run: () => Promise<void>): Promise<number> {
  const used = async () => {
    const info = await redis.info('cpu')
    return ['used_cpu_sys', 'used_cpu_user'].reduce(
      (sum, name) => sum + Number(new RegExp(`${name}:(.*)`).exec(info)![1]),
      0,
    )
  }
  const before = await used()
  await run()
  return (((await used()) - before) * 1e6) / together
}
