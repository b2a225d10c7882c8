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

/** The pages at `/`, each a route of its own: every other path stays unknown. */
export async function consoleFiles(app: FastifyInstance, folder: string): Promise<void> {
  // Built files carry a hash of their content in their names there.
  const hashed = join(folder, 'assets') + sep
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('cache-control', path.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.header('content-security-policy', contentSecurityPolicy)
      reply.header('referrer-policy', 'no-referrer')
    },
  })
}
