import type { DiagramBox } from '../../ports/drawings.ts'
import type { Font } from './font.ts'
import type { Contour } from './outlines.ts'

type Point = Contour[number]

export interface Size {
  width: number
  height: number
}

/** Letters of a line that begins at `x` on `y`, `size` high. */
export function letters(font: Font, text: string, size: number, x: number, y: number): Contour[] {
  let left = x
  return [...text].flatMap((character) => {
    const { advance, contours } = font.glyph(character)
    const from = left
    left += advance * size
    return contours.map((contour) => contour.map(([dx, dy]) => [from + dx * size, y + dy * size] as const))
  })
}

export const widthOf = (font: Font, text: string, size: number): number =>
  [...text].reduce((sum, character) => sum + font.glyph(character).advance * size, 0)

/** Lines that are no wider than `most`: broken at spaces, and within a word only where it is wider by itself, as Japanese is. */
export function wrapped(font: Font, text: string, size: number, most: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of drawable(text).split(/(?<= )/)) {
    if (line !== '' && widthOf(font, `${line}${word.trimEnd()}`, size) > most && widthOf(font, word, size) <= most) {
      lines.push(line)
      line = ''
    }
    for (const character of word) {
      if (line !== '' && widthOf(font, `${line}${character}`, size) > most && character.trim() !== '') {
        lines.push(line)
        line = ''
      }
      line += character
    }
  }
  return [...lines, line].map((each) => each.trim()).filter((each) => each !== '')
}

/** On one line, without what stands in no font, because nobody is meant to see it. */
const drawable = (text: string): string => text.replaceAll(/[\uFE00-\uFE0F]/g, '').replaceAll(/[\s\p{C}]+/gu, ' ')

/** A line along these points, so wide; `dashed`: with gaps. */
export function stroke(points: readonly Point[], width: number, dashed = false): Contour[] {
  const [dash, period] = dashed ? [6 * width, 10 * width] : [Infinity, Infinity]
  const bars: Contour[] = []
  let gone = 0
  for (const [i, to] of points.entries()) {
    const from = points[i - 1]
    if (!from) continue
    const length = Math.hypot(to[0] - from[0], to[1] - from[1])
    const at = (way: number): Point => [
      from[0] + ((to[0] - from[0]) * way) / length,
      from[1] + ((to[1] - from[1]) * way) / length,
    ]
    for (let dashAt = dashed ? gone - (gone % period) : 0; dashAt < gone + length; dashAt += period) {
      const [begin, end] = [Math.max(dashAt, gone), Math.min(dashAt + dash, gone + length)]
      if (end > begin) bars.push(bar(at(begin - gone), at(end - gone), width))
    }
    gone += length
  }
  return bars
}

function bar(from: Point, to: Point, width: number): Contour {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const [dx, dy] = [((to[0] - from[0]) * width) / 2 / length, ((to[1] - from[1]) * width) / 2 / length]
  return [
    [from[0] - dy, from[1] + dx],
    [to[0] - dy, to[1] + dx],
    [to[0] + dy, to[1] - dx],
    [from[0] + dy, from[1] - dx],
  ]
}

/** The head of an arrow that comes from `from` and ends at `to`. */
export function arrowHead(from: Point, to: Point, size: number): Contour {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
  const [dx, dy] = [((to[0] - from[0]) * size) / length, ((to[1] - from[1]) * size) / length]
  return [
    [to[0], to[1]],
    [to[0] - dx - dy / 2, to[1] - dy + dx / 2],
    [to[0] - dx + dy / 2, to[1] - dy - dx / 2],
  ]
}

/** A way that bends where the layout has corners: the corners pull, and it goes through the middles between them. */
export function smooth(points: readonly Point[]): Point[] {
  if (points.length < 3) return [...points]
  const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  const way: Point[] = [points[0]!]
  for (let i = 1; i < points.length - 1; i++) {
    const [from, pull] = [way.at(-1)!, points[i]!]
    const to = i === points.length - 2 ? points.at(-1)! : middle(pull, points[i + 1]!)
    for (let piece = 1; piece <= 8; piece++) {
      const [t, rest] = [piece / 8, 1 - piece / 8]
      const on = (axis: 0 | 1) => rest * rest * from[axis] + 2 * rest * t * pull[axis] + t * t * to[axis]
      way.push([on(0), on(1)])
    }
  }
  return way
}

/** How much wider than its text a box is, because of its shape. */
export const margins: Record<DiagramBox['kind'], number> = {
  start: 18,
  end: 18,
  waits: 22,
  calls: 18,
  says: 12,
  any: 22,
}

/** The edge of a box, as Mermaid draws its kinds: a hexagon waits, what begins and ends is round, a flag is for all that wait. */
export function outline(kind: DiagramBox['kind'], { x, y, width, height }: Size & { x: number; y: number }): Contour {
  const [right, bottom] = [x + width, y + height]
  if (kind === 'waits') {
    const tip = 12
    const middle = y + height / 2
    return [
      ...[[x, middle] as const, [x + tip, y] as const, [right - tip, y] as const],
      ...[[right, middle] as const, [right - tip, bottom] as const, [x + tip, bottom] as const],
    ]
  }
  if (kind === 'any') {
    return [
      [x, y],
      [right, y],
      [right, bottom],
      [x, bottom],
      [x + 12, y + height / 2],
    ]
  }
  return rounded(x, y, right, bottom, kind === 'start' || kind === 'end' ? Math.min(height / 2, 18) : 4)
}

function rounded(x: number, y: number, right: number, bottom: number, radius: number): Contour {
  const corners = [
    [right - radius, y + radius, -90],
    [right - radius, bottom - radius, 0],
    [x + radius, bottom - radius, 90],
    [x + radius, y + radius, 180],
  ] as const
  return corners.flatMap(([cx, cy, from]) =>
    Array.from({ length: 9 }, (_, i) => {
      const angle = ((from + (i * 90) / 8) * Math.PI) / 180
      return [cx + Math.cos(angle) * radius, cy + Math.sin(angle) * radius] as const
    }),
  )
}

/** The second side of a box that calls something elsewhere. */
export const doubleSides = ({ x, y, width, height }: Size & { x: number; y: number }): Point[][] =>
  [x + 6, x + width - 6].map((at) => [
    [at, y],
    [at, y + height],
  ])
