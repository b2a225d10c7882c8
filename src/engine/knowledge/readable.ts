import { wordsIn } from './cite.ts'

/** So many rows may be the answer alone; where more are as good, the whole table is. */
const maxRows = 3

/**
 * A passage's tables as lists, since not every messenger shows tables: a line for each row, with the name of each column before
 * what stands in it. Of a table with rows that hold more of the question's words than the others only these are shown.
 */
export function withoutTables(text: string, question: string): string {
  const asked = wordsIn(question)
  const lines: string[] = []
  let table: string[][] = []
  const finish = () => {
    if (table.length > 1) lines.push(...listed(table, asked))
    else lines.push(...table.map((cells) => `| ${cells.join(' | ')} |`))
    table = []
  }
  let isCode = false
  for (const line of text.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode
    const cells = isCode ? undefined : cellsOf(line)
    if (cells) {
      table.push(cells)
      continue
    }
    finish()
    lines.push(line)
  }
  finish()
  return lines.join('\n')
}

/** The cells of a row; undefined where the line is none. */
function cellsOf(line: string): string[] | undefined {
  const trimmed = line.trim()
  if (!trimmed.startsWith('|') || !trimmed.endsWith('|') || trimmed.length < 3) return undefined
  return trimmed
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

const isRuler = (cells: readonly string[]): boolean => cells.every((cell) => /^:?-+:?$/.test(cell))

function listed([head = [], ...rest]: readonly string[][], asked: ReadonlySet<string>): string[] {
  const rows = rest.filter((cells) => !isRuler(cells) && cells.some((cell) => cell !== ''))
  return asksFor(rows, asked).map((cells) => {
    const [first = '', ...others] = cells
    const told = others.flatMap((cell, i) => (cell === '' ? [] : [named(head[i + 1] ?? '', cell)]))
    const name = first === '' ? '' : `**${first.replaceAll('*', '')}**`
    return `- ${[name, told.join(', ')].filter((part) => part !== '').join(': ')}`
  })
}

const named = (column: string, cell: string): string => (column === '' ? cell : `${column} ${cell}`)

/** The rows that hold most of those words by which rows differ, if they are few; else all. */
function asksFor(rows: readonly string[][], asked: ReadonlySet<string>): readonly string[][] {
  const held = rows.map((cells) => wordsIn(cells.join(' ')))
  const telling = [...asked].filter((word) => held.some((row) => row.has(word)) && !held.every((row) => row.has(word)))
  if (telling.length === 0) return rows
  const shared = held.map((row) => telling.filter((word) => row.has(word)).length)
  const most = Math.max(...shared)
  const best = rows.filter((_, i) => shared[i] === most)
  return best.length <= maxRows ? best : rows
}
