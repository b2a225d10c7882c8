/** A limit of a platform: at most `limit` calls in any `windowMs`. Equal keys share one budget. */
export interface Scope {
  /** Begins with the platform and a colon. */
  readonly key: string
  /** What figures call it and all that are like it, e.g. `channel chat.postMessage`: no place's name, and nobody's. */
  readonly name?: string
  readonly limit: number
  readonly windowMs: number
  /** The platform tells with its answers how much is left, see `Budget.learn`. */
  readonly told?: true
}

export type BudgetGrant = 'ok' | { retryAt: number; short?: Scope }

export type Urgency = 'urgent' | 'normal'

/**
 * How much may be sent. Never sends: it only says yes or when to ask again. A driver may share it between processes.
 */
export interface Budget {
  /**
   * Takes one token of every scope, or none. `urgent` (final and first texts) may use the token that every scope keeps in
   * reserve. `retryAt` is in milliseconds since the epoch: the earliest time at which asking again can succeed, and `short` the scope that it is because of, where that is known. `keep`: normal
   * calls leave so many in each scope, in the order of `scopes`, as far as it is known how many there are.
   */
  tryTake(scopes: readonly Scope[], urgency: Urgency, keep?: readonly number[]): Promise<BudgetGrant>
  /** The platform said "too many" until then: nobody gets a token of this scope, and its rate is lowered for a while. */
  freeze(scope: Scope, until: number): void
  /** The platform said with an answer how much it still takes: `remaining` now, all of `limit` again at `resetAt`. */
  learn(scope: Scope, left: { limit: number; remaining: number; resetAt: number }): void
  /** Room for edits that can wait, 0 or more tokens, to spread them over an answer; a hint that may be slightly old. */
  level(scope: Scope): { tokens: number; ratePerMs: number }
}
