import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { readBody } from './body.ts'
import type { HandleClient } from './client.ts'
import { Refusal } from './refusal.ts'
import type { ResponseUrls } from './response-url.ts'
import type { SocketMode } from './socket-mode.ts'
import type { WebApi } from './web-api.ts'
import type { Workspace } from './workspace.ts'

const RESPONSE_LIMIT = 1_000_000

/** Slack's one face to apps: the Web API, response URLs, private files and the Socket Mode addresses. */
export function createSlackServer(parts: {
  webApi: WebApi
  responseUrls: ResponseUrls
  workspace: Workspace
  socketMode: SocketMode
  handleClient: HandleClient
  botToken: string
}): Server {
  const { webApi, responseUrls, workspace, socketMode, handleClient, botToken } = parts

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = (req.url ?? '/').slice(1)
    const [room, name = ''] = path.split(/[/?]/)
    if (room === 'api') return webApi.handle(req, res, name)
    if (room === 'client') return handleClient(req, res, path.slice('client/'.length))
    if (room === 'response') return respond(req, res, name)
    if (room === 'files-pri') return download(req, res, name)
    res.writeHead(404).end()
  }

  async function respond(req: IncomingMessage, res: ServerResponse, id: string): Promise<void> {
    const body = await readBody(req, RESPONSE_LIMIT)
    try {
      responseUrls.use(id, JSON.parse((body ?? '').toString()))
      res.writeHead(200, { 'content-type': 'text/plain' }).end('ok')
    } catch (error) {
      const refused = error instanceof Refusal ? error.error : 'invalid_payload'
      const status = refused === 'expired_url' || refused === 'used_url' ? 404 : 400
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: false, error: refused }))
    }
  }

  /** `url_private`: only with the bot's token; without one Slack sends people to its sign-in page. */
  function download(req: IncomingMessage, res: ServerResponse, id: string): void {
    const file = workspace.files.get(id)
    if (req.headers.authorization !== `Bearer ${botToken}`) {
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
  server.on('upgrade', (req, socket, head) => socketMode.upgrade(req, socket, head))
  return server
}
