import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { readBody } from './body.ts'
import type { HandleClient } from './client.ts'
import { Refusal, refuse } from './refusal.ts'
import type { Seat } from './seat.ts'
import type { WebApi } from './web-api.ts'

const RESPONSE_LIMIT = 1_000_000
const UPLOAD_LIMIT = 6_000_000

/** Slack's one face to apps: the Web API, response URLs, private files and the Socket Mode addresses. */
export function createSlackServer(parts: {
  webApi: WebApi
  seats: () => Seat[]
  /** The seats that a token opens the files of. */
  readers: (token: string) => Seat[]
  handleClient: HandleClient
}): Server {
  const { webApi, seats, readers, handleClient } = parts

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = (req.url ?? '/').slice(1)
    const [room, name = ''] = path.split(/[/?]/)
    if (room === 'api') return webApi.handle(req, res, name)
    if (room === 'client') return handleClient(req, res, path.slice('client/'.length))
    if (room === 'response') return respond(req, res, name)
    if (room === 'files-pri') return download(req, res, name)
    if (room === 'upload') return upload(req, res, path.split('/')[2] ?? '')
    res.writeHead(404).end()
  }

  async function respond(req: IncomingMessage, res: ServerResponse, id: string): Promise<void> {
    const body = await readBody(req, RESPONSE_LIMIT)
    try {
      const seat = seats().find(({ responseUrls }) => responseUrls.has(id))
      if (!seat) refuse('expired_url')
      seat!.responseUrls.use(id, JSON.parse((body ?? '').toString()))
      res.writeHead(200, { 'content-type': 'text/plain' }).end('ok')
    } catch (error) {
      const refused = error instanceof Refusal ? error.error : 'invalid_payload'
      const status = refused === 'expired_url' || refused === 'used_url' ? 404 : 400
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: false, error: refused }))
    }
  }

  /** The bytes of a file, at the address an app was given for it: as they are, and as many as it said. */
  async function upload(req: IncomingMessage, res: ServerResponse, id: string): Promise<void> {
    const bytes = await readBody(req, UPLOAD_LIMIT)
    const uploads = seats().map((seat) => seat.uploads)
    const found = uploads.find((each) => each.has(id))
    const isRight = req.method === 'POST' && bytes !== undefined && (found?.put(id, bytes) ?? false)
    res.writeHead(isRight ? 200 : 400, { 'content-type': 'text/plain' }).end(isRight ? `OK - ${bytes.length}` : 'no')
  }

  /** `url_private`: only with a token that may read files; without one Slack sends people to its sign-in page. */
  function download(req: IncomingMessage, res: ServerResponse, id: string): void {
    const token = req.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const opened = readers(token)
    const file = opened.map(({ workspace }) => workspace.files.get(id)).find((each) => each !== undefined)
    if (opened.length === 0) {
      res.writeHead(302, { location: '/sign-in' }).end()
    } else if (!file) {
      res.writeHead(404).end()
    } else {
      res.writeHead(200, { 'content-type': file.mimetype, 'content-length': file.bytes.length }).end(file.bytes)
    }
  }

  const server = createServer((req, res) => {
    handle(req, res).catch((error: unknown) => {
      // A caller that went away or a simulator that stops wants no answer.
      if (!req.complete || res.headersSent || !server.listening) res.destroy()
      else res.writeHead(500).end(String(error))
    })
  })
  // Longer than any client keeps an idle connection, so that none is closed under a request.
  server.keepAliveTimeout = 65_000
  server.on('upgrade', (req, socket, head) => {
    const app = new URL(req.url ?? '/', 'http://localhost').searchParams.get('app_id')
    const seat = seats().find((each) => each.app.id === app)
    if (seat) seat.app.socketMode.upgrade(req, socket, head)
    else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
  })
  return server
}
