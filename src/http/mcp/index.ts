import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import { type Caller, type Callers, watchCaller } from '../callers.ts'
import { allowOnly } from '../endpoints.ts'
import { acceptJson } from '../json.ts'
import { hostOf } from '../one-host.ts'
import { takeToken } from '../rate-limit.ts'
import { sentences } from '../words/index.ts'
import type { McpParts, McpVisit } from './call.ts'
import { createMcpServers } from './server.ts'
import { askScope, createMcpTokens, isToken, type McpTokenParts } from './tokens.ts'

const bodyLimit = 256 * 1024

export interface McpRouteParts extends McpParts {
  admin: McpParts['admin'] & McpTokenParts['admin']
  callers: Callers
  wrongKeys: McpTokenParts['wrongKeys']
  /** Whose tokens open it, and where clients find it. */
  tokens: McpTokens | undefined
  /** Origins whose pages may call; `*` names none. */
  origins: readonly string[]
}

/** Where RFC 9728 has what is asked of clients at `/mcp`. */
export const resourcePath = '/.well-known/oauth-protected-resource/mcp'

export type McpTokens = Pick<McpTokenParts, 'issuers'> & { publicUrl: string }

/** Answers one request, whose caller is known, in whichever era of the protocol it speaks. */
type Handle = (visit: McpVisit, response: ServerResponse) => Promise<void>

/**
 * `/mcp`: agents for other people's models, by the Model Context Protocol over Streamable HTTP. Nothing is kept between requests, so
 * any process can answer any of them.
 */
export async function mcpRoutes(app: FastifyInstance, parts: McpRouteParts): Promise<void> {
  const { callers, origins, log } = parts
  const base = parts.tokens?.publicUrl.replace(/\/$/, '')
  const tokens = parts.tokens && createMcpTokens({ ...parts, ...parts.tokens, resource: `${base}/mcp` })
  const challenge = tokens ? `Bearer resource_metadata="${base}${resourcePath}", scope="${askScope}"` : 'Bearer'
  // The SDK takes 190 ms and 30 MB to load: it is, when somebody calls first.
  let handle: Promise<Handle> | undefined

  async function load(): Promise<Handle> {
    const [sdk, { toNodeHandler }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('@modelcontextprotocol/node'),
    ])
    const serverFor = createMcpServers(sdk, parts)
    const handler = sdk.createMcpHandler(({ authInfo }) => serverFor(authInfo!.extra!['visit'] as McpVisit), {
      // Nothing is announced, so there is nothing to listen for.
      maxSubscriptions: 0,
      onerror: (err) => log.debug({ err }, 'a request to /mcp was refused'),
    })
    const node = toNodeHandler(handler, { onerror: (err) => log.error({ err }, 'a request to /mcp failed') })
    return async (visit, response) => {
      const { caller, request } = visit
      const auth = { token: '', clientId: caller.key, scopes: [], extra: { visit } }
      // The SDK's types know nothing of what Node's may leave out.
      const incoming = Object.assign(request.raw, { auth }) as unknown as Parameters<typeof node>[0]
      await node(incoming, response as unknown as Parameters<typeof node>[1], request.body)
    }
  }

  /** By a key of ours, or a token of an issuer that is trusted. */
  async function identify(request: FastifyRequest): Promise<Caller> {
    const bearer = bearerOf(request)
    if (tokens && isToken(bearer)) return tokens.callerOf(bearer, request.ip)
    return callers.conversation(bearer, request.ip)
  }

  async function callerOf(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    try {
      return await identify(request)
    } catch (error) {
      // RFC 6750: whoever comes without a key, or with a wrong one, is told what is asked for.
      const why = bearerOf(request) === '' ? undefined : errorsOfTokens[(error as { code?: string }).code ?? '']
      reply.header('www-authenticate', why ? `${challenge}, error="${why}"` : challenge)
      throw error
    }
  }

  /** A call that asks or reads takes a token of its key: it is told in the headers, which are gone before the call is made. */
  async function takeTokens(body: unknown, caller: Caller, reply: FastifyReply): Promise<AppError | undefined> {
    try {
      for (const message of Array.isArray(body) ? body : [body]) {
        if (counted.has(message?.method)) await takeToken(parts.rateLimit, caller, reply)
      }
      return undefined
    } catch (error) {
      if (error instanceof AppError) return error
      throw error
    }
  }

  if (tokens) {
    // Clients in browsers ask for it from anywhere; it says nothing of anybody.
    app.get(resourcePath, async (_request, reply) =>
      reply.header('access-control-allow-origin', '*').send(tokens.metadata),
    )
    allowOnly(app, resourcePath, ['GET'])
  }

  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => refuseForeignPage(request, origins))
    acceptJson(scope, bodyLimit)

    scope.post('/mcp', async (request, reply) => {
      const caller = await callerOf(request, reply)
      request.account = caller.account
      const turnedAway = await takeTokens(request.body, caller, reply)
      handle ??= load()
      const answer = await handle
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      const watch = (end: (why: AppError) => void) => watchCaller(() => identify(request), reply.raw, end)
      await answer({ caller, request, reply, turnedAway, watch }, reply.raw)
    })
  })
}

/** Methods that an agent, or what it knows, is asked by. */
const counted: ReadonlySet<unknown> = new Set(['tools/call', 'resources/read'])

const bearerOf = ({ headers }: FastifyRequest): string =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

/** What RFC 6750 calls what is wrong. */
const errorsOfTokens: Readonly<Record<string, string>> = {
  invalid_api_key: 'invalid_token',
  out_of_scope: 'insufficient_scope',
}

const ofThisMachine = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/** Whoever lures a browser to a server of somebody's own network comes with the origin of their page. */
function refuseForeignPage(request: FastifyRequest, origins: readonly string[]): void {
  const host = hostOf(request)
  const { origin } = request.headers
  if (origin === undefined || origins.includes(origin)) return
  // A page of this machine that is served where it calls: no name that somebody else could turn is in between.
  if (ofThisMachine.test(origin) && origin === `http://${host}`) return
  throw new AppError('foreign_origin', sentences.foreignOrigin, { status: 403 })
}
