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
  /** The most tokens that the model takes, where a prompt was too long and the server said so. */
  mostTokens?: number
  /** Nobody was asked: it has failed too often just before. */
  unasked?: true
  /** The account has no more money, which no waiting mends. */
  unpaid?: true
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
  if (status === 402 || isUnpaid(thrown)) return { code: 'rate_limited', reason, ...wait, passing: false, unpaid: true }
  if (status === 401 || status === 403) return { code: 'unauthorized', reason, passing: false }
  const tooLong = tooLongOf(thrown, status)
  if (tooLong) return { code: 'too_long', reason, ...tooLong, passing: false }
  if (status === 429) return { code: 'rate_limited', reason, ...wait, passing: soon }
  if (status === 408 || status >= 500) return { code: 'unavailable', reason, ...wait, passing: soon }
  if (code === 'content_filter') return { code: 'filtered', reason, passing: false }
  const isGone = status === 404 || status === 410 || /^model_(not_found|decommissioned)$/.test(code ?? '')
  return { code: 'rejected', reason, passing: false, ...(isGone ? { gone: true } : {}) }
}

const unconnected =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|CERT_HAS_EXPIRED|UNABLE_TO_VERIFY_LEAF_SIGNATURE|ERR_TLS_CERT_ALTNAME_INVALID)$/

/** Whether a request that has thrown this was never begun: it got the status of an error, or there was no connection to send it over. */
export function wasRefused(thrown: unknown): boolean {
  return (
    typeof (thrown as { status?: unknown } | null)?.status === 'number' || unconnected.test(`${systemCodeOf(thrown)}`)
  )
}

/** The `error` object that servers send in place of a chunk when they break after the headers. */
export function failureInStream(error: unknown): Failure {
  const code = codeOf(error)
  const tooLong = tooLongOf(error, 400)
  if (tooLong) return { code: 'too_long', reason: `error in the stream${brackets(code)}`, ...tooLong, passing: false }
  return {
    code: code?.startsWith('rate_limit') ? 'rate_limited' : 'unavailable',
    reason: `error in the stream${brackets(code)}`,
    passing: true,
  }
}

/** A quota that is used up has the status of a rate, but no second makes it pass. OpenAI tells it by its codes, Anthropic by a detail. */
const unpaid =
  /^(?:insufficient_quota|billing_error|credit_balance_exhausted|(?:organization|project)_spend_limit_exceeded|organization_usage_limit_exceeded|enforced_spend_limit_reached)$/

function isUnpaid(thrown: unknown): boolean {
  const { code, type, error } = (thrown ?? {}) as { code?: unknown; type?: unknown; error?: unknown }
  const inner = (error as { error?: unknown } | undefined)?.error ?? error
  const { details } = (inner ?? {}) as { details?: { error_code?: unknown } }
  return [code, type, details?.error_code].some((name) => typeof name === 'string' && unpaid.test(name))
}

const tooLongCode =
  /^(?:context_length_exceeded|exceed_context_size_error|model_context_window_exceeded|request_too_large)$/
/** What OpenAI, Anthropic, Google, vLLM, llama.cpp and Ollama write where they have no code for it. */
const tooLongWords =
  /maximum context length|context length is only|exceeds? the (?:available |model's )?context|available context size|context window|prompt is too long|input token count|no user query found in messages/i
const mostWords = /(?:context length is (?:only )?|> |tokens allowed \(?|context size \(|"n_ctx":\s*)(\d[\d,]*)/i

/** Told by the code, else by the words at a status that can mean it. Only the number is taken out of the words. */
function tooLongOf(thrown: unknown, status: number): { mostTokens?: number } | undefined {
  const { code, type, message, error, n_ctx } = (thrown ?? {}) as Record<string, unknown>
  const words = `${message ?? ''}`
  const isSaid = [400, 413, 500].includes(status) && tooLongWords.test(words)
  if (!isSaid && ![code, type].some((name) => tooLongCode.test(`${name}`))) return undefined
  const told = n_ctx ?? (error as { n_ctx?: unknown } | undefined)?.n_ctx
  const most = typeof told === 'number' ? told : Number(mostWords.exec(words)?.[1]?.replaceAll(',', ''))
  return Number.isSafeInteger(most) && most > 0 ? { mostTokens: most } : {}
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
