import { inflateSync } from 'node:zlib'

/** A contour: its points, the last joined to the first. In units of an em, y downwards from the line that letters stand on. */
export type Contour = readonly (readonly [x: number, y: number])[]

export interface Glyph {
  /** How far the next one stands, in units of an em. */
  advance: number
  contours: readonly Contour[]
}

/** Of curves, how many straight pieces: at the sizes of a drawing nobody sees more. */
const pieces = 4

/**
 * The glyphs of a font by their characters. Reads TrueType outlines in a WOFF 1 (W3C, "WOFF File Format 1.0"), as far as the font has them that
 * is drawn with: a character map of format 4, simple glyphs and composed ones that are only moved.
 */
export function readOutlines(file: Buffer): (code: number) => Glyph | undefined {
  const table = tablesOf(file)
  const [head, loca, glyf, hmtx] = [table('head'), table('loca'), table('glyf'), table('hmtx')]
  const em = head.readUInt16BE(18)
  const isLong = head.readInt16BE(50) === 1
  const widths = table('hhea').readUInt16BE(34)
  const glyphOf = characterMap(table('cmap'))
  const at = (id: number) => (isLong ? loca.readUInt32BE(id * 4) : loca.readUInt16BE(id * 2) * 2)

  function contoursOf(id: number): Point[][] {
    const [from, to] = [at(id), at(id + 1)]
    if (from === to) return []
    const glyph = glyf.subarray(from, to)
    return glyph.readInt16BE(0) >= 0 ? simple(glyph) : composed(glyph)
  }

  function composed(glyph: Buffer): Point[][] {
    const contours: Point[][] = []
    for (let i = 10, more = true; more; ) {
      const [flags, id] = [glyph.readUInt16BE(i), glyph.readUInt16BE(i + 2)]
      const areWords = (flags & 1) !== 0
      const dx = areWords ? glyph.readInt16BE(i + 4) : glyph.readInt8(i + 4)
      const dy = areWords ? glyph.readInt16BE(i + 6) : glyph.readInt8(i + 5)
      contours.push(...contoursOf(id).map((points) => points.map(({ x, y, isOn }) => ({ x: x + dx, y: y + dy, isOn }))))
      // A scale, two, or a matrix, which are left aside.
      i += (areWords ? 8 : 6) + ((flags & 8) !== 0 ? 2 : (flags & 64) !== 0 ? 4 : (flags & 128) !== 0 ? 8 : 0)
      more = (flags & 32) !== 0
    }
    return contours
  }

  return (code) => {
    const id = glyphOf(code)
    if (id === 0) return undefined
    return {
      advance: hmtx.readUInt16BE(Math.min(id, widths - 1) * 4) / em,
      contours: contoursOf(id).map((points) => flattened(points).map(([x, y]) => [x / em, -y / em] as const)),
    }
  }
}

function tablesOf(file: Buffer): (tag: string) => Buffer {
  const tables = new Map<string, Buffer>()
  for (let i = 44, n = file.readUInt16BE(12); n > 0; i += 20, n--) {
    const [offset, packed, whole] = [4, 8, 12].map((at) => file.readUInt32BE(i + at)) as [number, number, number]
    const bytes = file.subarray(offset, offset + packed)
    tables.set(file.toString('latin1', i, i + 4), packed < whole ? inflateSync(bytes) : bytes)
  }
  return (tag) => {
    const found = tables.get(tag)
    if (!found) throw new Error(`the font has no table ${tag}`)
    return found
  }
}

/** Segments of codes, each with what is to be added, or with where their glyphs are listed. */
function characterMap(cmap: Buffer): (code: number) => number {
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => cmap.readUInt32BE(8 + i * 8))
  const start = offsets.find((offset) => cmap.readUInt16BE(offset) === 4)
  if (start === undefined) return () => 0
  const twice = cmap.readUInt16BE(start + 6)
  const column = (nth: number, i: number) => start + 14 + nth * twice + (nth > 0 ? 2 : 0) + i
  return (code) => {
    for (let i = 0; i < twice; i += 2) {
      if (cmap.readUInt16BE(column(0, i)) < code) continue
      const first = cmap.readUInt16BE(column(1, i))
      if (first > code) return 0
      const delta = cmap.readUInt16BE(column(2, i))
      const listed = cmap.readUInt16BE(column(3, i))
      if (listed === 0) return (code + delta) & 0xffff
      const id = cmap.readUInt16BE(column(3, i) + listed + (code - first) * 2)
      return id === 0 ? 0 : (id + delta) & 0xffff
    }
    return 0
  }
}

interface Point {
  x: number
  y: number
  /** Else it pulls the curve. */
  isOn: boolean
}

function simple(glyph: Buffer): Point[][] {
  const count = glyph.readInt16BE(0)
  const ends = Array.from({ length: count }, (_, i) => glyph.readUInt16BE(10 + i * 2))
  const points = (ends.at(-1) ?? -1) + 1
  let at = 12 + count * 2 + glyph.readUInt16BE(10 + count * 2)
  const flags: number[] = []
  while (flags.length < points) {
    const flag = glyph[at++]!
    const times = (flag & 8) !== 0 ? glyph[at++]! + 1 : 1
    for (let i = 0; i < times; i++) flags.push(flag)
  }
  const along = (short: number, same: number) => {
    let value = 0
    return flags.map((flag) => {
      if ((flag & short) !== 0) value += (flag & same) !== 0 ? glyph[at++]! : -glyph[at++]!
      else if ((flag & same) === 0) {
        value += glyph.readInt16BE(at)
        at += 2
      }
      return value
    })
  }
  const [xs, ys] = [along(2, 16), along(4, 32)]
  const all = flags.map((flag, i) => ({ x: xs[i]!, y: ys[i]!, isOn: (flag & 1) !== 0 }))
  return ends.map((end, i) => all.slice(i === 0 ? 0 : ends[i - 1]! + 1, end + 1))
}

/** Quadratic curves as straight pieces. Between two points that pull, the curve goes through their middle. */
function flattened(points: readonly Point[]): Contour {
  const full = points.flatMap((point, i) => {
    const next = points[(i + 1) % points.length]!
    const middle = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2, isOn: true }
    return point.isOn || next.isOn ? [point] : [point, middle]
  })
  const first = full.findIndex(({ isOn }) => isOn)
  if (first < 0) return []
  const turned = [...full.slice(first), ...full.slice(0, first + 1)]
  const drawn: [number, number][] = []
  for (let i = 0; i < turned.length; i++) {
    const point = turned[i]!
    if (point.isOn) {
      drawn.push([point.x, point.y])
      continue
    }
    const [from, to] = [turned[i - 1]!, turned[i + 1]!]
    for (let piece = 1; piece < pieces; piece++) {
      const [t, rest] = [piece / pieces, 1 - piece / pieces]
      const on = (key: 'x' | 'y') => rest * rest * from[key] + 2 * rest * t * point[key] + t * t * to[key]
      drawn.push([on('x'), on('y')])
    }
  }
  return drawn
}
