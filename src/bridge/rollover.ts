import type { Budget } from '../ports/budget.ts'
import type { Limits } from '../ports/channel.ts'
import type { ReplyMessage } from './reply-state.ts'

/** The platform would end a native stream so much later; the answer goes on in a new one, or in the same message by edits. */
const mostEarlyMs = 60_000
/** … of a stream that lives long; of others, this part of their life. */
const earlyShare = 1 / 4
/** A new stream begins with a new line; where none comes in most of that time, the message goes on by edits. */
const lastShare = 1 / 4

type Native = NonNullable<ReplyMessage['native']>

/** What becomes of a native stream that has had its time while its answer still grows. */
export function createRollover(parts: {
  budget: Pick<Budget, 'tryTake'>
  cost: Limits['cost']
  /** Ends the message at the next line behind what was shown; false while there is none. */
  cut: (shown: number) => boolean
  wakeAt: (time: number) => void
  now: () => number
}) {
  const { budget, cost, cut, wakeAt, now } = parts
  /** Whether the next stream is paid for, or the message goes on by edits. */
  let next: 'open' | 'paid' | 'edits' = 'open'
  let earlyMs = mostEarlyMs

  return {
    isPaid: (): boolean => next === 'paid',
    isByEdits: (): boolean => next === 'edits',
    /** A message was opened; the next stream is yet to be paid for. */
    begin(): void {
      next = 'open'
    },
    /** To be woken for when it was opened. */
    watch(expiresAt: number): void {
      earlyMs = Math.min(mostEarlyMs, (expiresAt - now()) * earlyShare)
      wakeAt(expiresAt - earlyMs)
    },
    /** Ends the message of a stream that has had its time at the next line, if a new stream can be had for what follows. */
    async look({ expiresAt, upTo }: Native): Promise<void> {
      if (next === 'edits' || now() < expiresAt - earlyMs) return
      if (next === 'open') next = (await budget.tryTake(cost.stream, 'urgent')) === 'ok' ? 'paid' : 'edits'
      if (next !== 'paid' || cut(upTo)) return
      const lastAt = expiresAt - earlyMs * lastShare
      if (now() >= lastAt) next = 'edits'
      else wakeAt(lastAt)
    },
  }
}
