import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { timeOrderedId } from '../../../src/lib/ids.ts'
import { history, parted, weekMs, weekOf } from '../../../src/store/history.ts'
import { createStore, type Store } from '../../../src/store/index.ts'
import { openPostgres } from '../../../src/store/postgres.ts'
import { type Statement, values } from '../../../src/store/statement.ts'
import { runCommand } from '../../support/command.ts'
import { urlOf } from '../../support/database.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const day = 86_400_000

async function setup(url?: string) {
  let time = Date.now()
  const database = url ?? (await urlOf(tempFolder()))
  const db = await openPostgres(database)
  onTestFinished(() => db.close())
  const store = createStore(db, () => time)
  const at = (then: number) => {
    time = then
  }
  return { url: database, db, store, weeks: history(db), at }
}

type House = Awaited<ReturnType<typeof setup>>

/** A turn that was begun and shown at that time, with what was said in it. */
async function turnAt({ db, store, at }: House, time: number, text = `${time}`): Promise<string> {
  at(time)
  const id = timeOrderedId(time)
  const turn = { id, inbox_id: time, key: 'k', agent: 'a', version: 1, epoch: 1, context: null }
  await db.batch([
    store.turns.commitStep({ ...turn, status: 'delivered', answer: `"${text}"`, trace: '{}', interrupted: null }),
    store.turns.intendStep(id, 0, time),
    store.turns.keepTextStep(id, 0, text),
    ...store.people.rememberSteps('k', 'dm', [{ role: 'user', text }]),
  ])
  await store.db.batch([store.feedback.voteStep({ turn: id, uid: 'ann', good: true })])
  return id
}

const names = async ({ weeks }: House) => (await weeks.partitions()).map(({ name }) => name)
const partitionOf = async ({ db }: House, table: string, where: string) => {
  const query = sql<{
    name: string
  }>`select tableoid::regclass::text as name from ${sql.table(table)} where ${sql.raw(where)}`
  return (await query.execute(db.query)).rows.map(({ name }) => name)
}
const nameOf = (table: string, time: number) =>
  `${table}_${new Date(weekOf(time)).toISOString().slice(0, 10).replaceAll('-', '_')}`

it('a turn, its messages and what was said in it are kept with their week', async () => {
  const house = await setup()
  const now = Date.now()
  for (const table of parted) await house.weeks.make(table, now - 5 * weekMs)
  for (const ago of [0, 7, 14, 30]) await turnAt(house, now - ago * day)
  const expected = (table: string) => [30, 14, 7, 0].map((ago) => nameOf(table, now - ago * day))
  expect(await partitionOf(house, 'turn', 'true order by id')).toEqual(expected('turn'))
  expect(await partitionOf(house, 'part', 'true order by turn')).toEqual(expected('part'))
  expect(await partitionOf(house, 'memory', 'true order by at')).toEqual(expected('memory'))
  // Whatever its time, the order is that in which it was said.
  expect((await house.store.people.memory('k', 'dm', 2)).map(({ text }) => text)).toEqual([
    `${now - 14 * day}`,
    `${now - 30 * day}`,
  ])
})

it('weeks that are over are dropped as a whole, with everything that hangs on their turns', async () => {
  const house = await setup()
  const { store } = house
  const now = Date.now()
  for (const table of parted) await house.weeks.make(table, now - 6 * weekMs)
  const [old, kept] = [await turnAt(house, now - 40 * day), await turnAt(house, now - 2 * day)]
  house.at(now)
  await store.feedback.prune(now - 30 * day)
  await store.turns.prune(now - 30 * day)
  await store.people.prune(now - 30 * day)
  const left = await names(house)
  for (const table of parted) {
    expect(left).not.toContain(nameOf(table, now - 40 * day))
    for (const ago of [30, 7, 0, -7]) expect(left).toContain(nameOf(table, now - ago * day))
  }
  expect(await store.turns.byId(old)).toBeUndefined()
  expect(await store.turns.byInbox(now - 40 * day)).toBeUndefined()
  expect(await store.turns.parts(old)).toEqual([])
  expect(await store.turns.byId(kept)).toMatchObject({ id: kept })
  const votes = await house.db.query.selectFrom('feedback').select('turn').execute()
  expect(votes).toEqual([{ turn: kept }])
})

it('what must be forgotten is not read any more, though its week is still there', async () => {
  const house = await setup()
  const { store, db } = house
  const now = Date.now()
  const monday = weekOf(now)
  const [before, after] = [await turnAt(house, monday + 1000, 'before'), await turnAt(house, monday + 3000, 'after')]
  await store.turns.forgetAnswers(monday + 2000)
  await store.people.prune(monday + 2000)
  expect((await store.people.memory('k', 'dm', 10)).map(({ text }) => text)).toEqual(['after'])
  expect(await store.turns.byId(before)).toMatchObject({ answer: null, trace: '{}' })
  expect(await store.turns.byInbox(monday + 1000)).toMatchObject({ answer: null })
  expect((await store.turns.parts(before)).map(({ text }) => text)).toEqual([null])
  expect(await store.turns.byId(after)).toMatchObject({ answer: '"after"' })
  expect((await store.turns.parts(after)).map(({ text }) => text)).toEqual(['after'])
  // A clock that goes back brings nothing back.
  await store.people.prune(0)
  expect(await store.people.memory('k', 'dm', 10)).toHaveLength(1)
  // One that is ahead does not hide what is said from now on.
  await store.people.prune(now + 1000 * day)
  await db.batch(store.people.rememberSteps('k', 'dm', [{ role: 'user', text: 'never' }]))
  house.at(Date.now() + 1000)
  await db.batch(store.people.rememberSteps('k', 'dm', [{ role: 'user', text: 'new' }]))
  expect((await store.people.memory('k', 'dm', 10)).map(({ text }) => text)).toEqual(['new'])
})

it('what a wrong clock has written is kept aside, moved to its week when that is made, and forgotten like the rest', async () => {
  const house = await setup()
  const { store, weeks } = house
  const now = Date.now()
  const ahead = await turnAt(house, now + 5 * weekMs)
  const long = await turnAt(house, 1000)
  expect(await partitionOf(house, 'turn', 'true')).toEqual(['turn_other', 'turn_other'])
  expect(await store.turns.byId(ahead)).toMatchObject({ id: ahead })
  for (const [table, column] of [
    ['turn', 'id'],
    ['part', 'turn'],
    ['memory', 'at'],
  ] as const) {
    await sql`select make_history(${table}, ${column}, ${now + 5 * weekMs})`.execute(house.db.query)
  }
  expect(await partitionOf(house, 'turn', `id = '${ahead}'`)).toEqual([nameOf('turn', now + 5 * weekMs)])
  expect(await partitionOf(house, 'memory', `at > ${now}`)).toEqual([nameOf('memory', now + 5 * weekMs)])
  expect(await store.turns.parts(ahead)).toHaveLength(1)
  await store.feedback.prune(2000)
  await store.turns.prune(2000)
  await store.people.prune(2000)
  expect(await store.turns.byId(long)).toBeUndefined()
  for (const { name, rows } of await weeks.partitions()) if (name.endsWith('_other')) expect(rows).toBe(0)
  expect(await partitionOf(house, 'part', `turn = '${long}'`)).toEqual([])
  expect(await partitionOf(house, 'memory', 'at < 2000')).toEqual([])
})

it('several processes make and drop weeks at the same time, while turns are committed', async () => {
  const house = await setup()
  const other = await setup(house.url)
  const now = Date.now()
  for (const table of parted) await house.weeks.make(table, now - 8 * weekMs)
  let isDone = false
  const turns = [house, other].map(async (one, who) => {
    let count = 0
    for (; !isDone; count++) await turnAt(one, now + 2 * count + who)
    return count
  })
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      [house, other].flatMap(({ weeks }) => parted.map((table) => weeks.roll(table, now - (7 - round) * weekMs))),
    )
  }
  isDone = true
  const count = (await Promise.all(turns)).reduce((sum, one) => sum + one)
  expect(count).toBeGreaterThan(0)
  const kept = await sql<{ n: number }>`select count(*) as n from turn`.execute(house.db.query)
  expect(kept.rows[0]!.n).toBe(count)
  for (const table of parted) expect(await names(house)).not.toContain(nameOf(table, now - 5 * weekMs))
})

it('a week that somebody uses is dropped the next time', async () => {
  const house = await setup()
  const now = Date.now()
  await house.weeks.make('turn', now - 3 * weekMs)
  const reader = new pg.Client(house.url)
  await reader.connect()
  onTestFinished(() => reader.end())
  await reader.query('begin')
  await reader.query('select 1 from turn limit 1')
  await house.weeks.roll('turn', now - weekMs)
  expect(await names(house)).toContain(nameOf('turn', now - 3 * weekMs))
  await reader.query('rollback')
  await house.weeks.roll('turn', now - weekMs)
  expect(await names(house)).not.toContain(nameOf('turn', now - 3 * weekMs))
})

it('one turn of an inbox row is begun, by whoever holds the lease', async () => {
  const { store } = await setup()
  const take = (holder: string) => store.leases.take({ key: 'k', holder, now: 0, until: 1 })
  const turn = { id: 't1', inbox_id: 1, key: 'k', agent: 'a', version: 1, context: null }
  const first = (await take('a'))!
  await expect.poll(() => take('b')).toBe(first + 1)
  await expect(store.turns.begin({ ...turn, epoch: first })).rejects.toThrow('the lease of k was lost')
  await store.turns.begin({ ...turn, id: 't2', epoch: first + 1 })
  expect(await store.turns.byInbox(1)).toMatchObject({ id: 't2' })
})

it('a turn and the memory of a person are found by indexes, and a turn by its id in its week alone', async () => {
  const house = await setup()
  const now = Date.now()
  for (const table of parted) await house.weeks.make(table, now - 4 * weekMs)
  const client = new pg.Client(house.url)
  await client.connect()
  onTestFinished(() => client.end())
  // With empty tables an index is no gain.
  await client.query('set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off')
  /** The plan of what the store sends. */
  const planOf = async (act: (store: Store) => Promise<unknown>): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<{ sql: string; values: unknown[] }>()
    const spy = async (of: Statement<object, unknown>, params: object) => {
      resolve({ sql: of.sql, values: values(of, params) })
      return []
    }
    await act(createStore({ ...house.db, get: spy, all: spy, run: spy } as never))
    const sent = await promise
    const { rows } = await client.query(`explain (analyze, costs off, timing off) ${sent.sql}`, sent.values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const id = timeOrderedId(now)
  const ofTurn = await planOf(({ turns }) => turns.byId(id))
  expect(ofTurn).toContain(`${nameOf('turn', now)}_pkey`)
  expect(ofTurn.match(/ on turn_/g)).toHaveLength(1)
  const partial = await planOf(({ turns }) => turns.savePartial(id, 1, 'x'))
  expect(partial.match(/Scan .*on turn_/g)).toHaveLength(1)
  const ofInbox = await planOf(({ turns }) => turns.byInbox(1))
  expect(ofInbox.match(/ on turn_/g)!.length).toBeGreaterThan(5)
  expect(ofInbox).not.toMatch(/Seq Scan on turn/)
  const next = await planOf(({ inbox }) => inbox.next('a/b/k'))
  expect(next).not.toMatch(/Seq Scan on turn/)
  const memory = await planOf(({ people }) => people.memory('k', 'dm', 20))
  expect(memory).toMatch(/Merge Append[^\n]*\n +Sort Key: memory\.id DESC/)
  expect(memory).not.toMatch(/-> +Sort|Seq Scan on memory/)
  // Weeks before the horizon are not even looked at.
  await house.store.people.prune(now - 3 * weekMs)
  await house.weeks.make('memory', now - 4 * weekMs)
  const again = await planOf(({ people }) => people.memory('k', 'dm', 20))
  expect(again.match(/\(never executed\)|Subplans Removed/g)).not.toBeNull()
})

it('the weeks are shown by `parley db status`', async () => {
  const { url, weeks } = await setup()
  const told: string[] = []
  const stdout = { write: (text: string) => void told.push(text) }
  const env = { PARLEY_DATA: tempFolder(), DATABASE_URL: url }
  expect(await runCommand(['db', 'status'], { stdout, stderr: stdout, env })).toBe(0)
  const [one] = await weeks.partitions()
  const from = new Date(one!.from!).toISOString().slice(0, 10)
  const to = new Date(one!.to!).toISOString().slice(0, 10)
  expect(told.join('')).toMatch(new RegExp(`${one!.name} +${from} +${to} +\\d+ +\\d+ KB`))
  expect(told.join('')).toContain('memory_other')
})
