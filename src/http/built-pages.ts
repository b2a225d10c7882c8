import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

export interface BuiltPages {
  /** Where they were built to. */
  folder: string
  prefix: string
  /** Whether the address of the folder itself shows its page. */
  index: boolean
  /** They are too many for a route each: what is below the prefix is looked for when it is asked for. */
  many?: boolean
  /** With each of its files. */
  headers: Readonly<Record<string, string>>
}

/** The files of a page, each a route of its own: every other path stays unknown. */
export async function servePages(app: FastifyInstance, pages: BuiltPages): Promise<void> {
  const { folder, prefix, index, many = false, headers } = pages
  // Built files carry a hash of their content in their names there.
  const hashed = join(folder, 'assets') + sep
  await app.register(fastifyStatic, {
    root: folder,
    prefix,
    wildcard: many,
    index: index ? 'index.html' : false,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('cache-control', path.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache')
      for (const [name, value] of Object.entries(headers)) reply.header(name, value)
    },
  })
}
