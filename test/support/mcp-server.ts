import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

/** A tracker that speaks both eras of the protocol, on a free port of this machine. What it says and does may be changed at any time. */
export async function startMcpServer() {
  const state = {
    description: 'Files an issue',
    answer: (): string | Promise<string> => 'issue 7',
    /** It takes no request any more: connections to it end. */
    isGone: false,
  }
  const received: unknown[] = []
  const tokens = new Set<string | undefined>()
  const handler = toNodeHandler(
    createMcpHandler(() => {
      const server = new McpServer({ name: 'tracker', version: '1' })
      const inputSchema = z.object({ title: z.string(), urgent: z.boolean().optional() })
      server.registerTool('create', { description: state.description, inputSchema }, async (given) => {
        received.push(given)
        return { content: [{ type: 'text', text: await state.answer() }] }
      })
      return server
    }),
  )
  const http = createServer((request, response) => {
    tokens.add(request.headers.authorization)
    if (state.isGone) return void request.socket.destroy()
    // The SDK's types know nothing of what Node's may leave out.
    void handler(request as Parameters<typeof handler>[0], response)
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(async () => {
    http.closeAllConnections()
    await new Promise((closed) => http.close(closed))
  })
  const { port } = http.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/mcp`, state, received, tokens, drop: () => http.closeAllConnections() }
}
