import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { writtenBy } from '../../src/lib/person-state.ts'
import { createGroupCommit, patienceMs } from '../../src/store/group-commit.ts'
import { createStore } from '../../src/store/index.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { type Step, stepOf } from '../../src/store/statement.ts'
import { createSums } from '../../src/store/sums.ts'
import { commitsIn } from '../support/commits.ts'
import { tempFolder } from '../support/temp-folder.ts'

async function setup(folder = tempFolder()) {
  const db = await openSqlite(folder)
  return { folder, db, store: createStore(db) }
}

const usage = { account: 'default', agent: 'demo', door: 'http' as const, inputTokens: 3, outputTokens: 1 }

describe('batches of one moment', () => {
  /** What a batch does: writes a key, counts, fails a guard, breaks a constraint. */
  const step = fc.constantFrom('write', 'count', 'hold', 'fail', 'break')

  it('are each all or nothing, in their order, whatever fails among them', async () => {
    const { db, store } = await setup()
    await store.accounts.ensureFirst()
    let keys = 0
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 5 }), { maxLength: 8 }), async (batches) => {
        const key = `k${keys++}`
        const before = await store.usage.thisMonth('default')
        const stepsOf = (kinds: string[], n: number): Step[] =>
          kinds.flatMap((kind, i) => {
            if (kind === 'write') return store.people.setSteps(key, writtenBy('caller', { [`${n}.${i}`]: 'x' }))
            if (kind === 'count') return store.usage.countSteps(usage, null)
            if (kind === 'break') return [stepOf(db.query.insertInto('turn').values({ id: 'x' } as never))]
            const other = kind === 'hold' ? '!=' : '='
            return [
              stepOf(db.query.updateTable('account').set({ name: 'n' }).where('id', other, 'nobody'), { guard: true }),
            ]
          })
        const outcomes = await Promise.allSettled(batches.map((kinds, n) => db.batch(stepsOf(kinds, n))))
        const first = (kinds: string[]) => kinds.find((kind) => kind === 'fail' || kind === 'break')
        expect(outcomes.map((one) => (one.status === 'rejected' ? 'broken' : one.value))).toEqual(
          batches.map((kinds) => (first(kinds) === 'break' ? 'broken' : first(kinds) === undefined)),
        )
        const done = batches.map((kinds, n) => ({ kinds, n })).filter(({ kinds }) => first(kinds) === undefined)
        const written = done.flatMap(({ kinds, n }) =>
          kinds.flatMap((kind, i) => (kind === 'write' ? [`${n}.${i}`] : [])),
        )
        expect(Object.keys(await store.people.state(key)).sort()).toEqual(written.sort())
        const counted = done.flatMap(({ kinds }) => kinds.filter((kind) => kind === 'count')).length
        expect((await store.usage.thisMonth('default')) - before).toBe(counted)
      }),
      { seed: 20261121, numRuns: 150 },
    )
  })

  it('that count the same are one row’s one change, to the last token', async () => {
    const { db, store } = await setup()
    await Promise.all(Array.from({ length: 200 }, () => db.batch(store.usage.countSteps(usage, null))))
    await Promise.all(
      Array.from({ length: 50 }, () => db.batch(store.usage.countSteps({ ...usage, agent: 'b' }, null))),
    )
    expect(await store.usage.rows({ account: 'default', from: '0', to: '9' })).toMatchObject([
      { agent: 'b', conversations: 50, inputTokens: 150 },
      { agent: 'demo', conversations: 200, inputTokens: 600, outputTokens: 200 },
    ])
    expect(await store.usage.thisMonth('default')).toBe(250)
  })

  it.each([0, 1, 7])('under a cap of %i count exactly so far', async (cap) => {
    const { db, store } = await setup()
    const counted = await Promise.all(Array.from({ length: 20 }, () => db.batch(store.usage.countSteps(usage, cap))))
    expect(counted.filter(Boolean)).toHaveLength(cap)
    expect(await store.usage.thisMonth('default')).toBe(cap)
    expect(await db.batch(store.usage.countSteps({ ...usage, account: 'other' }, 1))).toBe(true)
  })

  it('are written even where somebody reads in the same moment, with queries of either kind', async () => {
    const { db, store } = await setup()
    const reads = [store.people.state('a/b/k'), db.query.selectFrom('account').selectAll().execute()]
    const wrote = db.batch(store.people.setSteps('a/b/k', writtenBy('caller', { a: '1' })))
    const more = [
      store.people.state('a/b/k'),
      db.query.insertInto('thread').values({ place: 'p', agent: 'a', joined_at: 1 }).execute(),
    ]
    await Promise.all([...reads, wrote, ...more])
    expect(await store.people.state('a/b/k')).toEqual({ a: '1' })
    expect(await db.query.selectFrom('thread').selectAll().execute()).toHaveLength(1)
  })
})

describe('while the disk is waited for', () => {
  async function slowDisk() {
    const db = new Sqlite(join(tempFolder(), 'parley.db'))
    onTestFinished(() => void db.close())
    db.exec('create table said (text)')
    const waits: PromiseWithResolvers<void>[] = []
    const keep = () => {
      const wait = Promise.withResolvers<void>()
      waits.push(wait)
      return wait.promise
    }
    let commits = 0
    const { write, idle } = createGroupCommit(db, {
      sums: createSums(() => {}),
      disk: { keep, mend() {}, close() {} },
      committed: () => void commits++,
    })
    const told: string[] = []
    const say = (text: string) =>
      write(() => db.prepare('insert into said values (?)').run(text)).then(
        () => void told.push(text),
        (error) => void told.push(`${text}: ${error.message}`),
      )
    const tick = () => new Promise((resolve) => setImmediate(resolve))
    return { waits, say, told, tick, idle, commits: () => commits }
  }

  it('nobody is told, and what comes meanwhile shares the next commit and the next wait', async () => {
    const { waits, say, told, tick, idle, commits } = await slowDisk()
    void say('a')
    await tick()
    void say('b')
    await tick()
    void say('c')
    await tick()
    expect([told, commits(), waits.length]).toEqual([[], 1, 1])
    waits[0]!.resolve()
    await tick()
    await tick()
    expect([told, commits(), waits.length]).toEqual([['a'], 2, 2])
    waits[1]!.resolve()
    await idle()
    expect(told).toEqual(['a', 'b', 'c'])
  })

  it('whoever is let down by it is told so, and those behind are written', async () => {
    const { waits, say, told, tick, idle } = await slowDisk()
    void say('a')
    await tick()
    void say('b')
    waits[0]!.reject(new Error('disk I/O error'))
    await vi.waitFor(() => expect(waits).toHaveLength(2))
    waits[1]!.resolve()
    await idle()
    expect(told).toEqual(['a: disk I/O error', 'b'])
  })
})

describe('a batch that has patience', () => {
  async function patient() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { folder, db, store } = await setup()
    const write = (key: string, isPatient: boolean) =>
      db.batch(store.people.setSteps(key, writtenBy('caller', { a: '1' })), { isPatient })
    const before = commitsIn(folder)
    return { folder, db, store, write, commits: () => commitsIn(folder) - before }
  }
  /** Whatever is due in this turn of the event loop is done. */
  const tick = () => new Promise((resolve) => setImmediate(resolve))

  it('shares the commit of what is written next, in the order in which they were given', async () => {
    const { write, store, commits } = await patient()
    const outcomes = [write('a/b/k', true)]
    await tick()
    await store.people.state('a/b/k')
    await tick()
    expect(commits()).toBe(0)
    outcomes.push(write('a/b/l', false))
    expect(await Promise.all(outcomes)).toEqual([true, true])
    expect(commits()).toBe(1)
    expect(await store.people.state('a/b/k')).toEqual({ a: '1' })
  })

  it('is written alone where nothing else is', async () => {
    const { write, commits } = await patient()
    const done = write('a/b/k', true)
    await tick()
    vi.advanceTimersByTime(patienceMs)
    expect(await done).toBe(true)
    expect(commits()).toBe(1)
  })

  it('is written before the database is closed', async () => {
    const { folder, db, write } = await patient()
    const done = write('a/b/k', true)
    await db.close()
    expect(await done).toBe(true)
    const { store } = await setup(folder)
    expect(await store.people.state('a/b/k')).toEqual({ a: '1' })
  })
})

describe('the catalogue', () => {
  it('changes with accounts, keys and agents, whoever changes them, and not with turns', async () => {
    const { folder, db, store } = await setup()
    const other = await setup(folder)
    await store.accounts.ensureFirst()
    const tick = () => new Promise((resolve) => setImmediate(resolve))
    const changed = async (work: () => Promise<unknown>) => {
      await tick()
      const before = db.catalogue()
      await work()
      await tick()
      return db.catalogue() !== before
    }
    expect(await changed(() => store.db.batch([store.accounts.updateStep('default', { name: 'New' })]))).toBe(true)
    expect(
      await changed(() => other.store.db.batch([other.store.accounts.updateStep('default', { name: 'Newer' })])),
    ).toBe(true)
    expect(await changed(() => db.batch(store.people.setSteps('a/b/k', writtenBy('caller', { a: 'b' }))))).toBe(false)
    expect(
      await changed(() =>
        store.inbox.add({ event_id: 'e', key: 'a/b/k', door: 'http', conversation: 'c', payload: '' }),
      ),
    ).toBe(false)
    const document = { agent: {}, webhooks: [], replies: {}, rules: [], scenarios: [] } as never
    const make = store.agents.createSteps({ id: 'a1', account: 'default', document, author: 'test' })
    expect(await changed(() => db.batch(make))).toBe(true)
    await other.db.close()
  })

  it('is what agents are kept by: nobody is served an old one', async () => {
    const { folder, db, store } = await setup()
    const other = await setup(folder)
    await store.accounts.ensureFirst()
    const documentOf = (displayName: string) =>
      ({ agent: { displayName }, webhooks: [], replies: {}, rules: [], scenarios: [] }) as never
    const name = async (of = store) => (await of.agents.live('a1'))?.document.agent.displayName
    expect(await name()).toBeUndefined()
    await db.batch(store.agents.createSteps({ id: 'a1', account: 'default', document: documentOf('one'), author: 't' }))
    expect([await name(), await name(other.store)]).toEqual(['one', 'one'])
    await other.db.batch(
      other.store.agents.publishSteps({ id: 'a1', base: 1, document: documentOf('two'), author: 't' }),
    )
    expect([await name(other.store), await name()]).toEqual(['two', 'two'])
    await db.batch(store.agents.removeSteps('a1', 'default'))
    expect([await name(), await name(other.store)]).toEqual([undefined, undefined])
    await other.db.close()
  })
})

describe('a turn at one stroke', () => {
  const row = (event: string) => ({ event_id: event, key: 'a/b/k', door: 'http', conversation: 'c', payload: '' })

  /** A house at a time of its own; `make` writes a turn of `k` if nothing was seen to be in its way. */
  async function house() {
    const clock = { now: 1_763_700_000_000 }
    const db = await openSqlite(tempFolder())
    const store = createStore(db, () => clock.now)
    let made = 0
    const step = (seen: number, key = 'a/b/k') =>
      store.turns.madeAloneStep(
        { id: `t${made++}`, key, agent: 'a', version: 1, epoch: 0, trace: '{}', interrupted: null },
        seen,
      )
    const make = (seen: number) =>
      db.batch([step(seen), ...store.people.setSteps('a/b/k', writtenBy('caller', { made: `${made}` }))])
    return { clock, db, store, step, make }
  }

  it('is made where nobody is at work and nobody waits, once for each look', async () => {
    const { db, store, make, step } = await house()
    const first = await store.turns.sight('a/b/k')
    expect(first).toEqual({ free: true, seen: 0 })
    expect(await make(first.seen)).toBe(true)
    expect(await make(first.seen)).toBe(false)
    expect(await db.batch([step(first.seen, 'other')])).toBe(true)
    const second = await store.turns.sight('a/b/k')
    expect(await Promise.all([make(second.seen), make(second.seen)])).toEqual([true, false])
    expect(await store.people.state('a/b/k')).toEqual({ made: '4' })
    expect(await db.query.selectFrom('turn').select('id').execute()).toHaveLength(3)
  })

  it('sees turns of before a clock that was set back', async () => {
    const { clock, store, make } = await house()
    const { seen } = await store.turns.sight('a/b/k')
    clock.now -= 300_000
    expect(await make(seen)).toBe(true)
    clock.now += 300_000
    expect(await make(seen)).toBe(false)
  })

  it('is not made while somebody is at work, nor after what they did meanwhile', async () => {
    const { clock, db, store, make } = await house()
    const { seen } = await store.turns.sight('a/b/k')
    const at = clock.now
    const epoch = (await store.leases.take({ key: 'a/b/k', holder: 'a', now: at, until: at + 1000 }))!
    expect(await store.turns.sight('a/b/k')).toMatchObject({ free: false })
    expect(await make(seen)).toBe(false)
    const begun = { id: 'theirs', inbox_id: 1, key: 'a/b/k', agent: 'a', version: 1, epoch, context: null }
    const committed = { answer: null, trace: '{}', interrupted: null, status: 'delivered' as const }
    await db.batch([store.turns.commitStep({ ...begun, ...committed })])
    await store.leases.release('a/b/k', epoch, at)
    expect(await make(seen)).toBe(false)
    const after = await store.turns.sight('a/b/k')
    expect(after.free).toBe(true)
    expect(await make(after.seen)).toBe(true)
  })

  it('is not made before anybody who waits', async () => {
    const { store, make } = await house()
    const { seen } = await store.turns.sight('a/b/k')
    const id = (await store.inbox.add(row('a')))!
    expect(await make(seen)).toBe(false)
    await store.inbox.done(id)
    expect(await make(seen)).toBe(true)
  })

  it('leaves room for exactly as many as may wait', async () => {
    const { store } = await house()
    const added = await Promise.all(
      Array.from({ length: 10 }, (_, n) => store.db.batch(store.inbox.addUnderSteps(row(`e${n}`), 4))),
    )
    expect(added.filter((one) => one)).toHaveLength(4)
    await store.inbox.done(2)
    expect(await store.db.batch(store.inbox.addUnderSteps(row('next'), 4))).toBe(true)
    expect((await store.inbox.next('a/b/k'))?.id).toBe(1)
  })
})
