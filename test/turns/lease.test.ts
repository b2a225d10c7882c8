import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLog } from '../../src/lib/log.ts'
import { callLimitMs } from '../../src/ports/channel.ts'
import { createStore } from '../../src/store/index.ts'
import { createLeases, LeaseLost } from '../../src/turns/lease.ts'
import { dialect, openDatabase } from '../support/database.ts'
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

/** Two processes on one database, by a clock that is moved by hand; that of `b` may be ahead. */
async function twoHolders() {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  let time = 1_000_000
  let ahead = 0
  const stores = {
    a: createStore(db, () => time),
    b: createStore(db, () => time + ahead),
  }
  const said: string[] = []
  const log = { ...createLog('silent'), error: (_: object, message: string) => void said.push(message) }
  const of = (holder: 'a' | 'b') => {
    const now = () => time + (holder === 'b' ? ahead : 0)
    const leases = createLeases({ store: stores[holder], holder, log: log as never, now })
    onTestFinished(() => leases.close())
    return leases
  }
  return {
    db,
    stores,
    said,
    a: of('a'),
    b: of('b'),
    pass: (ms: number) => (time += ms),
    runAhead: (ms: number) => (ahead = ms),
  }
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

it('what its holder lost while it thought otherwise is lost with the next renewal, and says so', async () => {
  const { a, b, pass, runAhead } = await twoHolders()
  const lease = (await a.take('k'))!
  runAhead(20_000)
  expect(await b.take('k')).toMatchObject({ key: 'k' })
  pass(5000)
  const lost = { name: 'LeaseLost', message: 'the lease of k was lost' }
  await expect(lease.ensure()).rejects.toMatchObject(lost)
  expect(lease.signal.reason).toMatchObject(lost)
  await expect(lease.ensure()).rejects.toMatchObject(lost)
})

describe('what is done under a lease', () => {
  it('is void once somebody else has the key, and renews it until then', async () => {
    const { db, a, b, pass } = await twoHolders()
    const lease = (await a.take('k'))!
    pass(9000)
    expect(await db.batch([a.check(lease)])).toBe(true)
    pass(9000)
    expect(await b.take('k')).toBeUndefined()
    pass(1000)
    expect(await b.take('k')).toBeDefined()
    expect(await db.batch([a.check(lease)])).toBe(false)
    expect(await db.batch([a.letGo(lease)])).toBe(false)
  })

  it('may give the key back with it: another process has it at once', async () => {
    const { db, a, b } = await twoHolders()
    const lease = (await a.take('k'))!
    expect([await a.isHeld('k'), await b.isHeld('k'), await b.isHeld('other')]).toEqual([true, true, false])
    expect(await db.batch([a.letGo(lease)])).toBe(true)
    a.forget(lease)
    expect(await a.isHeld('k')).toBe(false)
    expect(await b.take('k')).toBeDefined()
  })

  it('may go on for as long as the lease would have lasted that was given back, and no longer', async () => {
    const { a, b, pass } = await twoHolders()
    const lease = (await a.take('k'))!
    await a.release(lease)
    expect(await b.take('k')).toBeDefined()
    pass(9000)
    await lease.ensure()
    expect(lease.signal.aborted).toBe(false)
    pass(500)
    await expect(lease.ensure()).rejects.toThrow(LeaseLost)
  })
})

describe.runIf(dialect === 'sqlite')('a lease that is taken with a message', () => {
  it('is the one that its process goes on with, and nobody else has the key', async () => {
    const { db, stores, a, b } = await twoHolders()
    expect(await db.batch(a.ahead('k'))).toBe(true)
    const [row] = await stores.a.db.query.selectFrom('lease').selectAll().execute()
    expect(await b.take('k')).toBeUndefined()
    const lease = (await a.take('k'))!
    expect(lease.epoch).toBe(row!.epoch)
    expect(await db.batch([a.check(lease)])).toBe(true)
  })

  it('leaves the key to whoever is at work on it, also in the same process', async () => {
    const { db, a, b } = await twoHolders()
    const lease = (await a.take('k'))!
    await db.batch(a.ahead('k'))
    await db.batch(b.ahead('k'))
    expect(await db.batch([a.check(lease)])).toBe(true)
    // It was not given back, so what was done under it is void from now on.
    const next = (await a.take('k'))!
    expect(next.epoch).not.toBe(lease.epoch)
    expect(await db.batch([a.check(lease)])).toBe(false)
  })

  it('follows the one that is given back in the same commit', async () => {
    const { db, a } = await twoHolders()
    const before = (await a.take('k'))!
    await Promise.all([db.batch([a.letGo(before)], { isPatient: true }), db.batch(a.ahead('k'))])
    a.forget(before)
    const lease = (await a.take('k'))!
    expect(lease.epoch).toBe(before.epoch + 1)
    expect(await db.batch([a.check(before)])).toBe(false)
    expect(await db.batch([a.check(lease)])).toBe(true)
  })

  it('lasts no longer than any, and can be left', async () => {
    const { db, a, b, pass } = await twoHolders()
    await db.batch([...a.ahead('k'), ...a.ahead('l')])
    await a.leave('l')
    expect(await b.take('l')).toBeDefined()
    pass(9500)
    expect(await b.take('k')).toBeDefined()
    expect(await a.take('k')).toBeUndefined()
  })
})

describe('while a process lives', () => {
  /** The second that passes is that of its timer alone; the clock of the leases is another. */
  const tick = async (condition: () => Promise<void>) => {
    vi.advanceTimersByTime(1000)
    await condition()
  }
  async function ticking() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const holders = await twoHolders()
    const renewed: (readonly string[])[] = []
    const { leases } = holders.stores.a
    const { renew } = leases
    let fault: Error | undefined
    let asked = 0
    leases.renew = async (row) => {
      asked++
      if (fault) throw fault
      const kept = await renew(row)
      renewed.push(row.keys)
      return kept
    }
    return { ...holders, renewed, asked: () => asked, fail: (error: Error | undefined) => (fault = error) }
  }

  it('it renews all that it holds, every second, and nothing else', async () => {
    const { a, b, pass, renewed } = await ticking()
    await tick(async () => {})
    const gone = (await a.take('gone'))!
    await a.release(gone)
    const first = (await a.take('k'))!
    await a.release(first)
    await a.take('k')
    await a.take('l')
    // The lease before is nobody's to give up any more.
    a.forget(first)
    pass(9000)
    await tick(() => vi.waitFor(() => expect(renewed).toEqual([['k', 'l']])))
    pass(9000)
    expect([await b.take('k'), await b.take('l')]).toEqual([undefined, undefined])
    expect(await b.take('gone')).toBeDefined()
  })

  it('it gives up unread what ran out while it was stopped, and keeps the rest', async () => {
    const { a, pass, renewed } = await ticking()
    const old = (await a.take('old'))!
    pass(9500)
    const young = (await a.take('young'))!
    await tick(() => vi.waitFor(() => expect(renewed).toEqual([['young']])))
    expect([old.signal.aborted, young.signal.aborted]).toEqual([true, false])
    await tick(() => vi.waitFor(() => expect(renewed).toEqual([['young'], ['young']])))
  })

  it('it tries again where the database cannot be reached, and says so', async () => {
    const { a, pass, said, renewed, fail } = await ticking()
    const lease = (await a.take('k'))!
    fail(new Error('the database is away'))
    await tick(() => vi.waitFor(() => expect(said).toEqual(['leases could not be renewed'])))
    expect(lease.signal.aborted).toBe(false)
    fail(undefined)
    pass(5000)
    await tick(() => vi.waitFor(() => expect(renewed).toHaveLength(1)))
  })

  it('it renews nothing any more once it has been closed', async () => {
    const { a, asked } = await ticking()
    await a.take('k')
    await a.close()
    await tick(async () => {})
    expect(asked()).toBe(0)
  })
})
