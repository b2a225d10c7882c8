import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bodyOf, forward } from './forward.ts'

/** One call of a platform. `at`: in milliseconds since 1970. */
export interface Tapped {
  method: string
  args: Record<string, unknown>
  at: number
}

export interface Tap {
  readonly url: string
  readonly calls: readonly Tapped[]
  stop(): Promise<void>
}

/** Between one process and the platform: what it calls, which the platform cannot tell from what others do. */
export async function startTap(behind: string): Promise<Tap> {
  const calls: Tapped[] = []

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    const body = await bodyOf(request)
    const method = path.split('?')[0]!.split('/').at(-1)!
    calls.push({ method, args: argsOf(request, body), at: Date.now() })
    await forward(request, response, new URL(path, behind), body)
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  // Longer than any client keeps an idle connection, so that none is closed under a request.
  server.keepAliveTimeout = 65_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    calls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function argsOf({ headers }: IncomingMessage, body: Buffer): Record<string, unknown> {
  const text = body.toString()
  if (text === '') return {}
  if (headers['content-type']?.startsWith('application/json')) return JSON.parse(text)
  return Object.fromEntries(new URLSearchParams(text))
}
