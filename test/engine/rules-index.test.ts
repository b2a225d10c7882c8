import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Match, phraseIndex } from '../../src/engine/rules/phrase-index.ts'
import { keyOf } from '../../src/lib/normalise.ts'

type Entries = string[][]

const words = 'open opening hours order parcel cancel what is the my 予約 営業時間 キャンセル ? 👋'.split(' ')
const phrase = fc.oneof(
  { weight: 9, arbitrary: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((w) => w.join(' ')) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
)
const entry = fc.array(phrase, { minLength: 1, maxLength: 3 })

/** A step from one version of the entries to the next. */
const step = fc.oneof(
  fc.record({ at: fc.nat(), add: fc.array(entry, { minLength: 1, maxLength: 3 }) }),
  fc.record({ at: fc.nat(), remove: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ at: fc.nat(), change: entry }),
  fc.record({ at: fc.nat(), move: fc.nat() }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function take(entries: Entries, it: Step): Entries {
  const next = [...entries]
  const at = it.at % (next.length + 1)
  if ('add' in it) next.splice(at, 0, ...it.add)
  else if ('remove' in it) next.splice(at, it.remove)
  else if ('change' in it) next.splice(at, 1, it.change)
  else next.splice(it.move % (next.length + 1), 0, ...next.splice(at, 1))
  return next
}

function expectAlike(found: Match[], expected: Match[]): void {
  expect(found.map(({ entry, phrase }) => ({ entry, phrase }))).toEqual(
    expected.map(({ entry, phrase }) => ({ entry, phrase })),
  )
  for (const [i, { score }] of found.entries()) expect(Math.abs(score - expected[i]!.score)).toBeLessThan(1e-6)
}

describe('an index that was derived', () => {
  it('finds what one made anew finds, and leaves the earlier ones as they were', () => {
    const check = (first: Entries, steps: Step[], utterances: string[]) => {
      const versions = [{ entries: first, index: phraseIndex(first) }]
      for (const it of steps) {
        const { entries, index } = versions.at(-1)!
        const next = take(entries, it)
        versions.push({ entries: next, index: index.derive(next) })
      }
      for (const { entries, index } of versions) {
        const anew = phraseIndex(entries)
        for (const utterance of utterances) expectAlike(index.search(utterance, 50), anew.search(utterance, 50))
      }
    }
    const property = fc.property(
      fc.array(entry, { maxLength: 8 }),
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.array(phrase, { minLength: 1, maxLength: 4 }),
      check,
    )
    fc.assert(property, { numRuns: 150 })
  })

  it('does so too when two are derived from one', () => {
    const base = phraseIndex([['open the door'], ['close the door']])
    const one = base.derive([['open the door'], ['paint the door']])
    const other = base.derive([['lock the door'], ['close the door']])
    expect(one.search('paint the door', 1)).toMatchObject([{ entry: 1, score: 100 }])
    expectAlike(
      other.search('paint the door'),
      phraseIndex([['lock the door'], ['close the door']]).search('paint the door'),
    )
  })

  it('does so too as it grows, shrinks and is replaced by the hundred', () => {
    const made = (from: number, to: number): Entries =>
      Array.from({ length: to - from }, (_, i) => {
        const n = from + i
        return [`order ${words[n % 11]} number ${n}`, `Parcel ${n * 7} of ${words[n % 5]}!`]
      })
    const versions = [
      made(0, 200),
      made(0, 201),
      made(0, 500),
      made(50, 900),
      made(300, 310),
      made(300, 700),
      made(2000, 3200),
      made(2001, 3201),
      [],
      made(0, 3),
    ]
    let index = phraseIndex([])
    for (const entries of versions) {
      index = index.derive(entries)
      const anew = phraseIndex(entries)
      for (const utterance of ['order parcel number 302', 'parcel 2107 of the', 'number', 'what is this']) {
        expectAlike(index.search(utterance, 5), anew.search(utterance, 5))
      }
    }
  })
})

describe('what is found', () => {
  it('stands in order, each entry once, with scores up to 100 for the same text alone', () => {
    const check = (entries: Entries, utterance: string, limit: number) => {
      const found = phraseIndex(entries).search(utterance, limit)
      expect(found.length).toBeLessThanOrEqual(limit)
      expect(new Set(found.map(({ entry }) => entry)).size).toBe(found.length)
      for (const [i, { entry, phrase, score }] of found.entries()) {
        expect(entries[entry]).toContain(phrase)
        expect(score).toBeGreaterThan(0)
        expect(score === 100).toBe(keyOf(phrase) === keyOf(utterance))
        if (score > 100) expect.unreachable()
        const before = found[i - 1]
        if (before) expect([before.score > score, before.score === score && before.entry < entry]).toContain(true)
      }
      // The best does not depend on how many are asked for.
      expect(phraseIndex(entries).search(utterance, 1)).toEqual(found.slice(0, 1))
    }
    fc.assert(fc.property(fc.array(entry, { maxLength: 10 }), phrase, fc.integer({ min: 1, max: 12 }), check))
  })

  it('is every phrase, by itself', () => {
    const check = (entries: Entries) => {
      const index = phraseIndex(entries)
      for (const text of entries.flat()) {
        const first = entries.findIndex((phrases) => phrases.some((other) => keyOf(other) === keyOf(text)))
        const expected = keyOf(text) === '' ? [] : [{ entry: first, score: 100 }]
        expect(index.search(text, 1)).toMatchObject(expected)
      }
    }
    fc.assert(fc.property(fc.array(entry, { maxLength: 10 }), check))
  })

  it('is also each of several entries with one phrase', () => {
    const index = phraseIndex([['bye'], ['Hello', 'hello!'], ['hello']])
    expect(index.search('hello')).toEqual([
      { entry: 1, phrase: 'Hello', score: 100 },
      { entry: 2, phrase: 'hello', score: 100 },
    ])
  })
})

describe('whatever people write', () => {
  const index = phraseIndex([['opening hours'], ['a'], ['👋'], [' '], ['aaa aaa'], ['constructor', '__proto__']])

  it.each([
    ['one letter', 'a'.repeat(100_000)],
    ['words', 'opening hours '.repeat(5000)],
    ['emoji', '👋'.repeat(4000)],
    ['marks', '\u0301'.repeat(50_000)],
    ['blanks', ' \n\t'.repeat(5000)],
    ['ligatures that come to eighteen letters each', '\ufdfa'.repeat(8000)],
    ['halves of characters', '\ud83d'.repeat(8000)],
    ['kanji', '営業時間予約'.repeat(1300)],
  ])('is searched for without harm: %s', (_, utterance) => {
    for (const { score } of index.search(utterance)) expect(score).toBeLessThan(100)
  })

  it('finds nothing where there is nothing in common', () => {
    expect(index.search('zzz')).toEqual([])
    expect(index.search('')).toEqual([])
    expect(index.search('🎉')).toEqual([])
    expect(phraseIndex([]).search('hello')).toEqual([])
  })

  it('finds a phrase in the beginning of a long text, but hardly', () => {
    const story = Array.from({ length: 1500 }, (_, n) => n.toString(36)).join(' ')
    const [best] = index.search(`opening hours ${story}`)
    expect(best).toMatchObject({ entry: 0 })
    expect(best!.score).toBeLessThan(34)
  })

  it('never throws', () => {
    const check = (text: string) => {
      const anew = phraseIndex([[text], ['hello', text]])
      expect(anew.search(text, 1)).toMatchObject(keyOf(text) === '' ? [] : [{ entry: 0, score: 100 }])
      anew.search(text.slice(1))
    }
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 400 }), check))
  })
})
