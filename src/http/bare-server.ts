import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyInstance, fastify } from 'fastify'
import type { Log } from '../lib/log.ts'
import { endpointNotFound } from './endpoints.ts'
import { problemType, sendProblem } from './problems.ts'
import { requestId } from './request-id.ts'

/** Slow uploads are cut off after this, in milliseconds. */
const requestTimeoutMs = 120_000

interface BareParts {
  /** Whose word on who asks is taken: addresses, or ranges of them. */
  trustProxies: readonly string[]
  log: Log
}

/** A server that answers nothing yet, but says so in our words. */
export function bareServer({ trustProxies, log }: BareParts): FastifyInstance {
  const app = fastify({
    genReqId: requestId,
    requestTimeout: requestTimeoutMs,
    // Whoever is not trusted is taken by their own address, whatever they say.
    trustProxy: trustProxies.length > 0 && [...trustProxies],
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 1024 },
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply, log),
  })
  // Also of what is answered before there is a route, or beside them.
  app.server.prependListener('request', (_request, response) => response.setHeader('x-content-type-options', 'nosniff'))
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, log))
  app.setNotFoundHandler((request, reply) => sendProblem(endpointNotFound(), request, reply, log))
  // Only who understands a body reads it.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  return app
}

/** What is no HTTP has no request, so it is answered on the bare socket. */
function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
  const status = statuses[error.code ?? ''] ?? 400
  const title = STATUS_CODES[status]!
  const code = title.toLowerCase().replaceAll(' ', '_')
  const body = JSON.stringify({
    type: 'about:blank',
    title,
    status,
    detail: 'This is not a proper HTTP request.',
    code,
  })
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    `content-type: ${problemType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }
