import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBody } from '../shared/body.ts'
import { isRecord, type RawArgs } from './args.ts'
import type { Faults } from './faults.ts'
import type { Limits } from './limits.ts'
import { remember } from './record.ts'
import { Refusal, refuse } from './refusal.ts'
import type { Fault } from './view.ts'

/** One Web API call. */
export interface Call {
  method: string
  args: RawArgs
  at: number
  /** HTTP status of the answer; 0 as long as there is none, and for good if a fault took it away. */
  status: number
  /** The answer, also when a fault kept it from the app. */
  body: Record<string, unknown> | undefined
  fault?: Fault['kind']
}

export type CallHook = (call: Call) => void | Promise<void>

export interface WebApi {
  readonly calls: Call[]
  handle(req: IncomingMessage, res: ServerResponse, method: string): Promise<void>
  onCall(hook: CallHook): () => void
  onDone(hook: CallHook): () => void
}

const BODY_LIMIT = 1_000_000

/** Reading methods take their arguments from a form only, and so does one that writes. */
const FORM_ONLY = /^(?:users|conversations|bots|team|oauth)\.|^files\.(?:info|getUploadURLExternal)$/

export function createWebApi(parts: {
  /** Makes a call: its answer, or after how many seconds it may come again. Throws a Refusal. */
  perform(method: string, token: string | undefined, args: RawArgs): Record<string, unknown> | number
  /** What the token of a call may do. */
  scopesOf(token: string | undefined): readonly string[]
  limits: Limits
  faults: Faults
  now: () => number
  /** Aborted when the simulator stops. */
  stopping: AbortSignal
}): WebApi {
  const { perform, scopesOf, limits, faults, now, stopping } = parts
  const calls: Call[] = []
  const arrivals = new Set<CallHook>()
  const completions = new Set<CallHook>()

  async function handle(req: IncomingMessage, res: ServerResponse, method: string): Promise<void> {
    const body = await readBody(req, BODY_LIMIT)
    const call: Call = { method, args: {}, at: now(), status: 0, body: undefined }
    remember(calls, call, limits.records)
    if (!body) return answer(call, res, 413, { ok: false, error: 'request_too_large' })
    let request: { token: string | undefined; args: RawArgs }
    try {
      request = parse(req, body, method)
    } catch (error) {
      return answer(call, res, 200, refusal(error))
    }
    call.args = request.args
    const scopes = scopesOf(request.token)
    if (scopes.length > 0) res.setHeader('x-oauth-scopes', scopes.join(','))
    for (const hook of arrivals) await hook(call)

    const fault = faults.take(method, call.args['channel'])
    if (fault) call.fault = fault.kind
    if (fault?.kind === 'reset') return void res.socket?.destroy()
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'error') return answer(call, res, 500, { ok: false, error: 'internal_error' })
    if (fault?.kind === 'refuse') return refused(call, res, fault)
    if (fault?.kind === 'ratelimited') return limited(call, res, fault.retryAfter ?? 1)

    const wait = execute(call, request.token)
    if (wait !== undefined) return limited(call, res, wait)
    for (const hook of completions) await hook(call)
    if (fault?.kind === 'drop') return void res.socket?.destroy()
    if (fault?.kind === 'slow') await sleep(fault.delay ?? 3000, undefined, { signal: stopping })
    answer(call, res, 200, call.body!)
  }

  /** Does the call and keeps its answer, or tells after how many seconds it may come again. */
  function execute(call: Call, token: string | undefined): number | undefined {
    try {
      const done = perform(call.method, token, call.args)
      if (typeof done === 'number') return done
      call.body = { ok: true, ...done }
    } catch (error) {
      call.body = refusal(error)
    }
    return undefined
  }

  function refused(call: Call, res: ServerResponse, { status = 200, error, body, retryAfter }: Fault): void {
    if (retryAfter !== undefined) res.setHeader('retry-after', retryAfter)
    if (body === undefined) return answer(call, res, status, { ok: false, error })
    call.status = status
    res.writeHead(status, { 'content-type': 'text/html' }).end(body)
  }

  function limited(call: Call, res: ServerResponse, seconds: number): void {
    res.setHeader('retry-after', seconds)
    answer(call, res, 429, { ok: false, error: 'ratelimited' })
  }

  return {
    calls,
    handle,
    onCall: (hook) => subscribe(arrivals, hook),
    onDone: (hook) => subscribe(completions, hook),
  }
}

function subscribe<T>(set: Set<T>, hook: T): () => void {
  set.add(hook)
  return () => void set.delete(hook)
}

function answer(call: Call, res: ServerResponse, status: number, body: Record<string, unknown>): void {
  call.status = status
  call.body = body
  const json = Buffer.from(JSON.stringify(body))
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': json.length,
  })
  res.end(json)
}

function refusal(error: unknown): Record<string, unknown> {
  if (!(error instanceof Refusal)) throw error
  const { messages, fields } = error
  return { ok: false, error: error.error, ...fields, ...(messages.length > 0 && { response_metadata: { messages } }) }
}

/** Arguments from a form or from JSON; only a form may carry the token, and only POST may carry a body. */
function parse(req: IncomingMessage, body: Buffer, method: string): { token: string | undefined; args: RawArgs } {
  const header = req.headers.authorization
  const bearer = header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : undefined
  const [type = ''] = (req.headers['content-type'] ?? '').split(';')
  if (type === 'application/json') {
    return { token: bearer, args: FORM_ONLY.test(method) ? {} : parseJson(body) }
  }
  const query = new URL(req.url ?? '/', 'http://localhost').searchParams
  if (body.length > 0 && type !== 'application/x-www-form-urlencoded') refuse('invalid_post_type')
  const { token, ...args } = Object.fromEntries([...query, ...new URLSearchParams(body.toString('utf8'))])
  return { token: bearer ?? token, args: { ...args, ...(method === 'oauth.v2.access' && basic(header)) } }
}

/** How an app says who it is where it has no token yet. */
function basic(header = ''): RawArgs {
  const [, encoded] = /^Basic (\S+)$/.exec(header) ?? []
  if (!encoded) return {}
  const [client_id, client_secret] = Buffer.from(encoded, 'base64').toString().split(':').map(decodeURIComponent)
  return { client_id, client_secret }
}

function parseJson(body: Buffer): RawArgs {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    refuse('invalid_json')
  }
  return isRecord(value) ? value : refuse('json_not_object')
}
