import { describe, expect, it } from 'vitest'
import { en } from '../../src/admin/commands/words/en/index.ts'
import { ja } from '../../src/admin/commands/words/ja/index.ts'
import { catalogue } from '../../src/lib/catalogue.ts'
import { counted, number } from '../../src/lib/counts.ts'
import { languageOf, languages } from '../../src/lib/language.ts'

/** An invented language: English in brackets, so that a sentence of another language among it shows. */
function bracketed(words: unknown): unknown {
  if (typeof words === 'string') return `[${words}]`
  if (typeof words === 'function') return (...given: unknown[]) => `[${words(...given)}]`
  const told = Object.entries(words as object).map(([key, one]) => [key, bracketed(one)] as const)
  return Array.isArray(words) ? told.map(([, one]) => one) : Object.fromEntries(told)
}

/** Every sentence of a catalogue, and where it stands; those that are made of something by their function. */
function leaves(words: unknown, path: string): [path: string, words: unknown][] {
  const isGroup = typeof words === 'object' && words !== null && !('en' in words && typeof words.en === 'string')
  if (!isGroup) return [[path, words]]
  return Object.entries(words).flatMap(([key, one]) => leaves(one, `${path}.${key}`))
}

describe('what people read', () => {
  it('is said in a third language too, sentence by sentence', () => {
    const three: unknown = catalogue({ en, ja, xx: bracketed(en) as typeof en } as Record<'en' | 'ja', typeof en>)
    const all = leaves(three, 'commands')
    expect(all.length).toBeGreaterThan(300)
    for (const [path, sentence] of all) {
      if (typeof sentence === 'function') continue
      const { en, xx } = sentence as Record<string, string>
      expect(xx, path).toBe(`[${en}]`)
    }
    const { rules, hearing } = three as ReturnType<typeof catalogue<typeof en>>
    expect(rules.added(3)).toEqual({
      en: 'Rule 3 is added.',
      ja: 'ルール 3 を追加しました。',
      xx: '[Rule 3 is added.]',
    })
    const bound = { place: 'slack:T0AB/C0XY', mode: 'all', by: undefined, since: undefined }
    expect(hearing.bound(bound)).toMatchObject({ xx: '[`slack:T0AB/C0XY`: `all`]' })
  })

  it('is the same list of sentences in each language', () => {
    const keys = (words: unknown): unknown =>
      typeof words === 'object' && words !== null
        ? Object.fromEntries(Object.entries(words).map(([key, one]) => [key, keys(one)]))
        : typeof words
    expect(keys(ja)).toEqual(keys(en))
  })

  it('knows one from many', () => {
    const agents = (count: number) => counted('en', count, { one: '# agent', other: '# agents' })
    expect([0, 1, 2, 1234].map(agents)).toEqual(['0 agents', '1 agent', '2 agents', '1,234 agents'])
    expect(counted('pl', 3, { one: '# plik', few: '# pliki', other: '# plików' })).toBe('3 pliki')
    expect(number('de', 1234.5)).toBe('1.234,5')
  })
})

describe('the language we speak to somebody', () => {
  it.each([
    ['ja', '', 'ja'],
    ['ja-JP', '', 'ja'],
    ['ja_JP', '', 'ja'],
    ['ja,en-US;q=0.9', '', 'ja'],
    ['en-GB', 'こんにちは', 'en'],
    ['jam', '', 'en'],
    ['fr', '', 'en'],
    [undefined, '会議室予約', 'ja'],
    [undefined, 'Hello', 'en'],
  ] as const)('is known by %s and “%s”: %s', (locale, text, language) => {
    expect(languageOf(locale, text)).toBe(language)
    expect(languages).toContain(language)
  })
})
