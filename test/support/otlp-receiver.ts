import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** Of OTLP's JSON (opentelemetry.io/docs/specs/otlp), what tests look at. */
export interface ToldSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}
interface Attribute {
  key: string
  value: Record<string, unknown>
}
interface TracesBody {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: ToldSpan[] }[] }[]
}
export interface ToldMetric {
  name: string
  sum?: { isMonotonic: boolean; dataPoints: { asDouble?: number; attributes: Attribute[] }[] }
  gauge?: { dataPoints: { asDouble?: number }[] }
  histogram?: { dataPoints: { count: number; bucketCounts: number[]; explicitBounds: number[] }[] }
}
interface MetricsBody {
  resourceMetrics: { scopeMetrics: { metrics: ToldMetric[] }[] }[]
}

/** A collector that keeps what it is told. */
export async function startOtlpReceiver() {
  const spans: ToldSpan[] = []
  const services = new Set<string>()
  let metrics: ToldMetric[] = []
  const headers: unknown[] = []
  const server = createServer(async (request, response) => {
    const body = await json(request)
    headers.push(request.headers['authorization'])
    if (request.url === '/v1/traces') {
      for (const { resource, scopeSpans } of (body as TracesBody).resourceSpans) {
        services.add(textOf(resource.attributes, 'service.name'))
        spans.push(...scopeSpans.flatMap((scope) => scope.spans))
      }
    } else if (request.url === '/v1/metrics') {
      metrics = (body as MetricsBody).resourceMetrics.flatMap((one) =>
        one.scopeMetrics.flatMap((scope) => scope.metrics),
      )
    } else response.statusCode = 404
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    services,
    headers,
    metric: (name: string) => metrics.find((one) => one.name === name),
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

export function textOf(attributes: readonly Attribute[], key: string): string {
  const { value = {} } = attributes.find((one) => one.key === key) ?? {}
  return String(value['stringValue'] ?? value['intValue'] ?? '')
}
