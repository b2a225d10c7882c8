import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createRedisBudget } from '../../src/drivers/budget-redis.ts'
import { createBullQueue } from '../../src/drivers/queue-bullmq.ts'
import { connectRedis } from '../../src/drivers/redis/connect.ts'
import type { RedisClient } from '../../src/drivers/redis/open.ts'
import type { Log } from '../../src/lib/log.ts'
import type { Scope } from '../../src/ports/budget.ts'
import { testBudget } from '../contracts/budget.ts'
import { testQueue } from '../contracts/queue.ts'
import { testSharedQueue } from '../contracts/shared-queue.ts'
import { openBudgetWorld } from '../support/budget-world.ts'
import { openQueue } from '../support/queues.ts'
import { findRedis, startRedis } from '../support/redis.ts'
import { type ReplicatedRedis, startRedisCluster, startSentinel } from '../support/redis-replicated.ts'

const edits: Scope = { key: 'edits', limit: 50, windowMs: 60_000 }

function recorder() {
  const lines: string[] = []
  const write =
    (level: string) =>
    (...parts: unknown[]) =>
      void lines.push(`${level} ${JSON.stringify(parts)}`)
  const log: Log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
  return { lines, log }
}

describe.skipIf(!findRedis()).each([
  ['Sentinel', startSentinel],
  ['a Cluster', startRedisCluster],
] as const)('Redis of %s', (name, start) => {
  let servers: ReplicatedRedis
  let redis: RedisClient

  beforeAll(async () => {
    servers = await start()
    redis = await connectRedis(servers.url)
  })
  afterAll(async () => {
    redis.disconnect()
    await servers.stop()
  })

  const make = async () => {
    await servers.flush()
    return openQueue('redis', servers.url)
  }
  testQueue(`BullMQ, ${name}`, make, { describe, it, afterEach, expect })
  testSharedQueue(`BullMQ, ${name}`, async () => {
    await servers.flush()
    return { kind: 'redis', url: servers.url }
  })
  testBudget(`Redis, ${name}`, () => openBudgetWorld(redis), { describe, it, afterEach, expect }, { runs: 3 })

  it('loses no key and keeps nobody waiting who rings while a replica takes the place of the server that is killed', async () => {
    await servers.flush()
    const { lines, log } = recorder()
    const ringing = await createBullQueue({ url: servers.url, log, now: Date.now })
    const working = await createBullQueue({ url: servers.url, log: recorder().log, now: Date.now })
    onTestFinished(async () => void (await Promise.all([ringing.close(), working.close()])))
    const drained = new Set<string>()
    working.work(async (key) => void drained.add(key), { concurrency: 10, retryMs: 50, onError: () => {} })
    await ringing.ring('before')
    await expect.poll(() => [...drained]).toEqual(['before'])

    const keys = Array.from({ length: 20 }, (_, n) => `user-${n}`)
    await servers.failOver(async () => {
      expect(await ringing.reachable()).toBe(false)
      for (const key of keys) void ringing.ring(key)
      await ringing.ring('one more')
    })
    // As whoever looks for what is open does.
    const sweeper = setInterval(() => {
      for (const key of keys) if (!drained.has(key)) void ringing.ring(key)
    }, 500)
    await expect.poll(() => keys.filter((key) => !drained.has(key))).toEqual([])
    clearInterval(sweeper)
    await expect.poll(() => ringing.reachable()).toBe(true)
    // And without being rung again, where it was not said that Redis could not be reached once more, as on a machine under load.
    drained.clear()
    const outages = () => lines.filter((line) => line.startsWith('error')).length
    const ends = () => lines.filter((line) => line.includes('Redis is back')).length
    for (let before = -1; before !== outages(); ) {
      before = outages()
      await ringing.ring('after')
      await ringing.ring('later', Date.now() + 50)
      await expect.poll(ends).toBe(outages())
    }
    await expect.poll(() => ['after', 'later'].every((key) => drained.has(key))).toBe(true)
    expect(outages()).toBeGreaterThan(0)
    expect(lines.join()).not.toContain('da%ta')
    await servers.heal()
  })

  it('counts what was used as used up after a replica took over, and then goes on as ever', async () => {
    await servers.flush()
    const { lines, log } = recorder()
    const budget = createRedisBudget({ url: servers.url, prefix: 'parley', now: Date.now, log })
    onTestFinished(() => budget.close())
    const take = async (scope = edits) => (await budget.tryTake([scope], 'urgent')) === 'ok'
    const since = await connectRedis(servers.url)
    onTestFinished(() => since.disconnect())
    // As if it had been there for an hour.
    const server = String(await since.eval("return redis.call('INFO', 'server')", 1, '{parley}:since'))
    await since.set('{parley}:since', `${Date.now() - 3_600_000} ${/run_id:(\w+)/.exec(server)![1]}`)
    expect(await Promise.all([take(), take(), take()])).toEqual([true, true, true])

    await servers.failOver()
    await expect.poll(() => take()).toBe(true)
    expect(await Promise.all([take(), take()])).toEqual([false, false])
    const quick = { key: 'quick', limit: 100, windowMs: 1000 }
    await expect
      .poll(async () => (await Promise.all([take(quick), take(quick), take(quick)])).every(Boolean))
      .toBe(true)
    expect(lines.filter((line) => line.startsWith('info')).length).toBeLessThan(2)
    expect(lines.join()).not.toContain('da%ta')
    await servers.heal()
  })
})

describe.skipIf(!findRedis())('a REDIS_URL of another kind than its Redis', () => {
  it('is refused with what to write', async () => {
    const [sentinel, cluster, server] = await Promise.all([startSentinel(), startRedisCluster(), startRedis()])
    onTestFinished(async () => void (await Promise.all([sentinel, cluster, server].map((one) => one.stop()))))
    const why = (url: string) => connectRedis(url).then(String, ({ message }: Error) => message)
    const inCluster = cluster.url.replace('redis+cluster', 'redis').replace(/,.*/, '')
    const watcher = `redis://:watch%2Ber@127.0.0.1:${/(\d+)\/parley-master/.exec(sentinel.url)![1]}`
    const cases: [string, RegExp][] = [
      [inCluster, /is one of a Cluster\. Let REDIS_URL begin with redis\+cluster:/],
      [watcher, /is a Sentinel\. Let REDIS_URL begin with redis\+sentinel:.* name of the master/],
      [server.url.replace('redis:', 'redis+cluster:'), /cannot be reached \(.*cluster support disabled/],
      [server.url.replace('redis:', 'redis+sentinel:').concat('/mymaster'), /cannot be reached \(.*unknown command/],
      [cluster.url.replace('da%25ta', 's3cret'), /cannot be reached \(.*WRONGPASS/],
      [sentinel.url.replace('da%25ta', 's3cret'), /cannot be reached \(.*WRONGPASS/],
      [sentinel.url.replace('watch+er', 's3cret'), /cannot be reached \(.*WRONGPASS/],
      [sentinel.url.replace('parley-master', 'other'), /other of the Sentinels .*cannot be reached \(.*No such master/],
    ]
    await Promise.all(
      cases.map(async ([url, told]) => {
        const said = await why(url)
        expect(said).toMatch(told)
        expect(said).not.toMatch(/s3cret|da%|watch/)
      }),
    )
  })
})
