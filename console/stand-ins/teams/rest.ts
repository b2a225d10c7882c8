import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBody } from '../shared/body.ts'
import { isRecord } from '../shared/json.ts'
import { remember } from '../shared/remember.ts'
import type { Faults } from './faults.ts'
import type { Login } from './identity/login.ts'
import type { Limits } from './limits.ts'
import { toRef } from './place-ref.ts'
import type { Rates } from './rates.ts'
import { Refusal, refuse, tooMany, unauthorized } from './refusal.ts'
import type { Answer, Handlers } from './routes/handler.ts'
import { type Match, match, type Route } from './routes/table.ts'
import type { Streams } from './streams.ts'
import type { Fault } from './view.ts'
import type { World } from './world.ts'

/** One call of the connector, or of the login and key endpoints. */
export interface Call {
  method: string
  /** Empty when there is no such route. */
  route: Route | ''
  path: string
  query: Record<string, string>
  /** The JSON or form that came with it; without the secret of a login. */
  body: unknown
  /** The id in the path, with `;messageid=`. */
  conversation?: string
  at: number
  /** HTTP status of the answer; 0 as long as there is none, and for good if a fault took it away. */
  status: number
  /** The answer, also when a fault kept it from the app; an access token is not kept. */
  response: unknown
  fault?: Fault['kind']
}

export type CallHook = (call: Call) => void | Promise<void>

export interface Rest {
  readonly calls: Call[]
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>
  onCall(hook: CallHook): () => void
  onDone(hook: CallHook): () => void
}

export function createRest(parts: {
  world: World
  handlers: Handlers
  streams: Streams
  login: Login
  limits: Limits
  rates: Rates
  faults: Faults
  now: () => number
  /** Aborted when the simulator stops. */
  stopping: AbortSignal
}): Rest {
  const { world, handlers, streams, login, limits, rates, faults, now, stopping } = parts
  const calls: Call[] = []
  /** To be called before the answer is written: whoever has it may stream on. */
  const ends = new WeakMap<ServerResponse, () => void>()
  const arrivals = new Set<CallHook>()
  const completions = new Set<CallHook>()

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost')
    const method = req.method ?? 'GET'
    const found = match(method, pathname)
    const isMatch = found !== undefined && found !== 'no_method'
    const conversation = isMatch ? conversationIn(pathname, found) : undefined
    const call: Call = {
      method,
      route: isMatch ? found.entry.route : '',
      path: pathname,
      query: Object.fromEntries(searchParams),
      body: undefined,
      ...(conversation && { conversation }),
      at: now(),
      status: 0,
      response: undefined,
    }
    remember(calls, call, limits.records)
    const bytes = await readBody(req, limits.requestBytes)
    try {
      if (found === undefined) return refuse(404, 'NotFound', 'There is nothing at this address.')
      if (found === 'no_method') return refuse(405, 'MethodNotAllowed', 'The method is not allowed here.')
      await taken(req, res, call, found, bytes)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      fail(call, res, error)
    }
  }

  async function taken(
    req: IncomingMessage,
    res: ServerResponse,
    call: Call,
    found: Match,
    bytes: Buffer | undefined,
  ): Promise<void> {
    const body = bytes && bodyOf(req, found, bytes)
    call.body = withoutSecret(body)
    for (const hook of arrivals) await hook(call)
    const { route } = found.entry
    const fault = faults.take(route, call.conversation, (body as { type?: unknown } | undefined)?.type)
    if (fault) call.fault = fault.kind
    if (fault?.kind === 'reset') return void res.socket?.resetAndDestroy()
    if (fault?.kind === 'hang') return
    if (fault) failBefore(fault)
    if (!bytes) refuse(413, 'MessageSizeTooBig', 'Message size too large.')
    admit(req, res, call, found, body)
    const done = handlers[route]({
      params: found.params,
      query: new URL(req.url ?? '/', 'http://localhost').searchParams,
      headers: req.headers,
      body: body === MALFORMED ? refuse(400, 'BadSyntax', 'The body is not JSON') : body,
    })
    call.response = withoutToken(done)
    for (const hook of completions) await hook(call)
    if (fault?.kind === 'drop') return void res.socket?.resetAndDestroy()
    if (fault?.kind === 'accepted') return fail(call, res, serverError(fault.status ?? 502))
    if (fault?.kind === 'slow') await sleep(fault.delay ?? 3000, undefined, { signal: stopping, ref: false })
    answer(call, res, done)
  }

  /** The faults that keep a call from being done. */
  function failBefore(fault: Fault): void {
    if (fault.kind === 'error') throw serverError(fault.status ?? 500)
    if (fault.kind === 'precondition') refuse(412, 'PreconditionFailed', 'The precondition failed, please try again.')
    if (fault.kind === 'refuse') {
      const { status, code = '', message = code, retryAfter, body } = fault
      throw new Refusal(status!, code, message, retryAfter, body)
    }
    if (fault.kind !== 'ratelimited') return
    throw tooMany(fault.header === false ? undefined : (fault.retryAfter ?? 1))
  }

  function admit(req: IncomingMessage, res: ServerResponse, call: Call, { entry, params }: Match, body: unknown): void {
    if (!entry.budget) return
    if (entry.budget === 'graph') return admitToGraph(req, params)
    if (!login.accepts(req.headers.authorization, 'connector')) throw unauthorized()
    if (entry.budget === 'store') return
    const place = call.conversation === undefined ? undefined : toRef(call.conversation).place
    const seconds = rates.take(entry.budget, place ?? entry.route)
    if (seconds !== undefined) throw tooMany(limits.retryAfterHeader ? seconds : undefined)
    const known = place === undefined ? undefined : world.places.get(place)
    const isStreaming = (entry.route === 'POST activities' || entry.route === 'POST reply') && streamsInto(body)
    if (!known || !isStreaming) return
    const end = streams.begin(known)
    ends.set(res, end)
    res.once('close', end)
  }

  function admitToGraph(req: IncomingMessage, [of]: string[]): void {
    if (!login.accepts(req.headers.authorization, 'graph')) {
      refuse(401, 'InvalidAuthenticationToken', 'Access token validation failure. Invalid audience.')
    }
    const seconds = rates.take('graph', of)
    if (seconds !== undefined) throw tooMany(limits.retryAfterHeader ? seconds : undefined)
  }

  function fail(call: Call, res: ServerResponse, refusal: Refusal): void {
    const { status, retryAfter, body } = refusal
    if (retryAfter !== undefined) res.setHeader('retry-after', Math.ceil(retryAfter))
    const said =
      body === undefined ? { json: refusal.json() } : { bytes: { type: 'text/html', content: Buffer.from(body) } }
    answer(call, res, { status, ...said })
  }

  function answer(call: Call, res: ServerResponse, done: Answer): void {
    ends.get(res)?.()
    write(call, res, done)
  }

  return {
    calls,
    handle,
    onCall: (hook) => subscribe(arrivals, hook),
    onDone: (hook) => subscribe(completions, hook),
  }
}

/** The channel or chat that a call is about, as activities name it. */
function conversationIn(path: string, { entry, params }: Match): string | undefined {
  if (path.startsWith('/teams/v3/conversations/')) return params[0]
  if (entry.budget !== 'graph') return undefined
  return path.startsWith('/graph/v1.0/teams/') ? params[1] : params[0]
}

const MALFORMED = Symbol('not JSON')

function bodyOf(req: IncomingMessage, { entry }: Match, bytes: Buffer): unknown {
  if ((entry.method !== 'POST' && entry.method !== 'PUT') || entry.route === 'PUT reaction') return undefined
  if (entry.route === 'PUT upload') return bytes
  const type = (req.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (entry.route === 'POST token') {
    if (type !== 'application/x-www-form-urlencoded') return {}
    return Object.fromEntries(new URLSearchParams(bytes.toString('utf8')))
  }
  if (type !== 'application/json') refuse(415, 'UnsupportedMediaType', 'The body must be application/json')
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    return MALFORMED
  }
}

const streamsInto = (body: unknown): boolean =>
  isRecord(body) &&
  Array.isArray(body['entities']) &&
  body['entities'].some((entity) => isRecord(entity) && entity['type'] === 'streaminfo')

function withoutSecret(body: unknown): unknown {
  if (body === MALFORMED) return undefined
  if (!isRecord(body)) return body
  const hidden = ['client_secret', 'client_assertion', 'assertion', 'token'].filter((name) => name in body)
  return hidden.length > 0 ? { ...body, ...Object.fromEntries(hidden.map((name) => [name, '…'])) } : body
}

function withoutToken({ json }: Answer): unknown {
  if (!isRecord(json)) return json
  const hidden = ['access_token', 'token'].filter((name) => name in json)
  return hidden.length > 0 ? { ...json, ...Object.fromEntries(hidden.map((name) => [name, '…'])) } : json
}

function serverError(status: number): Refusal {
  return new Refusal(status, 'ServiceError', 'The service could not do this.')
}

function subscribe<T>(set: Set<T>, hook: T): () => void {
  set.add(hook)
  return () => void set.delete(hook)
}

function write(call: Call, res: ServerResponse, done: Answer): void {
  const { status, json, bytes, location } = done
  call.status = status
  call.response = withoutToken(done)
  if (location !== undefined) return void res.writeHead(status, { location, 'content-length': 0 }).end()
  if (bytes) {
    const headers = { 'content-type': bytes.type, 'content-length': bytes.content.length }
    return void res.writeHead(status, headers).end(bytes.content)
  }
  if (json === undefined) return void res.writeHead(status, { 'content-length': 0 }).end()
  const content = Buffer.from(JSON.stringify(json))
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': content.length })
  res.end(content)
}
