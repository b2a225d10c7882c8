import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Passage } from '../../../src/model/knowledge.ts'
import type { Database } from '../../../src/store/database.ts'
import { createStore } from '../../../src/store/index.ts'
import { openPostgres } from '../../../src/store/postgres.ts'
import { createSearch } from '../../../src/store/search.ts'
import { openSqlite } from '../../../src/store/sqlite.ts'
import { urlOf } from '../../support/database.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** One process that knows and searches. */
function processOn(db: Database) {
  onTestFinished(() => db.close())
  const store = createStore(db)
  const search = createSearch(db)
  const stage = (agent: string, name: string, passages: readonly Passage[]) =>
    store.knowledge.stage(
      { agent, name, sha256: 'ab', mimetype: 'text/plain', bytes: 1 },
      new Uint8Array([7]),
      passages,
    )
  const know = async (agent: string, name: string, passages: readonly Passage[]) =>
    db.batch(store.knowledge.goLiveSteps(await stage(agent, name, passages), agent, name))
  const remove = (agent: string, name: string) => db.batch([store.knowledge.removeStep(agent, name)])
  const hits = async (agent: string, text: string, limit = 5) =>
    (await search.query(agent, text, limit)).map(({ id: _, ...hit }) => hit)
  return { db, search, stage, know, remove, hits, sweep: store.knowledge.sweep }
}

async function processes(count: number) {
  const url = await urlOf(tempFolder())
  return Promise.all(Array.from({ length: count }, async () => processOn(await openPostgres(url))))
}

const untitled = (...texts: string[]): Passage[] => texts.map((text) => ({ title: '', text }))

const words = [
  ...['open', 'opening', 'hours', 'the', 'of', 'parking', 'free', 'Sunday', '9', '2024', 'café', 'x'.repeat(60)],
  ...['営業時間', '駐車場', '日曜日', '無料', 'です。', '返品', 'カード', 'ﾊﾟﾝ', '会議室の予約', '🦊', "don't", '"*'],
]
const text = (maxLength: number) => fc.array(fc.constantFrom(...words), { maxLength }).map((some) => some.join(' '))
const source = fc.array(fc.record({ title: text(2), text: text(12) }), { minLength: 1, maxLength: 6 })

/** Of what the index should be, and of what it is: which passages hold a term, and how often. */
async function index(db: Database) {
  const should = sql`
    select posting_term(scope, term) as term, id, count(*) as n, length
    from passage cross join unnest(string_to_array(terms, ' ')) as term group by 1, id, length`
  const is = sql`
    select term, entry >> 25 as id, (entry >> 17) & 255 as n, entry & 131071 as length
    from posting cross join unnest(entries) as entry`
  const { rows } = await sql<{ missing: number; idle: number; miscounted: number }>`
    select (select count(*) from (${should} except all ${is}) as x) as missing,
      (select count(*) from (${is} except all ${should}) as x) as idle,
      (select count(*) from posting where passages <> cardinality(entries)) as miscounted`.execute(db.query)
  return rows[0]
}

async function emptied(db: Database) {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from passage) + (select count(*) from posting) + (select count(*) from posting_block)
      + (select count(*) from knowledge_source) + (select count(*) from knowledge_file) as n`.execute(db.query)
  return rows[0]!.n === 0
}

describe('search on PostgreSQL', () => {
  it('gives what search on SQLite gives, with the same scores', async () => {
    const [there] = await processes(1)
    const here = processOn(await openSqlite(tempFolder()))
    let agents = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(source, { minLength: 1, maxLength: 4 }),
        fc.array(text(8), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 30 }),
        async (sources, questions, limit) => {
          const agent = `agent-${++agents}`
          for (const one of [here, there!]) {
            // Of two names, so that some take the place of others.
            for (const [n, passages] of sources.entries()) await one.know(agent, `${n % 2}.md`, passages)
            await one.sweep()
          }
          for (const question of questions) {
            expect(await there!.hits(agent, question, limit)).toEqual(await here.hits(agent, question, limit))
          }
        },
      ),
      { seed: 7, numRuns: 25 },
    )
    expect(await index(there!.db)).toEqual({ missing: 0, idle: 0, miscounted: 0 })
  })

  it('finds the same best passages as SQLite among hundreds', async () => {
    const [there] = await processes(1)
    const here = processOn(await openSqlite(tempFolder()))
    // As in a language, some words are everywhere and most are rare.
    const word = fc.double({ min: 0.003, max: 1, noNaN: true }).map((one) => `w${Math.floor(3 / one)}`)
    const sentences = fc.array(word, { minLength: 20, maxLength: 60 }).map((some) => some.join(' '))
    const passages = untitled(...fc.sample(sentences, { seed: 7, numRuns: 400 }))
    for (const one of [here, there!]) await one.know('house', 'a.md', passages)
    const questions = fc.sample(fc.array(word, { minLength: 4, maxLength: 10 }), { seed: 8, numRuns: 40 })
    for (const question of questions) {
      const [ours, theirs] = [
        await there!.hits('house', question.join(' ')),
        await here.hits('house', question.join(' ')),
      ]
      expect(ours[0]).toEqual(theirs[0])
    }
  })

  it('keeps what cannot be kept as it is', async () => {
    const [one] = await processes(1)
    await one!.know('house', 'a.md', [{ title: 'half \ud83e', text: 'a\0cat' }])
    expect(await one!.hits('house', 'cat', 1)).toMatchObject([{ title: 'half \ufffd', text: 'a\ufffdcat' }])
  })

  it('counts what is live, and nothing that is not yet or no more', async () => {
    const [one] = await processes(1)
    await one!.know('house', 'a.md', untitled('The cat sleeps.', 'The dog barks.', 'Birds sing.'))
    const before = await one!.hits('house', 'cat and dog')
    await one!.stage('house', 'b.md', untitled('The cat eats.', 'The cat runs.'))
    expect(await one!.hits('house', 'cat and dog')).toEqual(before)
    await one!.know('house', 'c.md', untitled('The cat plays.'))
    expect(await one!.hits('house', 'cat and dog')).not.toEqual(before)
    await one!.remove('house', 'c.md')
    expect(await one!.hits('house', 'cat and dog')).toEqual(before)
  })
})

describe('several processes at once', () => {
  const passagesOf = (name: number) =>
    untitled(
      ...Array.from({ length: 30 }, (_, n) => `File ${name} says ${n} of ${(n * name) % 7} cats, dogs and birds.`),
    )

  it('add sources to one agent, replace and remove them, and find what one alone would', async () => {
    const all = await processes(3)
    await Promise.all(
      all.map(async ({ know, remove, hits, sweep }, process) => {
        for (let n = 0; n < 4; n++) {
          await know('house', `${process}-${n}.md`, passagesOf(99))
          await know('house', `${process}-${n}.md`, passagesOf(process * 4 + n))
          expect(await hits('house', 'how many cats?', 3)).toHaveLength(3)
          if (n === 1) await remove('house', `${process}-0.md`)
          await sweep()
        }
      }),
    )
    const [alone] = await processes(1)
    for (let process = 0; process < 3; process++) {
      for (let n = 1; n < 4; n++) await alone!.know('house', `${process}-${n}.md`, passagesOf(process * 4 + n))
    }
    await all[0]!.sweep()
    expect(await index(all[0]!.db)).toEqual({ missing: 0, idle: 0, miscounted: 0 })
    for (const question of ['what does file 7 say of 5 cats', 'birds', 'file 6 says 29']) {
      const scores = async (one: (typeof all)[number]) =>
        (await one.hits('house', question, 9)).map(({ score }) => score)
      const expected = await scores(alone!)
      for (const one of all) expect(await scores(one)).toEqual(expected)
    }
  })

  it('sweep up the same source, and leave nothing of it', async () => {
    const all = await processes(3)
    for (let n = 0; n < 3; n++) {
      await all[0]!.know(
        'house',
        `${n}.md`,
        [...passagesOf(1), ...passagesOf(2), ...passagesOf(3)].flatMap((one) => [one, one, one]),
      )
      await all[0]!.remove('house', `${n}.md`)
    }
    await Promise.all(all.map(({ sweep }) => sweep()))
    await all[0]!.sweep()
    expect(await emptied(all[0]!.db)).toBe(true)
  })
})
