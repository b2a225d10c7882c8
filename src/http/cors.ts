import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../lib/log.ts'

/** Where agents are talked to: by keys that stand in what is sent. */
const talking = /^\/(?:api|openapi\.json|v1\/(?:chat|models|responses|turns)(?:\/.*)?)$/
/** Routes that pages of other origins may be let in to; the playground and the platforms' routes never. */
const open = /^\/(?:api|(?:admin|v1)\/.*|openapi\.json)$/

const allowedMethods = 'GET, POST, PUT, PATCH, DELETE'
const allowedHeaders = [
  ...['Content-Type', 'Authorization', 'X-API-Key', 'X-Request-Id', 'Accept', 'Accept-Language'],
  ...['Idempotency-Key', 'If-Match', 'If-None-Match', 'Last-Event-ID'],
].join(', ')
/** What OpenAI's SDK says of itself and of whom it asks for: more with every version. */
const sdkHeader = /^(?:x-stainless|openai)-[a-z0-9-]{1,60}$/
const exposedHeaders = [
  ...['X-Request-Id', 'X-Turn-Id', 'Parley-Skipped', 'RateLimit', 'RateLimit-Policy', 'RateLimit-Limit'],
  ...['RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After', 'Location', 'ETag'],
  ...['Deprecation', 'Sunset', 'Link', 'Idempotency-Replayed', 'X-Should-Retry'],
].join(', ')
/** How long a browser may remember that it was allowed, in seconds. */
const maxAge = 3600
/** Origins that the log has named: each is told once, and a page that makes them up does not fill it. */
const maxNamed = 100

/**
 * Lets pages of `origins` (or of any, for `*`) use the API; where nobody has said, any page may talk to agents and none may manage them.
 * Never with credentials: keys travel in headers and bodies, which a page has to know to send, so no cookie of anybody is worth
 * anything here.
 */
export function crossOrigin(app: FastifyInstance, origins: readonly string[] | undefined, log: Log): void {
  const named = new Set<string>()
  const refuse = (origin: string, route: string) => {
    if (named.has(origin) || named.size >= maxNamed) return
    named.add(origin)
    log.warn({ origin, route }, 'a page of another origin was refused: http.cors.origins of parley.yaml says who may')
  }
  const isAny = (route: string) => (origins ? origins.includes('*') : talking.test(route))

  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? ''
    if (!open.test(route)) return done()
    const { origin } = request.headers
    const any = isAny(route)
    if (!any) reply.header('vary', 'Origin')
    if (origin === undefined) return done()
    if (!any && !origins?.includes(origin)) {
      // The console is a page of this server's own, which needs no leave.
      if (!URL.canParse(origin) || new URL(origin).host !== request.headers.host) refuse(origin, route)
      return done()
    }
    reply.header('access-control-allow-origin', any ? '*' : origin)
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
      reply.header('access-control-allow-methods', allowedMethods)
      reply.header('access-control-allow-headers', headersFor(request))
      reply.header('access-control-max-age', maxAge)
    } else reply.header('access-control-expose-headers', exposedHeaders)
    done()
  })
}

/** What an SDK of OpenAI's protocol adds is let in by name, where it asks for it. */
function headersFor({ headers }: FastifyRequest): string {
  const asked = `${headers['access-control-request-headers'] ?? ''}`.toLowerCase().split(',')
  const known = asked.map((name) => name.trim()).filter((name) => sdkHeader.test(name))
  return [allowedHeaders, ...known.slice(0, 50)].join(', ')
}
