import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Scope } from './bench.ts'

/** A server on any free port of loopback, gone with its scope. */
export async function listen(scope: Scope, serve: RequestListener): Promise<Server> {
  const server = createServer(serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return server
}
