import type { FastifyInstance } from 'fastify'

/** A path that a chat platform calls. Signatures are made over the bytes as they came, so nothing parses them before. */
export interface SharedRoute {
  method: 'GET' | 'POST'
  path: string
  handle(request: SharedRequest): Promise<SharedResponse>
}

export interface SharedRequest {
  /** Path and query. */
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  rawBody: Buffer
  /** Where it comes from, as far as that is known: behind a proxy that is not trusted, the proxy's. */
  address: string
}

export interface SharedResponse {
  status: number
  headers?: Record<string, string>
  body: string
}

const bodyLimit = 1024 * 1024

export async function sharedRoutes(app: FastifyInstance, routes: readonly SharedRoute[]): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
    for (const { method, path, handle } of routes) {
      scope.route({
        method,
        url: path,
        async handler(request, reply) {
          const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const { status, headers, body } = await handle({
            url: request.url,
            headers: request.headers,
            rawBody,
            address: request.ip,
          })
          return reply
            .code(status)
            .headers(headers ?? {})
            .send(body)
        },
      })
    }
  })
}
