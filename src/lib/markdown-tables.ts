/** Tables of Markdown, for platforms that show them in other ways. */

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
  const isCode = createFences()
  let from = 0
  const take = (to: number) => lines.slice(from, to).join('\n')
  for (let at = 0; at < lines.length; at++) {
    if (isCode(lines[at]!)) continue
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

/** Whether each line that is given to it, one after the other, is of a block of code or one of its fences. */
function createFences(): (line: string) => boolean {
  let fence: string | undefined
  return (line) => {
    const [, run = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (fence !== undefined) {
      if (run[0] === fence[0] && run.length >= fence.length && info.trim() === '') fence = undefined
      return true
    }
    if (run === '' || (run[0] === '`' && info.includes('`'))) return false
    fence = run
    return true
  }
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

/** A table in code, its columns padded: for where a platform has no tables. */
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
