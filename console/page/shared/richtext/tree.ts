/**
 * What the Markdown and mrkdwn readers produce and `RichText` draws. It holds text only, never markup, and every `href`
 * in it has passed `safeHref`: whatever a message says, drawing the tree cannot inject anything.
 */

export type Inline =
  | { type: 'text'; text: string }
  | { type: 'strong' | 'em' | 'strike' | 'underline' | 'spoiler'; children: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'link'; href: string; children: Inline[] }
  | { type: 'break' }
  | { type: 'user'; id: string; label?: string }
  | { type: 'channel'; id: string; label?: string }
  | { type: 'role'; id: string; label?: string }
  | { type: 'broadcast'; label: string }
  /** Something of the message's own in the text, such as a citation, that is drawn in the platform's own way; `label` is how it reads. */
  | { type: 'note'; key: string; label: string }

export type Align = 'left' | 'center' | 'right'

export type Block =
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'heading'; level: number; children: Inline[] }
  | { type: 'code'; language: string; text: string }
  /** Small print. */
  | { type: 'subtext'; children: Inline[] }
  | { type: 'quote'; children: Block[] }
  | { type: 'list'; ordered: boolean; start: number; items: ListItem[] }
  | { type: 'table'; align: Align[]; head: Inline[][]; rows: Inline[][][] }
  | { type: 'rule' }

export interface ListItem {
  /** Set on task list items (`- [x]`). */
  checked?: boolean
  children: Block[]
}

/** The href to use for `url`, or undefined when it is not an absolute http, https or mailto URL. */
export function safeHref(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'http:' || protocol === 'https:' || protocol === 'mailto:' ? href : undefined
}

/** The characters a reader sees, without marks: for labels and for tests. */
export function plainText(nodes: (Block | Inline)[]): string {
  return nodes.map(plain).join('')
}

function plain(node: Block | Inline): string {
  switch (node.type) {
    case 'text':
      return node.text
    case 'code':
      return node.text
    case 'break':
      return '\n'
    case 'rule':
      return ''
    case 'user':
    case 'channel':
    case 'role':
      return node.label ?? node.id
    case 'broadcast':
    case 'note':
      return node.label
    case 'list':
      return node.items.map((item) => plainText(item.children)).join('')
    case 'table':
      return [node.head, ...node.rows].map((row) => row.map(plainText).join('')).join('')
    default:
      return plainText(node.children)
  }
}
