import type { FastifyInstance } from 'fastify'
import { servePages } from '../built-pages.ts'

/** Everything is ours, and nothing stands in the page itself. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data:",
  "font-src 'self'",
  "connect-src 'self'",
  // The playground, beside why it answered so.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}

/** What stands behind `/console/`, as the page itself calls it. */
const names = [
  ...(['in', 'conversations', 'agents', 'improve', 'handovers', 'replay'] as const),
  ...(['usage', 'health', 'events', 'people', 'trust', 'sessions', 'playground'] as const),
]

/** The page at `/console` and below: which of its own it shows, it knows itself. */
export async function consolePages(app: FastifyInstance, folder: string): Promise<void> {
  const page = await servePages(app, { folder, prefix: '/console/', index: false, headers })
  app.get('/console', page)
  for (const name of names) app.get(`/console/${name}`, page)
  app.get('/console/conversations/:id', page)
  app.get('/console/handovers/:handover', page)
  app.get('/console/agents/:agent', page)
  app.get('/console/agents/:agent/:room', page)
}
