import { type Figure, ratioOf } from './bench.ts'
import type { Told } from './plots.ts'

const widths = [10, 58, 8, 8, 6, 10]
const heads = ['bench', 'metric', 'ours', 'baseline', 'ratio', 'unit', 'goal']

export const tableHead = line(heads)

export function tableRow(bench: string, figure: Figure): string {
  const { metric, ours, baseline, unit } = figure
  return line([bench, metric, show(ours), show(baseline), show(ratioOf(figure)), unit, goalOf(figure)])
}

/** As it is told to programs. */
export function toldOf(bench: string, figure: Figure): Told {
  const { metric, ours, baseline, unit } = figure
  const rounded = (value: number | null) => (value === null ? null : round(value))
  const ratio = rounded(ratioOf(figure))
  return { bench, metric, ours: round(ours), baseline: rounded(baseline), ratio, unit }
}

function line(cells: string[]): string {
  const numbers = new Set([2, 3, 4])
  return cells
    .map((cell, n) => (numbers.has(n) ? cell.padStart(widths[n]!) : cell.padEnd(widths[n] ?? 0)))
    .join('  ')
    .trimEnd()
}

function goalOf(figure: Figure): string {
  const { goal } = figure
  if (!goal) return ''
  const [kind, bound] = Object.entries(goal)[0] as [string, number]
  const sign = kind.endsWith('tLeast') ? '≥' : '≤'
  return `${kind.startsWith('ratio') ? 'ratio ' : ''}${sign} ${show(bound)}${isMet(figure) ? '' : '  MISSED'}`
}

export function isMet(figure: Figure): boolean {
  if (!figure.goal) return true
  const [kind, bound] = Object.entries(figure.goal)[0] as [string, number]
  const value = kind.startsWith('ratio') ? ratioOf(figure)! : figure.ours
  return kind.endsWith('tLeast') ? value >= bound : value <= bound
}

function show(value: number | null): string {
  return value === null ? '' : round(value).toLocaleString('en', { maximumFractionDigits: 3 })
}

/** Three digits are more than a run repeats. */
function round(value: number): number {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3))
}
