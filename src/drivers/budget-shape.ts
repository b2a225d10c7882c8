import type { Scope } from '../ports/budget.ts'

/** After every freeze the rate is this much lower, but never below `floor` of the nominal one. */
export const slowdown = 0.8
export const floor = 0.4
/** Every granted call is taken for a success: after 40 of them a slowdown is forgotten. */
export const recovery = 0.005
/** Two ends of windows this close together are of the same one. */
export const lateMs = 500
/** A platform that tells with its answers may have answered by then. */
export const soonMs = 50
/** Where more is kept than a window holds, that may have changed by then. */
export const keptMs = 1000
/** A scope nobody uses for this long starts at its nominal rate again. */
export const slowdownKeptMs = 600_000

/**
 * How a bucket is cut for its scope. With capacity B and rate ρ no window of W holds more than B + ρW calls, so for a limit of
 * N per W
 *
 *     B = max(1, round(0.3 N))      ρ = 0.98 · max(N − B, 0.85) / W
 *
 * e.g. 50 per 60 s: B 15, ρ 34.3/60 s; 5 per 5 s: B 2, ρ 0.59/s. The platform counts arrivals: 2 % is left for the jitter of
 * the way there. That holds whether the platform counts in windows or lets calls leak away. Where it tells how much of a window
 * is left, ρ = 0.98 (N − 1) / W, urgent calls may go beyond what the bucket holds, and what is told is the limit of both; where
 * it turns out to leak, B = N and ρ = 0.98 N / W are exact.
 *
 * For N = 1 no such B leaves a rate; but single tokens come 1/ρ apart, so any ρ < 1/W keeps the limit: 0.83/W.
 */
export interface Shape {
  readonly capacity: number
  /** Tokens per millisecond while nothing has gone wrong. */
  readonly nominalRate: number
}

export const shapeOf = (scope: Scope): Shape => (scope.told ? counted(scope) : windowed(scope))

function windowed({ limit, windowMs }: Scope): Shape {
  const capacity = Math.max(1, Math.round(0.3 * limit))
  return { capacity, nominalRate: limit === Infinity ? Infinity : (0.98 * Math.max(limit - capacity, 0.85)) / windowMs }
}

/** Where it is told how much of a window is left, only what is kept for urgent calls need be kept back. */
export const counted = (scope: Scope): Shape => ({
  ...windowed(scope),
  nominalRate: (0.98 * Math.max(scope.limit - 1, 0.85)) / scope.windowMs,
})

export const leaky = ({ limit, windowMs }: Scope): Shape => ({
  capacity: limit,
  nominalRate: (0.98 * limit) / windowMs,
})

/** One token is kept for urgent calls, where there can be two. */
export const reserveOf = (capacity: number): number => (capacity >= 2 ? 1 : 0)

/** Whether what was told of a call, the first for a while, shows that calls come back one by one and not all at a window's end. */
export function seemsLeaky(scope: Scope, resetInMs: number): boolean {
  const perCall = resetInMs / (scope.windowMs / scope.limit)
  return perCall > 0.6 && perCall < 1.4
}
