import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

export function endpointNotFound(): AppError {
  return new AppError('endpoint_not_found', 'There is nothing at this address.', { status: 404 })
}

/** Every other method at `url` is refused, before its body is read. */
export function allowOnly(app: FastifyInstance, url: string, methods: readonly string[]): void {
  const allow = methods.join(', ')
  app.route({
    method: app.supportedMethods.filter((method) => !methods.includes(method)),
    url,
    onRequest: async (_request, reply) => {
      reply.header('allow', allow)
      throw new AppError('method_not_allowed', `Only ${allow} is allowed here.`, { status: 405 })
    },
    handler: async () => {},
  })
}
