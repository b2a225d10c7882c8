import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Received {
  method: string
  /** Path and query. */
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** How the server answers a request; by default 200 without a body. */
export type Respond = (received: Received, response: ServerResponse) => void | Promise<void>

/** Somebody's server, on a free port of this machine, that keeps what it was sent. */
export async function startWebhookServer(respond: Respond = (_, response) => void response.end()) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() }
    received.push(one)
    await respond(one, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((closed) => server.close(closed))
  }
  onTestFinished(stop)
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, received, stop }
}
