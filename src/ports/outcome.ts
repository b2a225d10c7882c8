import type { Scope } from './budget.ts'

/** What became of a call to a platform. */
export type Outcome<T> =
  | { ok: T }
  /**
   * Not done; not before `retryAt` (ms since the epoch) in this scope, which need not be one the operation costs: an edit may
   * have to close a stream first.
   */
  | { limited: { retryAt: number; scope: Scope } }
  /** Not done and never will be. */
  | { refused: Refusal }
  /** Perhaps done: a time-out, a reset, a 5xx. Never blindly repeated. */
  | { unknown: Error }

export interface Refusal {
  /**
   * `gone`: message or place no longer exists. `unchangeable`: this message cannot be changed any more, a new one may be posted.
   * `forbidden`: no right to write there; whoever asked can only be told alone. `invalid`: the platform rejects the content, a
   * plainer one may pass. `unsupported`: not in this place. `stopped`: the person stopped it. `revoked`: the installation is no
   * longer ours, or its credentials are refused: nothing works there until an admin has mended it.
   */
  code: 'gone' | 'unchangeable' | 'forbidden' | 'invalid' | 'unsupported' | 'stopped' | 'revoked'
  /** The platform's own word, for the log. */
  detail: string
}
