import type { Limits } from '../limits.ts'

const DAY_MS = 86_400_000

/** How often sessions may be begun: in a day, and at the same time. */
export interface Starts {
  /** `exhausted`: too many in a day. */
  take(shard: number): 'ok' | 'too_soon' | 'exhausted'
  /** As `GET /gateway/bot` tells it. */
  json(): Record<string, number>
}

export function createStarts({ limits, now }: { limits: Limits; now: () => number }): Starts {
  let day = { used: 0, until: 0 }
  const lastOf = new Map<number, number>()
  const today = (): { used: number; until: number } => {
    if (day.until <= now()) day = { used: 0, until: now() + DAY_MS }
    return day
  }
  return {
    take(shard) {
      if (today().used >= limits.identifiesPerDay) return 'exhausted'
      const key = shard % limits.maxConcurrency
      const last = lastOf.get(key)
      day.used += 1
      if (last !== undefined && now() - last < limits.identifyWindowMs) return 'too_soon'
      lastOf.set(key, now())
      return 'ok'
    },
    json: () => ({
      total: limits.identifiesPerDay,
      remaining: Math.max(0, limits.identifiesPerDay - today().used),
      reset_after: day.until - now(),
      max_concurrency: limits.maxConcurrency,
    }),
  }
}
