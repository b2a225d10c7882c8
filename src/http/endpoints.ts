import type { FastifyInstance } from 'fastify'
import { AppError } from '../lib/errors.ts'
import { sentences } from './words/index.ts'

export function endpointNotFound(): AppError {
  return new AppError('endpoint_not_found', sentences.request.nothingHere, { status: 404 })
}

/** What may be done at `url`. OPTIONS says so, and every other method is refused before its body is read. */
export function allowOnly(app: FastifyInstance, url: string, methods: readonly string[]): void {
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
  const allow = allowed.join(', ')
  app.options(url, async (_request, reply) => reply.code(204).header('allow', allow).send())
  app.route({
    method: app.supportedMethods.filter((method) => !allowed.includes(method)),
    url,
    onRequest: async (_request, reply) => {
      reply.header('allow', allow)
      throw new AppError('method_not_allowed', sentences.request.onlyAllowed(allow), { status: 405 })
    },
    handler: async () => {},
  })
}
