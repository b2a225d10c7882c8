import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyOf } from '../../src/lib/normalise.ts'
import { comparable, standsIn, tidy } from '../../src/lib/phrases.ts'

const isIn = (phrase: string, text: string) => standsIn(keyOf(phrase), comparable(text))

describe('a phrase stands in a text', () => {
  it.each([
    ['art', 'Modern ART, please'],
    ['会議室', '会議室を予約したい'],
    ['カイギ', 'かいぎです'],
    ['1F', 'the 1F, please'],
    ['wifi', '社内wifiは?'],
    ['👍', 'Great 👍🏽'],
    ['❤️', 'I ❤ it'],
    ['?!', 'What？！'],
  ])('%s in %s', (phrase, text) => expect(isIn(phrase, text)).toBe(true))

  it.each([
    ['art', 'start'],
    ['art', 'party, arts'],
    ['1F', '11F'],
    ['é', 'cafés'],
    ['👍', 'Great'],
    ['', 'anything'],
  ])('%s not in %s', (phrase, text) => expect(isIn(phrase, text)).toBe(false))

  it('whatever it is, if it is the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => void expect(isIn(text, text)).toBe(keyOf(text) !== '')),
    )
  })
})

it('options are told apart by their punctuation, but not by case, width and spaces', () => {
  expect(tidy(' Ｃ＋＋  or\nC ')).toBe('c++ or c')
  expect(tidy('C')).not.toBe(tidy('C++'))
})
