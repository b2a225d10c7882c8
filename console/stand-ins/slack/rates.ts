import type { Limits } from './limits.ts'

const WINDOW_MS = 60_000
const RESTRICTED = new Set(['conversations.history', 'conversations.replies'])

export interface Rates {
  /** Counts a call, or tells after how many seconds it may be tried again (whole and at least 1). */
  take(method: string, channel?: string): number | undefined
}

/** Sliding windows of a minute for each method, and a bucket for each channel that is posted to. */
export function createRates({ limits, now }: { limits: Limits; now: () => number }): Rates {
  /** The times of the last N accepted calls as a ring: when its oldest has left the window there is room. */
  const windows = new Map<string, { times: Float64Array; next: number }>()
  const buckets = new Map<string, { tokens: number; at: number }>()

  function windowWait(method: string, at: number): number {
    const isRestricted = limits.restrictedReads && RESTRICTED.has(method)
    const limit = isRestricted ? 1 : limits.callsPerMinute[method]
    if (limit === undefined) return 0
    let window = windows.get(method)
    if (!window) {
      window = { times: new Float64Array(limit).fill(Number.NEGATIVE_INFINITY), next: 0 }
      windows.set(method, window)
    }
    return window.times[window.next]! + WINDOW_MS - at
  }

  function bucketOf(channel: string, at: number): { tokens: number; at: number } {
    const bucket = buckets.get(channel) ?? { tokens: limits.postBurst, at }
    bucket.tokens = Math.min(limits.postBurst, bucket.tokens + ((at - bucket.at) / 1000) * limits.postsPerSecond)
    bucket.at = at
    buckets.set(channel, bucket)
    return bucket
  }

  return {
    take(method, channel) {
      if (!limits.enforceRates) return undefined
      const at = now()
      const bucket = method === 'chat.postMessage' && channel !== undefined ? bucketOf(channel, at) : undefined
      const bucketWait = bucket ? ((1 - bucket.tokens) / limits.postsPerSecond) * 1000 : 0
      const wait = Math.max(windowWait(method, at), bucketWait)
      if (wait > 0) return Math.max(1, Math.ceil(wait / 1000))
      if (bucket) bucket.tokens -= 1
      const window = windows.get(method)
      if (window) {
        window.times[window.next] = at
        window.next = (window.next + 1) % window.times.length
      }
      return undefined
    },
  }
}
