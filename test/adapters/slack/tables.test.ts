import { describe, expect, it } from 'vitest'
import { renderPart } from '../../../adapters/slack/outbound.ts'
import { tableBlock } from '../../../adapters/slack/tables.ts'
import { readBlocks } from '../../../console/stand-ins/slack/blocks.ts'
import { alignedCode, segmentsOf } from '../../../src/lib/markdown-tables.ts'

const table = '| Name | Count |\n|:-----|------:|\n| Ann | 1 |\n| **Ben** | |'
const found = (markdown: string) => segmentsOf(markdown).flatMap((one) => ('table' in one ? [one.table] : []))

describe('a table in Markdown', () => {
  it('is found between other text', () => {
    expect(segmentsOf(`Look:\n\n${table}\n\nThat is all.`).map(({ markdown }) => markdown)).toEqual([
      'Look:\n',
      table,
      '\nThat is all.',
    ])
    expect(found(table)).toEqual([
      {
        aligns: ['left', 'right'],
        rows: [
          ['Name', 'Count'],
          ['Ann', '1'],
          ['**Ben**', ''],
        ],
      },
    ])
  })

  it('has rows as long as its head', () => {
    expect(found('| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |')[0]!.rows).toEqual([
      ['a', 'b'],
      ['1', ''],
      ['1', '2'],
    ])
  })

  it('may have bars in its cells', () => {
    expect(found('| a \\| b | c |\n|---|---|')[0]!.rows).toEqual([['a \\| b', 'c']])
  })

  it.each(['```\n| a |\n|---|\n```', '| a |', '| a | b |\n|---|', 'a | b\n---|---', '|---|\n|---|x'])(
    'is not seen where there is none: %j',
    (markdown) => expect(found(markdown)).toEqual([]),
  )
})

describe('as a block', () => {
  const cells = (row: string) =>
    (tableBlock(found(`| h |\n|---|\n| ${row} |`)[0]!)!['rows'] as { elements?: { elements: object[] }[] }[][])[1]![0]!

  it('shows what is marked up in its cells', () => {
    expect(cells('plain')).toEqual({ type: 'raw_text', text: 'plain' })
    expect(cells('')).toEqual({ type: 'raw_text', text: ' ' })
    expect(cells('1 \\* 2')).toEqual({ type: 'raw_text', text: '1 * 2' })
    expect(cells('a **b *c*** `d` ~~e~~ [f](https://example.com) g_h_i')).toMatchObject({
      elements: [
        {
          elements: [
            { type: 'text', text: 'a ' },
            { text: 'b ', style: { bold: true } },
            { text: 'c', style: { bold: true, italic: true } },
            { text: ' ' },
            { text: 'd', style: { code: true } },
            { text: ' ' },
            { text: 'e', style: { strike: true } },
            { text: ' ' },
            { type: 'link', text: 'f', url: 'https://example.com' },
            { text: ' g_h_i' },
          ],
        },
      ],
    })
  })

  it('is what Slack takes, or is none', () => {
    const of = (rows: number, columns: number, cell = 'x') => {
      const line = `| ${Array.from({ length: columns }, () => cell).join(' | ')} |`
      return [line, line.replaceAll(cell, '---'), ...Array.from({ length: rows - 1 }, () => line)].join('\n')
    }
    for (const markdown of [of(100, 20), of(2, 1), of(5, 2, 'x'.repeat(900))])
      readBlocks([tableBlock(found(markdown)[0]!)])
    for (const markdown of [of(101, 2), of(2, 21), of(100, 2, 'x'.repeat(60)), of(2, 1, 'x'.repeat(2001))])
      expect(tableBlock(found(markdown)[0]!)).toBeUndefined()
  })
})

describe('in a message', () => {
  it('the first table is a block, any other is aligned code', () => {
    const { blocks } = renderPart({ text: `One\n\n${table}\n\nTwo\n\n${table}\n\nThree` })
    expect(blocks.map(({ type }) => type)).toEqual(['markdown', 'table', 'markdown'])
    expect(blocks[2]!['text']).toBe(
      '\nTwo\n\n```\n| Name    | Count |\n| ------- | ----: |\n| Ann     |     1 |\n| **Ben** |       |\n```\n\nThree',
    )
    readBlocks(blocks)
  })

  it('all are code once Slack has refused the block', () => {
    expect(renderPart({ text: table }, true).blocks).toMatchObject([{ type: 'markdown', text: /^```\n\| Name/ }])
  })

  it('a table whose columns would take too much room stays as it is', () => {
    const wide = `| a | b |\n|---|---|\n| ${'x'.repeat(2500)} | y |\n${'| 1 | 2 |\n'.repeat(20)}`
    expect(renderPart({ text: wide }).blocks).toMatchObject([{ type: 'markdown', text: wide }])
  })

  it('wide characters take two columns of code', () => {
    const [only] = found('| a | b |\n|---|---|\n| 東京 | x |')
    expect(alignedCode(only!)).toBe('```\n| a    | b   |\n| ---- | --- |\n| 東京 | x   |\n```')
  })
})
