import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createStore } from '../../../src/store/index.ts'
import { removeAged } from '../../../src/store/personal/aging.ts'
import { personal } from '../../../src/store/personal/declaration.ts'
import { openDatabase } from '../../support/database.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { plantEverywhere, schemaOf, tablesWith } from './planted.ts'

const before = 1_900_000_000_000
const person = (name: string, at: number) => ({
  account: 'default',
  uid: `slack_T0_U0${name.toUpperCase()}`,
  agents: ['one', 'two'],
  at,
  word: `${name}said`,
})
const pause = () => setImmediate()

/** Ann and Ben spoke with both agents long ago, Cat does today. */
async function setUp() {
  const db = await openDatabase(tempFolder())
  const old = ['ann', 'ben'].map((name) => person(name, before - 1))
  const young = person('cat', before)
  for (const one of [...old, young]) await plantEverywhere(db, one)
  return { db, store: createStore(db), old, young }
}

/** What time takes away from nobody, what is gone within a day in any case, and what is no agent's. */
const staying = new Set(
  Object.entries(personal)
    .filter(([table, { keeps, aged, rows }]) => {
      const isNoAgents = ['uid', 'place', 'note'].includes(rows?.by ?? '') && table !== 'feedback'
      return keeps === 'always' || aged === 'within a day' || (isNoAgents && !aged)
    })
    .map(([table]) => table),
)

it('declares of whatever has a key how it ages', () => {
  const faults = Object.entries(personal).filter(
    ([, { rows, keeps, aged }]) => rows?.by === 'key' && (keeps === 'always') === (aged !== undefined),
  )
  expect(
    faults.map(([table]) => table),
    'say in src/store/personal/declaration.ts when rows of these have been kept for long enough',
  ).toEqual([])
})

it('leaves nothing in any table of what an agent has kept for too long, and all of what others keep and of what is younger', async () => {
  const { db, old, young } = await setUp()
  const tablesOf = ({ word }: typeof young) => Promise.all([1, 2].map((n) => tablesWith(db, `${word}${n}`)))
  const [ofOne, ofTwo] = (await tablesOf(young)) as [string[], string[]]
  expect(ofOne.filter((table) => !staying.has(table)).length).toBeGreaterThan(12)
  await removeAged(db, { agent: 'one', before, pause })
  for (const one of old) expect(await tablesOf(one)).toEqual([ofOne.filter((table) => staying.has(table)), ofTwo])
  expect(await tablesOf(young)).toEqual([ofOne, ofTwo])
})

it('leaves what goes on or waits until it has ended', async () => {
  const { db, old } = await setUp()
  const columns = await schemaOf(db)
  const opens = Object.entries(personal).flatMap(([table, { aged }]) =>
    typeof aged === 'object' && aged.open ? [{ table, ...aged.open }] : [],
  )
  expect(opens.map(({ table }) => table).sort()).toEqual(['handover', 'outbox', 'tool_approval', 'turn'])
  const standAs = async (state: (as: readonly string[]) => string) => {
    for (const { table, column, as } of opens) {
      expect(columns).toContainEqual(expect.objectContaining({ table, column }))
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${state(as)}`.execute(db.query)
    }
  }
  const left = async () => {
    await removeAged(db, { agent: 'one', before, pause })
    const all = await tablesWith(db, `${old[0]!.word}1`)
    return opens.filter(({ table }) => all.includes(table))
  }
  await standAs((as) => as.at(-1)!)
  expect(await left()).toEqual(opens)
  await standAs(() => 'over')
  expect(await left()).toEqual([])
})

it('comes to its end wherever it is broken off', async () => {
  const { db, old } = await setUp()
  const [ann] = old as [(typeof old)[0]]
  const left = (await tablesWith(db, `${ann.word}1`)).filter((table) => staying.has(table))
  for (let step = 0; ; step += 3) {
    await plantEverywhere(db, ann)
    let more = step
    const killed = async () => {
      if (more-- === 0) throw new Error('killed')
    }
    const end = await removeAged(db, { agent: 'one', before, pause: killed }).catch(() => 'killed')
    await removeAged(db, { agent: 'one', before, pause })
    expect(await tablesWith(db, `${ann.word}1`)).toEqual(left)
    if (end !== 'killed') break
  }
})

it('takes away what was said by more people, and more of one, than are looked at at once', async () => {
  const { db, store } = await setUp()
  const key = (n: number) => `one/default/slack_T0_U${String(n).padStart(4, '0')}`
  const remember = (n: number) => store.people.rememberSteps(key(n), 'dm', [{ role: 'user', text: `manysaid ${n}` }])
  for (let from = 0; from < 200; from += 20) {
    await db.batch(Array.from({ length: 20 }, (_, n) => remember(from + n)).flat())
  }
  for (let n = 0; n < 30; n++) await db.batch(Array.from({ length: 20 }, () => remember(77)).flat())
  await db.batch(store.people.rememberSteps('one0/default/slack_T0_U1', 'dm', [{ role: 'user', text: 'anothersaid' }]))
  await removeAged(db, { agent: 'one', before: Date.now() + 1000, pause })
  expect(await tablesWith(db, 'manysaid')).toEqual([])
  expect(await tablesWith(db, 'anothersaid')).toEqual(['memory'])
})
