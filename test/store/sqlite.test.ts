import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createStore } from '../../src/store/index.ts'
import { lockFolder, openSqlite } from '../../src/store/sqlite.ts'
import { stepOf } from '../../src/store/statement.ts'
import { tempFolder } from '../support/temp-folder.ts'

async function setup() {
  const db = await openSqlite(tempFolder())
  return { db, store: createStore(db) }
}
const row = (event: string, key = 'k') => ({ event_id: event, key, door: 'slack', conversation: 'c', payload: '{}' })

describe('writes that are asked for together', () => {
  it('are all done, each for itself', async () => {
    const { store } = await setup()
    const added = await Promise.all([store.inbox.add(row('a')), store.inbox.add(row('b')), store.inbox.add(row('a'))])
    expect(added).toEqual([1, 2, undefined])
  })

  it('do not suffer from one that fails', async () => {
    const { db, store } = await setup()
    const broken = db.batch([stepOf(db.query.insertInto('turn').values({ id: 'x' } as never))])
    const [good, bad] = await Promise.allSettled([store.inbox.add(row('a')), broken])
    expect(good).toMatchObject({ status: 'fulfilled', value: 1 })
    expect(bad).toMatchObject({ status: 'rejected' })
    expect((await store.inbox.byId(1))?.event_id).toBe('a')
  })

  it('are void as a whole when a guard changes nothing, and only then', async () => {
    const { db, store } = await setup()
    const now = Date.now()
    const epoch = (await store.leases.take({ key: 'k', holder: 'me', now, until: now + 1000 }))!
    const held = store.leases.checkStep('k', epoch, now, now + 1000)
    const lost = store.leases.checkStep('k', epoch + 1, now, now + 1000)
    const remember = (text: string) => store.people.rememberSteps('k', 'c', [{ role: 'user', text }])
    const [kept, dropped] = await Promise.all([
      db.batch([held, ...remember('kept')]),
      db.batch([...remember('dropped'), lost]),
    ])
    expect([kept, dropped]).toEqual([true, false])
    expect(await store.people.memory('k', 'c', 10)).toEqual([{ role: 'user', text: 'kept' }])
  })
})

describe('a lease', () => {
  it('is taken by one holder at a time, and by another once it is over', async () => {
    const { store } = await setup()
    const take = (holder: string, now: number) => store.leases.take({ key: 'k', holder, now, until: now + 100 })
    // Anything, so that a key whose row was taken away begins with none of its former epochs.
    const first = (await take('a', 1000))!
    expect(first).toBeGreaterThan(0)
    expect(await take('b', 1050)).toBeUndefined()
    expect(await take('b', 1100)).toBe(first + 1)
    expect(await take('a', 1150)).toBeUndefined()
    await store.leases.release('k', first + 1, 1160)
    expect(await take('a', 1160)).toBe(first + 2)
  })
})

it('a data folder has one server', () => {
  const folder = tempFolder()
  const lock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(/Another Parley is running/)
  lock.release()
  lockFolder(folder).release()
})

describe('what is kept', () => {
  const modes = (folder: string) =>
    Object.fromEntries(
      readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
    )
  const all = {
    'parley.db': '600',
    'parley.db-shm': '600',
    'parley.db-wal': '600',
    'parley.lock': '600',
    'parley.lock-journal': '600',
  }

  it('is for its owner alone, with the folder it is in', async () => {
    const folder = join(tempFolder(), 'data')
    const lock = lockFolder(folder)
    const db = await openSqlite(folder)
    await createStore(db).inbox.add(row('a'))
    expect(modes(folder)).toEqual(all)
    expect((statSync(folder).mode & 0o777).toString(8)).toBe('700')
    await db.close()
    lock.release()
  })

  it('is made so where an earlier version let everybody read it', async () => {
    const folder = join(tempFolder(), 'data')
    mkdirSync(folder)
    const former = await openSqlite(folder)
    lockFolder(folder).release()
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
    const db = await openSqlite(folder)
    const lock = lockFolder(folder)
    expect(modes(folder)).toEqual(all)
    lock.release()
    await db.close()
    await former.close()
  })
})
