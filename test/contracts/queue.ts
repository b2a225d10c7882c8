import { setTimeout as sleep } from 'node:timers/promises'
import type { Queue } from '../../src/ports/queue.ts'
import type { Runner } from './runner.ts'

/** The promises of `src/ports/queue.ts`, for every driver. `make` gives a queue of its own to each test. */
export function testQueue(name: string, make: () => Promise<Queue>, { describe, it, afterEach, expect }: Runner): void {
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

      // The next one would have been 160 ms at least. A machine that does something else for a moment is not taken for that.
      let first = Number.POSITIVE_INFINITY
      for (let round = 1; round <= 5 && first >= 150; round++) {
        works = true
        await drained.until(round)
        works = false
        times.length = 0
        await queue.ring('ann')
        while (times.length < 2) await sleep(5)
        first = pauses()[0]!
      }
      expect(first).toBeLessThan(150)
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

/** Keys that were drained, in their order. */
export function collector() {
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
