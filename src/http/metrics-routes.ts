import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { allowOnly } from './endpoints.ts'

/** For whoever watches the service: how often, how fast and how much, never who or what. */
export function metricsRoutes(app: FastifyInstance, metrics: Registry): void {
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()))
  allowOnly(app, '/metrics', ['GET'])
}
