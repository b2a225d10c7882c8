import { startTimer } from '../lib/clock.ts'
import type { Budget, Scope, Urgency } from '../ports/budget.ts'
import type { Share } from './gap.ts'
import { createLooks } from './looks.ts'
import { type Ask, compare, pick, urgencyOf, type Waiter } from './pace-order.ts'

/** So that not every process comes back in the same millisecond. */
const maxJitterMs = 500
/** Between two questions about the same scopes, should the budget's clock run ahead of ours. */
const minRetryMs = 10
/** When the budget cannot be asked at all. */
const brokenRetryMs = 1000

/** Decides when a call that shows text may be made. Never makes one. */
export interface Pacer {
  /**
   * Resolves when the call may be made now: its tokens are taken. Whatever the reply has to show by then is what the call
   * should carry. Rejects with the signal's reason, or when the pacer closes; then nothing was taken on its behalf.
   */
  grant(ask: Ask, signal: AbortSignal): Promise<void>
  /** The ask's rank or unseen text has changed. Cheap: may be called for every token of the model, waiting or not. */
  changed(ask: Ask): void
  /**
   * One more call of these scopes will come whose time nobody knows: edits that can wait leave room for it, where a scope counts for
   * too short a time to pay for it now. Returns what ends it.
   */
  expect(scopes: readonly Scope[]): () => void
  /** The platform said "too many", and when to come back. */
  limited(scope: Scope, retryAt: number): void
  close(): void
}

/** Everybody who waits for exactly the same scopes: what the best of them cannot have, none of them can. */
interface Lane {
  key: string
  scopes: readonly Scope[]
  waiters: Set<Waiter>
  /** The budget is being asked. */
  asking: boolean
  /** No use in asking before. */
  retryAt: Record<Urgency, number>
}

/**
 * Who goes first where a budget is short: finals, oldest end first; then first texts, oldest first; then the edit with the most
 * unseen text × time since something was shown. That product spreads edits so that the mean delay of a character is least.
 * Edits of a message keep a gap of n / (rate + room / 12 s), n replies sharing the scope: a burst is saved for the rest of the
 * answer, and when many write at once each of them shows seldom. Since finals go first, edits end by themselves when finals
 * alone use up the rate. A scope that is used up makes nobody wait who does not need it.
 *
 * One look at a lane is linear in those who wait in it, and there is about one look a call granted.
 *
 * `now`: milliseconds since the epoch, never stepping back. `setTimer` returns what cancels it.
 */
export function createPacer(parts: {
  budget: Budget
  now: () => number
  setTimer?: (run: () => void, ms: number) => () => void
  random?: () => number
}): Pacer {
  const { budget, now, setTimer = startTimer, random = Math.random } = parts
  const lanes = new Map<string, Lane>()
  const waiting = new Map<Ask, { waiter: Waiter; lane: Lane }>()
  /** How many wait for each limited scope, and how many calls are expected of each scope. */
  const crowd = createTally()
  const expected = createTally()
  const looks = createLooks({ now, setTimer, look })
  let isClosed = false

  function enter(ask: Ask, waiter: Waiter): void {
    const key = ask.scopes.map((scope) => scope.key).join('\n')
    const lane = lanes.get(key) ?? {
      key,
      scopes: ask.scopes,
      waiters: new Set(),
      asking: false,
      retryAt: { urgent: 0, normal: 0 },
    }
    lanes.set(key, lane)
    lane.waiters.add(waiter)
    waiting.set(ask, { waiter, lane })
    crowd.add(limitedOf(lane), 1)
    lookSoon(lane)
  }

  function leave(ask: Ask): void {
    const { waiter, lane } = waiting.get(ask)!
    waiting.delete(ask)
    lane.waiters.delete(waiter)
    crowd.add(limitedOf(lane), -1)
    if (lane.waiters.size > 0) return
    lanes.delete(lane.key)
    looks.forget(lane)
  }

  function lookSoon(lane: Lane): void {
    if (!lane.asking) looks.soon(lane)
  }

  function look(due: ReadonlySet<Lane>, time: number): void {
    const candidates: { lane: Lane; waiter: Waiter }[] = []
    for (const lane of due) {
      const waiter = lane.asking ? undefined : bestOf(lane, time, sharesOf(lane))
      if (waiter) candidates.push({ lane, waiter })
    }
    candidates.sort((a, b) => compare(a.waiter, b.waiter, time))
    for (const { lane, waiter } of candidates) ask(lane, urgencyOf(waiter), time)
  }

  /** The best of the lane who may go at `time`; if there is none, schedules the next look. */
  function bestOf(lane: Lane, time: number, shares?: readonly Share[]): Waiter | undefined {
    const { best, nextAt } = pick(lane.waiters, time, shares)
    if (!best && nextAt < Infinity) looks.at(lane, nextAt)
    return best
  }

  function sharesOf(lane: Lane): Share[] {
    return limitedOf(lane).map((scope) => ({ ...budget.level(scope), sharers: crowd.of(scope) }))
  }

  function ask(lane: Lane, urgency: Urgency, time: number): void {
    if (time < lane.retryAt[urgency]) {
      looks.at(lane, lane.retryAt[urgency])
      return
    }
    lane.asking = true
    budget.tryTake(lane.scopes, urgency, lane.scopes.map(expected.of)).then(
      (answer) => answered(lane, urgency, answer),
      () => answered(lane, urgency, { retryAt: now() + brokenRetryMs }),
    )
  }

  function answered(lane: Lane, urgency: Urgency, answer: 'ok' | { retryAt: number }): void {
    const time = now()
    lane.asking = false
    if (answer === 'ok') {
      // Chosen anew: whoever was best may have left, or somebody better may have come. The gap was kept when we asked.
      const best = bestOf(lane, time)
      if (best) {
        leave(best.ask)
        best.resolve()
      }
    } else {
      const retryAt = Math.max(answer.retryAt, time + minRetryMs)
      lane.retryAt[urgency] = retryAt
      if (urgency === 'urgent') lane.retryAt.normal = Math.max(lane.retryAt.normal, retryAt)
    }
    if (lane.waiters.size > 0) lookSoon(lane)
  }

  return {
    grant(ask, signal) {
      if (signal.aborted) return Promise.reject(signal.reason)
      if (isClosed) return Promise.reject(new Error('the pacer is closed'))
      if (waiting.has(ask)) return Promise.reject(new Error('this ask is waiting already'))
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const onAbort = () => {
        leave(ask)
        reject(signal.reason)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      const done = () => signal.removeEventListener('abort', onAbort)
      enter(ask, {
        ask,
        rank: ask.rank(),
        hadText: ask.unseen() > 0,
        resolve() {
          done()
          resolve()
        },
        reject(reason) {
          done()
          reject(reason)
        },
      })
      return promise
    },

    changed(ask) {
      const found = waiting.get(ask)
      if (!found) return
      // More text behind an edit that waits for its time changes nobody's turn before the next look.
      if (found.waiter.hadText && found.waiter.rank === ask.rank()) return
      lookSoon(found.lane)
    },

    expect(scopes) {
      expected.add(scopes, 1)
      return () => expected.add(scopes, -1)
    },

    limited(scope, retryAt) {
      budget.freeze(scope, retryAt + random() * maxJitterMs)
    },

    close() {
      isClosed = true
      for (const [ask, { waiter }] of [...waiting]) {
        leave(ask)
        waiter.reject(new Error('the pacer is closed'))
      }
    },
  }
}

/** The scopes of a lane that are used up one day. */
const limitedOf = ({ scopes }: Lane): Scope[] => scopes.filter(({ limit }) => limit !== Infinity)

/** Counts by scope. */
function createTally() {
  const counts = new Map<string, number>()
  return {
    of: ({ key }: Scope): number => counts.get(key) ?? 0,
    add(scopes: readonly Scope[], change: number): void {
      for (const { key } of scopes) {
        const count = (counts.get(key) ?? 0) + change
        if (count > 0) counts.set(key, count)
        else counts.delete(key)
      }
    },
  }
}
