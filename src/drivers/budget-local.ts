import type { Budget, Scope, Urgency } from '../ports/budget.ts'
import {
  counted,
  floor,
  keptMs,
  lateMs,
  leaky,
  recovery,
  reserveOf,
  type Shape,
  seemsLeaky,
  shapeOf,
  slowdown,
  slowdownKeptMs,
  soonMs,
} from './budget-shape.ts'
import { shareOf } from './budget-share.ts'

interface Bucket extends Shape {
  limit: number
  windowMs: number
  factor: number
  tokens: number
  /** When `tokens` was right. */
  at: number
  /** Until then there is no token to be had, and none is added. */
  frozenUntil: number
  /** Granted since the last window that the platform told of was over, or since nothing was for as long. */
  granted: number
  grantedAt: number
  /** What the platform takes until then, as far as it told: less what was granted since. */
  left?: { calls: number; until: number } | undefined
  /** The platform tells with its answers how much is left. */
  isTold: boolean
  /** As it told, this process's share of it; never more than the limit. */
  toldLimit: number
}

/**
 * The budget of one process: a token bucket per scope, cut as `Shape` says.
 *
 * `now`: milliseconds since the epoch. After a step back nobody waits longer than before it. `share`: the part of every limit
 * that is this process's, where several call the same platforms, e.g. 1/3; see `shareOf`. What the platform tells counts the
 * calls of all, so it is heeded in full, but no more than the share is taken of it.
 */
export function createLocalBudget({ now, share = 1 }: { now: () => number; share?: number }): Budget {
  const buckets = new Map<string, Bucket>()
  let hand = buckets.entries()

  /** Nothing is kept of a scope without limit, unless the platform has objected. */
  function find(whole: Scope, time: number): Bucket | undefined {
    const scope = shareOf(whole, share)
    const known = buckets.get(scope.key)
    if (known?.limit === scope.limit && known.windowMs === scope.windowMs) {
      refill(known, time)
      return known
    }
    if (scope.limit === Infinity) return undefined
    const fresh = createBucket(scope, time)
    if (known) {
      refill(known, time)
      const { factor, at, frozenUntil } = known
      Object.assign(fresh, { factor, tokens: Math.min(known.tokens, fresh.capacity), at, frozenUntil })
    } else {
      forgetIdle(time)
    }
    buckets.set(scope.key, fresh)
    return fresh
  }

  /** Looks at two buckets for every new one, so that what is kept stays in proportion to what is in use. */
  function forgetIdle(time: number): void {
    for (let looked = 0; looked < 2; looked++) {
      const next = hand.next()
      if (next.done) {
        hand = buckets.entries()
        return
      }
      const [key, bucket] = next.value
      if (isForgettable(bucket, time)) buckets.delete(key)
    }
  }

  return {
    async tryTake(scopes, urgency, keep = []) {
      // One time for all of it: a clock that ticks in between must not make a full bucket look a millisecond too young.
      const time = now()
      const found: Bucket[] = []
      let short: { retryAt: number; short: Scope } | undefined
      for (const [n, scope] of scopes.entries()) {
        const bucket = find(scope, time)
        if (!bucket) continue
        found.push(bucket)
        const retryAt = grantableAt(bucket, urgency, keep[n] ?? 0, time)
        if (retryAt > (short?.retryAt ?? time)) short = { retryAt, short: scope }
      }
      if (short) return short
      for (const bucket of found) {
        bucket.tokens -= 1
        bucket.granted += 1
        bucket.grantedAt = time
        if (bucket.left) bucket.left.calls -= 1
        bucket.factor = Math.min(1, bucket.factor + recovery)
      }
      return 'ok'
    },

    learn(scope, { limit, remaining, resetAt }) {
      const time = now()
      const bucket = find(scope, time)
      // What speaks of more is about another limit than the one that is kept here.
      if (!bucket || resetAt <= time || limit > scope.limit) return
      bucket.isTold = true
      // A share of less than one call must not make nobody ever call.
      bucket.toldLimit = Math.max(1, limit * share)
      if (limit === scope.limit && remaining === limit - 1) {
        const mine = shareOf(scope, share)
        Object.assign(bucket, seemsLeaky(scope, resetAt - time) ? leaky(mine) : counted(mine))
      }
      if (leaks(bucket)) {
        bucket.tokens = Math.min(bucket.tokens, remaining)
      } else if (!bucket.left) {
        // Whatever was told, it was in answer to a call.
        const granted = Math.max(1, bucket.granted)
        bucket.left = { calls: Math.min(remaining, bucket.toldLimit - granted), until: resetAt }
      } else if (resetAt > bucket.left.until + lateMs) {
        // A call that came too late for the window that was known has opened the next.
        bucket.left = { calls: Math.min(remaining, bucket.toldLimit) - 1, until: resetAt }
      } else {
        bucket.left.calls = Math.min(bucket.left.calls, remaining)
      }
    },

    freeze(scope, until) {
      const time = now()
      if (until <= time) return
      const bucket = find(scope, time) ?? createBucket(scope, time)
      buckets.set(scope.key, bucket)
      if (bucket.frozenUntil <= time) bucket.factor = Math.max(floor, bucket.factor * slowdown)
      // The platform promises one call at that time, not more.
      bucket.tokens = Math.min(bucket.tokens, 1)
      bucket.frozenUntil = Math.max(bucket.frozenUntil, until)
    },

    level(scope) {
      const time = now()
      const bucket = find(scope, time)
      if (!bucket) return { tokens: Infinity, ratePerMs: Infinity }
      const tokens = bucket.frozenUntil > time ? 0 : Math.max(0, bucket.tokens - reserveOf(bucket.capacity))
      return { tokens, ratePerMs: bucket.nominalRate * bucket.factor }
    },
  }
}

function createBucket(scope: Scope, at: number): Bucket {
  const { limit, windowMs } = scope
  const shape = shapeOf(scope)
  return {
    limit,
    windowMs,
    ...shape,
    factor: 1,
    tokens: shape.capacity,
    at,
    frozenUntil: at,
    granted: 0,
    grantedAt: at,
    isTold: scope.told ?? false,
    toldLimit: limit,
  }
}

/** Calls come back one by one, and not all at the end of a window. */
const leaks = ({ capacity, limit }: Bucket): boolean => capacity === limit

function refill(bucket: Bucket, time: number): void {
  // The clock was set back: what is still to be waited stays the same.
  if (time < bucket.at) bucket.frozenUntil -= bucket.at - time
  const idle = time - usableSince(bucket)
  if (idle > 0) bucket.tokens = Math.min(bucket.capacity, bucket.tokens + idle * bucket.nominalRate * bucket.factor)
  if (bucket.left && bucket.left.until <= time) {
    // Everything is there again, and the next call begins to count anew.
    bucket.tokens = Math.max(bucket.tokens, bucket.capacity)
    bucket.left = undefined
    bucket.granted = 0
  }
  if (!bucket.left && time - bucket.grantedAt >= bucket.windowMs) bucket.granted = 0
  bucket.at = time
}

/** When one call can be had, in whole milliseconds: at once, if that is no later than the bucket's own time. */
function grantableAt(bucket: Bucket, urgency: Urgency, keep: number, time: number): number {
  const kept = urgency === 'urgent' ? 0 : Math.max(reserveOf(bucket.capacity), keep)
  const at = timeOf(bucket, 1 + Math.min(kept, bucket.capacity - 1))
  if (!bucket.isTold || leaks(bucket)) return at
  const calls = bucket.left?.calls ?? bucket.toldLimit - bucket.granted
  if (calls >= 1 + kept) return urgency === 'urgent' ? usableSince(bucket) : at
  // Before it is told when the window ends, or where more is kept than it holds, that may soon have changed.
  return Math.max(usableSince(bucket), bucket.left?.until ?? time + (urgency === 'urgent' ? soonMs : keptMs))
}

/** From when on tokens are added and can be had. */
function usableSince({ at, frozenUntil }: Bucket): number {
  return Math.max(at, frozenUntil)
}

/** When the bucket will hold `tokens`, in whole milliseconds, late rather than early. */
function timeOf(bucket: Bucket, tokens: number): number {
  const missing = tokens - bucket.tokens
  // Rounding errors of a refill must not cost another round.
  if (missing < 1e-9) return usableSince(bucket)
  return Math.ceil(usableSince(bucket) + missing / (bucket.nominalRate * bucket.factor))
}

function isForgettable(bucket: Bucket, time: number): boolean {
  const idle = time - usableSince(bucket)
  if (bucket.left && bucket.left.until > time) return false
  const isFull = bucket.tokens + idle * bucket.nominalRate * bucket.factor >= bucket.capacity
  return idle > 0 && isFull && (bucket.factor === 1 || idle > slowdownKeptMs)
}
