import { type Dispatcher, Pool, request } from 'undici'
import type { ServerClock } from '../../src/ports/server-clock.ts'
import { AGAIN, WAITS_MS } from './codes.ts'

const ANSWER_LIMIT = 8 * 1024 * 1024
/** "Too many, come back at once" would have us knock without end. */
const LEAST_RETRY_AFTER_MS = 500
/** Methods that read take no JSON, or not all of them do. */
const FORM_ONLY = /^(?:users|conversations|bots|team)\.|^files\.(?:info|getUploadURLExternal)$/
/** When Slack says "too many" and not for how long. */
const RETRY_AFTER_MS = 5000

/** What became of a call, before anybody has judged what an error means. */
export type Reply =
  | { ok: Record<string, unknown> }
  | { error: string; details: string[] }
  | { retryAt: number }
  | { unknown: Error }

/**
 * One POST to a Web API method, or a second one where Slack says that it has not even begun. Never rejects, waits for nobody. By the
 * app's own token, or by another one.
 */
export type ApiCall = (method: string, args: object, token?: string) => Promise<Reply>

export interface Web {
  /** Begins an operation: all its calls together may take as long as one. What comes too late is `unknown`. */
  begin(signal?: AbortSignal): ApiCall
  /** An operation of a single call. */
  call(method: string, args: object, signal?: AbortSignal): Promise<Reply>
  /** POSTs to an address that Slack gave us, which takes no token: JSON, or the bytes of a file. Never rejects. */
  send(url: URL, body: object | Uint8Array, signal: AbortSignal): Promise<Reply>
  /** The bytes behind one of Slack's own addresses, at most `maxBytes` of them. Never rejects. */
  fetch(url: URL, maxBytes: number, signal: AbortSignal): Promise<{ bytes: Uint8Array } | Reply>
}

/**
 * Calls go by a client of our own, for what Slack's WebClient has no options for: all calls of an operation share one deadline, a
 * call can be aborted while it is under way, and nobody waits for an answer past either. (That it holds all calls back after a 429
 * and repeats what was not answered are defaults that can be switched off, as the Socket Mode receiver's client has it.)
 */
export function createWeb(parts: {
  token: string
  apiUrl: string
  /** For an operation, from the attempt to connect to the last byte of the answer. */
  limitMs: number
  clock?: ServerClock | undefined
  now: () => number
}): Web {
  const { token, limitMs, clock, now } = parts
  const api = new URL(parts.apiUrl)
  const base = api.pathname.endsWith('/') ? api.pathname : `${api.pathname}/`
  // How long a call may take is ours to say, with one timer; undici's own look at the clock for every part of an answer.
  const pool = new Pool(api.origin, { maxResponseSize: ANSWER_LIMIT, headersTimeout: 0, bodyTimeout: 0 })
  const authorization = `Bearer ${token}`
  // Flat, as undici writes them.
  const headersOf = (type: string, by = authorization) => ['authorization', by, 'content-type', type]
  const [jsonType, formType] = ['application/json; charset=utf-8', 'application/x-www-form-urlencoded'] as const
  const jsonHeaders = headersOf(jsonType)
  const formHeaders = headersOf(formType)
  const late = (): Error => new Error(`Slack took longer than ${limitMs / 1000} s`)

  function post(
    { method, args, by }: { method: string; args: object; by: string | undefined },
    leftMs: number,
    signal?: AbortSignal,
  ): Promise<Reply> {
    return new Promise((resolve) => {
      const until = performance.now() + leftMs
      const askedAt = now()
      let request: Dispatcher.DispatchController | undefined
      let ended: Error | undefined
      const end = (reason: Error): void => {
        ended = reason
        request?.abort(reason)
        settle({ unknown: reason })
      }
      const abort = (): void => end(asError(signal!.reason))
      const timer = setTimeout(() => end(late()), leftMs)
      const settle = (reply: Reply): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        resolve(reply)
      }
      if (signal?.aborted) return abort()
      signal?.addEventListener('abort', abort)
      const chunks: Buffer[] = []
      let status = 0
      let retryAfter: string | undefined
      const isForm = FORM_ONLY.test(method)
      const own = isForm ? formHeaders : jsonHeaders
      const headers = by === undefined ? own : headersOf(isForm ? formType : jsonType, `Bearer ${by}`)
      const body = isForm ? formOf(args) : JSON.stringify(args)
      // Collecting the chunks ourselves costs half of what undici's response streams do.
      pool.dispatch(
        { path: base + method, method: 'POST', headers, body },
        {
          onRequestStart(controller) {
            request = controller
            // A process that was stopped may write what waited for its socket before its timers tell that it is late.
            if (!ended && performance.now() > until) end(late())
            else if (ended) controller.abort(ended)
          },
          onResponseStart(_, code, answered) {
            status = code
            retryAfter = answered['retry-after']?.toString()
            clock?.heard(answered['date'], askedAt)
          },
          onResponseData: (_, chunk) => void chunks.push(chunk),
          onResponseEnd: () => settle(read(status, retryAfter, chunks, now())),
          onResponseError: (_, error) => settle({ unknown: error }),
        },
      )
    })
  }

  function begin(signal?: AbortSignal): ApiCall {
    const until = performance.now() + limitMs
    const once: ApiCall = async (method, args, by) => {
      const leftMs = until - performance.now()
      return leftMs > 0 ? post({ method, args, by }, leftMs, signal) : { unknown: late() }
    }
    return async (method, args, by) => {
      const reply = await once(method, args, by)
      if (!('error' in reply && AGAIN.has(reply.error))) return reply
      const second = await once(method, args, by)
      const waitMs = 'error' in second ? WAITS_MS.get(second.error) : undefined
      return waitMs === undefined ? second : { retryAt: now() + waitMs }
    }
  }

  return {
    begin,
    call: (method, args, signal) => begin(signal)(method, args),

    async send(url, content, signal) {
      const ends = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
      const isFile = content instanceof Uint8Array
      const headers = { 'content-type': isFile ? 'application/octet-stream' : 'application/json; charset=utf-8' }
      try {
        const sent = isFile ? content : JSON.stringify(content)
        const {
          statusCode,
          headers: answered,
          body,
        } = await request(url, { method: 'POST', headers, body: sent, signal: ends })
        const said = await body.text()
        if (statusCode === 200) return { ok: {} }
        if (statusCode === 429) return { retryAt: now() + readRetryAfter(answered['retry-after']?.toString()) }
        if (statusCode >= 500) return { unknown: new Error(`Slack answered ${statusCode}`) }
        const [error = `http_${statusCode}`] = /[a-z]+_[a-z_]+/.exec(said) ?? []
        return { error, details: [] }
      } catch (error) {
        return { unknown: asError(error) }
      }
    },

    async fetch(url, maxBytes, signal) {
      const ends = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
      try {
        const { statusCode, headers, body } = await request(url, { headers: { authorization }, signal: ends })
        if (statusCode !== 200) {
          await body.dump()
          if (statusCode === 429) return { retryAt: now() + readRetryAfter(headers['retry-after']?.toString()) }
          if (statusCode >= 500) return { unknown: new Error(`Slack answered ${statusCode} to a download`) }
          return { error: statusCode === 404 || statusCode === 410 ? 'file_not_found' : 'no_permission', details: [] }
        }
        const chunks: Uint8Array[] = []
        let size = 0
        for await (const chunk of body as AsyncIterable<Uint8Array>) {
          size += chunk.length
          // Leaving the loop closes the connection.
          if (size > maxBytes) return { error: 'file_too_large', details: [] }
          chunks.push(chunk)
        }
        return { bytes: Buffer.concat(chunks) }
      } catch (error) {
        return { unknown: asError(error) }
      }
    },
  }
}

function formOf(args: object): string {
  return new URLSearchParams(
    Object.entries(args).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
}

/** The same, until it is closed: from then on nothing is sent, and everything is refused as if Slack had done so. */
export function closable(web: Web): Web & { close(): void } {
  let isClosed = false
  const refused: Reply = { error: 'account_inactive', details: ['the app was removed'] }
  return {
    begin(signal) {
      const call = web.begin(signal)
      return async (...of) => (isClosed ? refused : call(...of))
    },
    call: async (method, args, signal) => (isClosed ? refused : web.call(method, args, signal)),
    send: async (url, body, signal) => (isClosed ? refused : web.send(url, body, signal)),
    fetch: async (url, maxBytes, signal) => (isClosed ? refused : web.fetch(url, maxBytes, signal)),
    close() {
      isClosed = true
    },
  }
}

function read(status: number, retryAfter: string | undefined, chunks: Buffer[], now: number): Reply {
  const isDone = status >= 200 && status <= 299
  const answer = parse(chunks)
  const error = typeof answer?.error === 'string' ? answer.error : undefined
  const waitMs = error !== undefined && !AGAIN.has(error) ? WAITS_MS.get(error) : undefined
  if (waitMs !== undefined || status === 429) return { retryAt: now + readRetryAfter(retryAfter, waitMs) }
  if (isDone && answer?.ok === true) return { ok: answer as Record<string, unknown> }
  if (error !== undefined && status < 500) {
    const needed = typeof answer?.needed === 'string' ? [`(needed: ${answer.needed})`] : []
    return { error, details: [...needed, ...(answer?.response_metadata?.messages ?? [])] }
  }
  if (status === 413) return { error: 'request_too_large', details: [] }
  if (!isDone) return { unknown: new Error(`Slack answered ${status}`) }
  return {
    unknown: new Error(answer ? 'Slack answered neither ok nor an error' : 'Slack answered something that is not JSON'),
  }
}

interface Answered {
  ok?: unknown
  error?: unknown
  needed?: unknown
  response_metadata?: { messages?: string[] }
}

function parse(chunks: Buffer[]): Answered | undefined {
  try {
    return JSON.parse((chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString('utf8'))
  } catch {
    return undefined
  }
}

function readRetryAfter(header: string | undefined, otherwiseMs = RETRY_AFTER_MS): number {
  const seconds = Number(header)
  return header && seconds >= 0 ? Math.max(LEAST_RETRY_AFTER_MS, seconds * 1000) : otherwiseMs
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
