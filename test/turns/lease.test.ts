import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../src/lib/log.ts'
import { callLimitMs } from '../../src/ports/channel.ts'
import { createStore } from '../../src/store/index.ts'
import { createLeases, LeaseLost } from '../../src/turns/lease.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

it('a lease whose renewal is heard of only after it has run out is lost', async () => {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  let time = 1_000_000
  const store = createStore(db, () => time)
  const { renew } = store.leases
  /** How long the process is stopped while the database answers. */
  let stoppedMs = 0
  const leases = createLeases({
    store: {
      ...store,
      leases: {
        ...store.leases,
        async renew(row) {
          const kept = await renew(row)
          time += stoppedMs
          return kept
        },
      },
    },
    holder: 'a',
    log: createLog('silent'),
    now: () => time,
  })
  onTestFinished(() => leases.close())
  const lease = (await leases.take('k'))!
  time += 5000
  await lease.ensure()
  time += 5000
  stoppedMs = 12_000
  await expect(lease.ensure()).rejects.toThrow(LeaseLost)
  expect(lease.signal.aborted).toBe(true)
})

/** Two processes on one database, by a clock that is moved by hand. */
async function twoHolders() {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  let time = 1_000_000
  const now = () => time
  const store = createStore(db, now)
  const of = (holder: string) => {
    const leases = createLeases({ store, holder, log: createLog('silent'), now })
    onTestFinished(() => leases.close())
    return leases
  }
  return { a: of('a'), b: of('b'), pass: (ms: number) => (time += ms) }
}

it('no call to a platform begins without enough of the lease left for it to time out in', async () => {
  const { a, b, pass } = await twoHolders()
  const lease = (await a.take('k'))!
  pass(3000)
  await lease.ensure()
  // A call that begins now may take so long; nobody else may have the key meanwhile.
  pass(callLimitMs)
  expect(await b.take('k')).toBeUndefined()
})

it('a process that is stopped among the calls it may make makes no more of them', async () => {
  const { a, pass } = await twoHolders()
  const lease = (await a.take('k'))!
  const made: string[] = []
  const call = (name: string) =>
    lease.call(async () => {
      made.push(name)
      pass(20_000)
    })
  // All in one moment, as where many answers go on at once.
  const [first, second] = [call('first'), call('second')]
  await first
  await expect(second).rejects.toThrow(LeaseLost)
  expect(made).toEqual(['first'])
})

it('a call waits until enough of the lease is left', async () => {
  const { a, b, pass } = await twoHolders()
  const lease = (await a.take('k'))!
  pass(9000)
  expect(await lease.call(async () => b.take('k'))).toBeUndefined()
  pass(callLimitMs)
  expect(await b.take('k')).toBeUndefined()
})

it('a lease that ran out while its process was stopped is lost, even if nobody took it', async () => {
  const { a, pass } = await twoHolders()
  const lease = (await a.take('k'))!
  pass(20_000)
  await expect(lease.ensure()).rejects.toThrow(LeaseLost)
  expect(lease.signal.aborted).toBe(true)
})
