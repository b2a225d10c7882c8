import { box, type Colour, line, svg, text } from './svg.ts'

/** Curves over one axis, a panel each for what is measured in different units. */
export interface Chart {
  title: string
  /** What goes from left to right, with its unit. */
  along: string
  panels: Panel[]
}

export interface Panel {
  label: string
  curves: { label: string; points: [x: number, y: number][] }[]
}

/** What was measured, and what beside it. */
export interface Pair {
  label: string
  ours: number
  baseline: number
  unit: string
}

const width = 760
const margin = 16

/** A pair of bars for each; the longer one fills the row, because what is measured in different units has no common scale. */
export function drawPairs(title: string, pairs: readonly Pair[]): string {
  const rowHeight = 56
  const longest = width - 2 * margin - 150
  const rows = pairs.flatMap(({ label, ours, baseline, unit }, n) => {
    const y = 64 + n * rowHeight
    const most = Math.max(ours, baseline)
    const bar = (value: number, row: number, colour: Colour) => {
      const length = most > 0 ? Math.max(1, (value / most) * longest) : 1
      const top = y + 8 + row * 15
      return [
        box(margin, top, length, 11, colour),
        text(margin + length + 6, top + 10, `${shown(value)} ${unit}`, { kind: 'small' }),
      ]
    }
    return [text(margin, y, label), ...bar(ours, 0, 'ours'), ...bar(baseline, 1, 'beside')]
  })
  const key = legend(['Parley', 'beside it'], 40)
  const height = 64 + pairs.length * rowHeight
  return svg({ width, height }, title, [text(margin, 24, title, { kind: 'title' }), ...key, ...rows])
}

export function drawChart({ title, along, panels }: Chart): string {
  const panelHeight = 150
  const parts = panels.flatMap((panel, n) => drawPanel(panel, { top: 44 + n * panelHeight, height: panelHeight - 44 }))
  const height = 44 + panels.length * panelHeight + 12
  return svg({ width, height }, title, [
    text(margin, 24, title, { kind: 'title' }),
    ...parts,
    text(width - margin, height - 8, along, { anchor: 'end', kind: 'small' }),
  ])
}

const curveColours: readonly Colour[] = ['ours', 'goal', 'beside']

function drawPanel({ label, curves }: Panel, { top, height }: { top: number; height: number }): string[] {
  const left = margin + 52
  const right = width - margin
  const bottom = top + 16 + height
  const all = curves.flatMap(({ points }) => points)
  const most = roundUp(Math.max(0, ...all.map(([, y]) => y)))
  const [from, to] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))]
  const placeOf = ([x, y]: readonly [number, number]): [number, number] => [
    left + ((x - from) / (to - from || 1)) * (right - left),
    bottom - (y / most) * height,
  ]
  const levels = [0, 0.5, 1].flatMap((part) => {
    const y = bottom - part * height
    return [
      line(
        [
          [left, y],
          [right, y],
        ],
        'faint',
      ),
      text(left - 6, y + 4, shown(part * most), { anchor: 'end', kind: 'small' }),
    ]
  })
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const x = left + part * (right - left)
    return text(x, bottom + 14, shown(from + part * (to - from)), {
      anchor: part === 1 ? 'end' : 'middle',
      kind: 'small',
    })
  })
  const drawn = curves.map(({ points }, n) => line(points.map(placeOf), curveColours[n]!))
  const names =
    curves.length > 1
      ? legend(
          curves.map((curve) => curve.label),
          top + 6,
          right,
        )
      : []
  return [text(margin, top + 6, label), ...names, ...levels, ...ticks, ...drawn]
}

/** From the left, or to the left of `right`. */
function legend(labels: readonly string[], y: number, right?: number): string[] {
  const step = 130
  const begin = right === undefined ? margin : right - labels.length * step
  return labels.flatMap((label, n) => [
    box(begin + n * step, y - 9, 10, 10, right === undefined ? (['ours', 'beside'] as const)[n]! : curveColours[n]!),
    text(begin + n * step + 15, y, label, { kind: 'small' }),
  ])
}

/** The next of 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value)!
}

const shown = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 })
