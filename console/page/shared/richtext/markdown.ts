import { parseInline } from './inline.ts'
import { settled } from './settled.ts'
import type { Align, Block, Inline, ListItem } from './tree.ts'

/**
 * Standard Markdown as models write it: headings, lists, task lists, quotes, fences, tables, rules and inline marks. Left
 * out because in chat they are accidents rather than intent: HTML (shown as written), indented code and underlined headings.
 * A reader of our own: `micromark` with GFM is six times its size (23 kB against 3.6 kB, gzip), ends no emphasis that is still
 * being written, takes no mark beside Japanese letters for one, and does not nest numbered lists as models do.
 * With `streaming` the unfinished end is drawn as what it is becoming, so that growing text never changes its looks.
 */
export function parseMarkdown(source: string, { streaming = false } = {}): Block[] {
  const text = source.replaceAll('\r\n', '\n').replaceAll('\t', '    ')
  return parseBlocks((streaming ? settled(text) : text).split('\n'), streaming, 0)
}

/** Deeper nesting is drawn flat, so that no message can exhaust the stack. */
const deepest = 8

const fence = /^ *(`{3,}|~{3,}) *([^\s`]*)[^`]*$/
const heading = /^ {0,3}(#{1,6}) +(.*?)(?: +#+)? *$/
const rule = /^ {0,3}([-*_])(?: *\1){2,} *$/
const quote = /^ {0,3}> ?/
const marker = /^( *)([-*+•]|\d{1,9}[.)])( +|$)/
const delimiterRow = /^ *\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$/

/** A reader of one kind of block: the block and how many lines it took, or undefined if the lines begin something else. */
type Reader = (lines: string[], open: boolean, depth: number) => [Block, number] | undefined

const readers: Reader[] = [readFence, readHeading, readRule, readQuote, readList, readTable]

function parseBlocks(lines: string[], open: boolean, depth: number): Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    if (lines[at]!.trim() === '') {
      at++
      continue
    }
    const rest = lines.slice(at)
    const [block, taken] = firstOf(rest, open, depth) ?? readParagraph(rest, open)
    blocks.push(block)
    at += taken
  }
  return blocks
}

function firstOf(lines: string[], open: boolean, depth: number): [Block, number] | undefined {
  for (const read of readers) {
    const found = read(lines, open, depth)
    if (found) return found
  }
  return undefined
}

function readFence(lines: string[]): [Block, number] | undefined {
  const [, ticks, language] = fence.exec(lines[0]!) ?? []
  if (!ticks) return undefined
  const closing = new RegExp(`^ *${ticks[0]}{${ticks.length},} *$`)
  const found = lines.findIndex((line, i) => i > 0 && closing.test(line))
  const end = found < 0 ? lines.length : found
  const indent = /^ */.exec(lines[0]!)![0].length
  const text = lines.slice(1, end).map((line) => unindent(line, indent))
  return [{ type: 'code', language: language ?? '', text: text.join('\n') }, Math.min(end + 1, lines.length)]
}

function readHeading(lines: string[], open: boolean): [Block, number] | undefined {
  const [, hashes, text] = heading.exec(lines[0]!) ?? []
  if (!hashes) return undefined
  return [{ type: 'heading', level: hashes.length, children: parseInline(text!, open && lines.length === 1) }, 1]
}

function readRule(lines: string[]): [Block, number] | undefined {
  return rule.test(lines[0]!) ? [{ type: 'rule' }, 1] : undefined
}

function readQuote(lines: string[], open: boolean, depth: number): [Block, number] | undefined {
  if (depth === deepest || !quote.test(lines[0]!)) return undefined
  let taken = 1
  while (taken < lines.length && (quote.test(lines[taken]!) || continuesParagraph(lines, taken))) taken++
  const inside = lines.slice(0, taken).map((line) => line.replace(quote, ''))
  return [{ type: 'quote', children: parseBlocks(inside, open && taken === lines.length, depth + 1) }, taken]
}

function readList(lines: string[], open: boolean, depth: number): [Block, number] | undefined {
  const first = marker.exec(lines[0]!)
  if (!first || depth === deepest) return undefined
  const ordered = /\d/.test(first[2]!)
  const items: ListItem[] = []
  let taken = 0
  while (taken < lines.length) {
    const mark = marker.exec(lines[taken]!)
    if (!mark || rule.test(lines[taken]!) || kind(mark) !== kind(first)) break
    const length = itemLength(lines.slice(taken), mark[1]!.length)
    const content = lines.slice(taken, taken + length)
    taken += length
    items.push(readItem(content, mark, open && taken === lines.length, depth))
    const blanks = lines.slice(taken).findIndex((line) => line.trim() !== '')
    if (blanks > 0 && kind(marker.exec(lines[taken + blanks]!)) === kind(first)) taken += blanks
  }
  return [{ type: 'list', ordered, start: ordered ? Number.parseInt(first[2]!, 10) : 1, items }, taken]
}

function kind(mark: RegExpExecArray | null): string | undefined {
  return mark?.[2]?.at(-1)
}

/**
 * How many lines the item takes: those indented by two more than its marker (models nest numbered lists with two spaces,
 * where CommonMark asks for three), and what continues its last paragraph.
 */
function itemLength(lines: string[], indent: number): number {
  let length = 1
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at]!
    if (line.trim() === '') continue
    const inside = line.length - line.trimStart().length >= indent + 2
    if (!inside && !(at === length && continuesParagraph(lines, at))) break
    length = at + 1
  }
  return length
}

function readItem(lines: string[], mark: RegExpExecArray, open: boolean, depth: number): ListItem {
  const width = mark[0].length
  const content = [lines[0]!.slice(width), ...lines.slice(1).map((line) => unindent(line, width))]
  const [, box] = /^\[([ xX])\] /.exec(content[0]!) ?? []
  if (box) content[0] = content[0]!.slice(4)
  const children = parseBlocks(content, open, depth + 1)
  return box ? { checked: box !== ' ', children } : { children }
}

function readTable(lines: string[], open: boolean): [Block, number] | undefined {
  const delimiter = lines[1]
  if (delimiter === undefined || !lines[0]!.includes('|') || !delimiterRow.test(delimiter)) return undefined
  const head = cells(lines[0]!)
  const align = cells(delimiter).map(alignment)
  if (head.length !== align.length) return undefined
  let taken = 2
  while (taken < lines.length && lines[taken]!.includes('|')) taken++
  const rows = lines.slice(2, taken).map((line, i) => {
    const row = cells(line).slice(0, head.length)
    const growing = open && i + 3 === lines.length
    const filled = row.map((cell, j) => parseInline(cell, growing && j === row.length - 1))
    return [...filled, ...Array.from({ length: head.length - row.length }, (): Inline[] => [])]
  })
  return [{ type: 'table', align, head: head.map((cell) => parseInline(cell)), rows }, taken]
}

function alignment(cell: string): Align {
  if (!cell.endsWith(':')) return 'left'
  return cell.startsWith(':') ? 'center' : 'right'
}

/** The cells of a row; a bar that is escaped or inside code separates nothing. */
function cells(line: string): string[] {
  const row = line.trim().replace(/^\|/, '')
  const found = row.match(/(?:\\.|`[^`]*`|[^|])*\|?/g)?.filter((cell) => cell !== '') ?? []
  return found.map((cell) => cell.replace(/\|$/, '').trim().replaceAll('\\|', '|'))
}

function readParagraph(lines: string[], open: boolean): [Block, number] {
  let taken = 1
  while (taken < lines.length && continuesParagraph(lines, taken)) taken++
  const text = lines.slice(0, taken).map((line) => line.trimStart())
  const growing = open && taken === lines.length
  return [
    { type: 'paragraph', children: parseInline(growing ? text.join('\n') : text.join('\n').trimEnd(), growing) },
    taken,
  ]
}

function continuesParagraph(lines: string[], at: number): boolean {
  const line = lines[at]!
  if (line.trim() === '' || fence.test(line) || heading.test(line) || rule.test(line) || quote.test(line)) return false
  if (marker.test(line)) return false
  return !(line.includes('|') && delimiterRow.test(lines[at + 1] ?? ''))
}

function unindent(line: string, width: number): string {
  return line.replace(new RegExp(`^ {0,${width}}`), '')
}
