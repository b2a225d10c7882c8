/** What became of a call, before anybody has judged what an error means. */
export type Reply =
  | { ok: Record<string, unknown> }
  | { error: { status: number; code: string; message: string } }
  | { retryAt: number }
  | { unknown: Error }

/** Documented: where Teams does not say when to come back. */
const LEAST_MS = 2000
const MOST_MS = 20_000
const PRECONDITION_MS = 1000

/** Of an answer of the connector. `random`: 0 to 1. */
export function readReply(
  status: number,
  retryAfter: string | undefined,
  body: string,
  { now, random = Math.random }: { now: number; random?: () => number },
): Reply {
  if (status >= 200 && status < 300) return { ok: objectOf(body) }
  if (status === 429) return { retryAt: now + (waitOf(retryAfter, now) ?? LEAST_MS + random() * (MOST_MS - LEAST_MS)) }
  // Two calls about the same thing met, and this one was not carried out.
  if (status === 412) return { retryAt: now + PRECONDITION_MS * (1 + random()) }
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
