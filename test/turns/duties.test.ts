import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createLog } from '../../src/lib/log.ts'
import { createStore } from '../../src/store/index.ts'
import { createClaims } from '../../src/turns/claims.ts'
import { createDuties, repeated } from '../../src/turns/duties.ts'
import { createLeases } from '../../src/turns/lease.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

const log = createLog('silent')

// Leases are renewed when the test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** Processes on one database, each with its own clock; they ask again whenever the test lets them. */
async function setup() {
  const folder = tempFolder()
  const waiting = new Set<() => void>()
  const sleep = (_: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve()
      waiting.add(resolve)
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  /** Everybody asks again; what is seen then is what `see` says. */
  const asking =
    <T>(see: () => T) =>
    () => {
      for (const go of waiting) go()
      waiting.clear()
      return see()
    }
  const doing: string[] = []

  async function startProcess(name: string) {
    const db = await openDatabase(folder)
    const clock = { now: 1_763_700_000_000 }
    const now = () => clock.now
    const leases = createLeases({ store: createStore(db, now), holder: name, log, now })
    const duties = createDuties({ claims: createClaims(leases), log, sleep })
    onTestFinished(async () => {
      await duties.close()
      await leases.close()
      await db.close()
    })
    const begin = async () => {
      doing.push(name)
      return { stop: () => void doing.splice(doing.indexOf(name), 1) }
    }
    return { duties, leases, clock, add: () => duties.add('tidy', begin) }
  }
  return { startProcess, asking, doing }
}

it('a duty begins at once, in one process only', async () => {
  const { startProcess, doing } = await setup()
  const [one, other] = [await startProcess('one'), await startProcess('other')]
  await one.add()
  expect(doing).toEqual(['one'])
  await other.add()
  expect(doing).toEqual(['one'])
})

it('it goes to another process when that one ends', async () => {
  const { startProcess, asking, doing } = await setup()
  const [one, other] = [await startProcess('one'), await startProcess('other')]
  await one.add()
  await other.add()
  await one.duties.close()
  expect(doing).toEqual([])
  await expect.poll(asking(() => doing)).toEqual(['other'])
})

it('it goes to another process when that one was killed, as soon as its lease has run out', async () => {
  const { startProcess, asking, doing } = await setup()
  const [one, other] = [await startProcess('one'), await startProcess('other')]
  await one.add()
  await other.add()
  await one.leases.close()
  other.clock.now += 9_000
  expect(asking(() => doing)()).toEqual(['one'])
  expect(doing).toEqual(['one'])
  other.clock.now += 1_000
  await expect.poll(asking(() => doing)).toEqual(['one', 'other'])
})

it('it is stopped in a process that was asleep for so long that it lost it', async () => {
  const { startProcess, doing } = await setup()
  const one = await startProcess('one')
  await one.add()
  one.clock.now += 10_000
  vi.advanceTimersByTime(1000)
  await expect.poll(() => doing).toEqual([])
})

it('one that cannot be begun is tried again, and keeps nothing else back', async () => {
  const { startProcess, asking } = await setup()
  const { duties } = await startProcess('one')
  let tries = 0
  await duties.add('hard', async () => {
    if (++tries < 3) throw new Error('not now')
    return { stop() {} }
  })
  await expect.poll(asking(() => tries)).toBe(3)
})

it('work that is repeated is done at once and then again, whatever fails, until it is stopped', async () => {
  let done = 0
  const errors: unknown[] = []
  const start = repeated(
    1000,
    async () => {
      if (++done === 2) throw new Error('oops')
    },
    (work) =>
      work().then(
        () => true,
        (error) => errors.push(error) === 0,
      ),
  )
  const running = await start()
  expect(done).toBe(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect([done, errors.length]).toEqual([3, 1])
  await running.stop()
  vi.advanceTimersByTime(5000)
  expect(done).toBe(3)
})
