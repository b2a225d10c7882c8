import { createHash } from 'node:crypto'
import type { Bucket, Limits } from './limits.ts'

/** What a call is told about its limits, and whether it was let through. */
export interface Verdict {
  headers: Record<string, string>
  /** Seconds to wait; missing: the call may be made. */
  wait?: number
  scope?: 'user' | 'global' | 'shared'
}

export interface Rates {
  /** `key`: the resource a route is counted for. Calls that answer interactions do not count among all. */
  take(route: string, key: string, global: boolean): Verdict
  /** A counter outside of the routes' own; seconds to wait or undefined. */
  takeOf(name: string, bucket: Bucket): number | undefined
  /** Counts an answer of 401, 403 or 429. */
  invalid(): void
  /** Seconds for which nothing is answered any more, if there were too many of them. */
  banned(): number | undefined
}

const INVALID_WINDOW_MS = 600_000
const MESSAGES = ['POST /channels/{channel}/messages', 'PATCH /channels/{channel}/messages/{message}']

export function createRates({ limits, now }: { limits: Limits; now: () => number }): Rates {
  /** A window opens with its first call, and closes a fixed time after. */
  const windows = new Map<string, { used: number; until: number }>()
  let global = { used: 0, until: 0 }
  let invalid = { used: 0, until: 0 }
  let bannedUntil = 0

  function windowOf(name: string, { windowMs }: Bucket): { used: number; until: number } {
    const known = windows.get(name)
    if (known && known.until > now()) return known
    const fresh = { used: 0, until: now() + windowMs }
    windows.set(name, fresh)
    if (windows.size > 10_000) for (const [key, { until }] of windows) if (until <= now()) windows.delete(key)
    return fresh
  }

  function hashOf(route: string): string {
    const name = limits.sharedMessageBucket && MESSAGES.includes(route) ? MESSAGES[0]! : route
    return createHash('md5').update(name).digest('hex')
  }

  return {
    take(route, key, counted) {
      if (!limits.enforceRates) return { headers: {} }
      if (counted) {
        if (global.until <= now()) global = { used: 0, until: now() + 1000 }
        global.used += 1
        if (global.used > limits.requestsPerSecond) {
          return { headers: { 'x-ratelimit-global': 'true' }, wait: (global.until - now()) / 1000, scope: 'global' }
        }
      }
      const bucket = limits.buckets[route]
      if (!bucket) return { headers: {} }
      const window = windowOf(`${route} ${key}`, bucket)
      const left = (window.until - now()) / 1000
      const isFull = window.used >= bucket.limit
      if (!isFull) window.used += 1
      const headers = {
        'x-ratelimit-limit': String(bucket.limit),
        'x-ratelimit-remaining': String(bucket.limit - window.used),
        'x-ratelimit-reset': (window.until / 1000).toFixed(3),
        'x-ratelimit-reset-after': left.toFixed(3),
        'x-ratelimit-bucket': hashOf(route),
      }
      return isFull ? { headers, wait: left, scope: 'user' } : { headers }
    },
    takeOf(name, bucket) {
      if (!limits.enforceRates) return undefined
      const window = windowOf(name, bucket)
      if (window.used >= bucket.limit) return (window.until - now()) / 1000
      window.used += 1
      return undefined
    },
    invalid() {
      if (!limits.enforceRates) return
      if (invalid.until <= now()) invalid = { used: 0, until: now() + INVALID_WINDOW_MS }
      invalid.used += 1
      if (invalid.used >= limits.invalidRequests) bannedUntil = now() + limits.banMs
    },
    banned: () => (bannedUntil > now() ? (bannedUntil - now()) / 1000 : undefined),
  }
}
