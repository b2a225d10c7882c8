import { graphlib, layout } from '@dagrejs/dagre'
import type { Diagram, DiagramArrow, DiagramBox } from '../../ports/drawings.ts'
import { type Canvas, createCanvas } from './canvas.ts'
import type { Font } from './font.ts'
import type { Contour } from './outlines.ts'
import {
  arrowHead,
  doubleSides,
  letters,
  margins,
  outline,
  type Size,
  smooth,
  stroke,
  widthOf,
  wrapped,
} from './shapes.ts'

const named = 14
const told = 12
const leading = 1.4
const widest = 190
const border = 16

/** Beyond it no text could be read, whatever shows it. */
const mostPixels = 24_000_000
/** The sharpest first. What does not fit so is drawn coarser, and at last with less smooth edges. */
const ways = [
  { scale: 2, steps: 16 },
  { scale: 1.5, steps: 16 },
  { scale: 1, steps: 16 },
  { scale: 1, steps: 4 },
]

const white = 0
const fills: Record<DiagramBox['kind'], number> = { says: 0, start: 1, waits: 2, calls: 3, end: 1, any: 4 }
const colours = [
  [255, 255, 255],
  [226, 243, 228],
  [225, 236, 252],
  [253, 239, 214],
  [240, 236, 247],
] as const
const inked = [38, 44, 56] as const

interface Text extends Size {
  lines: { text: string; size: number }[]
}
interface Placed extends Size {
  x: number
  y: number
}

/** Where its label stands, and its corners. */
interface Way extends Placed {
  points: { x: number; y: number }[]
}

/** The picture of a diagram, from top to bottom, in at most so many bytes; undefined where it cannot be had in them. */
export function draw(diagram: Diagram, font: Font, most: number): Uint8Array | undefined {
  const texts = new Map(diagram.boxes.map((box) => [box.id, boxText(font, box)]))
  const labels = diagram.arrows.map(({ label }) =>
    textOf(font, label === '' ? [] : wrapped(font, label, told, 150), told),
  )
  const graph = laidOut(diagram, texts, labels)
  const frame = frameOf(diagram, graph)
  for (const { scale, steps } of ways) {
    const [across, down] = [frame.width * scale, frame.height * scale].map(Math.ceil) as [number, number]
    if (across * down > mostPixels) continue
    const canvas = createCanvas({ width: across, height: down, fills: colours, inked, steps })
    paint(scaled(canvas, scale, frame), font, diagram, graph, texts, labels)
    const png = canvas.png()
    if (png.length <= most) return png
  }
  return undefined
}

function boxText(font: Font, { kind, lines: [name = '', ...rest] }: DiagramBox): Text {
  const { width, height, lines } = textOf(
    font,
    rest.flatMap((line) => wrapped(font, line, told, widest)),
    told,
  )
  const heads = textOf(font, wrapped(font, name, named, widest), named)
  return {
    width: Math.max(48, Math.max(heads.width, width) + margins[kind] * 2),
    height: heads.height + height + 16,
    lines: [...heads.lines, ...lines],
  }
}

function textOf(font: Font, lines: readonly string[], size: number): Text {
  return {
    width: Math.max(0, ...lines.map((line) => widthOf(font, line, size))),
    height: lines.length * size * leading,
    lines: lines.map((text) => ({ text, size })),
  }
}

type Graph = InstanceType<typeof graphlib.Graph>

function laidOut({ boxes, arrows }: Diagram, texts: ReadonlyMap<string, Text>, labels: readonly Text[]): Graph {
  const graph = new graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 32, edgesep: 16, ranksep: 36 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of boxes) {
    const { width, height } = texts.get(id)!
    graph.setNode(id, { width, height })
  }
  for (const [i, { from, to }] of arrows.entries()) {
    const { width, height } = labels[i]!
    graph.setEdge(from, to, { width: width + 8, height: height + 4, labelpos: 'c' }, `${i}`)
  }
  layout(graph)
  for (const [i, { from, to }] of arrows.entries()) if (from === to) loop(graph, from, `${i}`)
  return graph
}

/** A way back to where it begins: out on the right and in again, with its label in between. */
function loop(graph: Graph, id: string, name: string): void {
  const { x, y, width, height } = graph.node(id) as Placed
  const way = graph.edge(id, id, name) as Way
  const [edge, out] = [x + width / 2 - 6, way.x + way.width / 4]
  way.points = [
    { x: edge, y: y - height / 4 },
    { x: out, y: y - height / 4 },
    { x: out, y: y + height / 4 },
    { x: edge, y: y + height / 4 },
  ]
  way.y = y
}

/** All that is drawn, with a border around it. What the layout says of its size leaves out ways that lead back to where they begin. */
function frameOf({ boxes, arrows }: Diagram, graph: Graph): Placed {
  const corners = [
    ...boxes.map(({ id }) => graph.node(id) as Placed),
    ...arrows.flatMap(({ from, to }, i) => {
      const way = graph.edge(from, to, `${i}`) as Way
      return [way, ...way.points.map((point) => ({ ...point, width: 0, height: 0 }))]
    }),
  ]
  const edge = (key: 'x' | 'y', side: 'width' | 'height', sign: 1 | -1) =>
    corners.map((corner) => corner[key] * sign + corner[side] / 2).reduce((a, b) => Math.max(a, b), -Infinity) + border
  const [left, top] = [-edge('x', 'width', -1), -edge('y', 'height', -1)]
  return { x: left, y: top, width: edge('x', 'width', 1) - left, height: edge('y', 'height', 1) - top }
}

/** Draws in the units of the layout. */
function scaled(canvas: Canvas, scale: number, frame: Placed): Pick<Canvas, 'paper' | 'ink'> {
  const to = (contours: readonly Contour[]) =>
    contours.map((contour) => contour.map(([x, y]) => [(x - frame.x) * scale, (y - frame.y) * scale] as const))
  return { paper: (contours, fill) => canvas.paper(to(contours), fill), ink: (contours) => canvas.ink(to(contours)) }
}

function paint(
  canvas: Pick<Canvas, 'paper' | 'ink'>,
  font: Font,
  { boxes, arrows }: Diagram,
  graph: Graph,
  texts: ReadonlyMap<string, Text>,
  labels: readonly Text[],
): void {
  const ways = arrows.map(({ from, to }, i) => graph.edge(from, to, `${i}`) as Way)
  for (const [i, { points }] of ways.entries()) paintWay(canvas, arrows[i]!, points)
  for (const [i, { x, y }] of ways.entries()) {
    const { width, height } = labels[i]!
    if (height === 0) continue
    canvas.paper([outline('says', { x: x - width / 2 - 3, y: y - height / 2, width: width + 6, height })], white)
    paintText(canvas, font, labels[i]!, x, y)
  }
  for (const { id, kind } of boxes) {
    const { x, y, width, height } = graph.node(id) as Placed
    const place = { x: x - width / 2, y: y - height / 2, width, height }
    const edge = outline(kind, place)
    canvas.paper([edge], fills[kind])
    const sides = kind === 'calls' ? doubleSides(place) : []
    for (const line of [[...edge, edge[0]!], ...sides]) {
      for (const bar of stroke(line, 1.2)) canvas.ink([bar])
    }
    paintText(canvas, font, texts.get(id)!, x, y)
  }
}

function paintWay(canvas: Pick<Canvas, 'ink'>, { isAside }: DiagramArrow, corners: Way['points']): void {
  const way = smooth(corners.map(({ x, y }) => [x, y] as const))
  const [before, end] = [way.at(-2), way.at(-1)]
  if (!before || !end) return
  for (const bar of stroke(way, 1.2, isAside)) canvas.ink([bar])
  canvas.ink([arrowHead(before, end, 8)])
}

/** Its lines, one beneath the other, with their middle at `x` and `y`. */
function paintText(canvas: Pick<Canvas, 'ink'>, font: Font, { lines }: Text, x: number, y: number): void {
  const height = lines.reduce((sum, { size }) => sum + size * leading, 0)
  let top = y - height / 2
  for (const { text, size } of lines) {
    const left = x - widthOf(font, text, size) / 2
    // Letter by letter: contours of neighbours may touch.
    canvas.ink(letters(font, text, size, left, top + size * 1.06))
    top += size * leading
  }
}
