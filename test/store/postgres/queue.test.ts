import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connectTo } from '../../../src/store/postgres-connections.ts'
import { testQueue } from '../../contracts/queue.ts'
import { testSharedQueue } from '../../contracts/shared-queue.ts'
import { urlOf } from '../../support/database.ts'
import { type PostgresServer, startPostgres } from '../../support/postgres.ts'
import { openQueue } from '../../support/queues.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const make = async () => openQueue('postgres', await urlOf(tempFolder()))
testQueue('PostgreSQL', make, { describe, it, afterEach, expect })
it('leaves no key stuck that it was given without hearing of it', async () => {
  const url = await urlOf(tempFolder())
  const queue = await openQueue('postgres', url)
  const drained: string[] = []
  queue.work(async (key) => void drained.push(key), { concurrency: 4, retryMs: 5, onError: () => {} })
  await queue.ring('ann')
  await expect.poll(() => drained).toEqual(['ann'])
  // As a take does whose connection was lost before its end.
  const server = await connectTo(url)
  await server.query("insert into ring (key, taker) select 'ben', id from ring_worker")
  await server.end()
  await queue.ring('ben')
  await expect.poll(() => drained).toEqual(['ann', 'ben'])
  await queue.close()
})

testSharedQueue('PostgreSQL', async () => ({ kind: 'postgres', url: await urlOf(tempFolder()) }))

describe('a PostgreSQL that is killed', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  it('leaves no key stuck that was waiting, running or to be tried again, nor keeps anybody waiting who rings', async () => {
    const queue = await openQueue('postgres', server.url)
    let works = false
    const running = new Set<string>()
    const twice: string[] = []
    const drained = new Set<string>()
    queue.work(
      async (key) => {
        if (running.has(key)) twice.push(key)
        running.add(key)
        await sleep(key.startsWith('slow') ? 500 : 5)
        running.delete(key)
        if (!works) throw new Error('not now')
        drained.add(key)
      },
      { concurrency: 10, retryMs: 200, onError: () => {} },
    )
    const keys = Array.from({ length: 30 }, (_, n) => (n % 2 ? `slow-${n}` : `quick-${n}`))
    for (const key of keys) await queue.ring(key)
    const restarted = server.restart('immediate')
    await queue.ring('meanwhile')
    await restarted
    works = true
    const sweeper = setInterval(() => {
      for (const key of keys) void queue.ring(key)
    }, 500)
    await expect.poll(() => keys.filter((key) => !drained.has(key))).toEqual([])
    clearInterval(sweeper)
    expect(twice).toEqual([])
    await queue.close()
  })
})
