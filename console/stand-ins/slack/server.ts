import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBody } from '../shared/body.ts'
import type { HandleClient } from '../shared/client.ts'
import { isForeign, ownDoor } from '../shared/door.ts'
import type { Faults } from './faults.ts'
import { cuesOf } from './messages.ts'
import { Refusal, refuse } from './refusal.ts'
import type { Seat } from './seat.ts'
import type { Fault } from './view.ts'
import type { WebApi } from './web-api.ts'

const RESPONSE_LIMIT = 1_000_000
const UPLOAD_LIMIT = 6_000_000

/** Slack's one face to apps: the Web API, response URLs, private files and the Socket Mode addresses. */
export function createSlackServer(parts: {
  webApi: WebApi
  seats: () => Seat[]
  /** The seats that a token opens the files of. */
  readers: (token: string) => Seat[]
  faults: Faults
  /** Absent: the page's requests are taken elsewhere. */
  handleClient: HandleClient | undefined
}): Server {
  const { webApi, seats, readers, faults, handleClient } = parts

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = (req.url ?? '/').slice(1)
    const [room, name = ''] = path.split(/[/?]/)
    if (room === 'api') return webApi.handle(req, res, name)
    if (room === 'client' && handleClient) return handleClient(req, res, path.slice('client/'.length))
    if (room === 'response') return at('response_url', res, () => respond(req, name))
    if (room === 'files-pri') return download(req, res, name, path.endsWith('.vtt'))
    if (room === 'upload') return at('upload', res, () => upload(req, path.split('/')[2] ?? ''))
    res.writeHead(404).end()
  }

  /** What is done at an address that an app was given, unless a fault is in the way. */
  async function at(name: 'response_url' | 'upload', res: ServerResponse, act: () => Promise<Answer>): Promise<void> {
    const fault = faults.take(name, undefined)
    if (fault?.kind === 'reset') return void res.socket?.destroy()
    if (fault?.kind === 'hang') return
    const refusal = fault && refusalOf(fault)
    const { status, type, body } = refusal ?? (await act())
    if (fault?.kind === 'drop') return void res.socket?.destroy()
    if (fault?.kind === 'slow') await sleep(fault.delay ?? 3000, undefined, { ref: false })
    const wait = refusal ? retryAfterOf(fault!) : undefined
    if (wait !== undefined) res.setHeader('retry-after', wait)
    res.writeHead(status, { 'content-type': type }).end(body)
  }

  async function respond(req: IncomingMessage, id: string): Promise<Answer> {
    const body = await readBody(req, RESPONSE_LIMIT)
    try {
      const seat = seats().find(({ responseUrls }) => responseUrls.has(id))
      if (!seat) refuse('expired_url')
      seat!.responseUrls.use(id, JSON.parse((body ?? '').toString()))
      return { status: 200, type: 'text/plain', body: 'ok' }
    } catch (error) {
      const refused = error instanceof Refusal ? error.error : 'invalid_payload'
      return failed(refused === 'expired_url' || refused === 'used_url' ? 404 : 400, refused)
    }
  }

  /** The bytes of a file, at the address an app was given for it: as they are, and as many as it said. */
  async function upload(req: IncomingMessage, id: string): Promise<Answer> {
    const bytes = await readBody(req, UPLOAD_LIMIT)
    const uploads = seats().map((seat) => seat.uploads)
    const found = uploads.find((each) => each.has(id))
    const isRight = req.method === 'POST' && bytes !== undefined && (found?.put(id, bytes) ?? false)
    return { status: isRight ? 200 : 400, type: 'text/plain', body: isRight ? `OK - ${bytes.length}` : 'no' }
  }

  /** `url_private`: only with a token that may read files; without one Slack sends people to its sign-in page. */
  function download(req: IncomingMessage, res: ServerResponse, id: string, isCues: boolean): void {
    const token = req.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const opened = readers(token)
    const file = opened.map(({ workspace }) => workspace.files.get(id)).find((each) => each !== undefined)
    if (opened.length === 0) {
      res.writeHead(302, { location: '/sign-in' }).end()
    } else if (!file) {
      res.writeHead(404).end()
    } else if (isCues && file.clip?.says !== undefined) {
      res.writeHead(200, { 'content-type': 'text/vtt' }).end(cuesOf(file.clip.says))
    } else {
      res.writeHead(200, { 'content-type': file.mimetype, 'content-length': file.bytes.length }).end(file.bytes)
    }
  }

  const answer = ownDoor((req, res) => {
    handle(req, res).catch((error: unknown) => {
      // A caller that went away or a simulator that stops wants no answer.
      if (!req.complete || res.headersSent || !server.listening) res.destroy()
      else res.writeHead(500).end(String(error))
    })
  })
  const server = createServer(answer)
  // Longer than any client keeps an idle connection, so that none is closed under a request.
  server.keepAliveTimeout = 65_000
  server.on('upgrade', (req, socket, head) => {
    const app = new URL(req.url ?? '/', 'http://localhost').searchParams.get('app_id')
    const seat = seats().find((each) => each.app.id === app)
    if (seat && !isForeign(req)) seat.app.socketMode.upgrade(req, socket, head)
    else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
  })
  return server
}

interface Answer {
  status: number
  type: string
  body: string
}

const failed = (status: number, error: string): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify({ ok: false, error }),
})

/** Undefined for faults that come after it was done. */
function refusalOf({ kind, status = 200, error = '', body }: Fault): Answer | undefined {
  if (kind === 'error') return failed(500, 'internal_error')
  if (kind === 'ratelimited') return failed(429, 'rate_limited')
  if (kind !== 'refuse') return undefined
  return body === undefined ? failed(status, error) : { status, type: 'text/html', body }
}

const retryAfterOf = ({ kind, retryAfter }: Fault): number | undefined =>
  kind === 'ratelimited' ? (retryAfter ?? 1) : retryAfter
