import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Pictures of agents may come from anywhere on the web; everything else is ours. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' https: data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The pages of the console and the playground, at `/`. */
export async function consoleFiles(app: FastifyInstance, folder: string): Promise<void> {
  // Built files carry a hash of their content in their names there.
  const hashed = join(folder, 'assets') + sep
  await app.register(fastifyStatic, {
    root: folder,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('cache-control', path.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.header('content-security-policy', contentSecurityPolicy)
      reply.header('x-content-type-options', 'nosniff')
      reply.header('referrer-policy', 'no-referrer')
    },
  })
}
