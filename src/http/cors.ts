import type { FastifyInstance } from 'fastify'

/** Routes that pages of other origins may be let in to; the playground and the platforms' routes never. */
const open = /^\/(?:api|admin\/.*|openapi\.json)$/

const allowedMethods = 'GET, POST, PUT, DELETE'
const allowedHeaders = 'Content-Type, X-API-Key, X-Request-Id, Accept, Accept-Language'
const exposedHeaders =
  'X-Request-Id, X-Turn-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Location'
/** How long a browser may remember that it was allowed, in seconds. */
const maxAge = 3600

/**
 * Lets pages of `origins` (or of any, for `*`) use the API. Never with credentials: keys travel in headers and bodies, which a
 * page has to know to send, so no cookie of anybody is worth anything here.
 */
export function crossOrigin(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const any = origins.includes('*')
  app.addHook('onRequest', (request, reply, done) => {
    if (!open.test(request.routeOptions.url ?? '')) return done()
    const { origin } = request.headers
    if (!any) reply.header('vary', 'Origin')
    if (origin === undefined || !(any || origins.includes(origin))) return done()
    reply.header('access-control-allow-origin', any ? '*' : origin)
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
      reply.header('access-control-allow-methods', allowedMethods)
      reply.header('access-control-allow-headers', allowedHeaders)
      reply.header('access-control-max-age', maxAge)
    } else reply.header('access-control-expose-headers', exposedHeaders)
    done()
  })
}
