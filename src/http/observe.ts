import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { createHistogram, type HistogramRow } from '../lib/histogram.ts'
import type { Log } from '../lib/log.ts'
import { begun, contextOfCaller, failed, runWithin, SpanKind, spansAreWanted } from '../lib/spans.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, and for which agent; empty until known. For the access log. */
    account: string
    agent: string
  }
}

/** Asked all day by machines; of no interest unless they fail. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])

/** nginx's number for a client that left before its answer. */
const clientGone = 499

export interface ObserveParts {
  log: Log
  metrics: Registry
  onBegin(): void
  /** After each response, however it ended. */
  onEnd(request: FastifyRequest): void
}

const isEventStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type') ?? reply.raw.getHeader('content-type')).startsWith('text/event-stream')

/** One line in the log and one observation for each request, by an allow-list of fields: never what it said. */
export function observeRequests(app: FastifyInstance, { log, metrics, onBegin, onEnd }: ObserveParts): void {
  const duration = createHistogram({
    name: 'http_request_duration_seconds',
    help: 'Time until an HTTP response was complete, by route and status.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registry: metrics,
  })
  const rows = new Map<string, HistogramRow>()
  const rowOf = (method: string, route: string, status: number) => {
    const name = `${method} ${status} ${route}`
    const row = rows.get(name) ?? duration({ method, route, status })
    rows.set(name, row)
    return row
  }
  app.decorateRequest('account', '')
  app.decorateRequest('agent', '')

  app.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now()
    const { ended, inside } = spanOf(request)
    onBegin()
    reply.header('x-request-id', request.id)
    reply.raw.on('close', () => {
      const { method, id: requestId, account, agent } = request
      const route = request.routeOptions.url ?? 'none'
      // A page that listens to events hangs up when it has heard enough.
      const isHeard = reply.raw.writableFinished || (method === 'GET' && isEventStream(reply))
      const status = isHeard ? reply.raw.statusCode : clientGone
      const ms = Math.round((performance.now() - startedAt) * 10) / 10
      rowOf(method, route, status).observe(ms / 1000)
      const line: Record<string, unknown> = { method, route, status, ms, requestId }
      if (account !== '') line['account'] = account
      if (agent !== '') line['agent'] = agent
      if (probes.has(route) && status === 200) log.debug(line, 'request')
      else log.info(line, 'request')
      ended(route, status)
      onEnd(request)
    })
    inside(done)
  })
}

/** Whatever comes of a call is a part of it, and the call of what its caller says. Events of platforms have traces of their own. */
function spanOf({ method, headers, url }: FastifyRequest) {
  const isCall = () => headers.traceparent !== undefined || /^\/(api|v1|admin|mcp)\b/.test(url)
  if (!spansAreWanted() || !isCall()) return { ended() {}, inside: (run: () => void) => run() }
  const within = contextOfCaller(headers)
  const { span, inside } = begun(method, {
    kind: SpanKind.SERVER,
    attributes: { 'http.request.method': method },
    within,
  })
  return {
    inside: (run: () => void) => runWithin(inside, run),
    ended(route: string, status: number) {
      span.updateName(`${method} ${route}`).setAttributes({ 'http.route': route, 'http.response.status_code': status })
      if (status >= 500) failed(span, String(status))
      span.end()
    },
  }
}
