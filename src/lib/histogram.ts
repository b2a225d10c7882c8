import type { Metric, Registry } from 'prom-client'

type Labels = Readonly<Record<string, string | number>>

export interface HistogramParts {
  name: string
  help: string
  /** Upper bounds, rising. */
  buckets: readonly number[]
  registry: Registry
}

/** One combination of labels, counted in by itself. */
export interface HistogramRow {
  observe(value: number): void
}

/**
 * A histogram in a registry of prom-client, whose own finds a row anew by its labels at every observation. That costs more than
 * anything else of counting, and servers observe every request.
 */
export function createHistogram({ name, help, buckets, registry }: HistogramParts) {
  const rows: { labels: Labels; counts: number[]; sum: number }[] = []

  const valuesOf = ({ labels, counts, sum }: (typeof rows)[number]) => {
    let below = 0
    const bounded = counts.map((count, i) => {
      below += count
      return { labels: { ...labels, le: buckets[i] ?? '+Inf' }, value: below, metricName: `${name}_bucket` }
    })
    return [
      ...bounded,
      { labels, value: sum, metricName: `${name}_sum` },
      { labels, value: below, metricName: `${name}_count` },
    ]
  }
  const metric = {
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    get: async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: rows.flatMap(valuesOf) }),
  }
  registry.registerMetric(metric as unknown as Metric)

  return (labels: Labels): HistogramRow => {
    const row = { labels, counts: [...buckets, Infinity].map(() => 0), sum: 0 }
    rows.push(row)
    return {
      observe(value) {
        let i = 0
        while (i < buckets.length && value > buckets[i]!) i++
        row.counts[i]!++
        row.sum += value
      },
    }
  }
}
