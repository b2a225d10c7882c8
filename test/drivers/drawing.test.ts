import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { PICTURE_BYTES } from '../../adapters/teams/pictures.ts'
import { diagramOf, inOne, toldOf } from '../../src/admin/scenarios/diagram.ts'
import { readScenarios } from '../../src/admin/scenarios/folder.ts'
import { openFont } from '../../src/drivers/drawing/font.ts'
import { createDrawings } from '../../src/drivers/drawing/index.ts'
import type { Diagram } from '../../src/ports/drawings.ts'

const warned: unknown[] = []
const log = { warn: (...told: unknown[]) => void warned.push(told) }
// However busy the machine is: what is drawn is looked at here, and not how soon.
const drawings = createDrawings({ log, patienceMs: 100_000 })
const draw = async (diagram: Diagram, most = 1_000_000) => {
  const png = await drawings.png(diagram, most)
  return png && read(Buffer.from(png))
}

const one = (lines: string[], kind: Diagram['boxes'][number]['kind'] = 'says'): Diagram => ({
  boxes: [{ id: 'a', kind, lines }],
  arrows: [],
})
const two = (label: string, isAside = false): Diagram => ({
  boxes: [
    { id: 'a', kind: 'waits', lines: ['a'] },
    { id: 'b', kind: 'end', lines: ['b'] },
  ],
  arrows: [{ from: 'a', to: 'b', label, isAside }],
})

/** As far as our own pictures go: a palette, and one byte a pixel. */
function read(png: Buffer) {
  expect(png.toString('latin1', 1, 4)).toBe('PNG')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND'])
  const [width, height] = [0, 4].map((at) => chunks.get('IHDR')!.readUInt32BE(at)) as [number, number]
  const rows = inflateSync(chunks.get('IDAT')!)
  const palette = chunks.get('PLTE')!
  const dark = (index: number) => palette[index * 3]! < 120
  const ink = Array.from(
    { length: height },
    (_, y) => [...rows.subarray(y * (width + 1) + 1, (y + 1) * (width + 1))].filter(dark).length,
  ).reduce((a, b) => a + b, 0)
  return { width, height, ink, bytes: png.length }
}

describe('a drawing', () => {
  it('is a picture whose boxes are as wide as their words, which are broken where they are too wide', async () => {
    const [short, long, japanese] = await Promise.all([
      draw(one(['ask'])),
      draw(one(['ask', 'What would you like to drink today, and how many of them?'])),
      draw(one(['ask', '本日はどのようなお飲み物になさいますか。いくつご入り用ですか。'])),
    ])
    expect(long!.width).toBeGreaterThan(short!.width)
    expect(long!.height).toBeGreaterThan(short!.height)
    // Words are no wider than that, in any script.
    expect(Math.max(long!.width, japanese!.width)).toBeLessThan(600)
    expect(japanese!.height).toBeGreaterThan(short!.height)
    expect(japanese!.ink).toBeGreaterThan(short!.ink)
  })

  it('has lines that are dashed where time opens a way, and labels on them', async () => {
    const [solid, dashed, labelled] = await Promise.all([draw(two('')), draw(two('', true)), draw(two('yes'))])
    expect(dashed!.ink).toBeLessThan(solid!.ink)
    expect(labelled!.height).toBeGreaterThan(solid!.height)
  })

  it('shows a way that leads back to where it begins', async () => {
    const { boxes } = one(['a'])
    const looped = await draw({ boxes, arrows: [{ from: 'a', to: 'a', label: 'again', isAside: false }] })
    expect(looped!.width).toBeGreaterThan((await draw({ boxes, arrows: [] }))!.width)
  })

  it('is made coarser until it fits, and not at all where it cannot', async () => {
    const wanted = one(['ask', 'Which of all of these would you like to have?'])
    const sharp = await draw(wanted)
    const fitting = await draw(wanted, sharp!.bytes - 1)
    expect(fitting!.width).toBeLessThan(sharp!.width)
    expect(await draw(wanted, 100)).toBeUndefined()
  })

  it('cannot be made of what nobody could read, and the next one can', async () => {
    const boxes = Array.from({ length: 600 }, (_, i) => ({
      id: `b${i}`,
      kind: 'says' as const,
      lines: ['x'.repeat(60)],
    }))
    const vast = drawings.png({ boxes, arrows: [] }, 1_000_000)
    expect(await draw(one(['small']))).toBeDefined()
    expect((await vast)?.length ?? 0).toBeLessThan(1_000_001)
  })

  it('says why where the thread that draws fails', async () => {
    const broken = { boxes: undefined, arrows: [] } as never
    expect(await drawings.png(broken, 1)).toBeUndefined()
    expect(JSON.stringify(warned.at(-1))).toContain('could not be made')
  })
})

it.each(['en', 'ja'] as const)('the coffee of the demo can be read in a message of Teams, in %s', async (language) => {
  const { files } = readScenarios([join(import.meta.dirname, '../../config/agents/demo/scenarios/coffee.yaml')])
  const diagram = diagramOf(
    files.map(({ scenario }) => scenario),
    language,
  )
  expect(await draw(inOne(diagram), PICTURE_BYTES)).toBeDefined()
  expect(toldOf(diagram, language)).not.toContain('@{')
})

describe('the letters', () => {
  const font = openFont()
  const missing = font.glyph('\u{1f44d}')

  it.each([
    ['Latin with its marks', 'Aéüñßøçąłž €–—“”…•'],
    ['Greek and Cyrillic', 'αΩбЯ'],
    ['Japanese', 'あアｱ漢鬱麒麟髙〜「」、。①※→'],
  ])('of %s are there without a font on the machine', (_, letters) => {
    expect([...letters].filter((letter) => font.glyph(letter) === missing)).toEqual([])
    for (const letter of letters) expect(font.glyph(letter).advance).toBeGreaterThan(0)
  })

  it('that no font has are boxes', () => {
    expect(missing.contours).toHaveLength(2)
    expect(font.glyph('한')).toBe(missing)
  })

  it('are composed where the font composes them', () => {
    expect(font.glyph('é').contours.length).toBeGreaterThan(font.glyph('e').contours.length)
  })
})
