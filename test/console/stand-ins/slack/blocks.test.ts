import { expect, it } from 'vitest'
import { readBlocks } from '../../../../console/stand-ins/slack/blocks.ts'
import { button } from './support.ts'

const plain = (text: string): object => ({ type: 'plain_text', text })
const actions = (...elements: object[]): object => ({ type: 'actions', elements })
const many = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index))

const accepted: [string, object[]][] = [
  ['a section at its limit', [{ type: 'section', text: { type: 'mrkdwn', text: 'a'.repeat(3000) } }]],
  ['ten fields', [{ type: 'section', fields: many(10, () => plain('a'.repeat(2000).slice(0, 1000))) }]],
  ['25 buttons', [actions(...many(25, (index) => button(`b${index}`)))]],
  ['a header at its limit', [{ type: 'header', text: plain('a'.repeat(150)) }]],
  ['50 blocks', many(50, () => ({ type: 'divider' }))],
  ['Markdown at its limit', [{ type: 'markdown', text: 'a'.repeat(12_000) }, actions(button('a'))]],
  ['a table', [{ type: 'table', rows: [[{ type: 'raw_text', text: 'a' }]] }]],
  [
    'feedback',
    [
      {
        type: 'context_actions',
        elements: [
          {
            type: 'feedback_buttons',
            action_id: 'feedback',
            positive_button: { text: plain('Good'), value: 'good' },
            negative_button: { text: plain('Bad'), value: 'bad' },
          },
        ],
      },
    ],
  ],
]
it.each(accepted)('accepts %s', (_, blocks) => {
  expect(readBlocks(blocks)).toHaveLength(blocks.length)
})

const refused: [string, unknown, string][] = [
  [
    'two tables',
    many(2, () => ({ type: 'table', rows: [[{ type: 'raw_text', text: 'a' }]] })),
    'only_one_table_allowed',
  ],
  [
    'a table of too much text',
    [{ type: 'table', rows: many(11, () => [{ type: 'raw_text', text: 'a'.repeat(1000) }]) }],
    'table is too large',
  ],
  ['no array', { type: 'divider' }, 'invalid_blocks_format'],
  ['51 blocks', many(51, () => ({ type: 'divider' })), 'no more than 50 items allowed [json-pointer:/blocks]'],
  ['an unknown block', [{ type: 'banner' }], 'unsupported type: banner [json-pointer:/blocks/0/type]'],
  ['a long section', [{ type: 'section', text: plain('a'.repeat(3001)) }], 'must be less than 3001 characters'],
  ['an empty section', [{ type: 'section' }], 'must define either `text` or `fields`'],
  ['26 buttons', [actions(...many(26, (index) => button(`b${index}`)))], 'no more than 25 items allowed'],
  ['no buttons', [actions()], 'no fewer than 1 items allowed'],
  ['a long label', [actions(button('a', 'a'.repeat(76)))], 'must be less than 76 characters'],
  ['an empty label', [actions(button('a', ''))], 'must be more than 0 characters'],
  ['a long value', [actions(button('a', 'Yes', 'a'.repeat(2001)))], 'must be less than 2001 characters'],
  ['a long action_id', [actions(button('a'.repeat(256)))], 'must be less than 256 characters'],
  [
    'a long url',
    [actions({ ...button('a'), url: `https://example.com/${'a'.repeat(3000)}` })],
    'must be less than 3001',
  ],
  ['an unknown style', [actions({ ...button('a'), style: 'default' })], 'must be one of: primary, danger'],
  ['an unknown field', [actions({ ...button('a'), label: 'a' })], 'invalid additional property: label'],
  ['one action_id twice', [actions(button('a'), button('a'))], 'action_id "a" already exists'],
  ['one block_id twice', many(2, () => ({ type: 'divider', block_id: 'a' })), 'block_id "a" already exists'],
  ['a long header', [{ type: 'header', text: plain('a'.repeat(151)) }], 'must be less than 151 characters'],
  [
    '11 things in a context',
    [{ type: 'context', elements: many(11, () => plain('a')) }],
    'no more than 10 items allowed',
  ],
  ['long Markdown', [{ type: 'markdown', text: 'a'.repeat(12_001) }], 'must be less than 12001 characters'],
  ['long Markdown in parts', many(2, () => ({ type: 'markdown', text: 'a'.repeat(6001) })), 'msg_blocks_too_long'],
  [
    'an input in a message',
    [{ type: 'input', label: plain('a'), element: { type: 'plain_text_input' } }],
    'unsupported type',
  ],
  [
    'a wide table',
    [{ type: 'table', rows: [many(21, () => ({ type: 'raw_text', text: 'a' }))] }],
    'no more than 20 items',
  ],
]
it.each(refused)('refuses %s', (_, blocks, message) => {
  expect(() => readBlocks(blocks)).toThrow(message)
})

it('gives new ids to blocks and elements that have none', () => {
  const given = [actions({ ...button('a'), action_id: undefined }), { type: 'divider', block_id: 'mine' }]
  const [first, second] = readBlocks(given)
  expect(first).toMatchObject({
    block_id: expect.stringMatching(/.{6}/),
    elements: [{ action_id: expect.stringMatching(/.{6}/) }],
  })
  expect(second?.block_id).toBe('mine')
  expect(readBlocks(given)[0]?.block_id).not.toBe(first?.block_id)
})
