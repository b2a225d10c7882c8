import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Actor, byKey } from '../../admin/actor.ts'
import { isManagementKey } from '../../admin/keys.ts'
import { operator, type Standing } from '../../admin/roles.ts'
import { consoleWords } from '../../admin/words/index.ts'
import { AppError, type Fault } from '../../lib/errors.ts'
import { faultsOf } from '../../lib/faults.ts'
import type { Scope } from '../../model/scope.ts'
import type { Caller, Callers } from '../callers.ts'
import type { ConsoleSessions } from '../console-door/session.ts'
import type { Idempotent } from '../idempotency.ts'
import { acceptJson } from '../json.ts'
import { type RateLimit, takeToken } from '../rate-limit.ts'
import { sentences } from '../words/index.ts'
import { leavingHeaders } from './leaving.ts'
import { movedError } from './moved.ts'
import { type House, noQuery, type Operation } from './operation.ts'
import { mayCall } from './rights.ts'
import { operations } from './table.ts'

const bodyLimit = 16 * 1024 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** What its key may do; null: all. */
    scopes: readonly Scope[] | null
    standing: Standing
    /** Whose key of a program it is. */
    asker: Caller | null
  }
}

export interface V1Parts {
  house: House
  callers: Callers
  /** Whoever is signed in to the console may call what their role allows; absent where there is no console. */
  sessions: ConsoleSessions | undefined
  idempotent: Idempotent
  rateLimit: RateLimit
}

/** As Fastify writes it: `/v1/agents/:agent`. */
export const routeOf = (url: string): string => url.replaceAll(/\{(\w+)\}/g, ':$1')

/** A route for each operation of the table. What is refused, and how, is the same of all. */
export async function v1Routes(app: FastifyInstance, parts: V1Parts): Promise<void> {
  app.decorateRequest('scopes', null)
  app.decorateRequest('standing', undefined as never)
  app.decorateRequest('asker', null)
  const withBody = operations.filter(({ body }) => body !== undefined)
  const without = operations.filter(({ body }) => body === undefined)
  // Many clients name a content type even where they send nothing, so these read no body.
  await app.register(async (scope) => {
    for (const one of without) route(scope, one, parts)
  })
  await app.register(async (scope) => {
    acceptJson(scope, bodyLimit)
    for (const one of withBody) route(scope, one, parts)
  })
}

function route(app: FastifyInstance, operation: Operation, parts: V1Parts): void {
  const { house, callers, sessions, idempotent, rateLimit } = parts
  const isWrite = operation.method !== 'GET'

  async function signedIn(request: FastifyRequest, reply: FastifyReply, door: ConsoleSessions): Promise<void> {
    const { account, person, standing } = await door.whose(request)
    await takeToken(rateLimit, await callers.signedIn(account, person), reply)
    const { agent } = request.params as { agent?: string }
    if (!mayCall(operation, standing, account, agent)) {
      throw new AppError('forbidden', consoleWords.notYours, { status: 403 })
    }
    Object.assign(request, { account, standing, actor: { account, author: person, door: 'console' } })
  }

  async function asProgram(request: FastifyRequest, reply: FastifyReply, given: string): Promise<void> {
    const asker = await callers.conversation(given, request.ip)
    request.account = asker.account
    await takeToken(rateLimit, asker, reply)
    Object.assign(request, { asker, actor: byKey(asker) })
  }

  async function withKey(request: FastifyRequest, reply: FastifyReply, given: string): Promise<void> {
    if (operation.askers && !isManagementKey(given)) return asProgram(request, reply, given)
    const manager = await callers.manager(given, request.ip)
    const { account, scopes } = manager
    request.account = account
    await takeToken(rateLimit, manager, reply)
    Object.assign(request, { account, scopes, actor: byKey(manager), standing: operator })
    if (scopes && !scopes.includes(operation.scope)) throw outOfScope(operation.scope)
  }

  app.route({
    method: operation.method,
    url: routeOf(operation.url),
    // Before a body is read.
    onRequest: async (request, reply) => {
      const key = keyOf(request)
      // A page is signed in by its cookie, and has no key.
      if (key === '' && sessions?.has(request)) await signedIn(request, reply, sessions)
      else await withKey(request, reply, key)
    },
    handler: async (request, reply) => {
      // Settings and people are nobody's business but the account's.
      reply.header('cache-control', 'no-store')
      if (operation.leaves) reply.headers(leavingHeaders(operation.leaves))
      const actor = request.actor!
      const { scopes, standing, asker } = request
      const call = { ...read(operation, request), match: matchOf(operation, request), house, scopes, standing, asker }
      const run = (by: Actor) =>
        operation.run({ ...call, by }).catch(async (error: unknown) => {
          throw await movedError(operation, { ...call, by }, error, reply)
        })
      if (!isWrite) return send(operation, reply, await run(actor))
      const kept = await idempotent(request, actor, run)
      if (kept.isReplayed) reply.header('idempotency-replayed', 'true')
      return send(operation, reply, kept.answer)
    },
  })
}

function send(operation: Operation, reply: FastifyReply, answer: unknown): FastifyReply {
  if (!operation.answer) return reply.code(204).send()
  const tag = operation.etag?.(answer)
  if (tag !== undefined) reply.header('etag', `"${tag}"`)
  return reply.code(operation.status ?? 200).send(answer)
}

/** Every fault of path, query and body at once. */
function read(operation: Operation, request: FastifyRequest) {
  const faults: Fault[] = []
  const part = (schema: z.ZodType | undefined, given: unknown, name: string) => {
    const known = schema ?? noQuery
    const read = known.safeParse(given)
    if (read.success) return read.data
    const found = faultsOf(known, given, read.error.issues)
    faults.push(...found.map(({ path, message }) => ({ path: path === '' ? name : path, message })))
    return undefined
  }
  const path = operation.path ? part(operation.path, request.params, 'path') : {}
  const query = part(operation.query, request.query, 'query')
  const body = operation.body ? part(operation.body, request.body, 'body') : undefined
  if (faults.length > 0) throw new AppError('invalid_request', sentences.invalidBody, { faults })
  return { path, query, body }
}

/** `Authorization: Bearer …`, or `X-API-Key`. */
function keyOf({ headers }: FastifyRequest): string {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  return bearer ?? String(headers['x-api-key'] ?? '')
}

function matchOf(operation: Operation, { headers }: FastifyRequest): string | undefined {
  const given = headers['if-match']
  const [, tag] = /^"([^"]*)"$/.exec(given?.trim() ?? '') ?? []
  if (tag !== undefined) return operation.match ? tag : undefined
  if (given !== undefined && operation.match) {
    throw new AppError('invalid_request', sentences.invalidBody, {
      faults: [{ path: 'If-Match', message: 'must be one ETag as it was told, in its quotes' }],
    })
  }
  if (operation.match === 'required') throw new AppError('match_required', sentences.matchRequired, { status: 428 })
  return undefined
}

function outOfScope(scope: string): AppError {
  return new AppError('out_of_scope', sentences.outOfScope(scope), { status: 403 })
}

/** What may be done at each address. */
export function v1Methods(): Record<string, string[]> {
  const methods: Record<string, string[]> = {}
  for (const { method, url } of operations) {
    const at = routeOf(url)
    methods[at] = [...(methods[at] ?? []), method]
  }
  return methods
}
