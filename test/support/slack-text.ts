import type { Message } from '../../console/stand-ins/slack/view.ts'

interface Block {
  type: string
  text?: unknown
  rows?: Cell[][]
  column_settings?: { align?: string }[]
}

type Cell = { type: 'raw_text'; text: string } | { type: 'rich_text'; elements: { elements: Inline[] }[] }

interface Inline {
  text: string
  url?: string
  style?: { bold?: true; italic?: true; strike?: true; code?: true }
}

/** The words of a message as a person reads them, in Markdown. */
export function textOf({ text, markdown, blocks = [] }: Pick<Message, 'text' | 'markdown' | 'blocks'>): string {
  const words = (blocks as Block[]).flatMap((block) => {
    if (block.type === 'markdown') return [String(block.text)]
    return block.type === 'table' ? [tableOf(block)] : []
  })
  return markdown || (words.length > 0 ? words.join('\n') : text)
}

function tableOf({ rows = [], column_settings = [] }: Block): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const [head = [], ...rest] = rows.map((row) => row.map(cellOf))
  const rule = column_settings.map(({ align }) => ({ left: '---', center: ':-:', right: '--:' })[align ?? 'left']!)
  return [line(head), line(rule), ...rest.map(line)].join('\n')
}

function cellOf(cell: Cell): string {
  if (cell.type === 'raw_text') return cell.text.trim()
  return cell.elements.flatMap(({ elements }) => elements.map(inlineOf)).join('')
}

function inlineOf({ text, url, style = {} }: Inline): string {
  const { bold, italic, strike, code } = style
  const linked = url === undefined ? text : `[${text}](${url})`
  const quoted = code ? `\`${linked}\`` : linked
  const slanted = italic ? `*${quoted}*` : quoted
  const struck = strike ? `~~${slanted}~~` : slanted
  return bold ? `**${struck}**` : struck
}
