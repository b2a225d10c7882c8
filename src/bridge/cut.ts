import { type Block, type LineKind, readLine } from './markdown-lines.ts'
import { findSpans, type Span } from './markdown-spans.ts'
import { graphemeStart } from './measure.ts'

export interface Line {
  at: number
  kind: LineKind
  before: Block
}

/** A part that leaves more than two thirds of a message empty is not worth a nicer cut. */
const leastFill = 1 / 3
/** Spans that begin farther before the cut are not looked for. */
const spanWindow = 1000

/**
 * Where to cut a text of which no more than `limit` characters fit: a paragraph, else a line, else a sentence or word, else a
 * grapheme. The last line holds `limit`; `opens` tells that it begins a fence. Never before `floor`, never at 0. `line` is set
 * when the cut is at the beginning of a line.
 */
export function chooseCut(
  text: string,
  lines: readonly Line[],
  limit: number,
  { floor, opens }: { floor: number; opens: boolean },
): { at: number; line?: Line } {
  const last = lines.at(-1)!
  const isInFence = last.before.fence !== undefined
  if (isInFence || opens) {
    const opener = opens ? last : lines.findLast((line) => line.kind === 'open')
    if (opener && opener.at > 0 && opener.at >= floor) return { at: opener.at, line: opener }
  }

  const least = Math.max(floor, 1, limit * leastFill)
  for (const wanted of ['paragraph', 'line'] as const) {
    for (let index = lines.length - 1; index > 0 && lines[index]!.at >= least; index--) {
      const line = lines[index]!
      if (line.at <= limit && boundary(line, lines[index - 1]!) === wanted) return { at: line.at, line }
    }
  }

  const indent = /^\s*/.exec(text)![0].length
  const at =
    isInFence || opens ? graphemeStart(text, limit) : cutInLine(text, last.at, limit, Math.max(least, indent + 1))
  // What is left of the line must not be a fence's first or last line if the line is none.
  const { kind } = readLine(text.slice(last.at, at), last.before)
  const isFence = isInFence ? kind === 'close' : kind === 'open' && !opens
  if (at > last.at && at >= Math.max(floor, indent + 1) && !isFence) return { at }
  return last.at > 0 && last.at >= floor ? { at: last.at, line: last } : { at: limit }
}

/**
 * The last line of a growing text that begins at `floor` or behind it and where a message may end: rather outside of code, and
 * only where what the line will be is known.
 */
export function lastLineStart(text: string, lines: readonly Line[], floor: number): Line | undefined {
  const starts = lines.filter((line, index) => {
    const isOpen = index === lines.length - 1
    if (index === 0 || line.at < Math.max(1, floor) || (isOpen && /^\s*(?:[|`~]|$)/.test(text.slice(line.at))))
      return false
    return boundary(line, lines[index - 1]!) !== undefined
  })
  return starts.findLast((line) => !line.before.fence) ?? starts.at(-1)
}

/** What a cut between two lines would be; undefined where it would break something. */
function boundary(line: Line, previous: Line): 'paragraph' | 'line' | undefined {
  const breaks = line.kind === 'blank' || line.kind === 'rule' || line.kind === 'close'
  if (breaks || previous.kind === 'rule' || previous.kind === 'open') return undefined
  if (line.before.fence) return 'line'
  const isNew = line.kind === 'open' || (line.kind === 'head' && !line.before.head) || line.kind === 'heading'
  return isNew || previous.kind === 'blank' || previous.kind === 'close' ? 'paragraph' : 'line'
}

/** A place in `text.slice(lineStart, limit)` from `least` on, or failing that `limit` but for the grapheme it may be in. */
function cutInLine(text: string, lineStart: number, limit: number, least: number): number {
  let from = lineStart
  if (limit - from > spanWindow) {
    from = limit - spanWindow
    while (from < limit && !/\s/.test(text[from]!)) from++
  }
  const spans = findSpans(text, from, limit)
  let span = spans.length - 1
  let word: number | undefined
  for (let at = limit; at >= Math.max(least, lineStart + 1); at--) {
    while (span >= 0 && spans[span]!.start >= at) span--
    if (span >= 0 && isInside(at, spans[span]!)) continue
    const kind = breakAt(text, at)
    if (kind === 'sentence' && at >= limit / 2) return at
    if (kind) word ??= at
  }
  if (word) return word
  const broken = spans.findLast((each) => isInside(limit, each))
  return broken && broken.start >= least ? broken.start : graphemeStart(text, limit)
}

function isInside(at: number, span: Span): boolean {
  return span.start < at && at < span.end
}

function breakAt(text: string, at: number): 'sentence' | 'word' | undefined {
  const before = text[at - 1]!
  const after = text[at] ?? ' '
  if (/\s/.test(before)) return undefined
  if (/\s/.test(after)) return /[.!?…。！？]/.test(before) ? 'sentence' : 'word'
  if (/[」』）】〉》、。，．！？]/.test(after)) return undefined
  if (/[。！？]/.test(before)) return 'sentence'
  return /[、，；：]/.test(before) ? 'word' : undefined
}
