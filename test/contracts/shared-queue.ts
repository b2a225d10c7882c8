import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { Queue } from '../../src/ports/queue.ts'
import { endWithParent } from '../support/end-with-parent.ts'
import { openQueue, type QueueKind } from '../support/queues.ts'
import { collector } from './queue.ts'

/** What several processes ring and work with. */
export interface Rings {
  readonly kind: QueueKind
  readonly url: string
}

/** What holds besides where several processes share their rings. `make` gives rings of their own to each test. */
export function testSharedQueue(name: string, make: () => Promise<Rings>): void {
  describe(`queue of several processes: ${name}`, () => {
    const open: Queue[] = []
    const create = async ({ kind, url }: Rings) => {
      const queue = await openQueue(kind, url)
      open.push(queue)
      return queue
    }
    const options = { concurrency: 4, retryMs: 5, onError: () => {} }
    afterEach(async () => {
      for (const queue of open.splice(0)) await queue.close()
    })

    it('never drains a key in two at once, and drains each after its last ring', async () => {
      const rings = await make()
      const [one, two] = [await create(rings), await create(rings)]
      const rung = new Map<string, number>()
      const seen = new Map<string, number>()
      const running = new Set<string>()
      const twice: string[] = []
      const drainers = new Set<Queue>()
      for (const queue of [one, two]) {
        const drain = async (key: string) => {
          if (running.has(key)) twice.push(key)
          running.add(key)
          drainers.add(queue)
          const sees = rung.get(key)!
          await sleep(5)
          seen.set(key, sees)
          running.delete(key)
        }
        queue.work(drain, options)
      }
      for (let n = 0; n < 300; n++) {
        const key = `user-${n % 20}`
        rung.set(key, n)
        const queue = n % 3 === 0 ? one : two
        if (n % 10 === 0) await queue.ring(key)
        else void queue.ring(key)
      }
      await expect.poll(() => [...rung].filter(([key, n]) => seen.get(key) !== n)).toEqual([])
      expect(twice).toEqual([])
      expect(drainers.size).toBe(2)
    })

    it('drains in one what another rings for later', async () => {
      const rings = await make()
      const [ringing, working] = [await create(rings), await create(rings)]
      const drained = collector()
      working.work(async (key) => drained.add(key), options)
      await ringing.ring('ann', Date.now() + 60_000)
      const due = Date.now() + 20
      await ringing.ring('ann', due)
      await ringing.ring('ben')
      expect((await drained.until(2)).sort()).toEqual(['ann', 'ben'])
      expect(drained.at('ann')).toBeGreaterThan(due - 2)
    })

    it('keeps the pause of a failing key when another process rings or takes over', async () => {
      const rings = await make()
      const [failing, other] = [await create(rings), await create(rings)]
      const failed = Promise.withResolvers<number>()
      failing.work(
        async () => {
          throw new Error('not now')
        },
        { ...options, retryMs: 400, onError: () => failed.resolve(performance.now()) },
      )
      await failing.ring('ann')
      const at = await failed.promise
      await failing.close()
      const drained = collector()
      other.work(async (key) => drained.add(key), options)
      await other.ring('ann')
      await drained.until(1)
      expect(performance.now() - at).toBeGreaterThan(390)
    })

    it('hands over at once what is left when one closes', async () => {
      const rings = await make()
      const [leaving, staying] = [await create(rings), await create(rings)]
      const gate = Promise.withResolvers<void>()
      const started = Promise.withResolvers<void>()
      const left = collector()
      leaving.work(
        async (key) => {
          started.resolve()
          await gate.promise
          left.add(key)
        },
        { ...options, concurrency: 1 },
      )
      await leaving.ring('ann')
      await started.promise
      await leaving.ring('ben')
      const closed = leaving.close()
      const drained = collector()
      staying.work(async (key) => drained.add(key), options)
      expect(await drained.until(1)).toEqual(['ben'])
      gate.resolve()
      await closed
      expect(left.all).toEqual(['ann'])
      // It may not have done all there was to do.
      expect(await drained.until(2)).toEqual(['ben', 'ann'])
    })

    it('drains what a killed process was draining', async () => {
      const rings = await make()
      const queue = await create(rings)
      const script = new URL('../support/queue-worker.ts', import.meta.url)
      const child = fork(script, [rings.kind, rings.url], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
      endWithParent(child)
      const taken = once(child, 'message')
      await queue.ring('ann')
      expect((await taken)[0]).toBe('ann')
      const drained = collector()
      queue.work(async (key) => drained.add(key), options)
      // Kept for whoever is next.
      await queue.ring('ann')
      child.kill('SIGKILL')
      await drained.until(1)
    })
  })
}
