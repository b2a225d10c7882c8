import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDirectiveReader, keysIn, type ReaderOptions, substitute } from '../../src/engine/directives.ts'
import { extent } from '../support/extent.ts'

function readAll(chunks: readonly string[], state: Record<string, string> = {}, options: ReaderOptions = {}) {
  const reader = createDirectiveReader(state, options)
  let text = ''
  for (const chunk of chunks) text += reader.push(chunk)
  const end = reader.end()
  return { ...end, text: text + end.text }
}

const read = (text: string, state?: Record<string, string>) => readAll([text], state)
const show = (text: string, state?: Record<string, string>) => read(text, state).text

describe('substitute', () => {
  test('fills in keys, trimmed; a missing one is empty', () => {
    expect(substitute('Hi #{name}, #{ name }#{nobody}!', { name: 'Ann' })).toBe('Hi Ann, Ann!')
  })

  test('leaves writes, options and what is no directive alone', () => {
    const text = '#{name:Ben} @{option:Yes} #{} #{ } #{a{b} #{name\n} #name {name} #{name'
    expect(substitute(text, { name: 'Ann', a: 'x' })).toBe(text)
  })

  test('a value is never scanned again', () => {
    const state = { x: '#{y}', y: 'secret', z: '$& $1 @{option:No} #{y:1}', half: '#{' }
    expect(substitute('#{x} #{z} #{half}y}', state)).toBe('#{y} $& $1 @{option:No} #{y:1} #{y}')
  })

  test('only own keys are state', () => {
    expect(substitute('[#{constructor}#{__proto__}]', {})).toBe('[]')
  })

  test('takes linear time', () => {
    const text = '#{'.repeat(1_000_000)
    expect(substitute(text, {})).toBe(text)
  })
})

describe('what the model writes', () => {
  test('writes state, offers options, reads state', () => {
    expect(read('Hello #{name}! #{mood: good }How are you? @{option:Fine} @{option:So: so}', { name: 'Ann' })).toEqual({
      text: 'Hello Ann! How are you?',
      set: { mood: 'good' },
      options: ['Fine', 'So: so'],
    })
  })

  test('a read sees what the answer wrote before it', () => {
    expect(show('#{a}|#{a:2}#{a}|#{a:}#{a}|', { a: '1' })).toBe('1|2||')
  })

  test('values span colons; the last write wins; options are distinct', () => {
    expect(read('#{at:10:30}#{at:11:45:00}@{option:A}@{option: A }@{option: }')).toEqual({
      text: '',
      set: { at: '11:45:00' },
      options: ['A'],
    })
  })

  test('a value or option may read a key, but not take its text for a directive', () => {
    const state = { name: 'Ann', hash: 'no #', evil: '@{option:Evil} #{evil:1} #{name}' }
    expect(read('#{greeting:Hi #{name}!}@{option:Call #{ name }}@{option:#{evil}}', state)).toEqual({
      text: '',
      set: { greeting: 'Hi Ann!' },
      options: ['Call Ann', '@{option:Evil} #{evil:1} #{name}'],
    })
    expect(read('#{a:#{hash}{name}}', state)).toEqual({ text: '}', set: { a: 'no #{name' }, options: [] })
    expect(read('#{evil} #{hash}{name}', state)).toEqual({
      text: '@{option:Evil} #{evil:1} #{name} no #{name}',
      set: {},
      options: [],
    })
  })

  test('keys that would touch prototypes are ordinary', () => {
    const { set } = read('#{__proto__:x}#{constructor:y}')
    expect(Object.entries(set)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ])
    expect(show('[#{toString}]')).toBe('[]')
  })

  test.each([
    '#',
    '@',
    '#{',
    '#{}',
    '#{ }',
    '#{:x}',
    '@{option',
    '@{opt:x}',
    '@{option:x',
    '@{option:x\ny}',
    '#{a\nb}',
    '#{a:b\n}',
    '#{a{b}',
    'a@example.com #1 # Title',
  ])('%j is plain text', (text) => {
    expect(read(text)).toEqual({ text, options: [], set: {} })
  })

  test('the innermost opener counts', () => {
    const state = { a: '1' }
    expect(show('#{#{a}', state)).toBe('#{1')
    expect(show('##{a} @#{a} @{opt#{a} @{@{option:x}', state)).toBe('#1 @1 @{opt1 @{')
    expect(read('@{option:one @{option:two}')).toEqual({ text: '@{option:one', options: ['two'], set: {} })
    expect(read('#{#@{option:two}')).toEqual({ text: '#{#', options: ['two'], set: {} })
    expect(show(`#{k:${'v'.repeat(990)}#{a}!`, state)).toBe(`#{k:${'v'.repeat(990)}1!`)
    expect(read(`#{k:${'v'.repeat(994)}@{option:x}`).options).toEqual(['x'])
  })

  test('the longest directive, and longer ones', () => {
    for (const text of [`#{${'k'.repeat(101)}}`, `#{k:${'v'.repeat(1000)}}`]) {
      expect(read(text)).toEqual({ text, options: [], set: {} })
    }
    expect(show(`#{${'k'.repeat(100)}}`, { ['k'.repeat(100)]: 'x' })).toBe('x')
    const value = 'v'.repeat(1000 - '#{k:}'.length)
    expect(read(`#{k:${value}}`).set).toEqual({ k: value })
  })

  test('a line of nothing but removed directives goes with its line break', () => {
    expect(show('#{mood:good}\nHello\n\n  @{option:A} @{option:B}  \n\nBye\n')).toBe('Hello\n\n\nBye\n')
    expect(show('Hello\r\n#{a:1}\r\nBye')).toBe('Hello\r\nBye')
    expect(show('Hello  #{a:1}  \nBye  \nnow')).toBe('Hello\nBye  \nnow')
    expect(show('one #{a:1} two')).toBe('one  two')
  })

  test('white space before removed directives at the end of the answer goes too', () => {
    expect(show('Hello!\n\n@{option:A}\n@{option:B}\n')).toBe('Hello!')
    expect(show('Hello!\n\n')).toBe('Hello!\n\n')
    expect(show('@{option:A}')).toBe('')
  })

  test('text that cannot become a directive is shown at once', () => {
    const reader = createDirectiveReader({})
    expect(reader.push('Hello #')).toBe('Hello')
    expect(reader.push('1 and @{op')).toBe(' #1 and')
    expect(reader.push('en} #{k:v')).toBe(' @{open}')
    expect(reader.push('\nmore')).toBe(' #{k:v\nmore')
    expect(reader.push('\n')).toBe('')
    expect(reader.push('#{k:v}\n.')).toBe('\n.')
    expect(reader.end()).toEqual({ text: '', options: [], set: { k: 'v' } })
  })
})

test.each([
  ['#{risk} and #{risk:high}', '#{risk} and #{risk:high}', {}],
  ['#{mood:is #{risk}}.', '.', { mood: 'is #{risk}' }],
  ['\\#{mood} \\#{mood:x} \\@{option:no} \\# \\n \\\\', '#{mood} #{mood:x} @{option:no} \\# \\n \\\\', {}],
  ['##{mood:good}#{riskless', '##{riskless', { mood: 'good' }],
])('what is no directive of this agent, or stands behind a backslash, stays: %s', (text, shown, set) => {
  const options = { knows: (key: string) => key === 'mood' }
  expect(readAll([text], { risk: 'high' }, options)).toEqual({ text: shown, set, options: [] })
})

test('what is removed leaves no space before a mark of punctuation', () => {
  expect(show('Nice to meet you #{met:yes}! And #{a:b}, well. A #{c:d} - b')).toBe(
    'Nice to meet you! And, well. A  - b',
  )
  expect(show('What a day !')).toBe('What a day !')
})

test('a template keeps what stands behind a backslash', () => {
  expect(substitute('Write \\#{name}, #{name}.', { name: 'Ann' })).toBe('Write #{name}, Ann.')
  expect(keysIn('Write \\#{name}, #{age}.')).toEqual(['age'])
})

const state = { a: 'x', b: '#{a} @{option:no}\n', 'a b': '#' }
const fragments = fc.constantFrom(
  ...['#', '{', '}', '@', ':', ' ', '\n', '\r\n', 'a', 'b', '#{', '#{a}', '#{b}', '#{a:', '@{option:', '@{option:go}'],
  ...['#{a b}', '#{c:1}', '😀', 'word', '  \n', 'v'.repeat(997), ' '.repeat(600), '\\', '\\#{a}', '!'],
)
const modelText = fc.oneof(
  fc.array(fragments, { maxLength: 40 }).map((list) => list.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

test('however the answer is cut into chunks, the same comes out, and nothing is taken back', () => {
  fc.assert(
    fc.property(modelText, fc.array(fc.nat(), { maxLength: 60 }), (text, seeds) => {
      const cuts = [...new Set(seeds.map((seed) => seed % (text.length + 1)))].sort((a, b) => a - b)
      const chunks = [0, ...cuts].map((from, i) => text.slice(from, cuts[i]))
      const whole = read(text, state)
      expect(readAll(chunks, state)).toEqual(whole)
      expect(readAll(text.split(''), state)).toEqual(whole)
      const some = { knows: (key: string) => key !== 'a' }
      expect(readAll(chunks, state, some)).toEqual(readAll([text], state, some))
    }),
    { numRuns: extent({ usual: 1000, full: 30_000 }) },
  )
})

test('text without openers comes out as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.includes('#{') && !text.includes('@{'))
      expect(show(text)).toBe(text)
    }),
  )
})

test('no more than a directive and its white space is held back', () => {
  fc.assert(
    fc.property(modelText, (text) => {
      const reader = createDirectiveReader({})
      let shown = 0
      for (const [index, char] of text.split('').entries()) {
        shown += reader.push(char).length
        expect(index - shown).toBeLessThan(1000 + 1000 + removedLength(text))
      }
    }),
    { numRuns: 100 },
  )
})

/** At most this much of the text may vanish for good. */
function removedLength(text: string): number {
  return [...text.matchAll(/[#@]\{[^}]*\}+|\s+/g)].reduce((sum, match) => sum + match[0].length, 0)
}

test.each([
  ['half a directive', 'Hi @{option:Ye', 'Hi'],
  ['the beginning of one', 'Hi #{', 'Hi'],
  ['half a directive behind others', 'Hi #{a:b} @{option:Yes} #{c', 'Hi'],
  ['a sign that may be text', 'C#', 'C#'],
  ['what was never a directive', 'a #{\nb', 'a #{\nb'],
])('a text that breaks off in %s', (_, text, shown) => {
  const reader = createDirectiveReader({}, { literalCode: 'markdown' })
  expect((reader.push(text) + reader.end({ broken: true }).text).trimEnd()).toBe(shown)
})

test('2 MB of openers are read', () => {
  const text = '#{'.repeat(1_000_000)
  expect(show(text).length).toBe(text.length)
})

test.each(['#{a:', '#{a:b', '@{option:', '#{a:#{a}', '\n', 'word ', '#{a:b}'])(
  '1 MB of %j, a character at a time',
  (unit) => {
    const text = unit.repeat(1_000_000 / unit.length)
    const reader = createDirectiveReader({})
    for (let at = 0; at < text.length; at++) reader.push(text[at]!)
    reader.end()
  },
)
