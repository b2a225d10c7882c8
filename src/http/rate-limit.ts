import type { FastifyReply } from 'fastify'
import { AppError } from '../lib/errors.ts'
import type { Plan } from '../model/plan.ts'
import type { Store } from '../store/index.ts'
import { sentences } from './words/index.ts'

/** Requests a second over time, and how many may come at once. */
export interface Rate {
  perSecond: number
  burst: number
}

/** Of whoever manages an account: a console in use and scripts stay far below it. */
const usualManagement: Rate = { perSecond: 20, burst: 200 }

/** A plan that does not limit those who talk does not limit those who manage, unless it says so. */
export function managementRate({ requests, management }: Pick<Plan, 'requests' | 'management'>): Rate | null {
  if (management !== undefined) return management
  return requests && usualManagement
}

/** What is left after asking, for the RateLimit headers. */
export interface Allowance {
  allowed: boolean
  /** Whole requests that may still come at once. */
  remaining: number
  /** Milliseconds until everything may come at once again. */
  resetMs: number
  /** Milliseconds until one more is allowed; 0 when one is. */
  retryMs: number
}

interface Bucket {
  tokens: number
  at: number
}

/** Of keys: where processes share a database they count together. */
export interface RateLimit {
  take(key: string, rate: Rate): Allowance | Promise<Allowance>
}

/** All processes of a database count together: a restart forgives nothing. */
export function createSharedRateLimit({ requestRates }: Pick<Store, 'requestRates'>): RateLimit {
  return {
    async take(key, { perSecond, burst }) {
      const step = Math.ceil(1_000_000 / perSecond)
      const whole = step * burst
      const { allowed, fullIn } = await requestRates.take({ key, step, whole })
      return {
        allowed,
        remaining: Math.max(0, Math.floor((whole - fullIn) / step)),
        resetMs: fullIn / 1000,
        retryMs: Math.max(0, fullIn + step - whole) / 1000,
      }
    },
  }
}

/**
 * A token bucket for each key, in this process alone. A bucket that has filled up again says nothing,
 * so those are forgotten first.
 */
export function createRateLimit({ now, maxBuckets = 10_000 }: { now: () => number; maxBuckets?: number }) {
  const buckets = new Map<string, Bucket>()

  function makeRoom(rate: Rate): void {
    const at = now()
    for (const [key, bucket] of buckets) if (filled(bucket, rate, at) >= rate.burst) buckets.delete(key)
    // Everybody is busy: the one that has been known longest starts anew.
    if (buckets.size >= maxBuckets) buckets.delete(buckets.keys().next().value!)
  }

  return {
    take(key: string, rate: Rate): Allowance {
      const at = now()
      let bucket = buckets.get(key)
      if (!bucket) {
        if (buckets.size >= maxBuckets) makeRoom(rate)
        bucket = { tokens: rate.burst, at }
        buckets.set(key, bucket)
      }
      bucket.tokens = filled(bucket, rate, at)
      bucket.at = at
      const allowed = bucket.tokens >= 1
      if (allowed) bucket.tokens -= 1
      const msPerToken = 1000 / rate.perSecond
      return {
        allowed,
        remaining: Math.floor(bucket.tokens),
        resetMs: (rate.burst - bucket.tokens) * msPerToken,
        retryMs: Math.max(0, 1 - bucket.tokens) * msPerToken,
      }
    },
    get size() {
      return buckets.size
    },
  }
}

function filled(bucket: Bucket, rate: Rate, at: number): number {
  const elapsed = Math.max(0, at - bucket.at)
  return Math.min(rate.burst, bucket.tokens + (elapsed / 1000) * rate.perSecond)
}

/** Each call takes one, and is told how many are left. Throws `too_many_requests`. */
export async function takeToken(
  rateLimit: RateLimit,
  { key, rate }: { key: string; rate: Rate | null },
  reply: FastifyReply,
): Promise<void> {
  if (!rate) return
  const { allowed, remaining, resetMs, retryMs } = await rateLimit.take(key, rate)
  const { burst, perSecond } = rate
  // As draft-ietf-httpapi-ratelimit-headers-10 writes them, and below as its first drafts did.
  reply.header('ratelimit-policy', `"requests";q=${burst};w=${Math.ceil(burst / perSecond)}`)
  reply.header('ratelimit', `"requests";r=${remaining};t=${Math.ceil(resetMs / 1000)}`)
  reply.header('ratelimit-limit', burst)
  reply.header('ratelimit-remaining', remaining)
  reply.header('ratelimit-reset', Math.ceil(resetMs / 1000))
  if (!allowed)
    throw new AppError('too_many_requests', sentences.tooManyRequests, { status: 429, retryAfterMs: retryMs })
}
