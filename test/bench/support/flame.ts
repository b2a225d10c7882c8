import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Colour, escaped, svg, text } from './svg.ts'

/** What `node --cpu-prof` writes, as far as it is drawn: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile */
export interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[]
  samples: number[]
  /** Microseconds from each sample to the next. */
  timeDeltas: number[]
}

interface CallFrame {
  functionName: string
  url: string
  lineNumber: number
}

/** A function as it was called from those above it. */
interface Frame {
  name: string
  where: string
  us: number
  callees: Map<string, Frame>
}

const width = 1200
const rowHeight = 17
/** Below it nothing could be seen. */
const narrowest = 0.6
const letter = 6.2
/** What a processor did not do. */
const idle = new Set(['(idle)', '(program)'])

/** Draws each profile of a folder beside it. The paths of what was drawn. */
export function drawFlames(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .map((name) => {
      const path = join(folder, name.replace(/cpuprofile$/, 'svg'))
      writeFileSync(path, flameOf(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
      return path
    })
}

/** A flame graph that hangs: callers above, what they call below, as wide as it took; its own document, with a tip for each frame. */
export function flameOf(profile: CpuProfile): string {
  const root = framesOf(profile)
  const rows: string[] = []
  let deepest = 0

  function draw(frame: Frame, x: number, depth: number): void {
    const wide = (frame.us / root.us) * width
    if (wide < narrowest) return
    deepest = Math.max(deepest, depth)
    const y = 32 + depth * rowHeight
    const part = `${((frame.us / root.us) * 100).toFixed(1)} %`
    const tip = `${frame.name} ${frame.where}: ${(frame.us / 1000).toFixed(1)} ms, ${part}`
    const size = `x="${x.toFixed(1)}" y="${y}" width="${wide.toFixed(1)}" height="${rowHeight - 1}"`
    const letters = Math.floor((wide - 4) / letter)
    const label = letters >= 3 ? text(x + 3, y + 12, frame.name.slice(0, letters), { kind: 'small' }) : ''
    rows.push(`<g><title>${escaped(tip)}</title><rect ${size} class="frame ${colourOf(frame.where)}"/>${label}</g>`)
    let from = x
    for (const callee of [...frame.callees.values()].sort((a, b) => b.us - a.us)) {
      draw(callee, from, depth + 1)
      from += (callee.us / root.us) * width
    }
  }

  draw(root, 0, 0)
  const title = `${(root.us / 1000).toFixed(0)} ms of processor; blue: Parley, grey: packages, the rest: Node`
  return svg({ width, height: 40 + (deepest + 1) * rowHeight }, title, [text(4, 20, title, { kind: 'title' }), ...rows])
}

/** Calls of the same function from the same callers are one frame. */
function framesOf({ nodes, samples, timeDeltas }: CpuProfile): Frame {
  const self = new Map<number, number>()
  for (const [n, id] of samples.entries()) self.set(id, (self.get(id) ?? 0) + Math.max(0, timeDeltas[n] ?? 0))
  const byId = new Map(nodes.map((node) => [node.id, node]))

  function add(id: number, callees: Map<string, Frame>): number {
    const { callFrame, children = [] } = byId.get(id)!
    const { functionName, url, lineNumber } = callFrame
    if (idle.has(functionName)) return 0
    const name = functionName || '(anonymous)'
    const where = url && `${url}:${lineNumber + 1}`
    const frame = callees.get(name + where) ?? { name, where, us: 0, callees: new Map<string, Frame>() }
    callees.set(name + where, frame)
    const us = (self.get(id) ?? 0) + children.reduce((sum, child) => sum + add(child, frame.callees), 0)
    frame.us += us
    return us
  }

  const top = new Map<string, Frame>()
  add(nodes[0]!.id, top)
  return [...top.values()][0]!
}

function colourOf(where: string): Colour {
  if (where.includes('/node_modules/')) return 'beside'
  return where.startsWith('file:') ? 'ours' : 'faint'
}
