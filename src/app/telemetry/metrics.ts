import { ValueType } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import { AggregationTemporality, DataPointType, type MetricData, type MetricProducer } from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, MetricValueWithName, Registry } from 'prom-client'

type Metric = MetricObjectWithValues<MetricValue<string> & Partial<MetricValueWithName<string>>>

/** The metrics that `/metrics` shows, as OTLP tells them: one list, whoever asks. */
export function producerOf(registry: Registry, resource: Resource): MetricProducer {
  const startTime = timeOf(Date.now())
  return {
    async collect() {
      const endTime = timeOf(Date.now())
      const all = (await registry.getMetricsAsJSON()) as Metric[]
      const metrics = all.flatMap((metric) => asData(metric, { startTime, endTime }))
      return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'parley' }, metrics }] }, errors: [] }
    },
  }
}

const timeOf = (ms: number): [number, number] => [Math.floor(ms / 1000), (ms % 1000) * 1e6]

type Times = { startTime: [number, number]; endTime: [number, number] }

function asData({ name, help, type, values }: Metric, times: Times): MetricData[] {
  const data = {
    descriptor: { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const dataPoints = values.map(({ value, labels }) => ({ ...times, attributes: textsOf(labels), value }))
  switch (`${type}`) {
    case 'counter':
      return [{ ...data, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }]
    case 'histogram':
      return [{ ...data, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(values, times) }]
    case 'gauge':
      return [{ ...data, dataPointType: DataPointType.GAUGE, dataPoints }]
    default:
      return []
  }
}

/** Prometheus counts in each bucket those of the smaller ones too; OTLP does not. */
function histograms(values: Metric['values'], times: Times) {
  const rows = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels))
  return [...rows].map(([labels, row]) => {
    const of = (end: string) => row.find(({ metricName = '' }) => metricName.endsWith(end))?.value ?? 0
    const buckets = row
      .filter(({ labels }) => labels['le'] !== undefined && labels['le'] !== '+Inf')
      .map(({ labels, value }) => ({ le: Number(labels['le']), upTo: value }))
      .sort((x, y) => x.le - y.le)
    const count = of('_count')
    const counts = [...buckets.map(({ upTo }) => upTo), count].map((upTo, i) => upTo - (buckets[i - 1]?.upTo ?? 0))
    const value = { buckets: { boundaries: buckets.map(({ le }) => le), counts }, sum: of('_sum'), count }
    return { ...times, attributes: JSON.parse(labels) as Record<string, string>, value }
  })
}

const textsOf = (labels: Metric['values'][number]['labels']) =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]))

/** As the names of Prometheus say it. */
function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return 's'
  return /_bytes(_total)?$/.test(name) ? 'By' : ''
}
