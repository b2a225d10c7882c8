import type { Limits } from '../ports/channel.ts'
import { chooseCut, type Line, lastLineStart } from './cut.ts'
import { type Block, type Fence, mayClose, readLine } from './markdown-lines.ts'
import { findSpans } from './markdown-spans.ts'
import { fitting, sizeOf } from './measure.ts'

/**
 * One message of an answer: `prefix + answer.slice(start, end) + suffix`. Prefix and suffix are ours: a code fence closed and
 * opened anew, the head of a table repeated. Between two pieces only white space is left out.
 */
export interface Piece {
  start: number
  end: number
  prefix: string
  suffix: string
  /** Frozen: what comes later goes into other pieces. */
  full: boolean
}

export interface Growth {
  /** The answer is complete. While it is not, what would be seen half is left out at its end: a link, a table row, a marker. */
  closed: boolean
  /** Up to here the text stands where it cannot be taken back (a native stream): no piece will end before. */
  shown?: number
}

export interface Splitter {
  /**
   * The messages that show `text`, which begins with every text given before. All but the last are full, and full ones stay
   * as they are. None is empty or over the limit. While a piece is not full its `end` never moves back, so that a native stream
   * may append `prefix` and then the slices up to `end` as they come, and `suffix` once it is full or the answer closed. If the
   * whole rest is held back there is no last piece that is not full.
   */
  update(text: string, growth: Growth): readonly Piece[]
  /**
   * Ends the piece that is growing at the last line of `text` that begins at `shown` or behind it, so that what follows goes into
   * another one. False, and nothing changed, where there is no such line yet.
   */
  cut(text: string, shown: number): boolean
}

export function render(text: string, piece: Piece): string {
  return piece.prefix + text.slice(piece.start, piece.end) + piece.suffix
}

export function split(markdown: string, limits: Limits['text'], growth: Growth): string[] {
  return createSplitter(limits)
    .update(markdown, growth)
    .map((piece) => render(markdown, piece))
}

/** Where a piece begins, and what it continues. */
interface PieceStart {
  at: number
  block: Block
  prefix: string
}

/** Rows longer than this are shown while they grow. */
const maxHeldRow = 200

/**
 * Cuts at paragraphs, else at lines, else at sentences or words, else between graphemes. A code fence is moved to the next message
 * rather than cut. A cut is decided by the text that can be in the message and never by what follows, so it stays when the
 * text grows. `update` reads only what is not in full pieces yet. `limits.max` is at least 200.
 */
export function createSplitter(limits: Limits['text']): Splitter {
  const full: Piece[] = []
  let start: PieceStart = { at: 0, block: {}, prefix: '' }

  return {
    cut(text, shown) {
      const end = endOf(text, false)
      if (start.at >= end) return false
      start = { ...start, at: skipBlank(text, start.at, limits) }
      const content = readContent(text, start, end, limits)
      const line = content.isWhole ? lastLineStart(content.text, content.lines, shown - start.at) : undefined
      if (!line) return false
      full.push({ ...makePiece(content, line.at, line.before.fence), full: true })
      start = { at: start.at + line.at, ...continued(line.before, line, limits) }
      return true
    },

    update(text, growth) {
      const end = endOf(text, growth.closed)
      while (true) {
        if (start.at >= end) return [...full]
        start = { ...start, at: skipBlank(text, start.at, limits) }
        const content = readContent(text, start, end, limits)
        if (growth.closed ? content.isWholeWhenClosed : content.isWhole) {
          const last = growth.closed ? closedPiece(content) : growingPiece(content)
          return last.end > last.start ? [...full, last] : [...full]
        }
        const { piece, next } = cutPiece(content, growth.shown ?? 0, limits)
        full.push(piece)
        start = next
      }
    },
  }
}

/** Half a character at the end of a growing text waits for its other half. */
function endOf(text: string, closed: boolean): number {
  const isHalf = !closed && /[\ud800-\udbff]$/.test(text)
  return text.slice(0, isHalf ? -1 : text.length).trimEnd().length
}

/** Where visible text begins: blank lines between messages are left out; so is an indent that would fill the message. */
function skipBlank(text: string, from: number, { max, unit }: Limits['text']): number {
  const visible = /\S/g
  visible.lastIndex = from
  const at = visible.exec(text)!.index
  const lineStart = Math.max(from, text.lastIndexOf('\n', at - 1) + 1)
  return sizeOf(text, unit, lineStart, at) > max / 8 ? at : lineStart
}

/** The text that may become the next piece, read line by line until it is too much. Positions are relative to its start. */
interface PieceText {
  start: PieceStart
  text: string
  /** Up to the one that does not fit, or to the end. */
  lines: Line[]
  /** What fits before the last line, in the limit's unit. */
  room: number
  /** All of the answer's rest fits, also while it grows; or with what closes its fence. */
  isWhole: boolean
  isWholeWhenClosed: boolean
  /** The last line has its line break. */
  isTerminated: boolean
}

function readContent(answer: string, start: PieceStart, end: number, { max, unit }: Limits['text']): PieceText {
  // Somewhat more than fits, to see what follows a cut, also behind a line break.
  const text = answer.slice(start.at, Math.min(end, start.at + max + 2))
  const lines: Line[] = []
  let room = max - sizeOf(start.prefix, unit)
  let block = start.block
  let at = 0
  while (true) {
    const lineBreak = text.indexOf('\n', at)
    const isLast = lineBreak === -1
    const line = text.slice(at, isLast ? text.length : lineBreak)
    const { kind, after } = readLine(line, block)
    lines.push({ at, kind, before: block })
    const size = sizeOf(text, unit, at, at + line.trimEnd().length)
    // What may still become a fence's first or last line does not need to be closed yet: it is not shown.
    const isHeld = kind === 'close' || (isLast && (kind === 'open' || (block.fence && mayClose(line, block.fence))))
    const fits = size === 0 || size + (isHeld ? 0 : closerSize(after)) <= room
    if (isLast || !fits) {
      const isWhole = fits && isLast && start.at + text.length === end
      const isWholeWhenClosed = isWhole && size + closerSize(after) <= room
      return { start, text, lines, room, isWhole, isWholeWhenClosed, isTerminated: answer.includes('\n', end) }
    }
    room -= sizeOf(text, unit, at, lineBreak + 1)
    block = after
    at = lineBreak + 1
  }
}

function closerSize({ fence }: Block): number {
  return fence ? 1 + fence.closer.length : 0
}

function closedPiece(content: PieceText): Piece {
  const { at, before } = content.lines.at(-1)!
  return makePiece(content, content.text.length, readLine(content.text.slice(at), before).after.fence)
}

function growingPiece(content: PieceText): Piece {
  const { lines, text, isTerminated } = content
  const last = lines.at(-1)!
  const previous = lines.at(-2)
  const line = text.slice(last.at)
  const { fence } = last.before
  if (fence) {
    if (isTerminated && last.kind === 'close') return makePiece(content, text.length)
    if (last.kind !== 'close' && !mayClose(line, fence)) return makePiece(content, text.length, fence)
    // An empty fence would only flicker.
    return previous?.kind === 'open' ? makePiece(content, previous.at) : makePiece(content, last.at, fence)
  }
  const to = heldFrom(content) ?? text.length
  // Also where the line is none only because of what is held back.
  const opens = readLine(text.slice(last.at, to), last.before).kind === 'open'
  return makePiece(content, opens ? last.at : to)
}

/** Outside of fences: where what should not be shown half begins. */
function heldFrom({ lines, text, isTerminated }: PieceText): number | undefined {
  const last = lines.at(-1)!
  const previous = lines.at(-2)
  const isHeldRow = (line: Line) => text.length - line.at <= maxHeldRow
  if (last.kind === 'head' || last.kind === 'rule') {
    // Without its delimiter row the head of a table is a line of bars.
    const mayBeRule = !isTerminated && /^[ \t:|-]*$/.test(text.slice(last.at))
    if (mayBeRule && previous && last.before.head && isHeldRow(previous)) return previous.at
    if ((last.kind === 'head' || !isTerminated) && isHeldRow(last)) return last.at
  }
  if (isTerminated) return undefined
  if (last.kind === 'row' && isHeldRow(last)) return last.at
  const span = findSpans(text, last.at, text.length).at(-1)
  return span?.end === Infinity ? span.start : undefined
}

function makePiece({ start, text }: PieceText, to: number, fence?: Fence): Piece {
  return {
    start: start.at,
    end: start.at + text.slice(0, to).trimEnd().length,
    prefix: start.prefix,
    suffix: fence ? `\n${fence.closer}` : '',
    full: false,
  }
}

function cutPiece(content: PieceText, shown: number, limits: Limits['text']): { piece: Piece; next: PieceStart } {
  const { unit } = limits
  const { start, text, lines, room } = content
  const last = lines.at(-1)!
  let limit = fitting(text, unit, last.at, room)
  // What the line is may not depend on text behind the limit: it might not have been there when the cut was first decided.
  const { kind, after } = readLine(text.slice(last.at, limit), last.before)
  const opens = kind === 'open'
  const fence = last.before.fence ?? (opens ? after.fence : undefined)
  if (fence) limit = fitting(text, unit, last.at, room - closerSize({ fence }))

  const floor = Math.max(0, shown - start.at)
  // Of a line that does not begin before the limit its first character is known, which tells a row of a table.
  const next = readLine(text.slice(last.at, last.at + 1), last.before).kind === 'row' ? 'row' : 'text'
  const known = [...lines.slice(0, -1), { ...last, kind: limit > last.at ? kind : next } as Line]
  const cut = chooseCut(text, known, limit, { floor, opens })
  const block = cut.line ? cut.line.before : fence ? { fence } : {}
  const piece = { ...makePiece(content, cut.at, block.fence), full: true }
  return { piece, next: { at: start.at + cut.at, ...continued(block, cut.line, limits) } }
}

/** What a piece that begins at this line, or in the middle of one, goes on with. */
function continued(from: Block, line: Line | undefined, { max, unit }: Limits['text']): Omit<PieceStart, 'at'> {
  if (from.fence) return { block: { fence: from.fence }, prefix: `${from.fence.opener}\n` }
  if (from.table && line?.kind === 'row' && sizeOf(from.table, unit) <= max / 4) {
    return { block: from, prefix: `${from.table}\n` }
  }
  return { block: {}, prefix: '' }
}
