import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDiscord, parseInline } from '../../../../console/page/playground/discord/markdown.ts'
import { plainText } from '../../../../console/page/shared/richtext/tree.ts'

const text = (value: string) => ({ type: 'text', text: value })

describe('Discord’s Markdown', () => {
  it.each([
    ['**bold**', { type: 'strong', children: [text('bold')] }],
    ['*it*', { type: 'em', children: [text('it')] }],
    ['_it_', { type: 'em', children: [text('it')] }],
    ['__under__', { type: 'underline', children: [text('under')] }],
    ['~~gone~~', { type: 'strike', children: [text('gone')] }],
    ['||secret||', { type: 'spoiler', children: [text('secret')] }],
    ['`a*b*`', { type: 'code', text: 'a*b*' }],
    ['***both***', { type: 'strong', children: [{ type: 'em', children: [text('both')] }] }],
    ['\\*plain\\*', text('*plain*')],
    ['snake_case_name', text('snake_case_name')],
    ['<@1200000000000000011>', { type: 'user', id: '1200000000000000011' }],
    ['<@!1200000000000000011>', { type: 'user', id: '1200000000000000011' }],
    ['<@&1200000000000000201>', { type: 'role', id: '1200000000000000201' }],
    ['<#1200000000000000101>', { type: 'channel', id: '1200000000000000101' }],
    ['@everyone', { type: 'broadcast', label: '@everyone' }],
    ['<:wave:1200000000000000301>', text(':wave:')],
    ['https://example.com', { type: 'link', href: 'https://example.com/', children: [text('https://example.com')] }],
    ['<https://example.com>', { type: 'link', href: 'https://example.com/', children: [text('https://example.com')] }],
    ['[here](https://example.com)', { type: 'link', href: 'https://example.com/', children: [text('here')] }],
    ['[here](javascript:alert(1))', text('[here](javascript:alert(1))')],
  ])('reads %s', (source, node) => {
    expect(parseInline(source)).toEqual([node])
  })

  it('keeps blank lines and line breaks as they were written', () => {
    expect(parseDiscord('one\n\ntwo')).toEqual([
      { type: 'paragraph', children: [text('one'), { type: 'break' }, { type: 'break' }, text('two')] },
    ])
  })

  it('knows headings of three sizes, small print, quotes and lists', () => {
    const blocks = parseDiscord('# One\n### Three\n#### Four\n-# small\n> quoted\n- a\n  - b\n- c\n3. three')
    expect(blocks.map(({ type }) => type)).toEqual(['heading', 'heading', 'paragraph', 'subtext', 'quote', 'list'])
    expect(blocks.at(-1)).toMatchObject({ ordered: false, items: [{ children: [{}, { type: 'list' }] }, {}, {}] })
  })

  it('quotes all that follows three marks', () => {
    expect(parseDiscord('>>> one\ntwo')).toMatchObject([{ type: 'quote', children: [{ type: 'paragraph' }] }])
  })

  it('finds code wherever it begins, and its language only in a line of its own', () => {
    expect(parseDiscord('see ```ts\na = 1\n```')).toEqual([
      { type: 'paragraph', children: [text('see ')] },
      { type: 'code', language: 'ts', text: 'a = 1' },
    ])
    expect(parseDiscord('```ts```')).toEqual([{ type: 'code', language: '', text: 'ts' }])
  })

  it('takes a fence that is not closed for text', () => {
    expect(parseDiscord('```ts\na = 1')).toMatchObject([{ type: 'paragraph' }])
  })

  it('takes a lone word for code, not for its language', () => {
    expect(parseDiscord('```one\n```')).toEqual([{ type: 'code', language: '', text: 'one' }])
  })

  it('never loses a word, whatever the marks around it', () => {
    const marks = fc.constantFrom(
      '*',
      '**',
      '_',
      '__',
      '~~',
      '||',
      '`',
      '```',
      '> ',
      '- ',
      '# ',
      '-# ',
      '\n',
      ' ',
      '[',
      '](',
      '<@',
      '>',
    )
    const word = fc.constantFrom('one', 'two', 'three')
    fc.assert(
      fc.property(fc.array(fc.oneof(marks, word), { maxLength: 40 }), (parts) => {
        const read = plainText(parseDiscord(parts.join('')))
        for (const part of ['one', 'two', 'three']) {
          const written = parts.join('').split(part).length
          expect(read.split(part).length).toBe(written)
        }
      }),
    )
  })
})
