import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createAudit } from '../../../src/admin/audit.ts'
import { createPeople } from '../../../src/admin/people/index.ts'
import { createStore } from '../../../src/store/index.ts'
import { personal } from '../../../src/store/personal/declaration.ts'
import { removePerson } from '../../../src/store/personal/remove.ts'
import { scrubFiles, scrubRows } from '../../../src/store/personal/scrub.ts'
import { openDatabase } from '../../support/database.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { plantEverywhere, schemaOf, tablesWith } from './planted.ts'

const actor = { account: 'default', author: 'cli', door: 'cli' } as const

async function setUp() {
  const folder = tempFolder()
  const db = await openDatabase(folder)
  const now = () => 2_000_000_000_000
  const store = createStore(db, now)
  const audit = createAudit({ store, now })
  const people = createPeople({ store, audit, dataFolder: folder, now, sleep: async () => {} })
  const ann = {
    account: 'default',
    uid: 'slack_T0_U0ANN',
    agents: ['one', 'two'],
    at: 1_900_000_000_000,
    word: 'annsaid',
  }
  const ben = { ...ann, uid: 'slack_T0_U0BEN', word: 'bensaid' }
  await plantEverywhere(db, ann)
  await plantEverywhere(db, ben)
  return { folder, db, store, audit, people, ann, ben }
}

it('declares of every column what of it is a person’s', async () => {
  const { db } = await setUp()
  const schema = await schemaOf(db)
  const faults = schema.flatMap(({ table, column }) => {
    const { theirs = [], goes = [], nobodys = [], stays = {} } = personal[table] ?? {}
    const n = [...theirs, ...goes, ...nobodys, ...Object.keys(stays)].filter((one) => one === column).length
    return n === 1 ? [] : [`${table}.${column}: ${n} times`]
  })
  expect(faults, 'say in src/store/personal/declaration.ts what of these columns is a person’s').toEqual([])
  const unfound = Object.entries(personal).filter(
    ([, { rows, theirs = [], goes = [], keeps }]) =>
      (rows === undefined && theirs.length + goes.length > 0) || (rows && rows.by !== 'index' && !keeps),
  )
  expect(unfound.map(([table]) => table)).toEqual([])
})

it('leaves nothing of who was forgotten in any table or byte, and everything of everybody else', async () => {
  const { folder, db, people, ann, ben } = await setUp()
  const before = await tablesWith(db, ben.word)
  expect(await tablesWith(db, ann.word)).toEqual(before)
  expect(before.length).toBeGreaterThan(15)
  const receipt = await people.forget({ account: 'default', uids: [ann.uid] }, actor, { proves: true })
  expect(await tablesWith(db, ann.word)).toEqual([])
  expect(await tablesWith(db, ann.uid)).toEqual([])
  expect(await tablesWith(db, ben.word)).toEqual(before)
  expect(receipt.proof).toMatchObject({ found: [], named: [] })
  expect(receipt.proof!.words).toBeGreaterThan(10)
  // Leases are given back at the very end, when nobody counts any more.
  const counted = before.filter((table) => table !== 'lease')
  for (const table of counted) expect(receipt.removed[table], table).toBeGreaterThan(0)
  expect(bytesWith(folder, [ann.word, ann.uid])).toEqual([])
  if (db.dialect === 'sqlite') expect(bytesWith(folder, [ben.word])).not.toEqual([])
})

/** What people said, which grew longer: SQLite moved rows of all of them to and fro between its pages. */
async function growing({ db, store }: Awaited<ReturnType<typeof setUp>>, words: readonly string[]): Promise<void> {
  // A seed with which a copy is left; most leave none.
  let seed = 5
  const below = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return (seed >> 8) % most
  }
  for (let n = 0; n < 30; n++) {
    const steps = Array.from({ length: 100 }, () => {
      const word = words[below(words.length)]!
      const value = `${word}grew `.repeat(1 + below(60))
      const key = `one/default/slack_T0_U0${word.slice(0, 3).toUpperCase()}`
      return store.people.setSteps(key, { [`note${below(100)}`]: { value, writer: 'caller' } })
    })
    await db.batch(steps.flat())
  }
}

it('leaves no copy of theirs where SQLite has moved their rows', async () => {
  const house = await setUp()
  await growing(house, ['annsaid', 'bensaid'])
  const receipt = await house.people.forget({ account: 'default', uids: [house.ann.uid] }, actor)
  expect(receipt.scrubbed.isOwed).toBe(false)
  expect(bytesWith(house.folder, ['annsaidgrew'])).toEqual([])
})

it('a file too big to be written anew at once is, in the night, and only if somebody was forgotten', async () => {
  const house = await setUp()
  if (house.db.dialect === 'postgres') return
  expect(await house.people.rewrite()).toBe(false)
  await growing(house, ['annsaid', 'bensaid'])
  // As if it were bigger: what there is before the night.
  const waits = { pause: async () => {}, sleep: async () => {} }
  const removed = {}
  const ann = { account: 'default', uids: [house.ann.uid] }
  await removePerson(house.db, ann, { removed, until: Number.MAX_SAFE_INTEGER, pause: waits.pause })
  await scrubRows(house.db, removed, waits)
  expect(await scrubFiles(house.db, waits, 0)).toEqual({ log: 'emptied', isOwed: true })
  expect(bytesWith(house.folder, ['annsaidgrew'])).not.toEqual([])
  expect(await house.people.rewrite()).toBe(true)
  expect(bytesWith(house.folder, ['annsaidgrew'])).toEqual([])
  expect(bytesWith(house.folder, ['bensaidgrew'])).not.toEqual([])
  expect(await house.people.rewrite()).toBe(false)
})

it('leaves what other agents keep where one is named', async () => {
  const { db, people, ann } = await setUp()
  await people.forget({ account: 'default', uids: [ann.uid], agent: 'one' }, actor)
  expect(await tablesWith(db, `${ann.word}1 in memory`)).toEqual([])
  expect(await tablesWith(db, `${ann.word}2 in memory`)).toEqual(['memory'])
  expect(await tablesWith(db, `default/${ann.uid}`)).not.toEqual([])
})

it('says in the log that it happened, and not to whom', async () => {
  const { audit, people, ann } = await setUp()
  const receipt = await people.forget({ account: 'default', uids: [ann.uid] }, { ...actor, author: 'self' })
  const [row] = await audit.list('default', { limit: 1 })
  expect(row).toMatchObject({ action: 'person.forget', actor: `person:${receipt.person}` })
  expect(row!.summary).toContain(`memory ${receipt.removed['memory']}`)
  expect(JSON.stringify(row)).not.toContain(ann.uid)
  expect(await audit.verify('default')).toMatchObject([{ rows: 1 }])
})

it('goes on with whom a process that died was forgetting', async () => {
  const { db, store, people, ann } = await setUp()
  const one = await store.forgetting.begin({ account: 'default', uids: [ann.uid] }, { author: 'cli', door: 'cli' })
  expect(await tablesWith(db, ann.word)).not.toEqual([])
  const [receipt] = await people.resume()
  expect(receipt!.rows).toBeGreaterThan(20)
  expect(await tablesWith(db, ann.uid)).toEqual([])
  expect(await store.forgetting.open()).toEqual([])
  expect(one.uids).toEqual([ann.uid])
})

it('keeps a turn that is under way from writing anything back', async () => {
  const { store, people, ann, db } = await setUp()
  const key = `one/default/${ann.uid}`
  await db.batch([store.people.clearStateStep(key)])
  const lease = { key, holder: 'turn', now: 0, until: 9_000_000_000_000 }
  const held = await store.leases.take(lease)
  await people.forget({ account: 'default', uids: [ann.uid] }, actor)
  const write = () =>
    db.batch([
      store.leases.checkStep(key, held!, 0, 9_000_000_000_000),
      ...store.people.setSteps(key, { city: { value: 'annsaid', writer: 'caller' } }),
    ])
  expect(await write()).toBe(false)
  await store.leases.take({ ...lease, holder: 'next' })
  expect(await write()).toBe(false)
  expect(await store.people.state(key)).toEqual({})
})

it('exports everything of theirs and nothing of anybody else, as text that no browser runs', async () => {
  const { people, store, ann, ben, db } = await setUp()
  await db.batch(
    store.people.setSteps(`one/default/${ann.uid}`, { x: { value: '<script>alert(1)</script>', writer: 'caller' } }),
  )
  const kept = await people.export({ account: 'default', uids: [ann.uid] })
  const json = JSON.stringify(kept)
  expect(json).not.toContain(ben.word)
  expect(json).not.toContain('of somebody else')
  const expected = Object.entries(personal).flatMap(([table, { section, theirs = [] }]) =>
    section ? theirs.filter((column) => json.includes(`in ${table}.${column}`)).map(() => table) : [],
  )
  const tables = ['memory', 'user_state', 'lasting', 'passage', 'said', 'outbox', 'inbox', 'turn', 'scenario_progress']
  for (const table of tables) expect(expected, table).toContain(table)
  const page = people.page(kept, 'ja')
  expect(page).toContain('&lt;script&gt;')
  expect(page).not.toMatch(/<script|https?:/)
})

it('comes to its end wherever it is broken off', async () => {
  const { db, store, people, ann, ben } = await setUp()
  const before = await tablesWith(db, ben.word)
  for (let step = 0; ; step += 3) {
    await plantEverywhere(db, ann)
    await store.forgetting.begin({ account: 'default', uids: [ann.uid] }, { author: 'cli', door: 'cli' })
    let left = step
    const pause = async () => {
      if (left-- === 0) throw new Error('killed')
    }
    const removing = { removed: {}, until: ann.at + 1, pause }
    const killed = await removePerson(db, { account: 'default', uids: [ann.uid] }, removing).catch(() => 'killed')
    expect(await people.resume()).toHaveLength(1)
    expect(await tablesWith(db, ann.word)).toEqual([])
    expect(await tablesWith(db, ann.uid)).toEqual([])
    if (killed !== 'killed') break
  }
  expect(await tablesWith(db, ben.word)).toEqual(before)
})

/** The files of a folder in which one of these stands, as bytes. */
function bytesWith(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => texts.some((text) => readFileSync(path).includes(text)))
}
