type Align = 'left' | 'center' | 'right'

export interface Table {
  /** The head first; all of the same length. */
  rows: string[][]
  aligns: Align[]
}

export type Segment = { markdown: string } | { markdown: string; table: Table }

/** Markdown, cut before and behind its tables. Bars in code are no tables, nor are rows without a delimiter row. */
export function segmentsOf(markdown: string): Segment[] {
  if (!markdown.includes('|')) return [{ markdown }]
  const lines = markdown.split('\n')
  const segments: Segment[] = []
  let fence: string | undefined
  let from = 0
  const take = (to: number) => lines.slice(from, to).join('\n')
  for (let at = 0; at < lines.length; at++) {
    const [, run = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(lines[at]!) ?? []
    if (fence !== undefined) {
      if (run[0] === fence[0] && run.length >= fence.length && info.trim() === '') fence = undefined
      continue
    }
    if (run !== '' && !(run[0] === '`' && info.includes('`'))) {
      fence = run
      continue
    }
    const aligns = isRow(lines[at]!) ? alignsOf(lines[at + 1] ?? '') : undefined
    const head = aligns && cellsOf(lines[at]!)
    if (!head || head.length !== aligns.length) continue
    let end = at + 2
    while (end < lines.length && isRow(lines[end]!)) end++
    if (at > from) segments.push({ markdown: take(at) })
    from = at
    const rows = [head, ...lines.slice(at + 2, end).map((line) => cellsOf(line, head.length))]
    segments.push({ markdown: take(end), table: { rows, aligns } })
    from = end
    at = end - 1
  }
  if (from < lines.length) segments.push({ markdown: take(lines.length) })
  return segments
}

const isRow = (line: string): boolean => /^ {0,3}\|/.test(line)

function alignsOf(line: string): Align[] | undefined {
  if (!isRow(line) || !line.includes('-')) return undefined
  const cells = cellsOf(line)
  if (!cells.every((cell) => /^:?-+:?$/.test(cell))) return undefined
  return cells.map((cell) => (!cell.endsWith(':') ? 'left' : cell.startsWith(':') ? 'center' : 'right'))
}

/** The cells of a row, `count` of them if that is given, in Markdown. */
function cellsOf(line: string, count?: number): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  const cells = inner.split(/(?<!\\)\|/).map((cell) => cell.trim())
  if (count === undefined) return cells
  return Array.from({ length: count }, (_, n) => cells[n] ?? '')
}

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

/** The same in code, its columns padded, for where there can be no table block. */
export function alignedCode({ rows, aligns }: Table): string {
  const plain = rows.map((row) => row.map((cell) => cell.replaceAll('\\|', '|')))
  const widths = aligns.map((_, column) => Math.max(3, ...plain.map((row) => widthOf(row[column]!))))
  const line = (row: string[]) => `| ${row.map((cell, n) => pad(cell, widths[n]!, aligns[n]!)).join(' | ')} |`
  const rule = `| ${widths.map((width, n) => dashes(width, aligns[n]!)).join(' | ')} |`
  const code = [line(plain[0]!), rule, ...plain.slice(1).map(line)].join('\n')
  const fence = code.includes('```') ? '~~~~' : '```'
  return `${fence}\n${code}\n${fence}`
}

function dashes(width: number, align: Align): string {
  const [before, after] = { left: ['', ''], right: ['', ':'], center: [':', ':'] }[align] as [string, string]
  return before + '-'.repeat(width - before.length - after.length) + after
}

function pad(cell: string, width: number, align: Align): string {
  const room = width - widthOf(cell)
  const before = align === 'right' ? room : align === 'center' ? room >> 1 : 0
  return ' '.repeat(before) + cell + ' '.repeat(room - before)
}

/** Of two columns in a fixed-width font. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/gu

const widthOf = (text: string): number => [...text].length + (text.match(WIDE)?.length ?? 0)

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
