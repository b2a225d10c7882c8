import { type Dispatcher, Pool, request } from 'undici'

/** Slack answers in well under a second; what has taken longer than this is not known to have happened. */
const TIMEOUT_MS = 10_000
const ANSWER_LIMIT = 8 * 1024 * 1024
/** When Slack says "too many" and not for how long. */
const RETRY_AFTER_MS = 5000

/** What became of a call, before anybody has judged what an error means. */
export type Reply =
  | { ok: Record<string, unknown> }
  | { error: string; details: string[] }
  | { retryAt: number }
  | { unknown: Error }

export interface Web {
  /** One POST of JSON to a Web API method. Never rejects, never repeats, waits for nobody. */
  call(method: string, args: object, signal?: AbortSignal): Promise<Reply>
  /** The bytes behind one of Slack's own addresses, at most `maxBytes` of them. Never rejects. */
  fetch(url: URL, maxBytes: number, signal: AbortSignal): Promise<{ bytes: Uint8Array } | Reply>
}

/**
 * Slack's own WebClient is not used for calls: a 429 of one makes it hold back all others, and it repeats posts whose answer
 * was lost, which shows them twice.
 */
export function createWeb(parts: { token: string; apiUrl: string; now: () => number }): Web {
  const { token, now } = parts
  const api = new URL(parts.apiUrl)
  const base = api.pathname.endsWith('/') ? api.pathname : `${api.pathname}/`
  const pool = new Pool(api.origin, {
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connectTimeout: TIMEOUT_MS,
    maxResponseSize: ANSWER_LIMIT,
  })
  const authorization = `Bearer ${token}`
  const headers = { authorization, 'content-type': 'application/json; charset=utf-8' }

  return {
    call: (method, args, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve({ unknown: reasonOf(signal) })
        let request: Dispatcher.DispatchController | undefined
        const abort = (): void => {
          const reason = reasonOf(signal!)
          request?.abort(reason)
          settle({ unknown: reason })
        }
        const settle = (reply: Reply): void => {
          signal?.removeEventListener('abort', abort)
          resolve(reply)
        }
        signal?.addEventListener('abort', abort)
        const chunks: Buffer[] = []
        let status = 0
        let retryAfter: string | undefined
        // Collecting the chunks ourselves costs half of what undici's response streams do.
        pool.dispatch(
          { path: base + method, method: 'POST', headers, body: JSON.stringify(args) },
          {
            onRequestStart(controller) {
              request = controller
              if (signal?.aborted) controller.abort(reasonOf(signal))
            },
            onResponseStart(_, code, answered) {
              status = code
              retryAfter = answered['retry-after']?.toString()
            },
            onResponseData: (_, chunk) => void chunks.push(chunk),
            onResponseEnd: () => settle(read(status, retryAfter, chunks, now())),
            onResponseError: (_, error) => settle({ unknown: error }),
          },
        )
      }),

    async fetch(url, maxBytes, signal) {
      try {
        const timeouts = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS }
        const { statusCode, headers, body } = await request(url, { headers: { authorization }, signal, ...timeouts })
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

function read(status: number, retryAfter: string | undefined, chunks: Buffer[], now: number): Reply {
  if (status === 429) return { retryAt: now + readRetryAfter(retryAfter) }
  if (status < 200 || status > 299) return { unknown: new Error(`Slack answered ${status}`) }
  let answer: { ok?: unknown; error?: unknown; response_metadata?: { messages?: string[] } }
  try {
    answer = JSON.parse((chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString('utf8'))
  } catch (cause) {
    return { unknown: new Error('Slack answered something that is not JSON', { cause }) }
  }
  if (answer?.ok === true) return { ok: answer as Record<string, unknown> }
  if (typeof answer?.error !== 'string') return { unknown: new Error('Slack answered neither ok nor an error') }
  if (answer.error === 'ratelimited' || answer.error === 'rate_limited')
    return { retryAt: now + readRetryAfter(retryAfter) }
  return { error: answer.error, details: answer.response_metadata?.messages ?? [] }
}

function readRetryAfter(header: string | undefined): number {
  const seconds = Number(header)
  return header && seconds >= 0 ? seconds * 1000 : RETRY_AFTER_MS
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
const reasonOf = (signal: AbortSignal): Error => asError(signal.reason)
