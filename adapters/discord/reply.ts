import { CODES, WAITS_MS } from './codes.ts'

/** For the log: what a reply says, without anything that was sent. */
export function sayOf(reply: Reply): string {
  if ('error' in reply) return `${reply.error.status} ${reply.error.code} ${reply.error.message}`
  if ('unknown' in reply) return reply.unknown.message
  return 'retryAt' in reply ? 'too many' : 'ok'
}

/** "Too many, come back at once" would have us knock without end. */
const LEAST_RETRY_AFTER_MS = 250
/** When Discord, or who stands before it, says "too many" and not for how long. */
const RETRY_AFTER_MS = 5000

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

type Headers = Record<string, string | string[] | undefined>

/** What an answer of Discord says. */
export function read(status: number, headers: Headers, text: string, now: number): Reply {
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
  const code = typeof told.code === 'number' ? told.code : 0
  const waitMs = WAITS_MS[code]
  // A code says more than the status: "no more edits of this message" comes as a 429, "overloaded" as a 503.
  if (waitMs !== undefined || (status === 429 && CODES[code] === undefined)) {
    const global = told.global === true || headers['x-ratelimit-scope'] === 'global'
    return { retryAt: now + retryAfter(told.retry_after, headers['retry-after'], waitMs), global }
  }
  if (status >= 500 && CODES[code] === undefined) return { unknown: new Error(`Discord answered ${status}`) }
  return { error: { status, code, message: `${told.message ?? ''}${faultsOf(told)}` } }
}

function retryAfter(inBody: unknown, inHeader: string | string[] | undefined, otherwiseMs = RETRY_AFTER_MS): number {
  const seconds = typeof inBody === 'number' ? inBody : Number(inHeader ?? Number.NaN)
  return seconds >= 0 ? Math.max(LEAST_RETRY_AFTER_MS, Math.ceil(seconds * 1000)) : otherwiseMs
}

export function leftOf(headers: Headers, now: number): Left | undefined {
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
