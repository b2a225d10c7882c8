import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRedisBudget } from '../../src/drivers/budget-redis.ts'
import type { Scope } from '../../src/ports/budget.ts'
import { findRedis, type RedisServer, startRedis } from '../support/redis.ts'

const edits: Scope = { key: 'edits', limit: 50, windowMs: 60_000 }
const free: Scope = { key: 'free', limit: Infinity, windowMs: 1000 }

/** The budget of a process over its own connection, in real time. */
describe.skipIf(!findRedis())('a budget in Redis', () => {
  let server: RedisServer
  let admin: Redis
  const open: { close(): void }[] = []

  beforeAll(async () => {
    server = await startRedis()
    admin = new Redis(server.url)
    admin.on('error', () => {})
  })

  afterAll(async () => {
    admin.disconnect()
    await server.stop()
  })

  afterEach(() => {
    for (const budget of open.splice(0)) budget.close()
  })

  function create(url = server.url) {
    const lines: string[] = []
    const write = (...line: unknown[]) => void lines.push(JSON.stringify(line))
    const log = { debug: write, info: write, warn: write, error: write }
    const budget = createRedisBudget({ url, prefix: 'test', now: Date.now, log })
    open.push(budget)
    return { budget, lines }
  }

  const take = async (budget: ReturnType<typeof createRedisBudget>, scope = edits) =>
    (await budget.tryTake([scope], 'urgent')) === 'ok'

  /** As if it had been there for an hour. */
  async function settle() {
    await admin.flushall()
    const run = /run_id:(\w+)/.exec(await admin.info('server'))![1]!
    await admin.set('{test}:since', `${Date.now() - 3_600_000} ${run}`)
  }

  it('is shared by all who have the same prefix', async () => {
    await settle()
    const [ann, ben] = [create().budget, create().budget]
    const granted = await Promise.all(Array.from({ length: 20 }, (_, n) => take(n % 2 ? ann : ben)))
    expect(granted.filter(Boolean).length).toBe(15)
    const until = Date.now() + 60_000
    ann.freeze(edits, until)
    await vi.waitFor(async () => {
      const answer = await ben.tryTake([edits], 'urgent')
      expect(Math.abs((answer as { retryAt: number }).retryAt - until)).toBeLessThan(5000)
    })
  })

  it('works on when the script was flushed', async () => {
    await settle()
    const { budget } = create()
    expect(await take(budget)).toBe(true)
    await admin.script('FLUSH')
    expect(await take(budget)).toBe(true)
  })

  it('begins with a single call where nothing is remembered', async () => {
    await admin.flushall()
    const { budget } = create()
    expect(await Promise.all([take(budget), take(budget)])).toEqual([true, false])
  })

  it('says to come back while Redis is away, says so once, and goes on with less when it is back', async () => {
    await settle()
    const { budget, lines } = create()
    expect(await take(budget)).toBe(true)
    await server.end('SIGKILL')
    for (let times = 0; times < 5; times++) {
      const asked = Date.now()
      const { retryAt } = (await budget.tryTake([edits, free], 'urgent')) as { retryAt: number }
      expect(retryAt).toBeGreaterThanOrEqual(asked + 500)
      expect(retryAt).toBeLessThanOrEqual(Date.now() + 1500)
    }
    expect(await take(budget, free)).toBe(true)
    const frozen = { ...edits, key: 'frozen' }
    budget.freeze(frozen, Date.now() + 600_000)
    await server.begin()
    await vi.waitFor(async () => expect(await take(budget)).toBe(true))
    expect(await take(budget)).toBe(false)
    expect(lines.map((line) => /cannot be asked|can be asked again|can be asked/.exec(line)?.[0])).toEqual([
      'cannot be asked',
      'can be asked',
    ])
    // What was frozen meanwhile is, for everybody.
    await vi.waitFor(async () => expect(await admin.exists('{test}:of:frozen')).toBe(1))
    expect(await take(create().budget, frozen)).toBe(false)
  })

  it('does not wait for a server that takes connections and never answers', async () => {
    const sockets: Socket[] = []
    const deaf = createServer((socket) => void sockets.push(socket.on('error', () => {})))
    await once(deaf.listen(0, '127.0.0.1'), 'listening')
    const { budget, lines } = create(`redis://:s3cret@127.0.0.1:${(deaf.address() as AddressInfo).port}`)
    expect(await budget.tryTake([edits], 'urgent')).toHaveProperty('retryAt')
    budget.close()
    for (const socket of sockets) socket.destroy()
    deaf.close()
    expect(lines.length).toBe(1)
    expect(lines.join()).not.toContain('s3cret')
  })

  it('does not wait for a server that has come to a halt, and goes on with it', async () => {
    await settle()
    const { budget, lines } = create()
    expect(await take(budget)).toBe(true)
    const pid = Number(/process_id:(\d+)/.exec(await admin.info('server'))![1])
    process.kill(pid, 'SIGSTOP')
    try {
      expect(await Promise.all([take(budget), take(budget)])).toEqual([false, false])
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await vi.waitFor(async () => expect(await take(budget)).toBe(true))
    expect(lines.length).toBe(2)
  })

  it('goes on with the primary of now when the server it knows has become a replica', async () => {
    await settle()
    const next = await startRedis()
    let target = server.url
    const name = createServer((socket) => {
      const { port } = new URL(target)
      const way = connect(Number(port), '127.0.0.1')
      socket.pipe(way).pipe(socket)
      socket.on('error', () => way.destroy()).on('close', () => way.destroy())
      way.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    })
    await once(name.listen(0, '127.0.0.1'), 'listening')
    const { budget } = create(`redis://127.0.0.1:${(name.address() as AddressInfo).port}`)
    try {
      expect(await take(budget)).toBe(true)
      // Nobody tells those that are connected.
      target = next.url
      await admin.replicaof('127.0.0.1', '1')
      await vi.waitFor(async () => expect(await take(budget)).toBe(true))
    } finally {
      await admin.replicaof('NO', 'ONE')
      budget.close()
      name.close()
      await next.stop()
    }
  })

  it('tells nobody its password when that is wrong', async () => {
    await admin.config('SET', 'requirepass', 'right')
    try {
      const { budget, lines } = create(server.url.replace('//', '//:s3cret@'))
      expect(await take(budget)).toBe(false)
      expect(await take(budget)).toBe(false)
      expect(lines.join()).toMatch(/WRONGPASS|NOAUTH/)
      expect(lines.join()).not.toContain('s3cret')
      budget.close()
    } finally {
      await admin.config('SET', 'requirepass', '')
    }
  })

  it('gives no token once it is closed', async () => {
    await settle()
    const { budget } = create()
    const asked = budget.tryTake([edits], 'urgent')
    budget.close()
    expect(await asked).toHaveProperty('retryAt')
    budget.freeze(edits, Date.now() + 1000)
    budget.learn({ ...edits, key: 'told', told: true }, { limit: 50, remaining: 1, resetAt: Date.now() + 1000 })
    expect(await take(budget)).toBe(false)
  })
})
