import { crc32, deflateSync } from 'node:zlib'
import type { Contour } from './outlines.ts'

export type Fill = number

/** Paper in one of a few colours, with ink of one colour on it: so each pixel is one number, and the picture small. */
export interface Canvas {
  /** Colours the paper within, and takes off what ink there was. */
  paper(contours: readonly Contour[], fill: Fill): void
  ink(contours: readonly Contour[]): void
  png(): Uint8Array
}

type Colour = readonly [red: number, green: number, blue: number]

export interface CanvasWish {
  width: number
  height: number
  fills: readonly Colour[]
  inked: Colour
  /** How many kinds of dark a pixel's ink has, from none to full: with more of them edges are smoother, and the picture is larger. */
  steps: number
}

export function createCanvas({ width, height, fills, inked, steps }: CanvasWish): Canvas {
  const pixels = new Uint8Array(width * height)

  /** Calls back with each pixel that is touched, and how much of it is covered. */
  function each(contours: readonly Contour[], touch: (at: number, covered: number) => void): void {
    const points = contours.flat()
    if (points.length === 0) return
    const [left, right] = edges(points, 0, width)
    const [top, bottom] = edges(points, 1, height)
    const columns = right - left
    if (columns <= 0 || bottom <= top) return
    const sums = new Float32Array((columns + 2) * (bottom - top))
    for (const contour of contours) {
      for (let i = 0; i < contour.length; i++) {
        accumulate(sums, columns + 2, contour[i]!, contour[(i + 1) % contour.length]!, left, top, bottom)
      }
    }
    for (let y = top; y < bottom; y++) {
      let sum = 0
      for (let x = 0; x < columns; x++) {
        sum += sums[(y - top) * (columns + 2) + x]!
        const covered = Math.min(1, Math.abs(sum))
        if (covered > 1 / 64) touch(y * width + left + x, covered)
      }
    }
  }

  return {
    paper(contours, fill) {
      each(contours, (at, covered) => {
        if (covered > 0.5) pixels[at] = fill * steps
      })
    },
    ink(contours) {
      each(contours, (at, covered) => {
        const before = pixels[at]! % steps
        const light = (1 - before / (steps - 1)) * (1 - covered)
        pixels[at]! += Math.round((1 - light) * (steps - 1)) - before
      })
    },
    png() {
      const palette = fills.flatMap((fill) =>
        Array.from({ length: steps }, (_, ink) =>
          fill.map((part, i) => Math.round(part + ((inked[i]! - part) * ink) / (steps - 1))),
        ),
      )
      return encode(width, height, pixels, palette.flat())
    },
  }
}

function edges(points: Contour, axis: 0 | 1, most: number): [number, number] {
  let [least, greatest] = [most, 0]
  for (const point of points) {
    least = Math.min(least, point[axis])
    greatest = Math.max(greatest, point[axis])
  }
  return [Math.max(0, Math.floor(least)), Math.min(most, Math.ceil(greatest))]
}

type Point = Contour[number]

/**
 * Adds, row by row, how much the area to the right of a line grows in each pixel; their sum from the left is how much of a pixel is within.
 * (The way of font-rs, by Raph Levien.)
 */
function accumulate(
  sums: Float32Array,
  stride: number,
  from: Point,
  to: Point,
  left: number,
  top: number,
  bottom: number,
): void {
  if (from[1] === to[1]) return
  const [sign, [x0, y0], [x1, y1]] = from[1] < to[1] ? ([1, from, to] as const) : ([-1, to, from] as const)
  const slope = (x1 - x0) / (y1 - y0)
  for (let y = Math.max(top, Math.floor(y0)); y < Math.min(bottom, y1); y++) {
    const [begin, end] = [Math.max(y, y0), Math.min(y + 1, y1)]
    const height = (end - begin) * sign
    const within = (x: number) => Math.min(Math.max(x - left, 0), stride - 2)
    const [a, b] = [within(x0 + (begin - y0) * slope), within(x0 + (end - y0) * slope)]
    const [low, high] = a < b ? [a, b] : [b, a]
    const [first, last] = [Math.floor(low), Math.max(Math.floor(low) + 1, Math.ceil(high))]
    const row = (y - top) * stride
    // How much of each pixel lies right of the line; what comes after the last one lies there whole.
    let before = 0
    for (let x = first; x < last; x++) {
      const covered = high === low ? x + 1 - low : rightOf(x, low, high)
      sums[row + x]! += height * (covered - before)
      before = covered
    }
    sums[row + last]! += height * (1 - before)
  }
}

/** The mean, along a line from `low` to `high`, of how much of the pixel at `x` lies right of it. */
function rightOf(x: number, low: number, high: number): number {
  const area = (at: number) => {
    const part = Math.min(Math.max(at - x, 0), 1)
    return part - (part * part) / 2
  }
  const span = high - low
  const before = Math.max(0, Math.min(high, x) - low)
  return (before + area(high) - area(low)) / span
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** PNG (Third Edition): eight bits a pixel that name a colour of the palette. */
function encode(width: number, height: number, pixels: Uint8Array, palette: readonly number[]): Uint8Array {
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
