import type { HandoverWhy } from './handover.ts'
import type { Fired } from './timer.ts'
import type { Trace } from './trace.ts'

/** What a turn read, or was told by somebody else, on its way to the answer. */
export type TapeKind =
  | 'state'
  | 'progress'
  | 'zone'
  | 'watches'
  | 'judge'
  | 'query'
  | 'find'
  | 'meaning'
  | 'moderation'
  | 'webhook'
  | 'look'

/** What a request says besides who said what where. */
export interface TapedRequest {
  locale?: string
  state?: Record<string, string>
  startUtterance?: string
  disableAiResponse?: boolean
  disableHistory?: boolean
  fired?: Fired
  wantsPerson?: HandoverWhy
  mayPost?: true
}

/**
 * What an answer was made of, besides what was said: with it the same answer can be made again. It is kept with the words of its turn,
 * and goes when they do.
 */
export interface Tape {
  /** The turn that was answered. */
  turn: string
  version: number
  /** When it was, in milliseconds since the epoch. */
  at: number
  /** Hashes of what was said and of the whole answer: whether they are still, or again, the same. */
  said: string
  answer: string
  source: Trace['source']
  request: TapedRequest
  /** What chance has picked, in its order: 0 ≤ n < 1. */
  picks: number[]
  /** In their order: what kind, what about, and what came of it. Null: nothing. */
  taken: [kind: TapeKind, of: string, value: unknown][]
  /** `large`: too much was read to keep it; `learning`: the agent's phrases were still being learned. It cannot be made again. */
  lacks?: 'large' | 'learning'
}
