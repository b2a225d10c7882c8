import { createServer, type Server } from 'node:http'
import type { HandleClient } from '../shared/client.ts'
import { ownDoor } from '../shared/door.ts'
import type { Rest } from './rest.ts'

/** The connector, the login and the keys at one address; and the page's requests. */
export function createTeamsServer(parts: {
  rest: Rest
  /** Absent: the page's requests are taken elsewhere. */
  handleClient: HandleClient | undefined
}): Server {
  const { rest, handleClient } = parts
  const answer = ownDoor((req, res) => {
    const url = req.url ?? '/'
    if (url.startsWith('/client/') && handleClient) return handleClient(req, res, url.slice('/client/'.length))
    rest.handle(req, res).catch((error: unknown) => {
      // A caller that went away or a simulator that stops wants no answer.
      if (!req.complete || res.headersSent || !server.listening) res.destroy()
      else res.writeHead(500).end(String(error))
    })
  })
  const server = createServer(answer)
  // Longer than any client keeps an idle connection, so that none is closed under a request.
  server.keepAliveTimeout = 65_000
  return server
}
