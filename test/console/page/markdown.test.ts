import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '../../../console/page/shared/richtext/markdown.ts'
import { settled } from '../../../console/page/shared/richtext/settled.ts'
import type { Inline } from '../../../console/page/shared/richtext/tree.ts'
import { plainText } from '../../../console/page/shared/richtext/tree.ts'

function inline(source: string, streaming = false): Inline[] {
  const [block] = parseMarkdown(source, { streaming })
  return block?.type === 'paragraph' ? block.children : []
}

const text = (value: string): Inline => ({ type: 'text', text: value })
const strong = (...children: Inline[]): Inline => ({ type: 'strong', children })
const em = (...children: Inline[]): Inline => ({ type: 'em', children })

describe('inline', () => {
  test.each<[string, Inline[]]>([
    ['plain', [text('plain')]],
    ['a **b** c', [text('a '), strong(text('b')), text(' c')]],
    ['*a* and _b_', [em(text('a')), text(' and '), em(text('b'))]],
    ['***both***', [em(strong(text('both')))]],
    ['**a *b* c**', [strong(text('a '), em(text('b')), text(' c'))]],
    ['~~gone~~', [{ type: 'strike', children: [text('gone')] }]],
    ['snake_case_name and 2 * 3 * 4', [text('snake_case_name and 2 * 3 * 4')]],
    ['これは**「重要」**です', [text('これは'), strong(text('「重要」')), text('です')]],
    ['`a **b**` c', [{ type: 'code', text: 'a **b**' }, text(' c')]],
    ['`` a`b ``', [{ type: 'code', text: 'a`b' }]],
    ['\\*not\\*', [text('*not*')]],
    ['open **only', [text('open **only')]],
    ['one\ntwo', [text('one'), { type: 'break' }, text('two')]],
    ['R&amp;D &lt;3', [text('R&D <3')]],
    ['<b>bold</b>', [text('<b>bold</b>')]],
    [
      '<@U0ANN> in <#C1|general>',
      [{ type: 'user', id: 'U0ANN' }, text(' in '), { type: 'channel', id: 'C1', label: 'general' }],
    ],
  ])('%s', (source, expected) => {
    expect(inline(source)).toEqual(expected)
  })

  test.each([
    ['[docs](https://example.com/a_(b)?x=1&y=2 "title")', 'https://example.com/a_(b)?x=1&y=2', 'docs'],
    ['![chart](https://example.com/c.png)', 'https://example.com/c.png', 'chart'],
    ['<https://example.com/>', 'https://example.com/', 'https://example.com/'],
    ['<ann@example.com>', 'mailto:ann@example.com', 'ann@example.com'],
    ['https://example.com/a.', 'https://example.com/a', 'https://example.com/a'],
    ['https://example.com/aを見て', 'https://example.com/a', 'https://example.com/a'],
  ])('links %s', (source, href, label) => {
    const link = inline(source)[0]
    expect(link).toMatchObject({ type: 'link', href })
    expect(plainText([link!])).toBe(label)
  })

  test.each([
    '[x](javascript:alert(1))',
    '[x](data:text/html,y)',
    '[x](//example.com)',
    '[x](java&#115;cript:alert(1))',
  ])('leaves only the text of %s', (source) => {
    expect(inline(source)).toEqual([text('x')])
  })

  test('a link holds no other link', () => {
    const nodes = inline('[a https://example.com/x b](https://example.com/)')
    expect(nodes).toEqual([
      { type: 'link', href: 'https://example.com/', children: [text('a https://example.com/x b')] },
    ])
  })
})

describe('blocks', () => {
  test('headings, rules and paragraphs', () => {
    expect(parseMarkdown('# One\ntext\n\n---\n### Two ##').map((block) => block.type)).toEqual([
      'heading',
      'paragraph',
      'rule',
      'heading',
    ])
  })

  test('a fence keeps its text as written', () => {
    expect(parseMarkdown('```ts\nconst a = `**`\n\n  b\n```\nafter')).toEqual([
      { type: 'code', language: 'ts', text: 'const a = `**`\n\n  b' },
      { type: 'paragraph', children: [text('after')] },
    ])
  })

  test('lists nest, number and tick', () => {
    const [list] = parseMarkdown('3. a\n  - b\n    more\n  - [x] c\n4. d\n\n5. e')
    expect(list).toMatchObject({ type: 'list', ordered: true, start: 3 })
    if (list?.type !== 'list') throw new Error('not a list')
    expect(list.items.map((item) => plainText(item.children))).toEqual(['ab\nmorec', 'd', 'e'])
    expect(list.items[0]!.children[1]).toMatchObject({ type: 'list', ordered: false, items: [{}, { checked: true }] })
  })

  test('a fence inside a list item belongs to it', () => {
    const blocks = parseMarkdown('1. run\n\n   ```sh\n   ls\n   ```\n2. look')
    expect(blocks).toHaveLength(1)
    expect(blocks[0]).toMatchObject({ items: [{ children: [{}, { type: 'code', text: 'ls' }] }, {}] })
  })

  test('quotes hold blocks', () => {
    expect(parseMarkdown('> - a\n> - b\n\nafter')).toMatchObject([
      { type: 'quote', children: [{ type: 'list', items: [{}, {}] }] },
      { type: 'paragraph' },
    ])
  })

  test('tables align, pad short rows and keep escaped bars', () => {
    const [table] = parseMarkdown('| a | b |\n|:-:|--:|\n| `x|y` | p\\|q |\n| only |')
    expect(table).toEqual({
      type: 'table',
      align: ['center', 'right'],
      head: [[text('a')], [text('b')]],
      rows: [
        [[{ type: 'code', text: 'x|y' }], [text('p|q')]],
        [[text('only')], []],
      ],
    })
  })

  test.each(['>'.repeat(20_000), '- '.repeat(10_000), '[a'.repeat(10_000), '*a **b '.repeat(3000), '`'.repeat(10_000)])(
    'a hostile text ends quickly and shallow (%#)',
    (source) => {
      const blocks = parseMarkdown(source, { streaming: true })
      expect(() => JSON.stringify(blocks)).not.toThrow()
    },
  )
})

const story = [
  '# The *lighthouse*',
  'A **bold claim**, an _aside_, ~~a slip~~ and `code`; see [the log](https://example.com/log) or https://example.com/x.',
  '',
  '- first **one**',
  '- [x] second',
  '  1. nested `item`',
  '',
  '> a quote with *emphasis*',
  '',
  '```ts',
  'const light = `on` // **not bold**',
  '```',
  '',
  '| Night | Ships |',
  '| :--- | ---: |',
  '| Monday | **3** |',
  '| Tuesday | 12 |',
  '',
  'Fish &amp; chips, <@U0ANN>, ***the*** end.',
].join('\n')

describe('streaming', () => {
  test('what is shown only ever grows', () => {
    const whole = plainText(parseMarkdown(story))
    for (let end = 0; end <= story.length; end++) {
      const shown = plainText(parseMarkdown(story.slice(0, end), { streaming: true })).trimEnd()
      expect(
        whole.startsWith(shown),
        `after ${JSON.stringify(story.slice(Math.max(0, end - 20), end))}: ${shown.slice(-30)}`,
      ).toBe(true)
    }
  })

  test('emphasis and code are drawn before they are closed', () => {
    expect(inline('so **very imp', true)).toEqual([text('so '), strong(text('very imp'))])
    expect(inline('so **very*', true)).toEqual([text('so '), strong(text('very'))])
    expect(inline('run `npm te', true)).toEqual([text('run '), { type: 'code', text: 'npm te' }])
  })

  test.each([
    ['see [the do', 'see '],
    ['see [the docs](https://exa', 'see '],
    ['look <https://exa', 'look '],
    ['a &am', 'a '],
    ['text\n##', 'text'],
    ['text\n- ', 'text'],
    ['| a | b |\n|--', ''],
    ['```py', ''],
    ['```py\nx\n``', '```py\nx'],
  ])('holds back the end of %j', (source, expected) => {
    expect(settled(source)).toBe(expected)
  })
})
