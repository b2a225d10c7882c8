import { useEffect, useId, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { dayOfYear } from '../../shared/dates.ts'
import styles from './Usage.module.css'

const height = 180
/** In seconds: so much room has a bar on either side. */
const halfDay = 43_200

/** Between two lines of the grid. Counts are whole; money and seconds need not be. */
const daySteps = [1, 2, 7, 14, 28].map((days) => days * 86_400)
const wholeSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000, 10_000, 50_000]
const partSteps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5]

/** A bar for each day. What it shows stands in the table below too, for whoever sees no picture. */
export function Plot({ days, values, label }: { days: readonly string[]; values: readonly number[]; label: string }) {
  const place = useRef<HTMLDivElement>(null)
  const name = useId()
  useEffect(() => {
    const here = place.current!
    const colour = (name: string) => getComputedStyle(here).getPropertyValue(name)
    const [quiet, line, accent] = [colour('--quiet'), colour('--line'), colour('--accent')]
    const axis = { stroke: quiet, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } }
    const plot = new UPlot(
      {
        ...{ width: here.clientWidth, height, legend: { show: false }, cursor: { drag: { x: false, y: false } } },
        scales: {
          x: { time: true, range: (_, min, max) => [min - halfDay, max + halfDay] },
          y: { range: (_, __, max) => [0, max > 0 ? max * 1.1 : 1] },
        },
        series: [
          {},
          {
            label,
            fill: accent,
            stroke: accent,
            width: 0,
            points: { show: false },
            paths: UPlot.paths.bars!({ size: [0.7, 40] }),
          },
        ],
        axes: [
          { ...axis, incrs: daySteps, values: (_, at) => at.map((seconds) => dayOfYear(seconds * 1000)) },
          { ...axis, incrs: values.every(Number.isInteger) ? wholeSteps : [...partSteps, ...wholeSteps] },
        ],
        // Days are counted by UTC.
        tzDate: (at) => UPlot.tzDate(new Date(at * 1000), 'Etc/UTC'),
      },
      [days.map((day) => Date.parse(day) / 1000), [...values]],
      here,
    )
    const fit = new ResizeObserver(() => plot.setSize({ width: here.clientWidth, height }))
    fit.observe(here)
    return () => {
      fit.disconnect()
      plot.destroy()
    }
  }, [days, values, label])
  return (
    <figure className={styles.plot}>
      <figcaption id={name}>{label}</figcaption>
      <div ref={place} role="img" aria-labelledby={name} />
    </figure>
  )
}
