import type { IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { endpointNotFound } from './endpoints.ts'

/** The simulated platforms behind the panes of the playground page. */
export interface Playground {
  /** Starts the pane's platform if it is not running yet. Answers which person to be at first; undefined for no such pane. */
  open(pane: string): Promise<{ user: string } | undefined>
  /** `path` is what follows `/playground/<pane>/`, with its query. The body has not been read. */
  handle(pane: string, request: IncomingMessage, response: ServerResponse, path: string): Promise<void>
}

type PaneParams = { Params: { pane: string } }

/** Resolves with how to end what the panes hold open: their event streams would otherwise never end. */
export async function playgroundRoutes(app: FastifyInstance, playground: Playground, log: Log): Promise<() => void> {
  const open = new Set<ServerResponse>()
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      scope.addHook('onRequest', async (request) => refuseStrangers(request))

      scope.post<PaneParams>('/:pane/open', async (request) => {
        const opened = await playground.open(request.params.pane)
        if (!opened) throw endpointNotFound()
        return opened
      })

      scope.all<PaneParams>('/:pane/*', (request, reply) => {
        const { pane } = request.params
        const path = request.url.slice(request.url.indexOf('/', '/playground/'.length) + 1)
        reply.hijack()
        reply.raw.setHeader('x-request-id', request.id)
        open.add(reply.raw)
        reply.raw.once('close', () => open.delete(reply.raw))
        playground.handle(pane, request.raw, reply.raw, path).catch((err) => {
          log.error({ err, requestId: request.id }, 'the playground failed')
          reply.raw.destroy()
        })
      })
    },
    { prefix: '/playground' },
  )
  return () => {
    for (const response of open) response.destroy()
  }
}

/**
 * The playground has no login, so only this machine may use it, and only our own page in a browser: another site could
 * otherwise write to it, or point a name of its own at 127.0.0.1 and read it.
 */
function refuseStrangers(request: FastifyRequest): void {
  const { host = '', origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (!isLoopbackAddress(request.socket.remoteAddress) || !isLoopbackName(host)) {
    throw new AppError('loopback_only', 'The playground can only be used on the machine it runs on, at localhost.', {
      status: 403,
    })
  }
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const foreign = (origin !== undefined && !isOriginOf(origin, host)) || site === 'cross-site' || site === 'same-site'
  if (!reads && foreign) {
    throw new AppError('cross_origin', 'Only the playground page itself may write here.', { status: 403 })
  }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

function isLoopbackAddress(address = ''): boolean {
  return isIPv4(address) ? loopback.check(address, 'ipv4') : isIPv6(address) && loopback.check(address, 'ipv6')
}

function isLoopbackName(host: string): boolean {
  const { hostname } = URL.parse(`http://${host}`) ?? { hostname: '' }
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''))
  )
}

function isOriginOf(origin: string, host: string): boolean {
  return URL.parse(origin)?.host === URL.parse(`http://${host}`)?.host
}
