import { parseInlineMrkdwn, parseMrkdwn } from '../../shared/richtext/mrkdwn.ts'
import type { Align, Inline, Block as Rich } from '../../shared/richtext/tree.ts'
import { isRecord, list, record, string } from './json.ts'
import { readRichText } from './rich-text.ts'

export interface Button {
  action_id: string
  label: string
  style: 'default' | 'primary' | 'danger'
  /** Opened beside telling the app. */
  url?: string
}

export interface Image {
  alt: string
  title?: string
  /** Where the picture is: somewhere on the web, or a file of the workspace. */
  source: { url: string } | { file: string }
}

export interface Feedback {
  action_id: string
  positive: { text: string; value: string }
  negative: { text: string; value: string }
}

/** A Block Kit block, reduced to what is drawn. Texts are already read. */
export type Block =
  | { type: 'markdown'; text: string }
  | { type: 'section'; text?: Rich[]; fields: Rich[][]; image?: Image; button?: Button; block_id: string }
  | { type: 'rich_text'; content: Rich[] }
  | { type: 'header'; text: string }
  | { type: 'divider' }
  | { type: 'context'; elements: (Inline[] | Image)[] }
  | { type: 'image'; image: Image }
  | { type: 'table'; table: Rich & { type: 'table' } }
  | { type: 'actions'; block_id: string; buttons: Button[] }
  | { type: 'feedback'; block_id: string; feedback: Feedback }
  /** Something this page cannot draw; said rather than hidden. */
  | { type: 'unknown'; name: string }

export function readBlocks(blocks: unknown[]): Block[] {
  return blocks.flatMap((block) => (isRecord(block) ? readBlock(block) : []))
}

function readBlock(block: Record<string, unknown>): Block[] {
  const block_id = string(block['block_id'])
  switch (block['type']) {
    case 'markdown':
      return [{ type: 'markdown', text: string(block['text']) }]
    case 'section':
      return [readSection(block, block_id)]
    case 'rich_text':
      return [{ type: 'rich_text', content: readRichText(list(block['elements'])) }]
    case 'header':
      return [{ type: 'header', text: string(record(block['text'])['text']) }]
    case 'divider':
      return [{ type: 'divider' }]
    case 'context':
      return [{ type: 'context', elements: list(block['elements']).map(readContextElement) }]
    case 'image':
      return [{ type: 'image', image: readImage(block) }]
    case 'table':
      return [{ type: 'table', table: readTable(block) }]
    case 'actions':
      return readActions(list(block['elements']), block_id)
    case 'context_actions':
      return list(block['elements']).map((element) => readFeedback(element, block_id))
    default:
      return [{ type: 'unknown', name: string(block['type']) }]
  }
}

function readSection(block: Record<string, unknown>, block_id: string): Block {
  const accessory = record(block['accessory'])
  return {
    type: 'section',
    block_id,
    fields: list(block['fields']).map(readText),
    ...(isRecord(block['text']) && { text: readText(block['text']) }),
    ...(accessory['type'] === 'image' && { image: readImage(accessory) }),
    ...(accessory['type'] === 'button' && { button: readButton(accessory) }),
  }
}

function readActions(elements: Record<string, unknown>[], block_id: string): Block[] {
  const buttons = elements.filter(({ type }) => type === 'button').map(readButton)
  const others = elements.filter(({ type }) => type !== 'button')
  return [
    ...(buttons.length > 0 ? [{ type: 'actions' as const, block_id, buttons }] : []),
    ...others.map(({ type }) => ({ type: 'unknown' as const, name: string(type) })),
  ]
}

function readButton(element: Record<string, unknown>): Button {
  const { style, url } = element
  return {
    action_id: string(element['action_id']),
    label: string(record(element['text'])['text']),
    style: style === 'primary' || style === 'danger' ? style : 'default',
    ...(typeof url === 'string' && { url }),
  }
}

function readFeedback(element: Record<string, unknown>, block_id: string): Block {
  if (element['type'] !== 'feedback_buttons') return { type: 'unknown', name: string(element['type']) }
  const choice = (button: unknown) => {
    const { text, value } = record(button)
    return { text: string(record(text)['text']), value: string(value) }
  }
  const feedback = {
    action_id: string(element['action_id']),
    positive: choice(element['positive_button']),
    negative: choice(element['negative_button']),
  }
  return { type: 'feedback', block_id, feedback }
}

function readImage(image: Record<string, unknown>): Image {
  const file = record(image['slack_file'])
  const title = string(record(image['title'])['text'])
  return {
    alt: string(image['alt_text']),
    ...(title && { title }),
    source: file['id'] ? { file: string(file['id']) } : { url: string(image['image_url'] ?? file['url']) },
  }
}

function readText(text: Record<string, unknown>): Rich[] {
  if (text['type'] === 'mrkdwn') return parseMrkdwn(string(text['text']))
  return [{ type: 'paragraph', children: plainLines(string(text['text'])) }]
}

function readContextElement(element: Record<string, unknown>): Inline[] | Image {
  if (element['type'] === 'image') return readImage(element)
  const text = string(element['text'])
  return element['type'] === 'mrkdwn' ? parseInlineMrkdwn(text) : plainLines(text)
}

function plainLines(text: string): Inline[] {
  return text.split('\n').flatMap((line, i): Inline[] => {
    return [...(i > 0 ? [{ type: 'break' as const }] : []), { type: 'text', text: line }]
  })
}

/** Slack draws the first row of a table as its head. */
function readTable(block: Record<string, unknown>): Rich & { type: 'table' } {
  const rows = (Array.isArray(block['rows']) ? block['rows'] : []).map((row) => list(row).map(readCell))
  const settings = list(block['column_settings'])
  const [head = [], ...rest] = rows
  return { type: 'table', align: head.map((_, i) => readAlign(settings[i]?.['align'])), head, rows: rest }
}

function readCell(cell: Record<string, unknown>): Inline[] {
  if (cell['type'] !== 'rich_text') return [{ type: 'text', text: string(cell['text']) }]
  return readRichText(list(cell['elements'])).flatMap((block) => (block.type === 'paragraph' ? block.children : []))
}

function readAlign(align: unknown): Align {
  return align === 'center' || align === 'right' ? align : 'left'
}
