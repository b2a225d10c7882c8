import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { flameOf } from './support/flame.ts'
import { growthOf } from './support/growth-of.ts'
import { drawingsOf, readTold } from './support/plots.ts'

const pictures = resolve(import.meta.dirname, '../../docs/images/bench')

const told = [
  { bench: 'echo', metric: 'messages <beside> Bolt', ours: 1611, baseline: 2091, ratio: 0.77, unit: '/s' },
  { bench: 'echo', metric: 'one wait', ours: 0.07, baseline: null, ratio: null, unit: 'ms' },
  {
    bench: 'soak',
    chart: {
      title: 'An hour',
      along: 'minutes',
      panels: [
        {
          label: 'memory, MB',
          curves: [
            {
              label: 'resident',
              points: [
                [0, 100],
                [30, 130],
                [60, 120],
              ],
            },
          ],
        },
      ],
    },
  },
]

it('a run is drawn: what has something beside it as bars, what goes on as curves', () => {
  const drawings = drawingsOf(readTold(`bench metric\n${told.map((line) => JSON.stringify(line)).join('\n')}\n`))
  expect(Object.keys(drawings)).toEqual(['beside.svg', 'soak.svg'])
  expect(drawings['beside.svg']).toContain('messages &lt;beside&gt; Bolt')
  expect(drawings['beside.svg']).toContain('2,090 /s')
  expect(drawings['beside.svg']).not.toContain('one wait')
  // The highest of 130 stands below the line of 200, by as much of the panel.
  expect(drawings['soak.svg']).toMatch(/points="68,113 406,97\.1 744,102\.4"/)
})

it.each(['beside.svg', 'soak.svg'])('%s is read in the light and in the dark, and fetches nothing', (name) => {
  const drawing = drawingsOf(readTold(told.map((line) => JSON.stringify(line)).join('\n')))[name]!
  expect(drawing).toContain('prefers-color-scheme: dark')
  expect(drawing).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
  expect(drawing.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|<script|url\(/)
})

it('growth is told by the line through what was measured, not by its ends', () => {
  expect(
    growthOf([
      [0, 10],
      [1, 10],
      [2, 10],
    ]),
  ).toBe(0)
  expect(
    growthOf([
      [0, 10],
      [1, 11],
      [2, 12],
    ]),
  ).toBeCloseTo(2 / 11)
  expect(
    growthOf([
      [0, 10],
      [1, 20],
      [2, 0],
      [3, 10],
    ]),
  ).toBeLessThan(0)
})

it('a profile is drawn as a flame graph: the same calls are one frame, and what the processor did not do is none', () => {
  const node = (id: number, functionName: string, url: string, children: number[] = []) => ({
    id,
    callFrame: { functionName, url, lineNumber: 6 },
    children,
  })
  const drawing = flameOf({
    nodes: [
      node(1, '(root)', '', [2, 3, 5]),
      node(2, 'drain', 'file:///app/src/turns/run.ts', [4]),
      node(3, 'drain', 'file:///app/src/turns/run.ts'),
      node(4, 'get<T>', 'file:///app/node_modules/pg/lib/client.js'),
      node(5, '(idle)', ''),
    ],
    samples: [2, 3, 4, 5],
    timeDeltas: [1000, 2000, 1000, 50_000],
  })
  expect(drawing).toContain('<title>(root) : 4.0 ms, 100.0 %</title>')
  expect(drawing).toContain('<title>drain file:///app/src/turns/run.ts:7: 4.0 ms, 100.0 %</title>')
  expect(drawing).toContain('<title>get&lt;T&gt; file:///app/node_modules/pg/lib/client.js:7: 1.0 ms, 25.0 %</title>')
  expect(drawing.match(/<rect /g)).toHaveLength(3)
})

it('the drawings of the documentation are of what was told', () => {
  const read = (name: string) => readFileSync(join(pictures, name), 'utf8')
  const names = readdirSync(pictures).filter((name) => name.endsWith('.svg'))
  expect(Object.fromEntries(names.map((name) => [name, read(name)]))).toEqual(drawingsOf(readTold(read('told.jsonl'))))
})

it('what is drawn beside one another stands in the table of docs/benchmarks.md', () => {
  const page = readFileSync(resolve(pictures, '../../benchmarks.md'), 'utf8')
  const pairs = readTold(readFileSync(join(pictures, 'told.jsonl'), 'utf8')).filter((line) => 'metric' in line)
  expect(pairs.length).toBeGreaterThan(3)
  for (const { ours, baseline } of pairs) {
    const shown = (value: number) => (value < 10 ? value.toFixed(2) : value.toLocaleString('en'))
    expect(page).toMatch(new RegExp(`\\| ${shown(ours)} [^|]*\\| ${shown(baseline!)} `))
  }
})
