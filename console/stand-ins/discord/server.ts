import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { HandleClient } from '../shared/client.ts'
import { isForeign, ownDoor } from '../shared/door.ts'
import type { FileStore } from './file-store.ts'
import type { Gateway } from './gateway/index.ts'
import type { Rest } from './rest.ts'

/** Discord's one face to apps: REST, the gateway and attachments; and to the page. */
export function createDiscordServer(parts: {
  rest: Rest
  gateway: Gateway
  files: FileStore
  /** Absent: the page's requests are taken elsewhere. */
  handleClient: HandleClient | undefined
}): Server {
  const { rest, gateway, files, handleClient } = parts

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = req.url ?? '/'
    const [, version, path] = /^\/api\/(v\d+)(\/.*)$/.exec(url) ?? []
    if (version && path) return rest.handle(req, res, version, path)
    if (url.startsWith('/client/') && handleClient) return handleClient(req, res, url.slice('/client/'.length))
    if (url.startsWith('/cdn/')) return download(res, url.slice('/cdn/'.length))
    res.writeHead(404).end()
  }

  function download(res: ServerResponse, path: string): void {
    const file = files.open(path)
    if (!file) {
      res.writeHead(404, { 'content-type': 'text/plain' }).end('This content is no longer available.')
      return
    }
    res.writeHead(200, { 'content-type': file.type, 'content-length': file.bytes.length }).end(file.bytes)
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
    if (!isForeign(req) && /^\/gateway(?:\/resume)?\/?(?:\?|$)/.test(req.url ?? '')) gateway.upgrade(req, socket, head)
    else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
  })
  return server
}
