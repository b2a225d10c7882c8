import type { Table } from '../../src/lib/markdown-tables.ts'

/** Documented. */
const ROWS = 100
const COLUMNS = 20
/** Of all cells of a message, and of one; seen. */
const CHARACTERS = 10_000
const CELL = 2000

/** As Slack's table block; undefined where it is too large for one. */
export function tableBlock({ rows, aligns }: Table): ({ type: 'table' } & Record<string, unknown>) | undefined {
  const lengths = rows.flat().map((cell) => Math.max(1, cell.length))
  const characters = lengths.reduce((sum, length) => sum + length, 0)
  if (rows.length > ROWS || aligns.length > COLUMNS || characters > CHARACTERS) return undefined
  if (lengths.some((length) => length > CELL)) return undefined
  return {
    type: 'table',
    rows: rows.map((row) => row.map(cellOf)),
    column_settings: aligns.map((align) => ({ align, is_wrapped: true })),
  }
}

interface Style {
  bold?: true
  italic?: true
  strike?: true
  code?: true
}
type Element = { type: 'text' | 'link'; text: string; url?: string; style?: Style }

/** Slack takes no empty cell. */
function cellOf(markdown: string): Record<string, unknown> {
  const elements = inline(markdown, {})
  const [only] = elements
  if (!only) return { type: 'raw_text', text: ' ' }
  if (elements.length === 1 && only.type === 'text' && !only.style) return { type: 'raw_text', text: only.text }
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }
}

const INLINE =
  /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)|\[([^\][]+)\]\((https?:\/\/[^()\s]+)\)|(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\5(?![*_~])|(?<!\w)([*_])(?=[^\s*_])(.+?)(?<=[^\s*_])\7(?!\w)/g

/** Its words, without the marks of Markdown. */
export const inlineWords = (markdown: string): string =>
  inline(markdown, {})
    .map(({ text }) => text)
    .join('')

function inline(markdown: string, style: Style): Element[] {
  const elements: Element[] = []
  let from = 0
  const put = (element: Element) => {
    if (element.text !== '') elements.push(Object.keys(style).length > 0 ? { ...element, style } : element)
  }
  const words = (text: string) => put({ type: 'text', text: text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1') })
  for (const match of markdown.matchAll(INLINE)) {
    const [whole, , code, label, url, double, strong, , emphasis] = match
    if (isEscaped(markdown, match.index)) continue
    words(markdown.slice(from, match.index))
    from = match.index + whole.length
    if (code !== undefined) elements.push({ type: 'text', text: code, style: { ...style, code: true } })
    else if (url !== undefined) put({ type: 'link', text: label!, url })
    else if (double === '~~') elements.push(...inline(strong!, { ...style, strike: true }))
    else if (strong !== undefined) elements.push(...inline(strong, { ...style, bold: true }))
    else elements.push(...inline(emphasis!, { ...style, italic: true }))
  }
  words(markdown.slice(from))
  return elements
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}
