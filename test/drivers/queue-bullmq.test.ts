import { setTimeout as sleep } from 'node:timers/promises'
import { Queue as BullQueue } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createBullQueue } from '../../src/drivers/queue-bullmq.ts'
import type { Queue } from '../../src/ports/queue.ts'
import { testQueue } from '../contracts/queue.ts'
import { testSharedQueue } from '../contracts/shared-queue.ts'
import { openQueue } from '../support/queues.ts'
import { findRedis, type RedisServer, startRedis } from '../support/redis.ts'

describe.skipIf(!findRedis())('on Redis', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server.stop())

  async function ask(...command: [string, ...string[]]) {
    const redis = new Redis(server.url)
    try {
      return await redis.call(...command)
    } finally {
      redis.disconnect()
    }
  }

  const make = async () => {
    await ask('flushall')
    return openQueue('redis', server.url)
  }
  testQueue('BullMQ', make, { describe, it, afterEach, expect })
  testSharedQueue('BullMQ', async () => {
    await ask('flushall')
    return { kind: 'redis', url: server.url }
  })

  async function open(url = server.url) {
    const lines: string[] = []
    const write =
      (level: string) =>
      (...parts: unknown[]) =>
        void lines.push(`${level} ${parts.map((part) => JSON.stringify(part)).join(' ')}`)
    const log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
    const queue = await createBullQueue({ url, log, now: Date.now })
    onTestFinished(() => queue.close())
    return { queue, lines }
  }

  /** Drains that last for a while, and until `mayEnd`; two of one key at once are told. */
  function work(queue: Queue, ms: number, mayEnd = Promise.resolve()) {
    const drained: string[] = []
    const running = new Set<string>()
    const twice: string[] = []
    const drain = async (key: string) => {
      if (running.has(key)) twice.push(key)
      running.add(key)
      await Promise.all([sleep(ms), mayEnd])
      running.delete(key)
      drained.push(key)
    }
    queue.work(drain, { concurrency: 50, retryMs: 5, onError: () => {} })
    return { drained, twice, running }
  }

  describe('a Redis that forgets everything', () => {
    it('loses no key: what was running is not begun again before it ends, and every ring after that counts', async () => {
      await ask('flushall')
      const { queue, lines } = await open()
      const gate = Promise.withResolvers<void>()
      const { drained, twice, running } = work(queue, 300, gate.promise)
      const keys = Array.from({ length: 20 }, (_, n) => `user-${n}`)
      for (const key of keys) await queue.ring(key)
      for (const key of keys) await queue.ring(key)
      await expect.poll(() => running.size).toBe(20)
      await ask('flushall')
      for (const key of keys) await queue.ring(key)
      gate.resolve()
      await expect.poll(() => running.size === 0 && drained.length >= 40).toBe(true)
      const before = drained.length
      for (const key of keys) await queue.ring(key)
      await expect.poll(() => new Set(drained.slice(before)).size).toBe(20)
      expect(twice).toEqual([])
      expect(lines.length).toBeLessThan(3)
    })
  })

  it('leaves alone what a version before it rang for, and is not hindered by it', async () => {
    await ask('flushall')
    const [connection, before] = [new Redis(server.url, { maxRetriesPerRequest: null }), new Redis(server.url)]
    const old = new BullQueue('rings', { connection, prefix: 'parley' })
    const ring = { jobId: 'one-1', deduplication: { id: '"ann"', keepLastIfActive: true }, removeOnComplete: true }
    await old.add('drain', { key: 'ann' }, ring)
    await before.zadd('parley:later', 0, '"ben"')
    onTestFinished(async () => {
      await old.close()
      for (const redis of [connection, before]) redis.disconnect()
    })
    const { queue } = await open()
    const { drained } = work(queue, 20)
    await queue.ring('ann')
    await queue.ring('ben')
    await expect.poll(() => drained.toSorted()).toEqual(['ann', 'ben'])
    expect(await old.getWaitingCount()).toBe(1)
    expect(await before.zcard('parley:later')).toBe(1)
  })

  describe('a Redis that takes nothing', () => {
    it.each([
      ['has become a replica', ['replicaof', '127.0.0.1', '1'], ['replicaof', 'no', 'one']],
      ['has no memory left', ['config', 'set', 'maxmemory', '1mb'], ['config', 'set', 'maxmemory', '0']],
    ] as [string, [string, ...string[]], [string, ...string[]]][])(
      'because it %s is told of once, and worked with as soon as it takes rings again',
      async (_, refuse, take) => {
        await ask('flushall')
        const { queue, lines } = await open()
        const { drained } = work(queue, 20)
        await queue.ring('before')
        await expect.poll(() => drained).toEqual(['before'])
        await ask(...refuse)
        onTestFinished(async () => void (await ask(...take)))
        for (let n = 0; n < 20; n++) {
          await queue.ring(`lost-${n}`)
          await sleep(100)
        }
        expect(lines.filter((line) => line.startsWith('error'))).toHaveLength(1)
        await ask(...take)
        const sweeper = setInterval(() => void queue.ring('after'), 200)
        await expect.poll(() => drained).toContain('after')
        clearInterval(sweeper)
        expect(lines.filter((line) => line.includes('Redis is back'))).toHaveLength(1)
        expect(lines.length).toBeLessThan(5)
      },
    )
  })

  describe('a Redis that is killed', () => {
    it('keeps nobody waiting who rings, is told of once, and is worked with again as soon as it is back', async () => {
      await ask('flushall')
      const { queue, lines } = await open()
      const { drained } = work(queue, 20)
      await queue.ring('before')
      await expect.poll(() => drained).toEqual(['before'])
      await server.end('SIGKILL')
      for (let n = 0; n < 20; n++) {
        await queue.ring(`lost-${n}`)
        await queue.ring(`lost later-${n}`, Date.now() + 10)
      }
      expect(await queue.reachable()).toBe(false)
      expect(lines.filter((line) => line.startsWith('error'))).toHaveLength(1)
      await server.begin()
      await expect.poll(() => queue.reachable()).toBe(true)
      await queue.ring('after')
      await expect.poll(() => drained).toContain('after')
      expect(lines.filter((line) => line.includes('Redis is back'))).toHaveLength(1)
      expect(lines.length).toBeLessThan(4)
    })

    it('leaves no key stuck that was waiting, running or to be tried again', async () => {
      await ask('flushall')
      const { queue } = await open()
      let works = false
      const drained = new Set<string>()
      queue.work(
        async (key) => {
          await sleep(key.startsWith('slow') ? 500 : 5)
          if (!works) throw new Error('not now')
          drained.add(key)
        },
        { concurrency: 10, retryMs: 200, onError: () => {} },
      )
      const keys = Array.from({ length: 30 }, (_, n) => (n % 2 ? `slow-${n}` : `quick-${n}`))
      for (const key of keys) await queue.ring(key)
      await sleep(100)
      await server.restart('SIGKILL')
      works = true
      await expect.poll(() => queue.reachable()).toBe(true)
      const sweeper = setInterval(() => {
        for (const key of keys) void queue.ring(key)
      }, 500)
      await expect.poll(() => keys.filter((key) => !drained.has(key))).toEqual([])
      clearInterval(sweeper)
    })

    it('does not keep anybody from closing', async () => {
      await ask('flushall')
      const { queue } = await open()
      const started = Promise.withResolvers<void>()
      const gate = Promise.withResolvers<void>()
      let ended = false
      const drain = async () => {
        started.resolve()
        await gate.promise
        ended = true
      }
      queue.work(drain, { concurrency: 4, retryMs: 5, onError: () => {} })
      await queue.ring('ann')
      await started.promise
      await server.end('SIGKILL')
      const closed = queue.close()
      gate.resolve()
      await closed
      expect(ended).toBe(true)
      await server.begin()
    })
  })

  describe('a Redis that cannot be used', () => {
    it('is refused when it may throw rings away', async () => {
      await ask('config', 'set', 'maxmemory-policy', 'allkeys-lru')
      onTestFinished(() => ask('config', 'set', 'maxmemory-policy', 'noeviction').then(() => {}))
      await expect(open()).rejects.toThrow(/maxmemory-policy allkeys-lru\). Set maxmemory-policy to noeviction\.$/)
    })

    it('is told of without the password', async () => {
      await ask('config', 'set', 'requirepass', 'right-secret')
      const url = new URL(server.url)
      const withPassword = (password: string) => {
        url.password = password
        return url.href
      }
      onTestFinished(async () => {
        const redis = new Redis(withPassword('right-secret'))
        await redis.config('SET', 'requirepass', '')
        redis.disconnect()
      })
      const error = await open(withPassword('wrong-secret')).catch((error: Error) => error)
      expect(String(error)).toMatch(/cannot be reached \(.*WRONGPASS/)
      expect(JSON.stringify(error)).not.toContain('wrong-secret')
    })
  })
})
