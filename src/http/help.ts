import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { servePages } from './built-pages.ts'

/** Everything is ours. Code is coloured by styles that stand in the page. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = { 'content-security-policy': contentSecurityPolicy, 'referrer-policy': 'no-referrer' }

/** The documentation at `/help/`, in both languages, where it was built (`npm run docs`): the image and the package have it. */
export async function helpPages(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) return
  await servePages(app, { folder, prefix: '/help/', index: true, many: true, headers })
  app.get('/help', async (_request, reply) => reply.redirect('/help/', 301))
}
