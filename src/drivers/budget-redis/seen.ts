import type { Scope } from '../../ports/budget.ts'
import { reserveOf, shapeOf } from '../budget-shape.ts'

/** What this process last saw of a scope, in its own time. */
export interface Seen {
  tokens: number
  ratePerMs: number
  /** When that was so; 0: it is not known yet. */
  at: number
  frozenUntil: number
}

const keptMs = 60_000

/** Nothing is kept for long of scopes that are not used. */
export function createSeen() {
  const all = new Map<string, Seen>()
  let last = 0
  let sweptAt = 0

  function sweep(time: number): void {
    sweptAt = time
    for (const [key, seen] of all) if (time - seen.at > keptMs && seen.frozenUntil <= time) all.delete(key)
  }

  return {
    /** The clock was set back: what is still to be waited stays the same. */
    tick(time: number): void {
      if (time < last) {
        for (const seen of all.values()) {
          seen.at -= last - time
          seen.frozenUntil -= last - time
        }
        sweptAt = time
      }
      last = time
      if (time - sweptAt > keptMs) sweep(time)
    },
    frozenUntil: (key: string): number => all.get(key)?.frozenUntil ?? 0,
    at: (key: string): number => all.get(key)?.at ?? 0,
    freeze(key: string, until: number): void {
      const seen = all.get(key)
      if (seen) seen.frozenUntil = Math.max(seen.frozenUntil, until)
      else all.set(key, { tokens: 0, ratePerMs: 0, at: 0, frozenUntil: until })
    },
    see(key: string, seen: Seen): void {
      // A freeze is never taken back, so what was seen while ours was on its way does not either.
      all.set(key, { ...seen, frozenUntil: Math.max(seen.frozenUntil, all.get(key)?.frozenUntil ?? 0) })
    },
    /** What there should be by now if nobody else took any. */
    level(scope: Scope, time: number): { tokens: number; ratePerMs: number } {
      const { capacity, nominalRate } = shapeOf(scope)
      const most = capacity - reserveOf(capacity)
      const seen = all.get(scope.key)
      const ratePerMs = seen?.at && scope.limit !== Infinity ? seen.ratePerMs : nominalRate
      if (seen && seen.frozenUntil > time) return { tokens: 0, ratePerMs }
      if (!seen?.at || scope.limit === Infinity) return { tokens: most, ratePerMs }
      const grown = seen.tokens + Math.max(0, time - Math.max(seen.at, seen.frozenUntil)) * ratePerMs
      return { tokens: Math.max(seen.tokens, Math.min(most, grown)), ratePerMs }
    },
  }
}
