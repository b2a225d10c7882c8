import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBody } from '../shared/body.ts'
import { remember } from '../shared/remember.ts'
import type { Faults } from './faults.ts'
import type { Limits } from './limits.ts'
import type { Rates, Verdict } from './rates.ts'
import { Refusal, refusalOf, refuse } from './refusal.ts'
import { createMatcher, type Match, type Routes } from './route.ts'
import { isSnowflake } from './snowflake.ts'
import { readUpload } from './upload.ts'
import type { Fault } from './view.ts'

/** One call of the REST API. */
export interface Call {
  method: string
  /** As in the documentation, e.g. `POST /channels/{channel}/messages`; empty when there is no such route. */
  route: string
  path: string
  query: Record<string, string>
  /** The JSON that came with it. */
  body: unknown
  files: { name: string; type: string; size: number }[]
  at: number
  /** HTTP status of the answer; 0 as long as there is none, and for good if a fault took it away. */
  status: number
  /** The answer, also when a fault kept it from the app. */
  response: unknown
  fault?: Fault['kind']
}

export type CallHook = (call: Call) => void | Promise<void>

export interface Rest {
  readonly calls: Call[]
  /** `path` is what follows `/api/v10`. */
  handle(req: IncomingMessage, res: ServerResponse, version: string, path: string): Promise<void>
  onCall(hook: CallHook): () => void
  onDone(hook: CallHook): () => void
}

/** Resources that limits are counted for. */
const MAJOR = ['channel', 'guild', 'token'] as const

export function createRest(parts: {
  routes: Routes
  limits: Limits
  rates: Rates
  faults: Faults
  now: () => number
  token: () => string
  /** Aborted when the simulator stops. */
  stopping: AbortSignal
}): Rest {
  const { limits, rates, faults, now, token, stopping } = parts
  const match = createMatcher(parts.routes)
  const calls: Call[] = []
  const arrivals = new Set<CallHook>()
  const completions = new Set<CallHook>()

  async function handle(req: IncomingMessage, res: ServerResponse, version: string, path: string): Promise<void> {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    const bytes = await readBody(req, limits.requestBytes)
    const query = Object.fromEntries(searchParams)
    const call: Call = {
      method: req.method ?? 'GET',
      route: '',
      path: pathname,
      query,
      body: undefined,
      files: [],
      at: now(),
      status: 0,
      response: undefined,
    }
    remember(calls, call, limits.records)
    const ban = rates.banned()
    if (ban !== undefined) return blocked(call, res, ban)
    try {
      const found = find(req, version, call)
      call.route = found.route
      const isOfInteraction = found.params['token'] !== undefined
      const major = MAJOR.map((name) => found.params[name]).find((value) => value !== undefined)
      await taken(req, res, call, found, bytes, rates.take(found.route, major ?? '', !isOfInteraction))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      fail(call, res, error)
    }
  }

  function find(req: IncomingMessage, version: string, call: Call): Match {
    if (version !== 'v10') refuse(50041)
    // Discord's front door turns away what does not say which library it is.
    if (!/^DiscordBot \(.+\)/.test(req.headers['user-agent'] ?? '')) refuse(40333)
    const found = match(call.method, call.path)
    if (found === undefined) throw new Refusal(404, 0, '404: Not Found')
    if (found === 'no_method') throw new Refusal(405, 0, '405: Method Not Allowed')
    return found
  }

  async function taken(
    req: IncomingMessage,
    res: ServerResponse,
    call: Call,
    found: Match,
    bytes: Buffer | undefined,
    verdict: Verdict,
  ): Promise<void> {
    for (const [name, value] of Object.entries(verdict.headers)) res.setHeader(name, value)
    if (bytes) await readInto(call, req, bytes)
    for (const hook of arrivals) await hook(call)
    const fault = faults.take(found.route, found.params['channel'])
    if (fault) call.fault = fault.kind
    if (fault?.kind === 'reset') return void res.socket?.resetAndDestroy()
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'error') return fail(call, res, new Refusal(500, 0, 'Internal Server Error'))
    if (fault?.kind === 'refuse') return fail(call, res, refusalBy(fault), fault.body)
    if (fault?.kind === 'ratelimited') {
      const { retryAfter = 1, scope = 'user', header = true } = fault
      return limited(call, res, retryAfter, scope, header)
    }
    if (verdict.wait !== undefined) return limited(call, res, verdict.wait, verdict.scope ?? 'user', true)

    const { status, json } = await perform(req, found, bytes)
    call.response = json
    for (const hook of completions) await hook(call)
    if (fault?.kind === 'drop') return void res.socket?.resetAndDestroy()
    if (fault?.kind === 'slow') await sleep(fault.delay ?? 3000, undefined, { signal: stopping })
    answer(call, res, status, json)
  }

  /** For the record only: what cannot be read is refused when the call is made. */
  async function readInto(call: Call, req: IncomingMessage, bytes: Buffer): Promise<void> {
    try {
      const { body, files } = await readUpload(req.headers['content-type'] ?? '', bytes, Number.POSITIVE_INFINITY)
      call.body = body
      call.files = files.map(({ name, type, bytes: content }) => ({ name, type, size: content.length }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }

  async function perform(
    req: IncomingMessage,
    { handler, params }: Match,
    bytes: Buffer | undefined,
  ): Promise<{ status: number; json: unknown }> {
    const needsToken = params['token'] === undefined
    if (needsToken && req.headers.authorization !== `Bot ${token()}`) throw refusalOf(0)
    for (const [name, value] of Object.entries(params)) checkId(name, value)
    if (!bytes) return refuse(40005)
    const upload = await readUpload(req.headers['content-type'] ?? '', bytes, limits.fileBytes)
    const query = new URL(req.url ?? '/', 'http://localhost').searchParams
    const { json, status = json === undefined ? 204 : 200 } = handler({ params, query, ...upload })
    return { status, json }
  }

  /** `page`: what is answered in its place, as those answer who stand before Discord. */
  function fail(call: Call, res: ServerResponse, refusal: Refusal, page?: string): void {
    const { status, retryAfter } = refusal
    if (status === 401 || status === 403 || status === 429) rates.invalid()
    if (retryAfter !== undefined) res.setHeader('retry-after', Math.ceil(retryAfter))
    if (page === undefined) return answer(call, res, status, refusal.json())
    call.status = status
    res.writeHead(status, { 'content-type': 'text/html' }).end(page)
  }

  function limited(
    call: Call,
    res: ServerResponse,
    seconds: number,
    scope: 'user' | 'shared' | 'global',
    header: boolean,
  ): void {
    // What others used up is not the app's fault.
    if (scope !== 'shared') rates.invalid()
    res.setHeader('x-ratelimit-scope', scope)
    if (scope === 'global') res.setHeader('x-ratelimit-global', 'true')
    if (header) res.setHeader('retry-after', Math.ceil(seconds))
    const message = 'You are being rate limited.'
    answer(call, res, 429, { message, retry_after: Number(seconds.toFixed(3)), global: scope === 'global' })
  }

  /** Cloudflare's page, which is no JSON and names no bucket. */
  function blocked(call: Call, res: ServerResponse, seconds: number): void {
    call.status = 429
    res
      .writeHead(429, { 'content-type': 'text/html', 'retry-after': String(Math.ceil(seconds)) })
      .end('error code: 1015')
  }

  return {
    calls,
    handle,
    onCall: (hook) => subscribe(arrivals, hook),
    onDone: (hook) => subscribe(completions, hook),
  }
}

function refusalBy({ code, status, retryAfter }: Fault): Refusal {
  const known = code === undefined ? new Refusal(400, 0, '') : refusalOf(code)
  return new Refusal(status ?? known.status, known.code, known.message, { retryAfter })
}

/** Ids in the path; emoji, tokens and words like `@me` are none. */
function checkId(name: string, value: string): void {
  if (name === 'token' || name === 'emoji' || value === '@original' || isSnowflake(value)) return
  throw new Refusal(400, 50035, 'Invalid Form Body', {
    errors: {
      [`${name}_id`]: { _errors: [{ code: 'NUMBER_TYPE_COERCE', message: `Value "${value}" is not snowflake.` }] },
    },
  })
}

function subscribe<T>(set: Set<T>, hook: T): () => void {
  set.add(hook)
  return () => void set.delete(hook)
}

function answer(call: Call, res: ServerResponse, status: number, json: unknown): void {
  call.status = status
  call.response = json
  // An empty answer has no type: clients would try to read it.
  if (json === undefined) return void res.writeHead(status).end()
  const bytes = Buffer.from(JSON.stringify(json))
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes)
}
