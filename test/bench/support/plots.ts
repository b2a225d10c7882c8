import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Chart, drawChart, drawPairs } from './charts.ts'

/** A line of what a run tells with `--json`: a figure, or a chart. */
export type Told = { bench: string } & (
  | { metric: string; ours: number; baseline: number | null; ratio: number | null; unit: string }
  | { chart: Chart }
)

/** The drawings of a run by their names: what has something beside it in one, and each chart. */
export function drawingsOf(told: readonly Told[]): Record<string, string> {
  const drawings: Record<string, string> = {}
  const pairs = told.flatMap((line) => {
    if (!('metric' in line) || line.baseline === null) return []
    const { bench, metric, ours, baseline, unit } = line
    return [{ label: `${bench}: ${metric}`, ours, baseline, unit }]
  })
  if (pairs.length > 0) drawings['beside.svg'] = drawPairs('Parley, and what was measured beside it', pairs)
  for (const line of told) if ('chart' in line) drawings[`${line.bench}.svg`] = drawChart(line.chart)
  return drawings
}

export const readTold = (lines: string): Told[] =>
  lines
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

/** The paths of what was drawn. */
export function writeDrawings(folder: string, told: readonly Told[]): string[] {
  mkdirSync(folder, { recursive: true })
  return Object.entries(drawingsOf(told)).map(([name, drawing]) => {
    const path = join(folder, name)
    writeFileSync(path, drawing)
    return path
  })
}
