import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Route } from '../../src/ports/route.ts'

export interface Loopback {
  /** http://127.0.0.1:PORT */
  url: string
  close(): Promise<void>
}

/** Serves these routes to this machine alone, at a free port. */
export async function serveOnLoopback(routes: readonly Route[]): Promise<Loopback> {
  const server = createServer(async (request, response) => {
    try {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const route = routes.find(({ method, path }) => method === request.method && path === pathname)
      if (!route) return void response.writeHead(404).end()
      const chunks = await request.toArray()
      const answer = await route.handle({
        url: request.url ?? '/',
        headers: request.headers,
        rawBody: Buffer.concat(chunks as Buffer[]),
        address: request.socket.remoteAddress ?? '',
        refuse: () => 0,
      })
      response.writeHead(answer.status, answer.headers).end(answer.body)
    } catch {
      // The caller went away, or hears nothing and tries again.
      response.destroy()
    }
  })
  // Longer than any client keeps an idle connection, so that none is closed under a request.
  server.keepAliveTimeout = 65_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** The port that this file tells of, if nothing listens there now; else 0, which stands for any. */
export async function portNotedIn(file: string): Promise<number> {
  const port = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  if (!Number.isInteger(port) || port <= 0 || port > 65_535) return 0
  const probe = createServer()
  try {
    probe.listen(port, '127.0.0.1')
    await once(probe, 'listening')
  } catch {
    return 0
  }
  probe.close()
  await once(probe, 'close')
  return port
}
