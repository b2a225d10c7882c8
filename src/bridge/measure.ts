import type { Limits } from '../ports/channel.ts'

type Unit = Limits['text']['unit']

/** The size of `text.slice(from, to)` as the platform counts it. */
export function sizeOf(text: string, unit: Unit, from = 0, to = text.length): number {
  if (unit === 'utf16') return to - from
  let size = 0
  for (let at = from; at < to; ) {
    const point = text.codePointAt(at)!
    size += utf8Length(point)
    at += point > 0xffff ? 2 : 1
  }
  return size
}

/** The greatest `to` with `sizeOf(text, unit, from, to) <= room` that is not inside a surrogate pair; at least `from`. */
export function fitting(text: string, unit: Unit, from: number, room: number): number {
  let at = from
  let size = 0
  while (at < text.length) {
    const point = text.codePointAt(at)!
    const units = point > 0xffff ? 2 : 1
    size += unit === 'utf16' ? units : utf8Length(point)
    if (size > room) break
    at += units
  }
  return at
}

/** A lone surrogate is sent as U+FFFD: 3 bytes. */
function utf8Length(point: number): number {
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point > 0xffff ? 4 : 3
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** A cluster longer than this may be cut. */
const graphemeWindow = 128

/** The last place at or before `at` that is not inside a grapheme; decided without looking at more than `text[at]`. */
export function graphemeStart(text: string, at: number): number {
  if (isAscii(text, at - 1) && isAscii(text, at)) return at
  const from = Math.max(0, at - graphemeWindow)
  // What follows might belong to the last grapheme, so that one goes to the other side.
  const last = [...graphemes.segment(text.slice(from, at))].at(-1)
  return last && last.index > 0 ? from + last.index : at
}

function isAscii(text: string, at: number): boolean {
  return text.charCodeAt(at) < 0x80
}
