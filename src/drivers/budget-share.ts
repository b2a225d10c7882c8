import type { Scope } from '../ports/budget.ts'

/**
 * The part of a limit that a process may use while it knows nothing of the others: `limit · share` in every window. Whole calls
 * are what fits into that, so the sum over all processes keeps the limit: of 50 a minute each of three makes 16 at most, of 5
 * in 5 s each of two makes 2.
 *
 * What would be less than one call becomes one call in a window that is longer: 1 a second over three is 1 in 3 s. That keeps
 * the mean and no more, since all of them may call in the same second; the platform then says so, and whoever hears it waits.
 */
export function shareOf(scope: Scope, share: number): Scope {
  const limit = scope.limit * share
  if (share === 1 || limit === Infinity) return scope
  return limit >= 1 ? { ...scope, limit } : { ...scope, limit: 1, windowMs: scope.windowMs / limit }
}
