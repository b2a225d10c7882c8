import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { allowOnly } from './endpoints.ts'
import { openMetricsType, toOpenMetrics, wantsOpenMetrics } from './open-metrics.ts'

/** For whoever watches the service: how often, how fast and how much, never who or what. */
export function metricsRoutes(app: FastifyInstance, metrics: Registry): void {
  app.get('/metrics', async ({ headers }, reply) => {
    const classic = await metrics.metrics()
    reply.header('vary', 'accept')
    if (wantsOpenMetrics(headers.accept)) return reply.type(openMetricsType).send(toOpenMetrics(classic))
    return reply.type(metrics.contentType).send(classic)
  })
  allowOnly(app, '/metrics', ['GET'])
}
