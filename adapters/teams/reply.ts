/** What became of a call, before anybody has judged what an error means. */
export type Reply =
  | { ok: Record<string, unknown> }
  | { error: { status: number; code: string; message: string } }
  /** To be sent again, not before then. `perhaps`: it may have been carried out all the same. */
  | { retryAt: number; perhaps?: true }
  | { unknown: Error }

/** A file that was asked for. */
export type Fetched = { bytes: Uint8Array; type: string } | Exclude<Reply, { ok: unknown }>

/** Documented: between the least and the most when Teams does not say when to come back. */
const LEAST_MS = 2000
const MOST_MS = 20_000
const STRAINED_MS = 1000

/**
 * Documented: these are to be tried again, with ever longer pauses; 500 is not. Of some of them others saw that they had been
 * carried out (openclaw#121116), of others that they had not (BotFramework-Services#176 and #200, 502 `ServiceError`).
 * https://learn.microsoft.com/en-us/microsoftteams/platform/bots/build-conversational-capability#status-codes-from-agent-conversational-apis
 */
const TRANSIENT = new Set([502, 503, 504])

/** Whether Teams could not do it, which it should be spared for ever longer. */
export const isStrained = (status: number): boolean => status === 412 || TRANSIENT.has(status)

/** Of an answer of the connector. `strain`: how often in a row Teams could not do it there. `random`: 0 to 1. */
export function readReply(
  status: number,
  retryAfter: string | undefined,
  body: string,
  { now, strain = 0, random = Math.random }: { now: number; strain?: number; random?: () => number },
): Reply {
  if (status >= 200 && status < 300) return { ok: objectOf(body) }
  const told = waitOf(retryAfter, now)
  if (status === 429) return { retryAt: now + (told ?? LEAST_MS + random() * (MOST_MS - LEAST_MS)) }
  const pauseMs = told ?? Math.min(MOST_MS, STRAINED_MS * 2 ** strain * (1 + random()))
  // Two calls about the same thing met, and this one was not carried out.
  if (status === 412) return { retryAt: now + pauseMs }
  if (TRANSIENT.has(status)) return { retryAt: now + pauseMs, perhaps: true }
  if (status === 408 || status >= 500) return { unknown: new Error(`Teams answered ${status}`) }
  const error = objectOf(body)['error'] as { code?: unknown; message?: unknown } | undefined
  const { code = '', message = '' } = typeof error === 'object' && error !== null ? error : {}
  return { error: { status, code: String(code), message: String(message) } }
}

function waitOf(header: string | undefined, now: number): number | undefined {
  if (!header) return undefined
  const ms = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.max(500, ms)
}

function objectOf(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
