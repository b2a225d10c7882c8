import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSplitter, type Piece, render, split } from '../../src/bridge/split.ts'
import type { Limits } from '../../src/ports/channel.ts'
import { extent } from '../support/extent.ts'

type TextLimits = Limits['text']
const utf16 = (max: number): TextLimits => ({ max, unit: 'utf16' })
const utf8 = (max: number): TextLimits => ({ max, unit: 'utf8' })
const whole = { closed: true }
const growing = { closed: false }

const sizeOf = (text: string, { unit }: TextLimits) => (unit === 'utf16' ? text.length : Buffer.byteLength(text))
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index % 10}`).join(' ')

describe('a complete answer', () => {
  test('that fits is one part', () => {
    expect(split('Hello\n\nAnn', utf16(200), whole)).toEqual(['Hello\n\nAnn'])
    expect(split('x'.repeat(200), utf16(200), whole)).toEqual(['x'.repeat(200)])
    expect(split(`${'x'.repeat(200)}\n\n`, utf16(200), whole)).toEqual(['x'.repeat(200)])
    expect(split('あ'.repeat(100), utf8(300), whole)).toHaveLength(1)
    expect(split('あ'.repeat(101), utf8(300), whole)).toHaveLength(2)
  })

  test('of white space has no part', () => {
    expect(split('', utf16(200), whole)).toEqual([])
    expect(split(' \n\n ', utf16(200), whole)).toEqual([])
    expect(split('\n'.repeat(1_000_000), utf16(200), whole)).toEqual([])
  })

  test('is cut at a paragraph rather than a line, a line rather than a word', () => {
    const first = words(15)
    const second = words(10)
    expect(split(`${first}\n\n${second}\n${second}\n${second}`, utf16(200), whole)).toEqual([
      first,
      `${second}\n${second}\n${second}`,
    ])
    expect(split(`${first}\n${second}\n${words(30)}`, utf16(200), whole)[0]).toBe(`${first}\n${second}`)
  })

  test('is cut behind a sentence rather than a word', () => {
    const [first] = split(`${words(25)}. ${words(30)}`, utf16(200), whole)
    expect(first).toBe(`${words(25)}.`)
    expect(split('これは文です。'.repeat(60), utf16(200), whole)[0]).toMatch(/。$/)
  })

  test('without any space is cut between graphemes', () => {
    expect(split('x'.repeat(450), utf16(200), whole).map((part) => part.length)).toEqual([200, 200, 50])
    const family = '👨‍👩‍👧‍👦'
    for (const part of split(family.repeat(100), utf16(200), whole)) expect(part.replaceAll(family, '')).toBe('')
    for (const part of split('e\u0301'.repeat(300), utf16(201), whole)) expect(part).toMatch(/^(e\u0301)+$/)
    for (const part of split('😀'.repeat(300), utf8(201), whole)) expect(part.isWellFormed()).toBe(true)
  })

  test.each([
    '[a link](https://example.com/with/a/path?and=query)',
    '![image](https://example.com/image.png "a title")',
    'https://example.com/with/a/path?and=query',
    '<@U0ANN> ',
    '<https://example.com|label>',
    '`inline code with spaces`',
    '**strong words with spaces**',
    '_emphasised words with spaces_',
    '~~struck words~~',
  ])('is not cut inside %s', (span) => {
    for (let before = 140; before < 200; before++) {
      const text = `${'x'.repeat(before - 41)} ${'y'.repeat(40)} ${span} and ${words(30)}`
      const parts = split(text, utf16(200), whole)
      expect(parts.filter((part) => part.includes(span.trim()))).toHaveLength(1)
    }
  })

  test('keeps the indent of a line it begins a part with', () => {
    const list = Array.from({ length: 12 }, (_, index) => `- item ${index}\n    - nested item`).join('\n')
    for (const part of split(list, utf16(200), whole)) expect(part).toMatch(/^(- item| {4}- nested)/)
  })
})

describe('code', () => {
  const code = (lines: number) => Array.from({ length: lines }, (_, index) => `  line(${index})`).join('\n')

  test('moves to the next part as a whole', () => {
    const fence = `\`\`\`js\n${code(17)}\n\`\`\``
    expect(split(`Look here, Ann, at this:\n${fence}\n\nBye`, utf16(200), whole)).toEqual([
      'Look here, Ann, at this:',
      `${fence}\n\nBye`,
    ])
  })

  test.each(['```js', '~~~', '````ts title="a b"', '  ```'])('opened by %j is closed and opened again', (opener) => {
    const marker = /^ *[`~]+/.exec(opener)![0]
    const parts = split(`${opener}\n${code(40)}\n${marker}`, utf16(200), whole)
    expect(parts.length).toBeGreaterThan(2)
    for (const part of parts) {
      expect(part.startsWith(`${opener}\n  line(`)).toBe(true)
      expect(part.endsWith(`)\n${marker}`)).toBe(true)
    }
    expect(parts.map((part) => part.split('\n').slice(1, -1).join('\n')).join('\n')).toBe(code(40))
  })

  test('with a long info string is opened again without it', () => {
    const parts = split(`\`\`\`js ${'x'.repeat(60)}\n${code(40)}\n\`\`\``, utf16(200), whole)
    expect(parts[1]).toMatch(/^```\n {2}line/)
  })

  test('in one long line is cut anywhere', () => {
    const parts = split(`\`\`\`\n${'x'.repeat(500)}\n\`\`\``, utf16(200), whole)
    expect(parts).toEqual(parts.map((part) => `\`\`\`\n${part.replace(/[^x]/g, '')}\n\`\`\``))
    expect(parts.join('').replace(/[^x]/g, '')).toHaveLength(500)
  })

  test('that was never closed is closed', () => {
    expect(split('```\nconst a = 1', utf16(200), whole)).toEqual(['```\nconst a = 1\n```'])
  })

  test('other fences inside it, and markers that are none, do not end it', () => {
    const inner = '~~~\n``\n``` js\n    ```'
    expect(split(`\`\`\`\n${inner}`, utf16(200), whole)).toEqual([`\`\`\`\n${inner}\n\`\`\``])
  })
})

describe('tables', () => {
  const head = '| Name | Team |\n| ---- | ---- |'
  const rows = Array.from({ length: 30 }, (_, index) => `| Ann ${index} | red |`).join('\n')

  test('repeat their head in the next part', () => {
    const parts = split(`${head}\n${rows}\n\nThe end.`, utf16(200), whole)
    for (const part of parts) expect(part.startsWith(`${head}\n| Ann`)).toBe(true)
    expect(parts.map((part) => part.slice(head.length + 1)).join('\n')).toBe(`${rows}\n\nThe end.`)
  })

  test('also where a row ends with its part', () => {
    const row = `| ${'x'.repeat(200 - head.length - 1 - 8 - 9)} | red |`
    const full = `${head}\n${row}`
    const parts = split(`${'y'.repeat(200 - full.length - 2)}\n\n${full}\n| Ann | red |`, utf16(200), whole)
    expect(parts[0]).toHaveLength(200)
    expect(parts[1]).toBe(`${head}\n| Ann | red |`)
  })

  test('with a head that is too long do not', () => {
    const long = `| ${'Name '.repeat(12)} |\n| - |`
    expect(split(`${long}\n${rows}`, utf16(200), whole)[1]).toMatch(/^\| Ann/)
  })

  test('are not cut between head, delimiter row and first row', () => {
    for (let before = 100; before < 200; before++) {
      const parts = split(`${'x'.repeat(before)}\n\n${head}\n${rows}`, utf16(200), whole)
      expect(parts.find((part) => part.includes('| Name |'))).toContain(`${head}\n| Ann`)
    }
  })
})

describe('a growing answer', () => {
  test.each([
    ['Hello wor', 'Hello wor'],
    ['Hello ', 'Hello'],
    ['see [the', 'see'],
    ['see [the docs]', 'see'],
    ['see [the docs](https://exa', 'see'],
    ['see [the docs](https://example.com)', 'see [the docs](https://example.com)'],
    ['see [the docs] now', 'see [the docs] now'],
    ['see https://exam', 'see'],
    ['see htt', 'see'],
    ['see https://example.com now', 'see https://example.com now'],
    ['hi <@U0', 'hi'],
    ['1 < 2', '1 < 2'],
    ['run `npm', 'run'],
    ['run `npm i` n', 'run `npm i` n'],
    ['very **impor', 'very'],
    ['very *', 'very'],
    ['very **important** th', 'very **important** th'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['snake_case_name', 'snake_case_name'],
    ['a `*` b', 'a `*` b'],
    ['a \\', 'a'],
    ['closed by a line `break\nnext', 'closed by a line `break\nnext'],
    ['text\n``', 'text'],
    ['text\n```j', 'text'],
    ['text\n```js\n', 'text'],
    ['text\n```js\nx', 'text\n```js\nx\n```'],
    ['text\n```js\nx\n``', 'text\n```js\nx\n```'],
    ['text\n```js\nx\n```', 'text\n```js\nx\n```'],
    ['text\n```js\nx\n```\n', 'text\n```js\nx\n```'],
    ['text\n```js\n[x', 'text\n```js\n[x\n```'],
    ['text\n\n| a | b |\n', 'text'],
    ['text\n\n| a | b |\n|--', 'text'],
    ['text\n\n| a | b |\n|---|---|\n', 'text\n\n| a | b |\n|---|---|'],
    ['text\n\n| a | b |\n|---|---|\n| 1', 'text\n\n| a | b |\n|---|---|'],
    ['text\n\n| a | b |\n|---|---|\n| 1 | 2 |\n', 'text\n\n| a | b |\n|---|---|\n| 1 | 2 |'],
    ['smile \ud83d', 'smile'],
  ])('%j is shown as %j', (text, shown) => {
    expect(split(text, utf16(200), growing)).toEqual([shown])
  })

  test('that is all held back has no part yet', () => {
    expect(split('[', utf16(200), growing)).toEqual([])
    expect(split('```js\n', utf16(200), growing)).toEqual([])
  })

  test('is not held back for long', () => {
    for (const opener of ['[', '**', '`', '<@', '| ']) {
      const text = opener + 'x'.repeat(300)
      expect(split(text, utf16(2000), growing)).toEqual([text])
    }
  })

  test('begins a new part only with text to show', () => {
    const pieces = createSplitter(utf16(200)).update(`${'x'.repeat(199)} [`, growing)
    expect(pieces.map((piece) => piece.full)).toEqual([true])
  })
})

describe('a native stream', () => {
  test('what was shown stays in its part', () => {
    const splitter = createSplitter(utf16(200))
    const start = `${words(10)}\n\n\`\`\`\n${'code\n'.repeat(20)}`
    const [before] = splitter.update(start, growing)
    const shown = before!.end
    const pieces = splitter.update(`${start}${'code\n'.repeat(20)}`, { closed: false, shown })
    expect(pieces[0]!.end).toBeGreaterThanOrEqual(shown)
    expect(pieces[0]!.suffix).toBe('\n```')
    expect(pieces[1]!.prefix).toBe('```\n')
  })
})

describe('a part that is to end early', () => {
  const cutAt = (text: string, shown: number) => {
    const splitter = createSplitter(utf16(2000))
    splitter.update(text.slice(0, shown), growing)
    expect(splitter.cut(text, shown)).toBe(true)
    return splitter.update(text, whole).map((piece) => render(text, piece))
  }

  test('ends at the last line that was not shown yet', () => {
    expect(cutAt('One.\n\nTwo.\n\nThr', 8)).toEqual(['One.\n\nTwo.', 'Thr'])
    expect(cutAt('- one\n- two\n- thr', 9)).toEqual(['- one\n- two', '- thr'])
  })

  test('closes its code, and repeats the head of its table', () => {
    expect(cutAt('```js\nlet a\nlet b\nlet', 8)).toEqual(['```js\nlet a\nlet b\n```', '```js\nlet\n```'])
    const head = '| a |\n|---|'
    expect(cutAt(`${head}\n| 1 |\n| 2 |\n| 3 |\n`, 12)).toEqual([`${head}\n| 1 |`, `${head}\n| 2 |\n| 3 |`])
  })

  test('goes on where there is no such line', () => {
    const splitter = createSplitter(utf16(2000))
    for (const text of ['One. Two', 'One.\n\n', 'One.\n`', 'One.\n| a |']) expect(splitter.cut(text, 0)).toBe(false)
    expect(splitter.cut('One.\n\nTwo', 7)).toBe(false)
  })
})

const block = fc.constantFrom(
  ...[
    '```js\n',
    '```\n',
    '~~~\n',
    '````\n',
    '  ```py\n',
    `\`\`\`${'i'.repeat(230)}\n`,
    '``',
    '`',
    '\n',
    '\n\n',
    ' ',
    '   \n',
  ],
  ...['| a | b |\n|---|---|\n', '| row | of a table |\n', '|', '# Title\n', '- item\n', '> quote\n', '1. one\r\n'],
  ...['[label](https://example.com/path)', '[', '](', ')', 'https://example.com/a_b', '<@U0ANN>', '<', '\\', '!'],
  ...[
    '**strong**',
    '**',
    '*',
    '_',
    '~~',
    '`code`',
    'word ',
    'Sentence one. ',
    '文章です。',
    '、',
    'x'.repeat(90),
    words(30),
  ],
  ...['👨‍👩‍👧‍👦', '😀', 'e\u0301', '\u0301', '🇯🇵'.repeat(30), ' '.repeat(120), '\n'.repeat(250), '\ud83d', '\ude00'],
)
const markdown = fc.oneof(
  { weight: 5, arbitrary: fc.array(block, { maxLength: 60 }).map((blocks) => blocks.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 2000 }) },
)
const anyLimits = fc.record({
  max: fc.integer({ min: 200, max: 500 }),
  unit: fc.constantFrom('utf8' as const, 'utf16' as const),
})
const runs = { numRuns: 500 }

/** Nothing but white space is left out, unless the rest is held back. */
function expectWhole(text: string, pieces: readonly Piece[], closed: boolean): void {
  let at = 0
  for (const piece of pieces) {
    expect(text.slice(at, piece.start).trim()).toBe('')
    expect(piece.end).toBeGreaterThan(piece.start)
    at = piece.end
  }
  if (closed) expect(text.slice(at).trim()).toBe('')
}

/** Counts as CommonMark does, save that runs of more than 20 are no fences. */
function hasOpenFence(part: string): boolean {
  let fence: string | undefined
  for (const line of part.split('\n')) {
    const [, run = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(line) ?? []
    if (run === '' || run.length > 20) continue
    if (!fence) {
      if (run[0] === '~' || !rest.includes('`')) fence = run
    } else if (run[0] === fence[0] && run.length >= fence.length && rest.trim() === '') {
      fence = undefined
    }
  }
  return fence !== undefined
}

describe('whatever the text', () => {
  test('parts keep the limit, lose nothing and have balanced fences', () => {
    fc.assert(
      fc.property(markdown, anyLimits, fc.boolean(), (text, limits, closed) => {
        const pieces = createSplitter(limits).update(text, { closed })
        expectWhole(text, pieces, closed)
        for (const piece of pieces) {
          const part = render(text, piece)
          expect(part.trim()).not.toBe('')
          expect(sizeOf(part, limits)).toBeLessThanOrEqual(limits.max)
          expect(hasOpenFence(part)).toBe(false)
        }
      }),
      runs,
    )
  })

  test('no part but the last ever changes, and growing step by step comes to the same', () => {
    fc.assert(
      fc.property(markdown, anyLimits, fc.array(fc.nat(), { maxLength: 20 }), (text, limits, seeds) => {
        const lengths = [...seeds.map((seed) => seed % (text.length + 1)), text.length].sort((a, b) => a - b)
        const splitter = createSplitter(limits)
        let frozen: string[] = []
        let open: Piece | undefined
        for (const length of lengths) {
          const now = text.slice(0, length)
          const pieces = splitter.update(now, growing)
          const parts = pieces.map((piece) => render(now, piece))
          expect(parts).toEqual(split(now, limits, growing))
          expect(parts.slice(0, frozen.length)).toEqual(frozen)
          expect(split(now, limits, whole).slice(0, frozen.length)).toEqual(frozen)
          frozen = parts.filter((_, index) => pieces[index]!.full)
          const last = pieces.at(-1)
          if (open && last && !last.full && last.start === open.start) expect(last.end).toBeGreaterThanOrEqual(open.end)
          open = last?.full ? undefined : (last ?? open)
        }
        expect(splitter.update(text, whole).map((piece) => render(text, piece))).toEqual(split(text, limits, whole))
      }),
      runs,
    )
  })

  test('character by character, the end of a growing part never moves back', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const splitter = createSplitter(utf16(2000))
        let end = 0
        for (let length = 0; length <= Math.min(text.length, 1500); length++) {
          const pieces = splitter.update(text.slice(0, length), growing)
          expect(pieces.every((piece) => !piece.full)).toBe(true)
          expect(pieces[0]?.end ?? 0).toBeGreaterThanOrEqual(end)
          end = pieces[0]?.end ?? 0
        }
      }),
      { numRuns: 100 },
    )
  })

  test('a native stream only ever appends', () => {
    fc.assert(
      fc.property(markdown, anyLimits, fc.array(fc.nat({ max: 120 }), { minLength: 1 }), (text, limits, steps) => {
        const splitter = createSplitter(limits)
        const messages: string[] = []
        let shown = 0
        let length = 0
        for (let step = 0; length < text.length; step++) {
          const more = steps[step % steps.length]!
          length = Math.min(text.length, length + 1 + more)
          const closed = length === text.length
          if (!closed && more % 5 === 0) splitter.cut(text.slice(0, length), shown)
          const pieces = splitter.update(text.slice(0, length), { closed, shown })
          for (const [index, piece] of pieces.entries()) {
            const appended = messages[index] ?? ''
            const isDone = piece.full || closed
            const wanted = piece.prefix + text.slice(piece.start, piece.end) + (isDone ? piece.suffix : '')
            expect(wanted.startsWith(appended)).toBe(true)
            expect(sizeOf(wanted, limits)).toBeLessThanOrEqual(limits.max)
            messages[index] = wanted
            shown = Math.max(shown, piece.end)
          }
          if (closed) expectWhole(text, pieces, true)
        }
        for (const message of messages) expect(hasOpenFence(message)).toBe(false)
      }),
      runs,
    )
  })
})

describe('takes linear time', () => {
  test.each([
    ...[
      '\n',
      'x',
      ' ',
      'word ',
      '[',
      '[a](',
      '*a',
      '*`a',
      '**',
      '_a',
      '<a',
      '`',
      '` `` ``` ',
      'http://',
      '\\',
      '|',
      '|a|\n',
    ],
    ...[
      '```\n',
      '```a ',
      '~~~\nx\n',
      '- a\n',
      '😀',
      '👨‍👩‍👧‍👦',
      '\u0301',
      '\ud83d',
      'あ',
      'a\n\n',
      '# a\n',
      '\r\n',
      '|-',
    ],
  ])('of however much of %j', (unit) => {
    const text = unit.repeat(Math.ceil(extent({ usual: 2 ** 18, full: 2 ** 20 }) / unit.length))
    split(text, utf16(2000), whole)
    split(`a${text}b`, utf8(11_000), growing)
  })

  test('also over 2,000 edits of an answer that grows to 100 KB', () => {
    const text = `${words(60)}.\n\n`.repeat(240)
    const splitter = createSplitter(utf16(2000))
    for (let edit = 1; edit <= 2000; edit++) splitter.update(text.slice(0, edit * 50), growing)
  })
})
