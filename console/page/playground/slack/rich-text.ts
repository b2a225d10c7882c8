import type { Block, Inline } from '../../shared/richtext/tree.ts'
import { safeHref } from '../../shared/richtext/tree.ts'
import { isRecord, list, record, string } from './json.ts'

type Json = Record<string, unknown>

/** The elements of a `rich_text` block, Slack's own form of a formatted message. */
export function readRichText(elements: Json[]): Block[] {
  return elements.map(readElement)
}

function readElement(element: Json): Block {
  const children = list(element['elements'])
  switch (element['type']) {
    case 'rich_text_preformatted':
      return {
        type: 'code',
        language: '',
        text: children.map((child) => string(child['text'] ?? child['url'])).join(''),
      }
    case 'rich_text_quote':
      return { type: 'quote', children: [{ type: 'paragraph', children: children.flatMap(readInline) }] }
    case 'rich_text_list': {
      const items = children.map((item) => ({ children: [readElement(item)] }))
      return { type: 'list', ordered: element['style'] === 'ordered', start: 1, items }
    }
    default:
      return { type: 'paragraph', children: children.flatMap(readInline) }
  }
}

function readInline(element: Json): Inline[] {
  switch (element['type']) {
    case 'text':
      return lines(string(element['text'])).map((node) => styled(node, element['style']))
    case 'link': {
      const href = safeHref(string(element['url']))
      const text: Inline = { type: 'text', text: string(element['text']) || string(element['url']) }
      return [styled(href ? { type: 'link', href, children: [text] } : text, element['style'])]
    }
    case 'user':
      return [{ type: 'user', id: string(element['user_id']) }]
    case 'channel':
      return [{ type: 'channel', id: string(element['channel_id']) }]
    case 'broadcast':
      return [{ type: 'broadcast', label: `@${string(element['range'])}` }]
    case 'emoji':
      return [{ type: 'text', text: emoji(element) }]
    default:
      return []
  }
}

function lines(text: string): Inline[] {
  return text.split(/(\n)/).map((part) => (part === '\n' ? { type: 'break' } : { type: 'text', text: part }))
}

function styled(node: Inline, style: unknown): Inline {
  if (!isRecord(style) || node.type === 'break') return node
  const { bold, italic, strike, code } = record(style)
  let result: Inline = code && node.type === 'text' ? { type: 'code', text: node.text } : node
  if (strike) result = { type: 'strike', children: [result] }
  if (italic) result = { type: 'em', children: [result] }
  if (bold) result = { type: 'strong', children: [result] }
  return result
}

/** `unicode` holds code points in hex, joined by hyphens. */
function emoji(element: Json): string {
  const points = string(element['unicode']).split('-')
  const known = points.every((point) => /^[\da-f]{2,5}$/i.test(point))
  return known
    ? String.fromCodePoint(...points.map((point) => Number.parseInt(point, 16)))
    : `:${string(element['name'])}:`
}
