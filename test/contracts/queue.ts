import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { Queue } from '../../src/ports/queue.ts'
import { endWithParent } from '../support/end-with-parent.ts'
import { openQueue, type QueueKind } from '../support/queues.ts'

/** The promises of `src/ports/queue.ts`, for every driver. `make` gives a queue of its own to each test. */
export function testQueue(name: string, make: () => Promise<Queue>): void {
  describe(`queue: ${name}`, () => {
    const open: Queue[] = []
    const create = async () => {
      const queue = await make()
      open.push(queue)
      return queue
    }
    const options = { concurrency: 4, retryMs: 5, onError: () => {} }
    afterEach(async () => {
      for (const queue of open.splice(0)) await queue.close()
    })

    it('drains a key that was rung, also when it was rung before work began', async () => {
      const queue = await create()
      await queue.ring('before')
      const drained = collector()
      queue.work(async (key) => drained.add(key), options)
      await queue.ring('after')
      expect((await drained.until(2)).sort()).toEqual(['after', 'before'])
    })

    it('never drains one key twice at once, and keeps a ring that comes meanwhile', async () => {
      const queue = await create()
      let now = 0
      let most = 0
      const gate = Promise.withResolvers<void>()
      const started = Promise.withResolvers<void>()
      const drained = collector()
      queue.work(async (key) => {
        most = Math.max(most, ++now)
        started.resolve()
        await gate.promise
        now--
        drained.add(key)
      }, options)
      await queue.ring('ann')
      await started.promise
      await queue.ring('ann')
      await queue.ring('ann')
      gate.resolve()
      await drained.until(2)
      expect(most).toBe(1)
    })

    it('drains different keys side by side, no more than it was told', async () => {
      const queue = await create()
      let now = 0
      let most = 0
      const full = Promise.withResolvers<void>()
      const drained = collector()
      queue.work(async (key) => {
        most = Math.max(most, ++now)
        if (now === options.concurrency) full.resolve()
        await full.promise
        now--
        drained.add(key)
      }, options)
      for (let i = 0; i < 12; i++) await queue.ring(`user-${i}`)
      await drained.until(12)
      expect(most).toBe(options.concurrency)
    })

    it('drains again after a failure', async () => {
      const queue = await create()
      const errors: unknown[] = []
      const drained = collector()
      let failures = 2
      queue.work(
        async (key) => {
          if (failures-- > 0) throw new Error('not now')
          drained.add(key)
        },
        { ...options, onError: (_, error) => errors.push(error) },
      )
      await queue.ring('ann')
      await drained.until(1)
      expect(errors).toHaveLength(2)
    })

    it('tries a failing key again after growing pauses, however often it is rung meanwhile', async () => {
      const queue = await create()
      const times: number[] = []
      const pauses = () => times.slice(1).map((time, n) => time - times[n]!)
      let works = false
      const drained = collector()
      queue.work(
        async (key) => {
          times.push(performance.now())
          if (times.length < 50) await queue.ring(key)
          if (!works) throw new Error('not now')
          drained.add(key)
        },
        { ...options, retryMs: 20 },
      )
      const ringing = setInterval(() => {
        void queue.ring('ann')
        void queue.ring('ann', Date.now() + 1)
      }, 2)
      while (times.length < 4) await sleep(5)
      clearInterval(ringing)
      for (const [n, least] of [20, 40, 80].entries()) expect(pauses()[n]).toBeGreaterThan(least - 2)

      works = true
      await drained.until(1)
      works = false
      times.length = 0
      await queue.ring('ann')
      while (times.length < 2) await sleep(5)
      expect(pauses()[0]).toBeLessThan(150)
    })

    it('drains at once when rung for now, instead of later', async () => {
      const queue = await create()
      const drained = collector()
      queue.work(async (key) => drained.add(key), options)
      await queue.ring('ann', Date.now() + 450)
      await queue.ring('ann', Date.now() + 250)
      await queue.ring('ann', Date.now() + 350)
      await queue.ring('ben', Date.now() + 250)
      await queue.ring('ben')
      expect(await drained.until(1)).toEqual(['ben'])
      await drained.until(2)
      await sleep(300)
      expect(drained.all).toEqual(['ben', 'ann'])
    })

    it('waits until the time that a ring names', async () => {
      const queue = await create()
      const drained = collector()
      queue.work(async (key) => drained.add(key), options)
      const due = Date.now() + 30
      await queue.ring('later', due)
      await queue.ring('now')
      // On a busy machine its time may have come before the other is rung.
      expect((await drained.until(2)).sort()).toEqual(['later', 'now'])
      expect(drained.at('later')).toBeGreaterThan(due - 2)
    })

    it('takes keys of all characters', async () => {
      const queue = await create()
      const keys = [
        'desk/default/slack:T1:U1',
        'desk/default/渡辺 🙂',
        'a:b',
        'a b',
        '"',
        '\\',
        '%41',
        '*',
        '1',
        '__proto__',
      ]
      const drained = collector()
      queue.work(async (key) => drained.add(key), options)
      for (const key of keys) await queue.ring(key)
      expect((await drained.until(keys.length)).sort()).toEqual(keys.toSorted())
      for (const key of keys) await queue.ring(key, Date.now() + 10)
      expect((await drained.until(2 * keys.length)).slice(keys.length).sort()).toEqual(keys.toSorted())
    })

    it('closes when the running drains have ended, and begins no other', async () => {
      const queue = await create()
      const gate = Promise.withResolvers<void>()
      const started = Promise.withResolvers<void>()
      const drained = collector()
      queue.work(async (key) => {
        started.resolve()
        await gate.promise
        drained.add(key)
      }, options)
      await queue.ring('ann')
      await started.promise
      const closed = queue.close()
      await queue.ring('ben')
      gate.resolve()
      await closed
      expect(drained.all).toEqual(['ann'])
    })
  })
}

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

function collector() {
  const all: string[] = []
  const times = new Map<string, number>()
  let check = () => {}
  return {
    all,
    /** When it was drained first, in milliseconds since the epoch. */
    at: (key: string) => times.get(key),
    add(key: string) {
      all.push(key)
      if (!times.has(key)) times.set(key, Date.now())
      check()
    },
    until(count: number): Promise<string[]> {
      return new Promise((resolve) => {
        check = () => all.length >= count && resolve([...all])
        check()
      })
    },
  }
}
