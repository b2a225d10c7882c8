import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { AppError } from '../../../src/lib/errors.ts'
import { writtenBy } from '../../../src/lib/person-state.ts'
import type { Database } from '../../../src/store/database.ts'
import { createStore } from '../../../src/store/index.ts'
import { openPostgres } from '../../../src/store/postgres.ts'
import { lockPostgres } from '../../../src/store/postgres-lock.ts'
import { stepOf } from '../../../src/store/statement.ts'
import { emptyDatabase, makeDatabase, urlOf } from '../../support/database.ts'
import { openKeys } from '../../support/open-keys.ts'
import { type PostgresServer, startPostgres } from '../../support/postgres.ts'
import { relayTo } from '../../support/round-trips.ts'
import { tempFolder } from '../../support/temp-folder.ts'

async function setup(given?: string) {
  const url = given ?? (await urlOf(tempFolder()))
  const db = await openPostgres(url)
  onTestFinished(() => db.close())
  return { url, db, store: createStore(db) }
}
const row = (event: string, key = 'k') => ({ event_id: event, key, door: 'slack', conversation: 'c', payload: '{}' })
const usage = { account: 'default', agent: 'a', door: 'http', inputTokens: 0, outputTokens: 0 } as const

describe('a batch', () => {
  it('is all or nothing, and a later step sees what an earlier one did', async () => {
    const { db, store } = await setup()
    const broken = stepOf(db.query.insertInto('turn').values({ id: 'x' } as never))
    await expect(db.batch([store.inbox.addStep(row('a')), broken])).rejects.toThrow(
      'PostgreSQL refused a statement: 23502',
    )
    expect(await store.inbox.byEvent('a')).toBeUndefined()
    expect(await db.batch([store.inbox.addStep(row('a')), store.inbox.addStep(row('b'))])).toBe(true)
    expect(await db.batch([store.inbox.addStep(row('c')), store.inbox.addStep(row('a'))])).toBe(false)
    expect(await store.inbox.byEvent('c')).toBeUndefined()
  })

  it('does not disturb those that share its connection, whatever fails', async () => {
    const { db, store } = await setup()
    await store.accounts.ensureFirst()
    await store.inbox.add(row('taken', 'k0'))
    const broken = () => stepOf(db.query.insertInto('turn').values({ id: 'x' } as never))
    const results = await Promise.allSettled(
      Array.from({ length: 300 }, (_, i) =>
        db.batch([
          store.inbox.addStep(row(`e${i}`, `k${i % 20}`)),
          ...(i % 3 === 1 ? [broken()] : []),
          ...(i % 3 === 2 ? [store.inbox.addStep(row('taken'))] : []),
          ...store.usage.countSteps(usage, null),
        ]),
      ),
    )
    const outcome = results.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))
    expect(outcome).toEqual(
      Array.from({ length: 300 }, (_, i) => [true, expect.stringContaining('23502'), false][i % 3]),
    )
    expect(await store.usage.thisMonth('default')).toBe(100)
    expect((await openKeys(store)).length).toBe(20)
  })

  it('is one round trip', async () => {
    const relay = await relayTo(await urlOf(tempFolder()))
    onTestFinished(relay.stop)
    const { db, store } = await setup(relay.url)
    const batch = (n: number) =>
      db.batch([
        store.inbox.addStep(row(`e${n}`)),
        ...store.people.rememberSteps('k', 'c', [{ role: 'user', text: 'x'.repeat(20_000) }]),
        ...store.people.setSteps('k', writtenBy('caller', { a: '1', b: '2', c: '3' })),
        ...store.usage.countSteps(usage, null),
      ])
    await batch(0)
    const trips: number[] = []
    for (let n = 1; n <= 3; n++) {
      const before = relay.trips()
      expect(await batch(n)).toBe(true)
      trips.push(relay.trips() - before)
    }
    // The connection that listens asks now and then whether it is still one.
    expect(Math.min(...trips)).toBe(1)
  })

  it('sends whatever it is given, prepared or not', async () => {
    const { db } = await setup()
    const text = fc.string({ unit: 'grapheme', maxLength: 300 }).map((one) => one.replaceAll('\0', '').toWellFormed())
    const kept = fc.record({ name: text, value: text, bytes: fc.uint8Array({ maxLength: 300 }) })
    const check = fc.asyncProperty(fc.array(kept, { minLength: 1, maxLength: 5 }), async (all) => {
      await db.batch([
        stepOf(db.query.deleteFrom('note')),
        stepOf(db.query.deleteFrom('knowledge_file')),
        ...all.flatMap(({ name, value, bytes }, i) => [
          stepOf(db.query.insertInto('note').values({ platform: String(i), name, value })),
          stepOf(db.query.insertInto('knowledge_file').values({ source: String(i), content: bytes })),
        ]),
      ])
      const notes = await db.query.selectFrom('note').select(['name', 'value']).orderBy('platform').execute()
      const files = await db.query.selectFrom('knowledge_file').select('content').orderBy('source').execute()
      expect(notes).toEqual(all.map(({ name, value }) => ({ name, value })))
      expect(files.map(({ content }) => content)).toEqual(all.map(({ bytes }) => bytes))
    })
    await fc.assert(check, { seed: 1, numRuns: 25 })
    // More than are kept prepared.
    for (let i = 0; i < 500; i += 50) {
      const steps = Array.from({ length: 50 }, (_, n) =>
        stepOf(db.query.selectFrom('note').select(sql.lit(i + n).as('n'))),
      )
      await db.batch(steps)
    }
    const add = (n: number) =>
      stepOf(
        db.query
          .insertInto('note')
          .values({ platform: 'x', name: `${n} é👩‍👧`, value: sql<string>`${n} || ${sql.lit('é')}` }),
      )
    expect(await db.batch([add(1), add(2)])).toBe(true)
    const last = await db.query
      .selectFrom('note')
      .select(['name', 'value'])
      .where('platform', '=', 'x')
      .orderBy('name')
      .execute()
    expect(last).toEqual([1, 2].map((n) => ({ name: `${n} é👩‍👧`, value: `${n}é` })))
  })

  it('is tried again when two wait for each other', async () => {
    const { db, store } = await setup()
    for (const key of ['a', 'b']) await store.leases.take({ key, holder: 'me', now: 0, until: 60_000 })
    const touch = (key: string) =>
      stepOf(db.query.updateTable('lease').set({ holder: sql<string>`holder || '+'` }).where('key', '=', key))
    const wait = stepOf(
      db.query
        .updateTable('lease')
        .set({ holder: sql<string>`holder || left(cast(pg_sleep(0.05) as text), 0)` })
        .where('key', '=', 'none'),
    )
    const both = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        db.batch(i % 2 ? [touch('a'), wait, touch('b')] : [touch('b'), wait, touch('a')]),
      ),
    )
    expect(both).toEqual(both.map(() => true))
    const rows = await db.query.selectFrom('lease').select('holder').execute()
    expect(rows.map(({ holder }) => holder.length)).toEqual([10, 10])
  })
})

it('what one person says is kept in the order in which it came, however much comes at once', async () => {
  const { store, db } = await setup()
  const said = Array.from({ length: 400 }, (_, i) => row(`e${i}`, `k${i % 7}`))
  await Promise.all(said.map((one, i) => (i % 2 ? store.inbox.add(one) : db.batch([store.inbox.addStep(one)]))))
  const rows = await db.query.selectFrom('inbox').select(['event_id', 'key']).orderBy('id').execute()
  for (const key of new Set(said.map((one) => one.key))) {
    const kept = rows.filter((one) => one.key === key).map(({ event_id }) => event_id)
    expect(kept).toEqual(said.filter((one) => one.key === key).map((one) => one.event_id))
  }
})

it('texts come back as they were given, but for what PostgreSQL cannot keep', async () => {
  const { store, db } = await setup()
  const kept = ['日本語 👩‍👧', `'; drop table turn; --`, '\\x00 $1 %s {} NULL', '']
  const remember = (text: string) => store.people.rememberSteps('k', 'c', [{ role: 'user', text }])
  for (const text of [...kept, 'a\0b', 'a\ud800b']) await db.batch(remember(text))
  const all = await store.people.memory('k', 'c', 10)
  expect(all.map(({ text }) => text)).toEqual([...kept, 'a\uFFFDb', 'a\uFFFDb'])
})

describe('a lease', () => {
  it('runs by the time of the database, whatever the clocks of the processes say', async () => {
    const { store } = await setup()
    const hours = 3_600_000
    const take = (holder: string, now: number) => store.leases.take({ key: 'k', holder, now, until: now + 200 })
    const first = (await take('a', 1000))!
    expect(first).toBeGreaterThan(0)
    expect(await take('b', 1000 + 10 * hours)).toBeUndefined()
    await sleep(250)
    expect(await take('b', 1000 - 10 * hours)).toBe(first + 1)
  })
})

describe('what is kept of the catalogue', () => {
  /** Whether it stays the same from one moment to the next. */
  const isKnown = (db: Database) => {
    const version = db.catalogue()
    return db.catalogue() === version
  }

  it('is known to have changed at once where it was changed, and soon elsewhere', async () => {
    const { url, db, store } = await setup()
    const { db: other } = await setup(url)
    await store.accounts.ensureFirst()
    await expect.poll(() => isKnown(other)).toBe(true)
    // What was told of the account has come by then.
    await sleep(200)
    const before = { here: db.catalogue(), there: other.catalogue() }
    await store.turns.begin({ id: 't', inbox_id: null, key: 'k', agent: 'a', version: 1, epoch: 1, context: null })
    expect(db.catalogue()).toBe(before.here)
    await db.batch([store.accounts.updateStep('default', { name: 'Here' })])
    expect(db.catalogue()).not.toBe(before.here)
    await expect.poll(() => other.catalogue()).not.toBe(before.there)
  })

  it('counts for nothing as long as nobody could tell', async () => {
    const { db } = await setup()
    const client = new pg.Client(await urlOf(tempFolder()))
    await client.connect()
    onTestFinished(() => client.end())
    const listeners = `select pid from pg_stat_activity where query like 'listen parley%' or query = 'select 1'`
    await client.query(`select pg_terminate_backend(pid) from (${listeners}) as found`)
    await expect.poll(() => isKnown(db)).toBe(false)
    await expect.poll(() => isKnown(db)).toBe(true)
  })
})

it('a database has one server, or several that all know of it', async () => {
  const url = await urlOf(tempFolder())
  const [alone, shared] = [{ shared: false }, { shared: true }]
  const inUse = { code: 'database_in_use' }
  const lock = await lockPostgres(url, alone)
  await expect(lockPostgres(url, alone)).rejects.toMatchObject(inUse)
  await expect(lockPostgres(url, shared)).rejects.toMatchObject(inUse)
  await lock.release()
  const [first, second] = [await lockPostgres(url, shared), await lockPostgres(url, shared)]
  await first.release()
  await expect(lockPostgres(url, alone)).rejects.toMatchObject(inUse)
  await second.release()
  await (await lockPostgres(url, alone)).release()
})

describe('what goes wrong', () => {
  it('is told without what was to be written', async () => {
    const { db, store } = await setup()
    await store.inbox.add(row('secret event'))
    const insert = {
      ...row('secret event'),
      payload: 'my secret',
      status: 'open' as const,
      received_at: 0,
      cancelled: null,
    }
    const failed = await db
      .batch([stepOf(db.query.insertInto('inbox').values(insert))])
      .catch((error: unknown) => error)
    expect(String(failed)).toMatch(/23505.*inbox_event_id_key/)
    expect(JSON.stringify(failed, Object.getOwnPropertyNames(failed))).not.toMatch(/secret/)
    const wrong = await db.query
      .selectFrom('inbox')
      .selectAll()
      .where('id', '=', 'my secret' as never)
      .execute()
      .catch(String)
    expect(wrong).toBe('Error: PostgreSQL refused a statement: 22P02')
  })

  it('at the start is one sentence without the password', async () => {
    const failed = await openPostgres('postgres://ann:my-password@127.0.0.1:1/parley').catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(AppError)
    expect(failed).toMatchObject({ code: 'database_unreachable', status: 503 })
    expect(JSON.stringify(failed, Object.getOwnPropertyNames(failed))).not.toContain('my-password')
  })

  it('a database that is not in UTF8 is refused', async () => {
    const url = await emptyDatabase()
    const client = new pg.Client(url)
    await client.connect()
    await client.query(`create database latin encoding latin1 locale 'C' template template0`)
    await client.end()
    await expect(openPostgres(url.replace(/[^/]*$/, 'latin'))).rejects.toMatchObject({ code: 'database_unusable' })
  })
})

describe('a server that ends in the middle of everything', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres({ durable: true })
  })
  afterAll(() => server.stop())

  it('loses nothing that was acknowledged, does nothing twice, and is worked with again when it is back', async () => {
    const { db, store } = await setup(await makeDatabase(server.url, 'parley'))
    const acked: string[] = []
    const failures: unknown[] = []
    let isDone = false
    const work = async (who: number) => {
      for (let i = 0; !isDone; i++) {
        const event = `${who}-${i}`
        const steps = [store.inbox.addStep(row(event, `k${who}`)), ...store.usage.countSteps(usage, null)]
        const added = await db.batch(steps).catch((error: unknown) => {
          failures.push(error)
          return sleep(20)
        })
        if (added === true) acked.push(event)
      }
    }
    const workers = Array.from({ length: 20 }, (_, who) => work(who))
    for (const how of ['immediate', 'fast'] as const) {
      const before = acked.length
      await expect.poll(() => acked.length).toBeGreaterThan(before + 200)
      await server.restart(how)
      const after = acked.length
      await expect.poll(() => acked.length).toBeGreaterThan(after + 200)
    }
    isDone = true
    await Promise.all(workers)
    const kept = new Set(
      (await db.query.selectFrom('inbox').select('event_id').execute()).map(({ event_id }) => event_id),
    )
    expect(acked.filter((event) => !kept.has(event))).toEqual([])
    expect(await store.usage.thisMonth('default')).toBe(kept.size)
    expect(failures.length).toBeGreaterThan(0)
    expect(failures.filter((one) => !(one instanceof AppError && one.code === 'database_unreachable'))).toEqual([])
    // What nobody heard of may have been done; more than was under way it cannot be.
    expect(kept.size - acked.length).toBeLessThanOrEqual(failures.length)
  })
})
