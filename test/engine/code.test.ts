import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createHtmlCode, createMarkdownCode } from '../../src/engine/code.ts'
import { createDirectiveReader } from '../../src/engine/directives.ts'
import { extent } from '../support/extent.ts'

type Notation = 'markdown' | 'html'
const state = { name: 'Ann', evil: '`#{x:1}`' }

function readAll(chunks: readonly string[], notation: Notation = 'markdown') {
  const reader = createDirectiveReader(state, { literalCode: notation })
  let text = ''
  for (const chunk of chunks) text += reader.push(chunk)
  const end = reader.end()
  return { ...end, text: text + end.text }
}

/** The text with its code in ⟦ ⟧. */
function marked(text: string, notation: Notation = 'markdown', chunks = [text]): string {
  const finder = notation === 'html' ? createHtmlCode() : createMarkdownCode()
  const stretches = [...chunks.flatMap((chunk) => finder.push(chunk)), ...finder.end()]
  let all = ''
  for (const { text, code } of stretches) all += code ? `⟦${text}⟧` : text
  return all.replaceAll('⟧⟦', '')
}

describe('code in Markdown', () => {
  test.each([
    ['a `b` c', 'a ⟦`b`⟧ c'],
    ['``a ` b`` c', '⟦``a ` b``⟧ c'],
    ['`a', '`a'],
    ['`a\nb` c `d`', '`a\nb⟦` c `⟧d`'],
    ['``a `b`', '``a ⟦`b`⟧'],
    ['\\`a` `b`', '\\`a⟦` `⟧b`'],
    ['\\\\`a`', '\\\\⟦`a`⟧'],
    [`\`${'x'.repeat(300)}\``, `\`${'x'.repeat(300)}\``],
    ['`'.repeat(500), '`'.repeat(500)],
  ])('%j', (text, expected) => {
    // A run of backticks alone opens a fence; behind a word it does not.
    expect(marked(`. ${text}`)).toBe(`. ${expected}`)
  })

  test.each([
    ['```ruby\nputs x\n```\nafter', '⟦```ruby\nputs x\n```\n⟧after'],
    ['```\na\n````\nafter', '⟦```\na\n````\n⟧after'],
    ['````\n```\na\n````\nafter', '⟦````\n```\na\n````\n⟧after'],
    ['```\na\n``` b\n', '⟦```\na\n``` b\n⟧'],
    ['~~~\na\n```\n~~~\nb', '~~~\n⟦a\n```\n~~~\n⟧b'],
    ['1. one\n   ```js\n   x\n   ```\n2. two', '1. one\n   ⟦```js\n   x\n   ```\n⟧2. two'],
    ['- ```js\n  x\n  ```\ny', '- ⟦```js\n  x\n  ```\n⟧y'],
    ['> ```\n> x\n> ```\ny', '> ⟦```\n> x\n> ```\n⟧y'],
    ['```a```\nb', '⟦```a```⟧\nb'],
    ['see ```\nb', 'see ```\nb'],
    ['```', '⟦```⟧'],
    ['```\r\nx\r\n```\r\ny', '⟦```\r\nx\r\n```\r\n⟧y'],
  ])('fences: %j', (text, expected) => {
    expect(marked(text)).toBe(expected)
  })
})

test('code in HTML', () => {
  expect(marked('<p>a <code>b</code> c', 'html')).toBe('<p>a <code>⟦b</code>⟧ c')
  expect(marked('<PRE class="x">\n<code>a</code></PRE>b', 'html')).toBe('<PRE ⟦class="x">\n<code>a</code></PRE>⟧b')
  expect(marked('<codes>a</codes> <pref>', 'html')).toBe('<codes>a</codes> <pref>')
})

describe('directives', () => {
  test('are literal in code, and carried out around it', () => {
    const text =
      'Ruby: `"#{name}"`, #{name}.\n```ruby\nputs "#{name: 1}"\n@{option:x}\n```\n#{mood:good}\n@{option:Thanks}'
    expect(readAll([text])).toEqual({
      text: 'Ruby: `"#{name}"`, Ann.\n```ruby\nputs "#{name: 1}"\n@{option:x}\n```',
      set: { mood: 'good' },
      options: ['Thanks'],
    })
    expect(readAll(['<p>#{name}</p><pre>"#{name}"</pre>@{option:Yes}'], 'html')).toEqual({
      text: '<p>Ann</p><pre>"#{name}"</pre>',
      set: {},
      options: ['Yes'],
    })
  })

  test('may speak of code, and stay directives behind a lone backtick', () => {
    expect(readAll(['@{option:Use `x`}']).options).toEqual(['Use `x`'])
    expect(readAll(['5` long #{name} @{option:Yes}\nmore `'])).toEqual({
      text: '5` long Ann\nmore `',
      set: {},
      options: ['Yes'],
    })
  })

  test('never come out of the state, however it is quoted', () => {
    expect(readAll(['`a #{evil}\n']).set).toEqual({})
    expect(readAll(['#{evil} #{name}'])).toEqual({ text: '`#{x:1}` Ann', set: {}, options: [] })
  })
})

const fragments = fc.constantFrom(
  ...['`', '``', '```', '~~~', '\n', ' ', '\\', '> ', '- ', '1. ', 'a', '#{name}', '#{k:v}', '@{option:x}', '#{', '}'],
  ...['<code>', '</code>', '<pre ', '</pre>', '<', '@{option:', '\r\n', '😀', '#{evil}'],
)
const text = fc.array(fragments, { maxLength: 40 }).map((list) => list.join(''))

test.each(['markdown', 'html'] as const)(
  '%s: however it is cut into chunks, the same comes out',
  (notation) => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 30 }), (written, seeds) => {
        const cuts = [...new Set(seeds.map((seed) => seed % (written.length + 1)))].sort((a, b) => a - b)
        const chunks = [0, ...cuts].map((from, i) => written.slice(from, cuts[i]))
        expect(readAll(chunks, notation)).toEqual(readAll([written], notation))
        expect(readAll(written.split(''), notation)).toEqual(readAll([written], notation))
        expect(marked(written, notation, chunks)).toBe(marked(written, notation))
        expect(marked(written, notation).replace(/[⟦⟧]/g, '')).toBe(written)
      }),
      { numRuns: extent({ usual: 1000, full: 30_000 }) },
    )
  },
  60_000,
)

test.each(['`', '``a', '`a``b```c', '`a\n', '~', '<code>', '\\`', '```\n'])('1 MB of %j is read', (unit) => {
  const long = unit.repeat(1_000_000 / unit.length)
  expect(readAll([long]).text.length).toBe(long.length)
  expect(readAll([long], 'html').text.length).toBe(long.length)
})
