import type { FastifyInstance } from 'fastify'
import type { Route } from '../ports/route.ts'
import type { WrongKeys } from './wrong-keys.ts'

const usualBodyLimit = 1024 * 1024

export async function sharedRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  wrongKeys: Pick<WrongKeys, 'note'>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const { method, path, maxBytes: bodyLimit = usualBodyLimit, handle } of routes) {
      scope.route({
        method,
        url: path,
        bodyLimit,
        async handler(request, reply) {
          const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const { status, headers, body } = await handle({
            url: request.url,
            headers: request.headers,
            rawBody,
            address: request.ip,
            refuse: () => wrongKeys.note(request.ip),
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
