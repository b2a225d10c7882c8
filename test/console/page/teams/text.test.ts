import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCardText } from '../../../../console/page/playground/teams/card/markdown.ts'
import { preview, readMessage, type Written } from '../../../../console/page/playground/teams/text.ts'
import { plainText } from '../../../../console/page/shared/richtext/tree.ts'

const written = (text: string, more: Partial<Written> = {}): Written => ({
  text,
  text_format: 'markdown',
  mentions: [],
  citations: [],
  ...more,
})
const shown = (text: string, more: Partial<Written> = {}): string => plainText(readMessage(written(text, more)))

describe('the text of a message', () => {
  it('joins lines that only a line break parts, as Teams does', () => {
    expect(shown('one\ntwo')).toBe('one two')
    expect(shown('one  \ntwo\\\nthree<br>four')).toBe('one\ntwo\nthree\nfour')
    expect(shown('**one**  \ntwo')).toBe('one\ntwo')
    expect(readMessage(written('one\n\ntwo'))).toHaveLength(2)
    expect(readMessage(written('- one\n- two'))).toMatchObject([{ type: 'list', items: [{}, {}] }])
  })

  it('keeps the lines of people and of code', () => {
    expect(shown('one\n**two**', { text_format: 'plain' })).toBe('one\n**two**')
    expect(shown('```\none  \ntwo \\\n<br>\n```')).toBe('one  \ntwo \\\n<br>')
  })

  it('shows mentions as names, those nobody told of as words', () => {
    const mentions = [{ id: '29:1ann', text: '<at>Ann</at>' }]
    expect(readMessage(written('Hi <at>Ann</at> and <at>Ben</at>', { mentions }))).toEqual([
      {
        type: 'paragraph',
        children: [
          { type: 'text', text: 'Hi ' },
          { type: 'note', key: '@29:1ann', label: 'Ann' },
          { type: 'text', text: ' and Ben' },
        ],
      },
    ])
  })

  it('finds citations in the text, but not in code or links', () => {
    const citations = [{ position: 1, name: 'Handbook' }]
    const [paragraph] = readMessage(written('See [1] and [2], `[1]`, [1](https://example.com)', { citations }))
    expect(paragraph).toMatchObject({
      children: [
        { text: 'See ' },
        { type: 'note', key: '1' },
        { text: ' and [2], ' },
        { type: 'code', text: '[1]' },
        { text: ', ' },
        { type: 'link' },
      ],
    })
  })

  it('never loses or invents a word, whatever is written', () => {
    const pieces = fc.constantFrom('<at>Ann</at>', '[1]', '\n', '  \n', '`', '**', 'word', ' ', '\uE001', '0', '\uE002')
    const mentions = [{ id: 'a', text: '<at>Ann</at>' }]
    const citations = [{ position: 1, name: 'x' }]
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        const result = shown(text, { mentions, citations })
        expect(result).not.toMatch(/[\uE000-\uE002]/)
        expect(result.split('word').length).toBe(text.split('word').length)
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  it('tells in a line what it is about', () => {
    expect(preview(written('## Hello\n\n**<at>Ann</at>**, see [1].'))).toBe('Hello Ann, see.')
    expect(preview(written('_Set_ OPENAI_API_KEY'))).toBe('Set OPENAI_API_KEY')
  })
})

describe('the text of a card', () => {
  it('knows bold, italic, links and lists only', () => {
    const [block] = readCardText('# *one* `two` [three](https://example.com)')
    expect(block).toMatchObject({
      type: 'paragraph',
      children: [{ text: '# ' }, { type: 'em' }, { text: ' `two` ' }, { type: 'link' }],
    })
    expect(readCardText('- one\n- two')).toMatchObject([{ type: 'list' }])
  })
})
