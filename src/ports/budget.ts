/** A limit of a platform: at most `limit` calls in any `windowMs`. Equal keys share one budget. */
export interface Scope {
  readonly key: string
  readonly limit: number
  readonly windowMs: number
}

export type Urgency = 'urgent' | 'normal'

/**
 * How much may be sent. Never sends: it only says yes or when to ask again. A driver may share it between processes.
 */
export interface Budget {
  /**
   * Takes one token of every scope, or none. `urgent` (final and first texts) may use the token that every scope keeps in
   * reserve. `retryAt` is in milliseconds since the epoch: the earliest time at which asking again can succeed.
   */
  tryTake(scopes: readonly Scope[], urgency: Urgency): Promise<'ok' | { retryAt: number }>
  /** The platform said "too many" until then: nobody gets a token of this scope, and its rate is lowered for a while. */
  freeze(scope: Scope, until: number): void
  /** Room for edits that can wait, 0 or more tokens, to spread them over an answer; a hint that may be slightly old. */
  level(scope: Scope): { tokens: number; ratePerMs: number }
}
