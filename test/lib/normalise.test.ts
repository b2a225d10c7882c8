import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byScript, gramsOf, keyOf, normalise } from '../../src/lib/normalise.ts'

describe('normalise', () => {
  it.each([
    ['Hello!', 'hello'],
    ['  HELLO   there ?! ', 'hello there'],
    ['Ｈｅｌｌｏ', 'hello'],
    ['コンニチハ。', 'こんにちは'],
    ['ﾗｰﾒﾝ', 'らーめん'],
    ['がｶﾞカ\u3099', 'ががが'],
    ["What's up?", 'what s up'],
    ['e\u0301te\u0301', 'été'],
    ['①ｋｍ', '1km'],
    ['हिन्दी!', 'हिन्दी'],
    ['สวัสดี', 'สวัสดี'],
    ['👋', ''],
    ['❤️', ''],
    ['1️⃣', '1'],
    ['\u0301', ''],
  ])('%s → %s', (text, expected) => {
    expect(normalise(text)).toBe(expected)
  })

  it('changes nothing the second time', () => {
    const check = (text: string) => void expect(normalise(normalise(text))).toBe(normalise(text))
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 40 }), check), { numRuns: 300 })
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), check), { numRuns: 300 })
  })

  it('leaves letters, digits and marks with single spaces between, whatever comes in', () => {
    const shape = /^([\p{L}\p{N}][\p{L}\p{N}\p{Mn}\p{Mc}]*( (?! )|$))*$/u
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void expect(normalise(text)).toMatch(shape)))
  })
})

describe('keyOf', () => {
  it('lets a text with neither letters nor digits mean itself', () => {
    expect(keyOf(' ? ')).toBe('?')
    expect(keyOf('👋')).toBe('👋')
    expect(keyOf('❤️')).toBe(keyOf('❤'))
    expect(keyOf('？')).toBe('?')
    expect(keyOf('Hi 👋')).toBe('hi')
    expect(keyOf(' \n')).toBe('')
  })

  it('is the key of itself', () => {
    const isItsOwn = (text: string) => void expect(keyOf(keyOf(text))).toBe(keyOf(text))
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 20 }), isItsOwn), { numRuns: 300 })
  })
})

describe('byScript', () => {
  it('tells words from runs without spaces', () => {
    expect(byScript('wifiのぱすわーどは abc 123 です')).toEqual({
      words: ['wifi', 'abc', '123'],
      runs: ['のぱすわーどは', 'です'],
    })
    expect(byScript('예약 취소')).toEqual({ words: [], runs: ['예약', '취소'] })
    expect(byScript('где мой заказ')).toEqual({ words: ['где', 'мой', 'заказ'], runs: [] })
    expect(byScript('')).toEqual({ words: [], runs: [] })
  })
})

describe('gramsOf', () => {
  it('takes every two neighbours, and each kanji', () => {
    expect(gramsOf('予約する')).toEqual(['予', '約', '予約', '約す', 'する'])
    expect(gramsOf('え')).toEqual(['え'])
    expect(gramsOf('𠮷野')).toEqual(['𠮷', '野', '𠮷野'])
  })
})
