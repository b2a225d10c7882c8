import { expect, it } from 'vitest'
import { growthOf } from './support/growth-of.ts'
import { drawingsOf, readTold } from './support/plots.ts'

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
