import { expect, test } from 'vitest'
import { readBlocks } from '../../../console/page/playground/slack/blockkit.ts'

const plain = (text: string) => ({ type: 'plain_text', text })

test('actions keep what is needed to press and to draw', () => {
  const blocks = readBlocks([
    {
      type: 'actions',
      block_id: 'b1',
      elements: [
        { type: 'button', action_id: 'a', text: plain('Yes'), value: '1', style: 'primary' },
        { type: 'button', action_id: 'b', text: plain('Site'), url: 'https://example.com' },
        { type: 'datepicker', action_id: 'c' },
      ],
    },
  ])
  expect(blocks).toEqual([
    {
      type: 'actions',
      block_id: 'b1',
      buttons: [
        { action_id: 'a', label: 'Yes', style: 'primary' },
        { action_id: 'b', label: 'Site', style: 'default', url: 'https://example.com' },
      ],
    },
    { type: 'unknown', name: 'datepicker' },
  ])
})

test('feedback says which of the two values was meant', () => {
  const [block] = readBlocks([
    {
      type: 'context_actions',
      block_id: 'f',
      elements: [
        {
          type: 'feedback_buttons',
          action_id: 'fb',
          positive_button: { text: plain('Good'), value: 'good' },
          negative_button: { text: plain('Bad'), value: 'bad' },
        },
      ],
    },
  ])
  expect(block).toEqual({
    type: 'feedback',
    block_id: 'f',
    feedback: {
      action_id: 'fb',
      positive: { text: 'Good', value: 'good' },
      negative: { text: 'Bad', value: 'bad' },
    },
  })
})

test('sections, context, images and headers', () => {
  expect(
    readBlocks([
      { type: 'header', text: plain('Title') },
      { type: 'section', text: { type: 'mrkdwn', text: '*bold*' }, fields: [plain('*plain*')] },
      {
        type: 'context',
        elements: [
          { type: 'mrkdwn', text: '_it_' },
          { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'a' },
        ],
      },
      { type: 'image', slack_file: { id: 'F1' }, alt_text: 'b', title: plain('B') },
      { type: 'divider' },
    ]),
  ).toEqual([
    { type: 'header', text: 'Title' },
    {
      type: 'section',
      block_id: '',
      text: [{ type: 'paragraph', children: [{ type: 'strong', children: [{ type: 'text', text: 'bold' }] }] }],
      fields: [[{ type: 'paragraph', children: [{ type: 'text', text: '*plain*' }] }]],
    },
    {
      type: 'context',
      elements: [
        [{ type: 'em', children: [{ type: 'text', text: 'it' }] }],
        { alt: 'a', source: { url: 'https://example.com/a.png' } },
      ],
    },
    { type: 'image', image: { alt: 'b', title: 'B', source: { file: 'F1' } } },
    { type: 'divider' },
  ])
})

test('a table has its first row as head, with rich text in cells', () => {
  const rich = (text: string) => ({
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text, style: { bold: true } }] }],
  })
  const raw = (text: string) => ({ type: 'raw_text', text })
  const [block] = readBlocks([
    {
      type: 'table',
      column_settings: [{}, { align: 'right' }],
      rows: [
        [raw('a'), raw('b')],
        [rich('c'), raw('d')],
      ],
    },
  ])
  expect(block).toMatchObject({
    table: {
      align: ['left', 'right'],
      head: [[{ text: 'a' }], [{ text: 'b' }]],
      rows: [[[{ type: 'strong', children: [{ text: 'c' }] }], [{ text: 'd' }]]],
    },
  })
})

test('rich text keeps lists, links and code; a link that may not be followed is text', () => {
  const [block] = readBlocks([
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'link', url: 'javascript:alert(1)', text: 'x' },
            { type: 'emoji', name: 'wave', unicode: '1f44b' },
          ],
        },
        {
          type: 'rich_text_list',
          style: 'ordered',
          elements: [{ type: 'rich_text_section', elements: [{ type: 'user', user_id: 'U1' }] }],
        },
        { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'a\nb' }] },
      ],
    },
  ])
  expect(block).toEqual({
    type: 'rich_text',
    content: [
      {
        type: 'paragraph',
        children: [
          { type: 'text', text: 'x' },
          { type: 'text', text: '👋' },
        ],
      },
      {
        type: 'list',
        ordered: true,
        start: 1,
        items: [{ children: [{ type: 'paragraph', children: [{ type: 'user', id: 'U1' }] }] }],
      },
      { type: 'code', language: '', text: 'a\nb' },
    ],
  })
})

test.each([
  [[null, 3, 'x', []]],
  [[{ type: 'section', text: 5, fields: 'no', accessory: null }]],
  [[{ type: 'table', rows: [null, [1]] }]],
])('nonsense is survived: %j', (blocks) => {
  expect(() => readBlocks(blocks)).not.toThrow()
})
