import { z } from 'zod'
import { httpUrl, secret, text } from '../lib/variables.ts'

/** OpenTelemetry’s own names for how a process tells of itself (opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables). */
export const telemetryShape = {
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: httpUrl,
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/json', 'http/protobuf'], {
      error: 'must be http/json, at port 4318 of most collectors; Parley does not speak gRPC',
    })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: secret,
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_METRICS_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .transform(Number)
    .refine((share) => share >= 0 && share <= 1, 'must be the share of traces that are told, from 0 to 1')
    .optional(),
  OTEL_METRIC_EXPORT_INTERVAL: text(/^[1-9]\d{2,8}$/, 'must be milliseconds, at least 100'),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: text(/^[^=,]+=[^=,]*(,[^=,]+=[^=,]*)*$/, 'must be like team=support,region=eu'),
}
type Variables = z.infer<z.ZodObject<typeof telemetryShape>>

/** Where traces and metrics are told, over OTLP. */
export interface TelemetrySettings {
  traces?: string
  metrics?: string
  headers: Readonly<Record<string, string>>
  /** Of traces, 0 to 1. */
  share: number
  everyMs: number
  /** What everything that is told comes from. */
  resource: Readonly<Record<string, string>>
}

/** Nothing is told unless somebody says where. */
export function telemetryOf(variables: Variables): { telemetry?: TelemetrySettings } {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all } = variables
  const at = (signal: string, own: string | undefined, exporter: 'otlp' | 'none') => {
    if (variables.OTEL_SDK_DISABLED === 'true' || exporter === 'none') return undefined
    return own ?? (all && `${all.replace(/\/$/, '')}/v1/${signal}`)
  }
  const traces = at('traces', variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, variables.OTEL_TRACES_EXPORTER)
  const metrics = at('metrics', variables.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT, variables.OTEL_METRICS_EXPORTER)
  if (!traces && !metrics) return {}
  return {
    telemetry: {
      ...(traces && { traces }),
      ...(metrics && { metrics }),
      headers: pairs(variables.OTEL_EXPORTER_OTLP_HEADERS),
      share: variables.OTEL_TRACES_SAMPLER_ARG ?? 1,
      everyMs: Number(variables.OTEL_METRIC_EXPORT_INTERVAL ?? 60_000),
      resource: {
        ...pairs(variables.OTEL_RESOURCE_ATTRIBUTES),
        ...(variables.OTEL_SERVICE_NAME && { 'service.name': variables.OTEL_SERVICE_NAME }),
      },
    },
  }
}

/** `name=value,name=value`, where what would part them is written as in a URL. */
function pairs(list = ''): Record<string, string> {
  const all = list.split(',').filter((pair) => pair.includes('='))
  return Object.fromEntries(
    all.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name.trim(), decoded(value.join('=').trim())]
    }),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
