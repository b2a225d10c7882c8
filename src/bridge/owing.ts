import type { Log } from '../lib/log.ts'
import type { Budget } from '../ports/budget.ts'
import type { Claims } from '../ports/claims.ts'
import type { Store } from '../store/index.ts'
import type { TurnRow } from '../store/turns.ts'
import type { ChannelOf } from './context.ts'
import type { Pacer } from './pace.ts'

export interface OwedParts {
  store: Store
  claims: Claims
  channelOf: ChannelOf
  pacer: Pacer
  budget: Budget
  feedback: boolean
  log: Log
  now: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Aborted when the process ends. */
  signal: AbortSignal
}

/** A turn whose messages have yet to show something. */
export type OwingTurn = TurnRow & { context: string }
