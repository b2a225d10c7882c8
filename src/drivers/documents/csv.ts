import { decode } from './decode.ts'
import { type Readable, readable } from './readable.ts'

/** Enough to see by which character it is parted. */
const sample = 20_000

/** Rows of values as a table, so that whatever is cut from it has the first row above it. */
export function csvToText(bytes: Uint8Array): Readable {
  const text = decode(bytes, 'text')
  const rows = rowsOf(text, separatorOf(text.slice(0, sample)))
  const lines = rows.map(
    (cells) => `| ${cells.map((cell) => cell.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|')).join(' | ')} |`,
  )
  return readable(lines.join('\n'))
}

/** Of those that programs write, whichever there are most of. */
function separatorOf(text: string): string {
  const count = (separator: string) => text.split(separator).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** RFC 4180: a value in quotation marks may hold anything, and those twice. */
function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let cells: string[] = []
  let at = 0
  while (at < text.length) {
    const isQuoted = text[at] === '"'
    let value = ''
    if (isQuoted) {
      const from = at + 1
      at = endOfQuoted(text, from)
      value = text.slice(from, at).replaceAll('""', '"')
      at++
    }
    const from = at
    while (at < text.length && text[at] !== separator && text[at] !== '\n') at++
    cells.push(value + text.slice(from, at))
    if (text[at] !== separator) {
      if (cells.some((cell) => cell.trim() !== '')) rows.push(cells)
      cells = []
    } else if (at + 1 >= text.length) cells.push('')
    at++
  }
  if (cells.length > 0) rows.push(cells)
  return rows
}

function endOfQuoted(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at < 0 ? text.length : at
}
