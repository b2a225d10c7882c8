import { hostname } from 'node:os'
import type { DiagLogger } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import type { Registry } from 'prom-client'
import type { TelemetrySettings } from '../../config/telemetry.ts'
import type { Log } from '../../lib/log.ts'
import { nextIds, wantSpans } from '../../lib/spans.ts'
import { version } from '../../lib/version.ts'

/** A collector that is away is tried for so long, also when the process ends. */
const timeoutMillis = 3000

export interface Telemetry {
  /** From now on these are told, too. */
  watch(registry: Registry): void
  /** Tells what is left. */
  close(): Promise<void>
}

/** Sends spans and metrics over OTLP, to wherever the standard variables say. Its packages are loaded here alone. */
export async function startTelemetry(settings: TelemetrySettings, log: Log): Promise<Telemetry> {
  const { traces, metrics, headers, share } = settings
  const api = await import('@opentelemetry/api')
  const [resources, core] = await Promise.all([import('@opentelemetry/resources'), import('@opentelemetry/core')])
  const resource = resources.defaultResource().merge(
    resources.resourceFromAttributes({
      'service.name': 'parley',
      'service.version': version,
      'service.instance.id': `${hostname()}/${process.pid}`,
      ...settings.resource,
    }),
  )
  api.diag.setLogger(quietly(log), api.DiagLogLevel.WARN)
  const closing: (() => Promise<void>)[] = []

  if (traces) {
    const { AsyncLocalStorageContextManager } = await import('@opentelemetry/context-async-hooks')
    const { BatchSpanProcessor, RandomIdGenerator, TraceIdRatioBasedSampler, TracerProvider } = await import(
      '@opentelemetry/sdk-trace'
    )
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
    const random = new RandomIdGenerator()
    const provider = new TracerProvider({
      resource,
      // By the id of a trace, so that every process decides alike.
      sampler: new TraceIdRatioBasedSampler(share),
      idGenerator: {
        generateTraceId: () => nextIds.set?.traceId ?? random.generateTraceId(),
        generateSpanId: () => nextIds.set?.spanId ?? random.generateSpanId(),
      },
      spanProcessors: [
        new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: traces, headers, timeoutMillis }) }),
      ],
    })
    api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
    api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
    api.trace.setGlobalTracerProvider(provider)
    wantSpans(true)
    closing.push(async () => {
      wantSpans(false)
      await provider.shutdown()
      for (const one of [api.trace, api.context, api.propagation]) one.disable()
    })
  }

  return {
    watch(registry) {
      if (!metrics) return
      const begun = tellMetrics(registry, resource, { ...settings, metrics })
      closing.push(async () => (await begun).shutdown())
    },
    async close() {
      // At once: each waits for a collector that is away.
      await Promise.all(
        closing.map((close) => close().catch((err) => log.warn({ err }, 'the last telemetry could not be told'))),
      )
      api.diag.disable()
    },
  }
}

async function tellMetrics(
  registry: Registry,
  resource: Resource,
  { metrics: url, headers, everyMs }: TelemetrySettings & { metrics: string },
) {
  const { MeterProvider, PeriodicExportingMetricReader } = await import('@opentelemetry/sdk-metrics')
  const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-http')
  const { producerOf } = await import('./metrics.ts')
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url, headers, timeoutMillis }),
    exportIntervalMillis: everyMs,
    exportTimeoutMillis: Math.min(everyMs, 30_000),
    metricProducers: [producerOf(registry, resource)],
  })
  return new MeterProvider({ resource, readers: [reader] })
}

/** The collector may be away for long: the log says so as it does of anything else. */
function quietly(log: Log): DiagLogger {
  const warn = (message: string) => log.warn({ detail: message }, 'telemetry could not be told')
  return { error: warn, warn, info() {}, debug() {}, verbose() {} }
}
