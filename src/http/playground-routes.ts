import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../lib/log.ts'
import { servePages } from './built-pages.ts'
import { endpointNotFound } from './endpoints.ts'
import type { PlaygroundGate } from './playground-gate.ts'

/** The simulated platforms behind the panes of the playground page. */
export interface Playground {
  /** Starts the pane's platform if it is not running yet. Answers which person to be at first; undefined for no such pane. */
  open(pane: string): Promise<{ user: string } | undefined>
  /** `path` is what follows `/playground/<pane>/`, with its query. The body has not been read. */
  handle(pane: string, request: IncomingMessage, response: ServerResponse, path: string): Promise<void>
}

/** Pictures of agents may come from anywhere on the web; everything else is ours. The console shows the page beside why it answered so. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' https: data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

const pageHeaders = { 'content-security-policy': contentSecurityPolicy, 'referrer-policy': 'no-referrer' }

type PaneParams = { Params: { pane: string } }

export interface PlaygroundParts {
  panes: Playground
  gate: PlaygroundGate
  /** Signs whoever sees the page in to the console of what is played with; undefined where there is no console. */
  enterConsole: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>) | undefined
  /** Of the built pages. */
  folder: string
  log: Log
}

/**
 * The page at `/` and what it talks to, all of it behind the gate. Resolves with how to end what the panes hold open: their event
 * streams would otherwise never end.
 */
export async function playgroundRoutes(app: FastifyInstance, parts: PlaygroundParts): Promise<() => void> {
  const { panes, gate, enterConsole, folder, log } = parts
  const open = new Set<ServerResponse>()
  await app.register(async (gated) => {
    gated.addHook('onRequest', gate.check)
    await servePages(gated, { folder, prefix: '/', index: true, headers: pageHeaders })
    await gated.register(
      async (scope) => {
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser('*', (_request, _payload, done) => done(null))

        scope.post<PaneParams>('/:pane/open', async (request) => {
          const opened = await panes.open(request.params.pane)
          if (!opened) throw endpointNotFound()
          return opened
        })

        if (enterConsole) {
          scope.post('/console', async (request, reply) => {
            await enterConsole(request, reply)
            return reply.code(204).send()
          })
        }

        scope.all<PaneParams>('/:pane/*', (request, reply) => {
          const { pane } = request.params
          const path = request.url.slice(request.url.indexOf('/', '/playground/'.length) + 1)
          reply.hijack()
          reply.raw.setHeader('x-request-id', request.id)
          open.add(reply.raw)
          reply.raw.once('close', () => open.delete(reply.raw))
          panes.handle(pane, request.raw, reply.raw, path).catch((err) => {
            log.error({ err, requestId: request.id }, 'the playground failed')
            reply.raw.destroy()
          })
        })
      },
      { prefix: '/playground' },
    )
  })
  return () => {
    for (const response of open) response.destroy()
  }
}
