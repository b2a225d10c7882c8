import type { Message } from '../../../stand-ins/teams/view.ts'
import { parseMarkdown } from '../../shared/richtext/markdown.ts'
import { decodeEntities } from '../../shared/richtext/references.ts'
import type { Block, Inline, ListItem } from '../../shared/richtext/tree.ts'

export type Written = Pick<Message, 'text' | 'text_format' | 'mentions' | 'citations'>

/** Characters of the private use area stand around what the Markdown reader must leave alone; text that has them loses them. */
const OPEN = '\uE001'
const CLOSE = '\uE002'
const PRIVATE = /[\uE001\uE002]/g
const HELD = /\uE001(\d+)\uE002/g
const HELD_LAST = /\uE001(\d+)\uE002$/

/** What stands in the place of something held back: how it is drawn in text, and how it was written, for code. */
interface Held {
  node: Inline
  written: string
}

/**
 * The text of a message as Teams shows it: mentions and citations found in it, and in Markdown a single line break read as a
 * space, because Teams joins such lines. Two spaces, a backslash or `<br>` before the break keep it.
 */
export function readMessage(message: Written, { growing = false } = {}): Block[] {
  const held: Held[] = []
  const hold = (node: Inline, written: string): string => `${OPEN}${held.push({ node, written }) - 1}${CLOSE}`
  const text = holdBack(message, hold)
  if (message.text_format !== 'markdown') return plain(message.text_format === 'xml' ? stripTags(text) : text, held)
  const broken = text.replace(/ {2,}(?=\n)|\\(?=\n)|<br\s*\/?>/gi, (written) => hold({ type: 'break' }, written))
  return readBlocks(parseMarkdown(broken, { streaming: growing }), held)
}

function holdBack(
  { text, mentions, citations, text_format }: Written,
  hold: (node: Inline, written: string) => string,
) {
  const clean = text.replaceAll('\r\n', '\n').replace(PRIVATE, '')
  const called = clean.replace(/<at\b[^>]*>([^<]*)<\/at>/gi, (written, name: string) => {
    const id = mentions.find((mention) => mention.text === written)?.id
    return id === undefined ? name : hold({ type: 'note', key: `@${id}`, label: decodeEntities(name) }, written)
  })
  if (text_format === 'plain' || citations.length === 0) return called
  return called.replace(/\[(\d{1,2})\](?![([])/g, (written, position: string) =>
    citations.some((citation) => citation.position === Number(position))
      ? hold({ type: 'note', key: position, label: written }, written)
      : written,
  )
}

function plain(text: string, held: Held[]): Block[] {
  const lines = text
    .split('\n')
    .flatMap((line, i): Inline[] => [...(i > 0 ? [{ type: 'break' } as const] : []), ...released(line, held)])
  return text.trim() === '' ? [] : [{ type: 'paragraph', children: lines }]
}

function stripTags(text: string): string {
  return decodeEntities(text.replace(/<br\s*\/?>|<\/(?:p|div|li)>/gi, '\n').replace(/<[^>]*>/g, '')).trim()
}

function readBlocks(blocks: Block[], held: Held[]): Block[] {
  return blocks.map((block): Block => {
    switch (block.type) {
      case 'code':
        return { ...block, text: asWritten(block.text, held) }
      case 'quote':
        return { ...block, children: readBlocks(block.children, held) }
      case 'list':
        return {
          ...block,
          items: block.items.map((item): ListItem => ({ ...item, children: readBlocks(item.children, held) })),
        }
      case 'table': {
        const cells = (row: Inline[][]) => row.map((cell) => readInline(cell, held))
        return { ...block, head: cells(block.head), rows: block.rows.map(cells) }
      }
      case 'rule':
        return block
      default:
        return { ...block, children: readInline(block.children, held) }
    }
  })
}

function readInline(nodes: Inline[], held: Held[]): Inline[] {
  return nodes.flatMap((node, i): Inline[] => {
    if (node.type === 'text') return released(node.text, held)
    if (node.type === 'code') return [{ ...node, text: asWritten(node.text, held) }]
    if (node.type === 'break') return endsBroken(nodes[i - 1], held) ? [] : [{ type: 'text', text: ' ' }]
    return 'children' in node ? [{ ...node, children: readInline(node.children, held) }] : [node]
  })
}

function endsBroken(node: Inline | undefined, held: Held[]): boolean {
  if (node?.type !== 'text') return node !== undefined && 'children' in node && endsBroken(node.children.at(-1), held)
  const last = HELD_LAST.exec(node.text)?.[1]
  return last !== undefined && held[Number(last)]!.node.type === 'break'
}

/** Text with what was held back in its place. */
function released(text: string, held: Held[]): Inline[] {
  const nodes: Inline[] = []
  let from = 0
  for (const found of text.matchAll(HELD)) {
    if (found.index > from) nodes.push({ type: 'text', text: text.slice(from, found.index) })
    nodes.push(held[Number(found[1])]!.node)
    from = found.index + found[0].length
  }
  if (from < text.length) nodes.push({ type: 'text', text: text.slice(from) })
  return nodes
}

function asWritten(text: string, held: Held[]): string {
  return text.replace(HELD, (_, index: string) => held[Number(index)]!.written)
}

/** One line for a list of chats. */
export function preview(message: Written): string {
  return message.text
    .replace(/<at\b[^>]*>([^<]*)<\/at>/gi, '$1')
    .replace(/<[^>]*>|[*`#>]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|\s*\[\d{1,2}\](?!\()/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}
