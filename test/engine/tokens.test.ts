import { execFileSync } from 'node:child_process'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { countTokens, exceedsTokens } from '../../src/engine/tokens.ts'

const english = 'Ann asked Ben whether the parcel had come. It had not, so they wrote to orders@example.com. '
const japanese = 'お問い合わせありがとうございます。担当のベンが順番にご案内いたしますので、少々お待ちください。'

describe('countTokens', () => {
  test.each([
    ['nothing', ''],
    ['a word', 'hello'],
    ['English', english.repeat(50)],
    ['code', 'function add(a, b) {\n    return a + b\n}\n\n'.repeat(40)],
  ])('agrees with the encoder: %s', async (_, text) => {
    expect(await countTokens(text)).toBe(encode(text).length)
  })

  test.each([
    ['Japanese', japanese.repeat(40)],
    ['emoji', '🙂👩‍👩‍👧🎉'.repeat(200)],
    ['one long word', 'abcdefghij'.repeat(300)],
  ])('never counts low, and little high, where there are no spaces: %s', async (_, text) => {
    const exact = encode(text).length
    const count = await countTokens(text)
    expect(count).toBeGreaterThanOrEqual(exact)
    expect(count).toBeLessThanOrEqual(exact * 1.03)
  })

  test('takes the names of special tokens for text', async () => {
    expect(await countTokens('<|endoftext|>')).toBeGreaterThan(1)
  })
})

describe('exceedsTokens', () => {
  test('is exact at the limit', async () => {
    const text = english.repeat(50)
    const count = encode(text).length
    expect(await exceedsTokens(text, count)).toBe(false)
    expect(await exceedsTokens(text, count - 1)).toBe(true)
  })

  test('does not load the encoding for a text that fits or is too long by its length alone', () => {
    const script = `
      const { exceedsTokens } = await import(${JSON.stringify(new URL('../../src/engine/tokens.ts', import.meta.url).href)})
      const { registerHooks } = await import('node:module')
      registerHooks({ resolve(name, context, next) {
        if (name.startsWith('gpt-tokenizer')) console.log('loaded')
        return next(name, context)
      } })
      console.log(await exceedsTokens('a'.repeat(6000), 6000), await exceedsTokens('あ'.repeat(2000), 6000))
      console.log(await exceedsTokens('a'.repeat(48_001), 6000))
      console.log(await exceedsTokens('あ'.repeat(2001), 6000))`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(output.trim().split('\n')).toEqual(['false false', 'true', 'loaded', 'false'])
  })

  // The slowest words there are; unbounded, some of them take half a minute.
  test.each([
    ['one letter', 'a'],
    ['spaces', ' '],
    ['line ends', '\n'],
    ['rules', '='],
    ['dashes', '-'],
    ['kana', 'あ'],
    ['emoji', '🙂'],
    ['Devanagari', 'क्ष'],
  ])('counts a megabyte of anything without hanging: %s', async (_, unit) => {
    for (const length of [6_001, 20_000, 48_000, 1_000_000]) {
      const text = unit.repeat(Math.ceil(length / unit.length))
      expect(await exceedsTokens(text, 1_000_000_000)).toBe(false)
      expect(await exceedsTokens(text, 100)).toBe(true)
    }
  })
})
