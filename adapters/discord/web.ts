import { FormData, Pool, request } from 'undici'
import type { Guard } from './guard.ts'

const ANSWER_LIMIT = 8 * 1024 * 1024
/** "Too many, come back at once" would have us knock without end. */
const LEAST_RETRY_AFTER_MS = 250
/** When Discord, or who stands before it, says "too many" and not for how long. */
const RETRY_AFTER_MS = 5000
const USER_AGENT = 'DiscordBot (https://github.com/parley, 0.1)'

export interface Request {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Behind the API's address, without a slash at its beginning. */
  path: string
  body?: object
  /** Go with the body, which names them as its attachments. */
  files?: readonly { name: string; text: string }[]
  /** Its path holds a token of its own: ours is not sent, and a 401 does not concern it. */
  open?: true
}

/** How much more Discord takes of such calls: `remaining` now, all of `limit` at `resetAt` (ms since the epoch). */
export interface Left {
  limit: number
  remaining: number
  resetAt: number
}

/** What became of a call, before anybody has judged what an error means. */
export type Reply = (
  | { ok: unknown }
  | { error: { status: number; code: number; message: string } }
  /** `global`: all calls have to wait. */
  | { retryAt: number; global: boolean }
  | { unknown: Error }
) & { left?: Left }

/** One request. Never rejects, never repeats, waits for nobody. */
export type Call = (request: Request) => Promise<Reply>

export interface Web {
  /** Begins an operation: all its calls together may take as long as one. What comes too late is `unknown`. */
  begin(signal?: AbortSignal): Call
  /** An operation of a single call. */
  call(request: Request, signal?: AbortSignal): Promise<Reply>
  /** The bytes of a file, at most `maxBytes` of them. Never rejects. */
  fetch(url: URL, maxBytes: number, signal: AbortSignal): Promise<{ bytes: Uint8Array } | Reply>
}

/**
 * discord.js' own client of the REST API is not used: its queue has a first text wait for another answer's edits, it repeats
 * posts whose answer was lost, and it knocks without end at a 429 that does not say for how long.
 */
export function createWeb(parts: {
  token: string
  /** Ends in a slash. */
  apiUrl: string
  /** For an operation, from the attempt to connect to the last byte of the answer. */
  limitMs: number
  guard: Guard
  now: () => number
}): Web {
  const { token, limitMs, guard, now } = parts
  const api = new URL(parts.apiUrl)
  const pool = new Pool(api.origin, { maxResponseSize: ANSWER_LIMIT })
  const late = (): Error => new Error(`Discord took longer than ${limitMs / 1000} s`)

  async function send(wanted: Request, leftMs: number, signal: AbortSignal | undefined): Promise<Reply> {
    const { method, path, body, files, open } = wanted
    if (!open && guard.isRefused()) return refusal
    const heldUntil = guard.heldUntil()
    if (heldUntil !== undefined && !open) return { retryAt: heldUntil, global: true }
    const timeout = AbortSignal.timeout(leftMs)
    const ends = signal ? AbortSignal.any([signal, timeout]) : timeout
    const content = files ? { body: formOf(body, files) } : body ? { body: JSON.stringify(body) } : {}
    try {
      const {
        statusCode,
        headers,
        body: answer,
      } = await pool.request({
        method,
        path: api.pathname + path,
        signal: ends,
        headers: {
          'user-agent': USER_AGENT,
          ...(!open && { authorization: `Bot ${token}` }),
          ...(body && !files && { 'content-type': 'application/json' }),
        },
        ...content,
      })
      const text = await answer.text()
      const left = leftOf(headers, now())
      const reply = read(statusCode, headers, text, now())
      // Limits that are shared with other apps are nobody's fault.
      if (!open) guard.count(statusCode, headers['x-ratelimit-scope'] === 'shared')
      return left ? { ...reply, left } : reply
    } catch (error) {
      if (timeout.aborted && !signal?.aborted) return { unknown: late() }
      return { unknown: signal?.aborted ? asError(signal.reason) : asError(error) }
    }
  }

  function begin(signal?: AbortSignal): Call {
    const until = performance.now() + limitMs
    return async (wanted) => {
      const leftMs = Math.floor(until - performance.now())
      if (signal?.aborted) return { unknown: asError(signal.reason) }
      return leftMs > 0 ? send(wanted, leftMs, signal) : { unknown: late() }
    }
  }

  return {
    begin,
    call: (wanted, signal) => begin(signal)(wanted),

    async fetch(url, maxBytes, signal) {
      const ends = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
      try {
        const { statusCode, headers, body } = await request(url, {
          signal: ends,
          headers: { 'user-agent': USER_AGENT },
        })
        if (statusCode !== 200) {
          const text = await body.text()
          return read(statusCode, headers, text, now())
        }
        const chunks: Uint8Array[] = []
        let size = 0
        for await (const chunk of body as AsyncIterable<Uint8Array>) {
          size += chunk.length
          // Leaving the loop closes the connection.
          if (size > maxBytes) return { error: { status: 413, code: 0, message: 'the file is too large' } }
          chunks.push(chunk)
        }
        return { bytes: Buffer.concat(chunks) }
      } catch (error) {
        return { unknown: asError(error) }
      }
    },
  }
}

const refusal: Reply = { error: { status: 401, code: 0, message: 'the bot token was refused before' } }

type Headers = Record<string, string | string[] | undefined>

function formOf(body: object | undefined, files: readonly { name: string; text: string }[]): FormData {
  const form = new FormData()
  form.set('payload_json', JSON.stringify(body ?? {}))
  for (const [n, { name, text }] of files.entries()) {
    form.set(`files[${n}]`, new Blob([text], { type: 'text/markdown; charset=utf-8' }), name)
  }
  return form
}

function read(status: number, headers: Headers, text: string, now: number): Reply {
  if (status >= 200 && status < 300) {
    const answer = text === '' ? {} : parse(text)
    return answer === undefined ? { unknown: new Error('Discord answered something that is not JSON') } : { ok: answer }
  }
  const told = (parse(text) ?? {}) as {
    code?: unknown
    message?: unknown
    retry_after?: unknown
    global?: unknown
    errors?: unknown
  }
  if (status === 429) {
    const global = told.global === true || headers['x-ratelimit-scope'] === 'global'
    return { retryAt: now + retryAfter(told.retry_after, headers['retry-after']), global }
  }
  if (status >= 500) return { unknown: new Error(`Discord answered ${status}`) }
  const code = typeof told.code === 'number' ? told.code : 0
  return { error: { status, code, message: `${told.message ?? ''}${faultsOf(told)}` } }
}

function retryAfter(inBody: unknown, inHeader: string | string[] | undefined): number {
  const seconds = typeof inBody === 'number' ? inBody : Number(inHeader ?? Number.NaN)
  return seconds >= 0 ? Math.max(LEAST_RETRY_AFTER_MS, Math.ceil(seconds * 1000)) : RETRY_AFTER_MS
}

function leftOf(headers: Headers, now: number): Left | undefined {
  const [limit, remaining, resetAfter] = ['limit', 'remaining', 'reset-after'].map((name) =>
    Number(headers[`x-ratelimit-${name}`] ?? Number.NaN),
  ) as [number, number, number]
  return limit > 0 && remaining >= 0 && resetAfter >= 0
    ? { limit, remaining, resetAt: now + Math.ceil(resetAfter * 1000) }
    : undefined
}

/** Where a form was filled in wrongly: paths and Discord's words, nothing of what was sent. */
function faultsOf(told: { errors?: unknown }): string {
  const faults: string[] = []
  const collect = (tree: unknown, path: string): void => {
    if (typeof tree !== 'object' || tree === null) return
    for (const [name, below] of Object.entries(tree)) {
      if (name === '_errors') {
        for (const { code } of below as { code?: string }[]) faults.push(`${path} ${code}`)
      } else collect(below, path ? `${path}.${name}` : name)
    }
  }
  collect(told.errors, '')
  return faults.length > 0 ? ` (${faults.slice(0, 5).join(', ')})` : ''
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
