import { FormData, Pool, request } from 'undici'
import { onlyInTime, writtenUntil } from '../../src/lib/in-time.ts'
import { type Attachment, bytesOf } from '../../src/model/message.ts'
import type { ServerClock } from '../../src/ports/server-clock.ts'
import type { Breaker } from './breaker.ts'
import type { Guard } from './guard.ts'
import { leftOf, type Reply, read } from './reply.ts'
import type { Call, Request, Web } from './request.ts'

const ANSWER_LIMIT = 8 * 1024 * 1024
/** Of the API; the gateway's is discord.js'. */
const VERSION = 10
const USER_AGENT = 'DiscordBot (https://example.com/parley, 0.1)'

/**
 * discord.js' own client of the REST API is not used: its queue has a first text wait for another answer's edits, it repeats
 * posts whose answer was lost, and it knocks without end at a 429 that does not say for how long.
 */
export function createWeb(parts: {
  token: string
  /** Of the API in all its versions. */
  apiUrl: string
  /** For an operation, from the attempt to connect to the last byte of the answer. */
  limitMs: number
  guard: Guard
  breaker: Breaker
  clock?: ServerClock | undefined
  now: () => number
}): Web {
  const { token, limitMs, guard, breaker, clock, now } = parts
  const api = new URL(`${parts.apiUrl.replace(/\/+$/, '')}/v${VERSION}/`)
  const pool = new Pool(api.origin, { maxResponseSize: ANSWER_LIMIT }).compose(onlyInTime)
  const late = (): Error => new Error(`Discord took longer than ${limitMs / 1000} s`)

  async function send(wanted: Request, until: number, signal: AbortSignal | undefined): Promise<Reply> {
    const { method, path, body, files, open, vital } = wanted
    if (!open && !vital && guard.isRefused()) return refusal
    const heldUntil = guard.heldUntil()
    if (heldUntil !== undefined && !open && !vital) return { retryAt: heldUntil, global: true }
    const known = breaker.known(wanted)
    if (known) return known
    const timeout = AbortSignal.timeout(Math.max(0, Math.floor(until - performance.now())))
    const ends = signal ? AbortSignal.any([signal, timeout]) : timeout
    const askedAt = now()
    const before = guard.refusals()
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
        ...writtenUntil(until),
        headers: {
          'user-agent': USER_AGENT,
          ...(!open && { authorization: `Bot ${token}` }),
          ...(body && !files && { 'content-type': 'application/json' }),
        },
        ...content,
      })
      clock?.heard(headers['date'], askedAt)
      const text = await answer.text()
      const left = leftOf(headers, now())
      const reply = read(statusCode, headers, text, now())
      // Limits that are shared with other apps are nobody's fault.
      if (!open) guard.count(statusCode, headers['x-ratelimit-scope'] === 'shared', before)
      breaker.heard(wanted, reply)
      return left ? { ...reply, left } : reply
    } catch (error) {
      if (timeout.aborted && !signal?.aborted) return { unknown: late() }
      return { unknown: signal?.aborted ? asError(signal.reason) : asError(error) }
    }
  }

  function begin(signal?: AbortSignal): Call {
    const until = performance.now() + limitMs
    return async (wanted) => {
      if (signal?.aborted) return { unknown: asError(signal.reason) }
      return performance.now() < until ? send(wanted, until, signal) : { unknown: late() }
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

function formOf(body: object | undefined, files: readonly Attachment[]): FormData {
  const form = new FormData()
  form.set('payload_json', JSON.stringify(body ?? {}))
  for (const [n, file] of files.entries()) {
    const type = 'bytes' in file ? file.type : 'text/markdown; charset=utf-8'
    form.set(`files[${n}]`, new Blob([bytesOf(file) as Uint8Array<ArrayBuffer>], { type }), file.name)
  }
  return form
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
