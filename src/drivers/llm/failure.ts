import type { LlmErrorCode } from '../../ports/llm.ts'

/** Why a request or a stream broke. Made of statuses and codes only: the messages of servers quote keys and prompts. */
export interface Failure {
  code: LlmErrorCode
  reason: string
  retryAfterMs?: number
  /** The same request may well succeed a moment later. */
  passing: boolean
  /** The server does not know the model, or not any more. */
  gone?: true
}

/** The longest `Retry-After` that is waited out while a person waits for the answer. */
const maxRetryAfterMs = 5_000

/** The SDK's error for a response has a `status`; any other is a connection that failed, or could not be read. */
export function failureOf(thrown: unknown, now: number): Failure {
  if (thrown instanceof SyntaxError) return { code: 'unavailable', reason: 'unreadable chunk', passing: false }
  const { status, headers } = (thrown ?? {}) as { status?: unknown; headers?: Headers }
  if (typeof status !== 'number') {
    return { code: 'unavailable', reason: `connection failed${brackets(systemCodeOf(thrown))}`, passing: true }
  }
  const code = codeOf(thrown)
  const reason = `status ${status}${brackets(code)}`
  const retryAfterMs = retryAfterOf(headers, now)
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs }
  const soon = (retryAfterMs ?? 0) <= maxRetryAfterMs
  if (status === 401 || status === 403) return { code: 'unauthorized', reason, passing: false }
  // A quota that is used up has the status of a rate, but no second makes it pass.
  if (status === 429) return { code: 'rate_limited', reason, ...wait, passing: soon && code !== 'insufficient_quota' }
  if (status === 408 || status >= 500) return { code: 'unavailable', reason, ...wait, passing: soon }
  const isGone = status === 404 || status === 410 || /^model_(not_found|decommissioned)$/.test(code ?? '')
  return { code: 'rejected', reason, passing: false, ...(isGone ? { gone: true } : {}) }
}

/** The `error` object that servers send in place of a chunk when they break after the headers. */
export function failureInStream(error: unknown): Failure {
  const code = codeOf(error)
  return {
    code: code?.startsWith('rate_limit') ? 'rate_limited' : 'unavailable',
    reason: `error in the stream${brackets(code)}`,
    passing: true,
  }
}

/** Lower-case words are codes of the protocol; anything else might be a piece of a key. */
function codeOf(error: unknown): string | undefined {
  const { code, type } = error as { code?: unknown; type?: unknown }
  return [code, type].find((name): name is string => typeof name === 'string' && /^[a-z_]{1,40}$/.test(name))
}

/** The system's name for a broken connection, e.g. `ECONNREFUSED`: it lies some causes deep. */
function systemCodeOf(thrown: unknown): string | undefined {
  let error = thrown
  for (let depth = 0; depth < 5 && typeof error === 'object' && error !== null; depth++) {
    const { code, cause } = error as { code?: unknown; cause?: unknown }
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code)) return code
    error = cause
  }
  return undefined
}

/** Seconds or a date; in milliseconds where a server is so kind. */
function retryAfterOf(headers: Headers | undefined, now: number): number | undefined {
  const ms = Number.parseFloat(headers?.get('retry-after-ms') ?? '')
  if (ms >= 0) return ms
  const value = headers?.get('retry-after')
  if (!value) return undefined
  const seconds = Number(value)
  const wait = Number.isNaN(seconds) ? Date.parse(value) - now : seconds * 1000
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}

function brackets(code: string | undefined): string {
  return code === undefined ? '' : ` (${code})`
}
