import type { Budget, Scope, Urgency } from '../ports/budget.ts'

/** After every freeze the rate is this much lower, but never below `floor` of the nominal one. */
const slowdown = 0.8
const floor = 0.4
/** Every granted call is taken for a success: after 40 of them a slowdown is forgotten. */
const recovery = 0.005
/** Two ends of windows this close together are of the same one. */
const lateMs = 500
/** A platform that tells with its answers may have answered by then. */
const soonMs = 50
/** Where more is kept than a window holds, that may have changed by then. */
const keptMs = 1000
/** A scope nobody uses for this long starts at its nominal rate again. */
const slowdownKeptMs = 600_000

interface Bucket {
  limit: number
  windowMs: number
  capacity: number
  /** Tokens per millisecond while nothing has gone wrong. */
  nominalRate: number
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
  /** As it told; never more than the limit. */
  toldLimit: number
}

/**
 * The budget of one process: a token bucket per scope. With capacity B and rate ρ no window of W holds more than B + ρW
 * calls, so for a limit of N per W
 *
 *     B = max(1, round(0.3 N))      ρ = 0.98 · max(N − B, 0.85) / W
 *
 * e.g. 50 per 60 s: B 15, ρ 34.3/60 s; 5 per 5 s: B 2, ρ 0.59/s. The platform counts arrivals: 2 % is left for the jitter of
 * the way there. That holds whether the platform counts in windows or lets calls leak away. Where it tells how much of a window
 * is left, ρ = 0.98 (N − 1) / W, urgent calls may go beyond what the bucket holds, and what is told is the limit of both; where
 * it turns out to leak, B = N and ρ = 0.98 N / W are exact.
 *
 * For N = 1 no such B leaves a rate; but single tokens come 1/ρ apart, so any ρ < 1/W keeps the limit: 0.83/W.
 *
 * `now`: milliseconds since the epoch. After a step back nobody waits longer than before it.
 */
export function createLocalBudget({ now }: { now: () => number }): Budget {
  const buckets = new Map<string, Bucket>()
  let hand = buckets.entries()

  /** Nothing is kept of a scope without limit, unless the platform has objected. */
  function find(scope: Scope, time: number): Bucket | undefined {
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
      let retryAt = 0
      for (const [n, scope] of scopes.entries()) {
        const bucket = find(scope, time)
        if (!bucket) continue
        found.push(bucket)
        retryAt = Math.max(retryAt, grantableAt(bucket, urgency, keep[n] ?? 0, time))
      }
      if (retryAt > time) return { retryAt }
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
      bucket.toldLimit = limit
      if (limit === scope.limit && remaining === limit - 1) {
        const perCall = (resetAt - time) / (scope.windowMs / limit)
        Object.assign(bucket, perCall > 0.6 && perCall < 1.4 ? leaky(scope) : counted(scope))
      }
      if (leaks(bucket)) bucket.tokens = Math.min(bucket.tokens, remaining)
      else if (!bucket.left) bucket.left = { calls: Math.min(remaining, limit - bucket.granted), until: resetAt }
      // A call that came too late for the window that was known has opened the next.
      else if (resetAt > bucket.left.until + lateMs) bucket.left = { calls: remaining - 1, until: resetAt }
      else bucket.left.calls = Math.min(bucket.left.calls, remaining)
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
      const tokens = bucket.frozenUntil > time ? 0 : Math.max(0, bucket.tokens - reserve(bucket))
      return { tokens, ratePerMs: bucket.nominalRate * bucket.factor }
    },
  }
}

function createBucket(scope: Scope, at: number): Bucket {
  const { limit, windowMs } = scope
  const shape = scope.told ? counted(scope) : windowed(scope)
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

type Shape = Pick<Bucket, 'capacity' | 'nominalRate'>

function windowed({ limit, windowMs }: Scope): Shape {
  const capacity = Math.max(1, Math.round(0.3 * limit))
  return { capacity, nominalRate: limit === Infinity ? Infinity : (0.98 * Math.max(limit - capacity, 0.85)) / windowMs }
}

/** Calls come back one by one, and not all at the end of a window. */
const leaks = ({ capacity, limit }: Bucket): boolean => capacity === limit

/** Where it is told how much of a window is left, only what is kept for urgent calls need be kept back. */
const counted = (scope: Scope): Shape => ({
  ...windowed(scope),
  nominalRate: (0.98 * Math.max(scope.limit - 1, 0.85)) / scope.windowMs,
})

const leaky = ({ limit, windowMs }: Scope): Shape => ({ capacity: limit, nominalRate: (0.98 * limit) / windowMs })

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
  const kept = urgency === 'urgent' ? 0 : Math.max(reserve(bucket), keep)
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

/** One token is kept for urgent calls, where there can be two. */
function reserve(bucket: Bucket): number {
  return bucket.capacity >= 2 ? 1 : 0
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
