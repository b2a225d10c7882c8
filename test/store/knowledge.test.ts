import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../src/store/index.ts'
import { createSearch } from '../../src/store/search.ts'
import { termsOf } from '../../src/store/terms.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

async function open() {
  const clock = { now: 1_763_700_000_000 }
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  const store = createStore(db, () => clock.now)
  const search = createSearch(db)
  const stage = (agent: string, name: string, texts: readonly string[]) =>
    store.knowledge.stage(
      { agent, name, sha256: 'ab', mimetype: 'text/plain', bytes: 1 },
      new Uint8Array([7]),
      texts.map((text) => ({ title: '', text })),
    )
  /** A source of these passages that can be found. */
  const know = async (agent: string, name: string, ...texts: string[]) =>
    db.batch(store.knowledge.goLiveSteps(await stage(agent, name, texts), agent, name))
  const find = async (agent: string, text: string, limit = 5) =>
    (await search.query(agent, text, limit)).map((hit) => hit.text)
  const rows = async (table: 'passage' | 'passage_vector' | 'knowledge_file') =>
    (
      await db.query
        .selectFrom(table)
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  return { clock, db, store, search, stage, know, find, rows }
}

const shop = [
  'Opening hours. We are open Monday to Friday from 9 to 18. On Saturdays we close at 14. We are closed on Sundays.',
  'Parking. Visitors can park behind the building. The first two hours are free, then each hour costs 2 euros.',
  'Refunds. You can return what you bought within 30 days. We give the money back to the card you paid with.',
]
const shopInJapanese = [
  '営業時間。月曜日から金曜日は9時から18時まで営業しています。日曜日は定休日です。',
  '駐車場。お客様は建物の裏に駐車できます。最初の2時間は無料です。',
  '返品。購入から30日以内であれば返品できます。代金はカードに返金します。',
]

describe('terms', () => {
  it.each([
    ['Running RUNS, run!', ['run', 'run', 'run']],
    ['Café Zürich', ['cafe', 'zurich']],
    ['会議室の予約', ['会', '会議', '議', '議室', '室', '室の', 'の予', '予', '予約', '約']],
    ['ﾊﾟﾝとパン', ['ぱん', 'んと', 'とぱ', 'ぱん']],
    ['駅 2024年 Node.js', ['駅', '2024', '年', 'node', 'js']],
    ['"' + "x' OR (NEAR) *", ['x', 'or', 'near']],
    ['?!', []],
  ])('of %j', (text, terms) => {
    expect(termsOf(text)).toEqual(terms)
  })

  it('hold nothing that would part them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const term of termsOf(text)) expect(term).toMatch(/^[\p{L}\p{N}\p{M}]{1,41}$/u)
      }),
    )
  })
})

describe('search', () => {
  it.each([
    ['are you open on sunday', shop[0]],
    ['how much does PARKING cost?', shop[1]],
    ['can I get my money back', shop[2]],
  ])('answers %j with the passage that says it', async (question, answer) => {
    const { know, find } = await open()
    await know('shop', 'shop.md', ...shop)
    expect((await find('shop', question))[0]).toBe(answer)
  })

  it.each([
    ['営業時間を教えてください', shopInJapanese[0]],
    ['ﾁｭｳｼｬできますか、駐車場は？', shopInJapanese[1]],
    ['返品したいのですが', shopInJapanese[2]],
    ['駐', shopInJapanese[1]],
  ])('answers %j in Japanese', async (question, answer) => {
    const { know, find } = await open()
    await know('shop', 'shop.md', ...shopInJapanese)
    expect((await find('shop', question))[0]).toBe(answer)
  })

  it('scores from 0 to 1 by how much of the question a passage holds', async () => {
    const { know, search } = await open()
    await know('shop', 'shop.md', ...shop)
    const score = async (text: string) => (await search.query('shop', text, 1))[0]?.score ?? 0
    expect(await score('free parking')).toBeGreaterThan(0.9)
    expect(await score('how much does parking cost')).toBeGreaterThan(0.375)
    expect(await score('what is the capital of France')).toBeLessThan(0.375)
    expect(await score('What is the weather?')).toBeLessThan(0.375)
    expect(await score('unicorns')).toBe(0)
    const hits = await search.query('shop', 'opening hours on Sundays', 30)
    expect(hits.map((hit) => hit.score)).toEqual(hits.map((hit) => hit.score).toSorted((x, y) => y - x))
    expect(hits[0]).toEqual({
      id: expect.any(Number),
      title: '',
      text: shop[0],
      source: 'shop.md',
      score: hits[0]!.score,
    })
  })

  it('finds by titles too', async () => {
    const { db, store, search } = await open()
    const source = { agent: 'shop', name: 'shop.md', sha256: 'ab', mimetype: 'text/plain', bytes: 1 }
    const passages = [
      { title: 'Lost property', text: 'Ask at the front desk.' },
      { title: 'Deliveries', text: 'Ring at the back door.' },
    ]
    await db.batch(
      store.knowledge.goLiveSteps(await store.knowledge.stage(source, new Uint8Array(), passages), 'shop', 'shop.md'),
    )
    expect((await search.query('shop', 'where is lost property?', 1))[0]).toMatchObject({ title: 'Lost property' })
  })

  it('takes what people write for words and never for a query', async () => {
    const { know, find, search } = await open()
    await know('shop', 'shop.md', ...shop)
    for (const text of [
      '"',
      '*',
      'NEAR(a b)',
      'parking" OR terms:"x',
      'terms : parking',
      '^parking',
      '-parking',
      "'; drop table passage; --",
    ]) {
      expect(await find('shop', text)).toEqual(
        text.includes('parking') ? [shop[1]] : await find('shop', text.replace(/\W/g, ' ')),
      )
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        for (const { score } of await search.query('shop', text, 30)) expect(score).toBeLessThanOrEqual(1)
      }),
      { numRuns: 50 },
    )
    expect(await find('shop', 'parking '.repeat(100_000))).toEqual([shop[1]])
  })

  it('never finds what another agent knows, among hundreds of them', async () => {
    const { know, search, find } = await open()
    for (let n = 0; n < 200; n++)
      await know(`agent-${n}`, 'secret.md', `The password of house ${n} is swordfish${n}.`, 'Hello.')
    for (const n of [0, 1, 77, 199]) {
      expect(await find(`agent-${n}`, 'password of the house', 30)).toEqual([
        `The password of house ${n} is swordfish${n}.`,
      ])
      expect(await find(`agent-${n}`, `swordfish${n + 1}`)).toEqual([])
    }
    expect(await find('agent', 'password')).toEqual([])
    const alone = await open()
    await alone.know('agent-7', 'secret.md', 'The password of house 7 is swordfish7.', 'Hello.')
    const [other] = await alone.search.query('agent-7', 'house password please', 1)
    expect((await search.query('agent-7', 'house password please', 1))[0]!.score).toBe(other!.score)
  })

  it('gives as many passages as are wanted', async () => {
    const { know, find } = await open()
    await know('shop', 'list.md', ...Array.from({ length: 40 }, (_, n) => `Product number ${n} costs ${n} euros.`))
    expect(await find('shop', 'what do products cost', 30)).toHaveLength(30)
    expect(await find('shop', 'what does product 17 cost', 1)).toEqual(['Product number 17 costs 17 euros.'])
  })
})

describe('sources', () => {
  it('are found once they are live, and not before', async () => {
    const { db, store, stage, find } = await open()
    const id = await stage('shop', 'shop.md', shop)
    expect(await find('shop', 'parking')).toEqual([])
    expect(await store.knowledge.list('shop')).toEqual([])
    expect(await db.batch(store.knowledge.goLiveSteps(id, 'shop', 'shop.md'))).toBe(true)
    expect(await find('shop', 'parking')).toEqual([shop[1]])
    expect(await store.knowledge.list('shop')).toEqual([
      {
        id,
        agent: 'shop',
        name: 'shop.md',
        sha256: 'ab',
        mimetype: 'text/plain',
        bytes: 1,
        passages: 3,
        createdAt: 1_763_700_000_000,
      },
    ])
  })

  it('take the place of those of their name, whose passages are then swept up', async () => {
    const { store, know, find, rows } = await open()
    await know('shop', 'shop.md', ...shop)
    await know('shop', 'more.md', 'Parking is for bicycles too.')
    await know('shop', 'shop.md', 'Parking is no more.')
    expect(await find('shop', 'parking')).toEqual(['Parking is no more.', 'Parking is for bicycles too.'])
    expect(await rows('passage')).toBe(5)
    expect(await store.knowledge.sweep()).toBe(3)
    expect(await rows('passage')).toBe(2)
    expect(await find('shop', 'parking')).toEqual(['Parking is no more.', 'Parking is for bicycles too.'])
  })

  it('go with their removal, or their agent', async () => {
    const { db, store, know, find, rows } = await open()
    await store.accounts.ensureFirst()
    await know('shop', 'shop.md', ...shop)
    expect(await db.batch([store.knowledge.removeStep('shop', 'other.md')])).toBe(false)
    expect(await db.batch([store.knowledge.removeStep('shop', 'shop.md')])).toBe(true)
    expect(await find('shop', 'parking')).toEqual([])
    await know('shop', 'shop.md', ...shop)
    await store.db.batch(store.agents.removeSteps('shop', 'default').slice(1))
    expect(await find('shop', 'parking')).toEqual([])
    expect(await store.knowledge.sweep()).toBe(6)
    expect(await rows('passage')).toBe(0)
    expect(await rows('knowledge_file')).toBe(0)
  })

  it('that were never finished go after an hour', async () => {
    const { clock, db, store, stage, rows } = await open()
    const given = await stage('shop', 'given-up.md', ['One.'])
    const id = await stage('shop', 'shop.md', ['Two.'])
    await store.knowledge.giveUp([given])
    expect(await store.knowledge.sweep()).toBe(1)
    clock.now += 3_600_001
    expect(await store.knowledge.sweep()).toBe(1)
    expect(await rows('passage')).toBe(0)
    expect(await db.batch(store.knowledge.goLiveSteps(id, 'shop', 'shop.md'))).toBe(false)
  })
})

it('several processes sweep at once, and nothing is left', async () => {
  const { db, store, know, rows } = await open()
  const names = ['a.md', 'b.md', 'c.md']
  for (const name of names)
    await know('shop', name, ...Array.from({ length: 450 }, (_, n) => `Number ${n} of ${name}.`))
  await know('shop', 'kept.md', 'Parking is free.')
  for (const name of names) await db.batch([store.knowledge.removeStep('shop', name)])
  const removed = await Promise.all([store.knowledge.sweep(), store.knowledge.sweep(), store.knowledge.sweep()])
  await store.knowledge.sweep()
  expect(removed.reduce((sum, one) => sum + one)).toBe(3 * 450)
  expect([await rows('passage'), await rows('knowledge_file')]).toEqual([1, 1])
})

describe('vectors', () => {
  const vector = (...values: number[]) => Float32Array.from(values)

  it('are compared by their direction, each agent and model for itself', async () => {
    const { store, know } = await open()
    await know('shop', 'shop.md', ...shop)
    await know('other', 'other.md', 'Else.')
    const missing = await store.vectors.missing('m', 0, 10)
    expect(missing.map((passage) => passage.text)).toEqual([...shop, 'Else.'])
    const [a, b, c, d] = missing.map(({ id }) => id)
    await store.vectors.put('m', [
      { passage: a!, vector: vector(3, 0) },
      { passage: b!, vector: vector(1, 1) },
      { passage: c!, vector: vector(1, 2, 3) },
      { passage: d!, vector: vector(0, 1) },
    ])
    await store.vectors.put('n', [{ passage: a!, vector: vector(0, 1) }])
    const near = await store.vectors.nearest('shop', 'm', vector(0, 5), 2)
    expect(near.map(({ id }) => id)).toEqual([b, a])
    expect(near[0]!.cosine).toBeCloseTo(Math.SQRT1_2)
    expect(await store.vectors.nearest('shop', 'n', vector(0, 5), 5)).toEqual([{ id: a, cosine: 1 }])
    expect(await store.vectors.missing('m', 0, 10)).toEqual([])
    expect((await store.vectors.missing('n', b!, 1)).map(({ id }) => id)).toEqual([c])
  })

  it('go with their passages', async () => {
    const { db, store, know, rows } = await open()
    await know('shop', 'shop.md', ...shop)
    await store.vectors.put('m', [
      { passage: 1, vector: vector(1) },
      { passage: 99, vector: vector(1) },
    ])
    expect(await rows('passage_vector')).toBe(1)
    await db.batch([store.knowledge.removeStep('shop', 'shop.md')])
    await store.knowledge.sweep()
    expect(await rows('passage_vector')).toBe(0)
  })

  it('may be many', async () => {
    const { store, know } = await open()
    await know('shop', 'list.md', ...Array.from({ length: 1100 }, (_, n) => `Number ${n}.`))
    const missing = await store.vectors.missing('m', 0, 2000)
    await store.vectors.put(
      'm',
      missing.map(({ id }, n) => ({ passage: id, vector: vector(Math.cos(n / 1100), Math.sin(n / 1100)) })),
    )
    const near = await store.vectors.nearest('shop', 'm', vector(Math.cos(0.9), Math.sin(0.9)), 3)
    expect(near.map(({ id }) => id - missing[0]!.id).toSorted()).toEqual([989, 990, 991])
  })
})
