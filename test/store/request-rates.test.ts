import { expect, it, onTestFinished } from 'vitest'
import { createSharedRateLimit } from '../../src/http/rate-limit.ts'
import { createStore } from '../../src/store/index.ts'
import { dialect, openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

const rate = { perSecond: 2, burst: 3 }
const start = 1_790_000_000_000

/** The limits of two processes, with connections of their own where the database takes several. */
async function openTwo() {
  const folder = tempFolder()
  const clock = { at: start }
  const one = await openDatabase(folder)
  onTestFinished(() => one.close())
  const other = dialect === 'postgres' ? await openDatabase(folder) : one
  if (other !== one) onTestFinished(() => other.close())
  const [here, there] = [one, other].map((db) => createSharedRateLimit(createStore(db, () => clock.at)))
  return { here: here!, there: there!, clock }
}

it('processes count the requests of a key together: a burst, then as much as comes in', async () => {
  const { here, there, clock } = await openTwo()
  expect(await here.take('key', rate)).toEqual({ allowed: true, remaining: 2, resetMs: 500, retryMs: 0 })
  expect(await there.take('key', rate)).toMatchObject({ allowed: true, remaining: 1 })
  expect(await here.take('key', rate)).toMatchObject({ allowed: true, remaining: 0 })
  const none = { allowed: false, remaining: 0, resetMs: 1500, retryMs: 500 }
  expect([await here.take('key', rate), await there.take('key', rate)]).toEqual([none, none])
  expect(await there.take('another', rate)).toMatchObject({ allowed: true, remaining: 2 })
  clock.at += 499
  expect(await there.take('key', rate)).toMatchObject({ allowed: false, retryMs: 1 })
  clock.at += 1
  expect((await there.take('key', rate)).allowed).toBe(true)
  expect((await here.take('key', rate)).allowed).toBe(false)
  clock.at += 100_000
  expect(await here.take('key', rate)).toMatchObject({ allowed: true, remaining: 2 })
})

it('of many at once none is too many, also where a clock is set back or a plan made smaller', async () => {
  const { here, there, clock } = await openTwo()
  const many = Array.from({ length: 20 }, (_, n) => (n % 2 ? here : there).take('key', rate))
  expect((await Promise.all(many)).filter(({ allowed }) => allowed)).toHaveLength(3)
  clock.at -= 60_000
  expect((await there.take('key', rate)).allowed).toBe(false)
  clock.at += 60_000 + 1000
  expect(await here.take('key', { perSecond: 2, burst: 1 })).toMatchObject({ allowed: false, remaining: 0 })
})
