import type { Scope, Urgency } from '../ports/budget.ts'
import { editableAt, type Share } from './gap.ts'

/**
 * A reply that wants to show text. One object serves it for all its calls; the pacer reads it whenever it decides, so the
 * values may change, also while it waits (see `Pacer.changed`).
 */
export interface Ask {
  /** What the next call costs. Must stay the same while it waits. */
  readonly scopes: readonly Scope[]
  /** `first`: nothing of the reply is visible yet. `final`: the text has ended, this call completes it. */
  rank(): Rank
  /** How much text there is that nobody has seen, in any unit common to all replies. An edit without any waits. */
  unseen(): number
  /** When the last call that showed text was granted, in milliseconds since the epoch. */
  readonly lastShownAt: number
  /** When the text ended, in milliseconds since the epoch; read of a `final` only. */
  readonly endedAt?: number | undefined
}

export type Rank = 'final' | 'first' | 'edit'

/** An ask that waits, and what becomes of it. */
export interface Waiter {
  ask: Ask
  resolve(): void
  reject(reason: unknown): void
  /** As they were when last looked at. */
  rank: Rank
  hadText: boolean
}

const order: Record<Rank, number> = { final: 0, first: 1, edit: 2 }

/**
 * The best of those who may go at `time`, and when the next of the others may. `shares`: those of the scopes that all of them
 * need, by which edits keep their gap; undefined where the gap was kept before.
 */
export function pick(
  waiters: Iterable<Waiter>,
  time: number,
  shares: readonly Share[] | undefined,
): { best: Waiter | undefined; nextAt: number } {
  let best: Waiter | undefined
  let nextAt = Infinity
  for (const waiter of waiters) {
    const at = mayGoAt(waiter, time, shares)
    if (at > time) nextAt = Math.min(nextAt, at)
    else if (!best || compare(waiter, best, time) < 0) best = waiter
  }
  return { best, nextAt }
}

/** `time` or before: now. An edit without text waits until its reply says that there is some. */
function mayGoAt(waiter: Waiter, time: number, shares: readonly Share[] | undefined): number {
  const { ask } = waiter
  waiter.rank = ask.rank()
  waiter.hadText = ask.unseen() > 0
  if (waiter.rank !== 'edit') return time
  if (!waiter.hadText) return Infinity
  return shares ? editableAt(ask.lastShownAt, time, shares) : time
}

/** Negative when `a` goes before `b`. */
export function compare(a: Waiter, b: Waiter, time: number): number {
  if (a.rank !== b.rank) return order[a.rank] - order[b.rank]
  if (a.rank === 'final') return (a.ask.endedAt ?? time) - (b.ask.endedAt ?? time)
  // Whoever waits longest comes first in its lane.
  if (a.rank === 'first') return 0
  return weight(b.ask, time) - weight(a.ask, time)
}

function weight(ask: Ask, time: number): number {
  return ask.unseen() * (time - ask.lastShownAt)
}

export function urgencyOf(waiter: Waiter): Urgency {
  return waiter.rank === 'edit' ? 'normal' : 'urgent'
}
