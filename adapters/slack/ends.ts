import { setTimeout as sleep } from 'node:timers/promises'
import type { Budget, Scope } from '../../src/ports/budget.ts'
import { errorOf, isTrouble } from './outcome.ts'
import type { Reply } from './web.ts'

/** After a call that may have been carried out. Ending twice does no harm. */
const PAUSE_MS = 1000
/** By then people have seen for so long that nothing goes on that it is no news. */
const PATIENCE_MS = 120_000
/** When the process ends, which has other things to wait for. */
const BRIEFLY_MS = 2000
/** Waiting at once. Only a Slack that takes nothing for minutes comes this far. */
const MOST = 1000

/** A call that ends what is shown. */
export interface End {
  /** What it ends. */
  key: string
  scope: Scope
  call: (signal: AbortSignal) => Promise<Reply>
}

/** What was begun is ended, also when Slack takes no more calls for a while. */
export function createEnds({ budget, now }: { budget: Pick<Budget, 'tryTake' | 'freeze'>; now: () => number }) {
  const pending = new Map<string, AbortController>()
  const working = new Set<Promise<void>>()

  /** When to try again; undefined when it is done, or never will be. */
  async function attempt({ scope, call }: End, isPaid: boolean, signal: AbortSignal): Promise<number | undefined> {
    const taken = isPaid ? 'ok' : await budget.tryTake([scope], 'urgent')
    if (taken !== 'ok') return taken.retryAt
    if (signal.aborted) return undefined
    const reply = await call(signal)
    if ('retryAt' in reply) {
      budget.freeze(scope, reply.retryAt)
      return reply.retryAt
    }
    return 'unknown' in reply || isTrouble(errorOf(reply) ?? '') ? now() + PAUSE_MS : undefined
  }

  async function goOn(end: End, at: number, signal: AbortSignal): Promise<void> {
    const until = now() + PATIENCE_MS
    let next: number | undefined = at
    while (next !== undefined && next <= until && !signal.aborted) {
      await sleep(Math.max(0, next - now()), undefined, { signal, ref: false }).catch(() => {})
      next = signal.aborted ? undefined : await attempt(end, false, signal)
    }
  }

  function cancel(key: string): boolean {
    const controller = pending.get(key)
    controller?.abort(new Error('it is shown again'))
    return pending.delete(key)
  }

  return {
    /** `isPaid`: when it was begun. Resolves after the first attempt, whatever came of it; never rejects. */
    async end(end: End, isPaid: boolean): Promise<void> {
      cancel(end.key)
      const controller = new AbortController()
      const { signal } = controller
      pending.set(end.key, controller)
      const first = attempt(end, isPaid, signal)
      const all = first
        .then((next) => (next !== undefined && pending.size <= MOST ? goOn(end, next, signal) : undefined))
        .finally(() => {
          working.delete(all)
          if (pending.get(end.key) === controller) pending.delete(end.key)
        })
      working.add(all)
      await first
    },

    /** It is to be shown again. Whether it may still be. */
    cancel,

    /** Resolves when nothing is left to end, or after a moment; what is left then stays. */
    async settled(): Promise<void> {
      const over = new AbortController()
      await Promise.race([
        Promise.all(working),
        sleep(BRIEFLY_MS, undefined, { signal: over.signal, ref: false }).catch(() => {}),
      ])
      over.abort()
      for (const key of pending.keys()) cancel(key)
    },
  }
}
