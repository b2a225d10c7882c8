import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Glyph, readOutlines } from './outlines.ts'

export interface Font {
  glyph(character: string): Glyph
}

/** The first has the letters of Latin, Greek and Cyrillic with all their marks, the second Japanese: JIS X 0208 and more. */
const families = ['arimo', 'kosugi']

/**
 * A server has no fonts of its own, and none is fetched: these are packages. They have a font in files by which letters are used together, and
 * only those are read that a drawing needs.
 */
export function openFont(): Font {
  const slices = families.flatMap(slicesOf)
  const known = new Map<number, Glyph>()

  function look(code: number): Glyph {
    for (const { holds, outlines } of slices) {
      const glyph = holds(code) ? outlines()(code) : undefined
      if (glyph) return glyph
    }
    return missing
  }

  return {
    glyph(character) {
      const code = character.codePointAt(0)!
      const glyph = known.get(code) ?? look(code)
      known.set(code, glyph)
      return glyph
    },
  }
}

function slicesOf(family: string) {
  const folder = new URL('.', import.meta.resolve(`@fontsource/${family}/unicode.json`))
  const read = (name: string) => readFileSync(fileURLToPath(new URL(name, folder)))
  const ranges = Object.entries(JSON.parse(read('unicode.json').toString()) as Record<string, string>)
  return ranges.map(([name, written]) => ({
    holds: holding(written),
    outlines: once(() => readOutlines(read(`files/${family}-${name.replace(/[[\]]/g, '')}-400-normal.woff`))),
  }))
}

/** For emoji, and for scripts that it does not have: what stands there can be read in the words beside the picture. */
const missing: Glyph = {
  advance: 0.8,
  contours: [
    [
      [0.1, 0],
      [0.1, -0.7],
      [0.7, -0.7],
      [0.7, 0],
    ],
    [
      [0.15, -0.05],
      [0.65, -0.05],
      [0.65, -0.65],
      [0.15, -0.65],
    ],
  ],
}

/** Of `U+3042,U+4e00-4eff`. */
function holding(written: string): (code: number) => boolean {
  const ranges = written.split(',').map((range) => {
    const [from, to = from] = range.replace('U+', '').split('-')
    return [Number.parseInt(from!, 16), Number.parseInt(to!, 16)] as const
  })
  return (code) => ranges.some(([from, to]) => from <= code && code <= to)
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
