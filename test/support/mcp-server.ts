import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { OAuthServer } from './oauth-server.ts'

/** A tracker that speaks both eras of the protocol, on a free port of this machine. What it says and does may be changed at any time. */
export async function startMcpServer({ auth }: { auth?: Pick<OAuthServer, 'issuer' | 'holder' | 'reach'> } = {}) {
  const state = {
    description: 'Files an issue',
    answer: (): string | Promise<string> => 'issue 7',
    /** A picture, in base64, that it gives besides. */
    picture: undefined as string | undefined,
    /** It takes no request any more: connections to it end. */
    isGone: false,
    /** What a token has to reach for a call. */
    wants: undefined as string | undefined,
  }
  const received: unknown[] = []
  const tokens = new Set<string | undefined>()
  /** In whose name it was called. */
  const callers: string[] = []
  const handler = toNodeHandler(
    createMcpHandler(() => {
      const server = new McpServer({ name: 'tracker', version: '1' })
      const inputSchema = z.object({ title: z.string(), urgent: z.boolean().optional() })
      server.registerTool('create', { description: state.description, inputSchema }, async (given, context) => {
        received.push(given)
        const { authInfo } = context.http ?? {}
        if (authInfo) callers.push(authInfo.clientId)
        const { picture } = state
        const drawn = picture ? [{ type: 'image' as const, data: picture, mimeType: 'image/png' }] : []
        return { content: [{ type: 'text', text: await state.answer() }, ...drawn] }
      })
      return server
    }),
  )
  const http = createServer((request, response) => {
    tokens.add(request.headers.authorization)
    if (state.isGone) return void request.socket.destroy()
    // The SDK's types know nothing of what Node's may leave out.
    const serve = () => void handler(request as Parameters<typeof handler>[0], response)
    if (!auth) return serve()
    void guarded(request, response, auth).then((isIn) => isIn && serve())
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(async () => {
    http.closeAllConnections()
    await new Promise((closed) => http.close(closed))
  })
  const { port } = http.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/mcp`

  /** As the protocol has it: who comes without a good token is told where one is to be had. */
  async function guarded(
    request: IncomingMessage,
    response: ServerResponse,
    { issuer, holder, reach }: typeof auth & object,
  ) {
    const about = `http://127.0.0.1:${port}/.well-known/oauth-protected-resource/mcp`
    if (request.url === new URL(about).pathname) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ resource: url, authorization_servers: [issuer], scopes_supported: ['issues'] }))
      return false
    }
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
    const who = await holder(token, url)
    if (who === undefined) {
      response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${about}", scope="issues"` }).end()
      return false
    }
    const { wants } = state
    const isCall = request.headers['mcp-method'] === 'tools/call'
    if (isCall && wants !== undefined && !(await reach(token)).includes(wants)) {
      const why = `Bearer error="insufficient_scope", scope="${wants}", resource_metadata="${about}"`
      response.writeHead(403, { 'www-authenticate': why }).end()
      return false
    }
    Object.assign(request, { auth: { token, clientId: who, scopes: [], expiresAt: Date.now() / 1000 + 60 } })
    return true
  }

  return { url, callers, state, received, tokens, drop: () => http.closeAllConnections() }
}
