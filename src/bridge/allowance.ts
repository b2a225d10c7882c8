import type { Budget, Scope } from '../ports/budget.ts'
import type { Limits } from '../ports/channel.ts'
import type { Pacer } from './pace.ts'
import type { Ask } from './pace-order.ts'
import { createPatience } from './patience.ts'
import type { ReplyEvent, ReplyState, ReplyStep } from './reply-state.ts'
import type { createRollover } from './rollover.ts'

/** What is paid for early keeps its value only where a limit counts for longer than most answers take. */
const lastsMs = 30_000

/** How a step was paid for: natively, or as any other call. */
export type Paid = 'stream' | 'call'

export interface AllowanceParts {
  pacer: Pacer
  budget: Budget
  limits: Limits
  state: () => ReplyState
  tell: (event: ReplyEvent) => void
  planned: () => ReplyStep | undefined
  rollover: Pick<ReturnType<typeof createRollover>, 'isPaid'>
  /** Aborted when showing ends, and before that when the answer has ended: what was asked for then may be the wrong call. */
  signal: AbortSignal
  whileWriting: () => AbortSignal
  /** The platform takes nothing for too long. */
  giveUp: () => void
  now: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** What a reply asks before it calls the platform, and how long it goes on asking. */
export function createAllowance(parts: AllowanceParts) {
  const { pacer, budget, limits, state, tell, planned, rollover, signal, whileWriting, giveUp, now, sleep } = parts
  const { cost } = limits
  const paysAhead = cost.edit.every(({ windowMs }) => windowMs >= lastsMs)
  const patience = createPatience({ sleep, signal, giveUp })
  let endExpected: (() => void) | undefined

  /** What the pacer sees of this reply. */
  const ask: Ask & { scopes: readonly Scope[]; lastShownAt: number; endedAt?: number } = {
    scopes: [],
    rank: () => (state().answer ? 'final' : state().messages.some(({ ref }) => ref) ? 'edit' : 'first'),
    unseen: () => state().text.length - state().shownUpTo,
    lastShownAt: 0,
  }

  /** An end that waits too long for the platform is given up. */
  function losePatience(): void {
    if (state().answer) patience.lose()
  }

  /** Whether the call may be made. False when the answer ended meanwhile: then another call may be the right one. */
  async function granted(scopes: readonly Scope[]): Promise<boolean> {
    if (scopes.length > 0) {
      losePatience()
      ask.scopes = scopes
      const until = state().answer ? signal : whileWriting()
      try {
        await pacer.grant(ask, until)
      } catch (error) {
        signal.throwIfAborted()
        if (until.aborted) return false
        throw error
      }
    }
    ask.lastShownAt = now()
    return true
  }

  function costOf(step: ReplyStep): readonly Scope[] {
    switch (step.do) {
      case 'look':
      case 'doubt':
        return []
      case 'open':
        if ('file' in step.content) return limits.atMost?.cost ?? cost.post
        // What is posted while it grows must be edited once more in the end, so that edit is paid for here. An answer that ends
        // before there is room for both is posted whole instead.
        return step.content.whole || !paysAhead ? cost.post : [...cost.post, ...cost.edit]
      case 'remove':
        return cost.edit
      default:
        return cost[step.do]
    }
  }

  return {
    paysAhead,
    losePatience,

    /** How a step was paid for; undefined when something else may have to be done by now. */
    async pay(step: ReplyStep): Promise<Paid | undefined> {
      if (step.do === 'look' || step.do === 'doubt') {
        losePatience()
        return 'call'
      }
      if (step.do === 'edit' && step.whole && state().messages[step.n]!.isPaid) {
        tell({ on: 'spent', n: step.n })
        return 'call'
      }
      let due: ReplyStep | undefined = step
      if (step.do === 'open' && state().may.stream && !state().answer) {
        if (rollover.isPaid() || (await budget.tryTake(cost.stream, 'urgent')) === 'ok') return 'stream'
        // It may have ended while the budget was asked.
        due = planned()
      }
      return due && (await granted(costOf(due))) ? 'call' : undefined
    },

    /** Whether the pacer waits for a scope before the step is tried again. */
    waitsFor: (scope: string, step: ReplyStep, paid: Paid): boolean =>
      (paid === 'stream' ? cost.stream : costOf(step)).some(({ key }) => key === scope),

    changed: (): void => pacer.changed(ask),

    ended(): void {
      ask.endedAt = now()
    },

    /** Where the last edit cannot be paid for before its time, room is kept for it. */
    expectEnd(): void {
      if (!paysAhead) endExpected ??= pacer.expect(cost.edit)
    },

    /** Nothing more is asked for. */
    over(reason: Error): void {
      endExpected?.()
      endExpected = undefined
      patience.over(reason)
    },
  }
}
export type Allowance = ReturnType<typeof createAllowance>
