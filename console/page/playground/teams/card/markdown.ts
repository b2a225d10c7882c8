import type { Block, Inline } from '../../../shared/richtext/tree.ts'
import { plainText } from '../../../shared/richtext/tree.ts'
import { readMessage } from '../text.ts'

/** The marks of Markdown that a card shows as they are: it knows bold, italic, links and lists only. */
const SHOWN = /[`~|>]|#(?!\w*;)/g
const MENTION = /<at\b[^>]*>[^<]*<\/at>/gi

/** The text of a card, in which every mention that is left is one. */
export function readCardText(text: string): Block[] {
  // A mention has none of those marks but its own tags.
  const escaped = text
    .split(/(<at\b[^>]*>[^<]*<\/at>)/i)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(SHOWN, (mark) => `\\${mark}`)))
  const mentions = [...text.matchAll(MENTION)].map(([written]) => ({
    id: written.startsWith('<at me>') ? 'me' : 'other',
    text: written,
  }))
  return readMessage({ text: escaped.join(''), text_format: 'markdown', mentions, citations: [] })
}

/** The same as HTML: text is escaped, and addresses have passed `safeHref`. `mention`: the class of mentions. */
export function cardHtml(text: string, mention = ''): string {
  const inline = (nodes: Inline[]): string => nodes.map(inlineHtml).join('')
  const inlineHtml = (node: Inline): string => {
    switch (node.type) {
      case 'strong':
      case 'em':
        return `<${node.type}>${inline(node.children)}</${node.type}>`
      case 'link':
        return `<a href="${escapeHtml(node.href)}" rel="noopener noreferrer">${inline(node.children)}</a>`
      case 'break':
        return '<br>'
      case 'note':
        return `<span class="${escapeHtml(mention)}" data-me="${node.key === '@me'}">${escapeHtml(node.label)}</span>`
      default:
        return escapeHtml(plainText([node]))
    }
  }
  const block = (node: Block): string => {
    if (node.type === 'list') {
      const items = node.items.map(({ children }) => `<li>${children.map(block).join('')}</li>`).join('')
      return node.ordered ? `<ol start="${node.start}">${items}</ol>` : `<ul>${items}</ul>`
    }
    return 'children' in node && node.type !== 'quote' ? `<p>${inline(node.children)}</p>` : ''
  }
  return readCardText(text).map(block).join('')
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark]!)
