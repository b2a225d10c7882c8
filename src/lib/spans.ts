import { createHash } from 'node:crypto'
import {
  type Attributes,
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'

export type { Attributes, Context, Span }
export { SpanKind }

/** What a span is of. */
export interface SpanOf {
  kind?: SpanKind
  attributes?: Attributes
  /** What it is a part of; by default whatever is going on. */
  within?: Context | undefined
}

/** The ids of the next span, where they must be known before it begins: see `app/telemetry/start.ts`. */
export const nextIds: { set?: { traceId: string; spanId: string } | undefined } = {}

/** Until somebody wants them no span is made. */
let isWanted = false
export const wantSpans = (wanted: boolean): void => {
  isWanted = wanted
}
export const spansAreWanted = (): boolean => isWanted

const tracer = trace.getTracer('parley')
const none = trace.wrapSpanContext(INVALID_SPAN_CONTEXT)

/** Does something as a span of its own, which ends with it. What it throws is named by its class alone: words of people may stand in it. */
export async function spanned<T>(name: string, of: SpanOf, work: (span: Span) => Promise<T>): Promise<T> {
  if (!isWanted) return work(none)
  const { span, inside } = begun(name, of)
  try {
    return await context.with(inside, () => work(span))
  } catch (error) {
    failed(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** A span that its caller ends, and what stands in it. */
export function begun(name: string, { kind, attributes, within = context.active() }: SpanOf) {
  const span = tracer.startSpan(
    name,
    { ...(kind !== undefined && { kind }), ...(attributes && { attributes }) },
    within,
  )
  return { span, inside: trace.setSpan(within, span) }
}

/** `error`: what was thrown, or the name of what went wrong. */
export function failed(span: Span, error: unknown): void {
  const type = error instanceof Error ? ((error as { code?: unknown }).code ?? error.name) : error
  span.setAttribute('error.type', String(type)).setStatus({ code: SpanStatusCode.ERROR })
}

/** What a caller says that their call is a part of (W3C Trace Context). */
export const contextOfCaller = (headers: object): Context => propagation.extract(ROOT_CONTEXT, headers)

export const runWithin = <T>(within: Context, run: () => T): T => context.with(within, run)

/** Everything that comes of an event is one trace, in whichever process it is done: its id is made of the event's. */
export function contextOfEvent(event: string): Context {
  return trace.setSpanContext(ROOT_CONTEXT, { ...idsOf(event), traceFlags: TraceFlags.SAMPLED, isRemote: true })
}

/** The span that all of these are parts of, from when the event was until now. It is told once it is over. */
export function endEvent(event: string, name: string, startTime: number, attributes: Attributes): void {
  nextIds.set = idsOf(event)
  try {
    // In whole milliseconds, rounded up: the ends of its parts are told finer, and none comes after it.
    tracer.startSpan(name, { root: true, kind: SpanKind.CONSUMER, startTime, attributes }).end(Date.now() + 1)
  } finally {
    nextIds.set = undefined
  }
}

function idsOf(event: string): { traceId: string; spanId: string } {
  const hash = createHash('sha256').update(event).digest('hex')
  return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) }
}
