import type { Budget, Scope, Urgency } from '../ports/budget.ts'
import { editableAt, type Share } from './gap.ts'
import { createSchedule } from './schedule.ts'

/** So that not every process comes back in the same millisecond. */
const maxJitterMs = 500
/** Between two questions about the same scopes, should the budget's clock run ahead of ours. */
const minRetryMs = 10
/** When the budget cannot be asked at all. */
const brokenRetryMs = 1000

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

interface Waiter {
  ask: Ask
  resolve(): void
  reject(reason: unknown): void
  /** As they were when last looked at. */
  rank: Rank
  hadText: boolean
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
  const { budget, now, setTimer = startTimeout, random = Math.random } = parts
  const lanes = new Map<string, Lane>()
  const waiting = new Map<Ask, { waiter: Waiter; lane: Lane }>()
  /** How many wait for each limited scope. */
  const crowd = new Map<string, number>()
  /** How many calls are expected of each scope. */
  const expected = new Map<string, number>()
  const schedule = createSchedule<Lane>()
  const soon = new Set<Lane>()
  let lookIsComing = false
  let timer: { at: number; cancel: () => void } | undefined
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
    count(lane, 1)
    lookSoon(lane)
  }

  function leave(ask: Ask): void {
    const { waiter, lane } = waiting.get(ask)!
    waiting.delete(ask)
    lane.waiters.delete(waiter)
    count(lane, -1)
    if (lane.waiters.size > 0) return
    lanes.delete(lane.key)
    soon.delete(lane)
    schedule.delete(lane)
    armTimer()
  }

  function count(lane: Lane, change: number): void {
    for (const { key, limit } of lane.scopes) {
      if (limit === Infinity) continue
      const left = (crowd.get(key) ?? 0) + change
      if (left > 0) crowd.set(key, left)
      else crowd.delete(key)
    }
  }

  /** Everything that happens in one go is looked at together, so that its order is by rank and not by chance. */
  function lookSoon(lane: Lane): void {
    if (lane.asking) return
    soon.add(lane)
    if (lookIsComing) return
    lookIsComing = true
    queueMicrotask(look)
  }

  function look(): void {
    lookIsComing = false
    const time = now()
    const candidates: { lane: Lane; waiter: Waiter }[] = []
    const due = new Set([...soon, ...schedule.takeDue(time)])
    soon.clear()
    for (const lane of due) {
      if (lane.asking) continue
      const waiter = pick(lane, time, { gap: true })
      if (waiter) candidates.push({ lane, waiter })
    }
    candidates.sort((a, b) => compare(a.waiter, b.waiter, time))
    for (const { lane, waiter } of candidates) ask(lane, urgencyOf(waiter), time)
    armTimer()
  }

  /** The best of the lane who may go at `time`; if there is none, schedules the next look. */
  function pick(lane: Lane, time: number, { gap }: { gap: boolean }): Waiter | undefined {
    let best: Waiter | undefined
    let nextAt = Infinity
    const shares = gap ? sharesOf(lane) : []
    for (const waiter of lane.waiters) {
      waiter.rank = waiter.ask.rank()
      waiter.hadText = waiter.ask.unseen() > 0
      if (waiter.rank === 'edit') {
        if (!waiter.hadText) continue
        const at = gap ? editableAt(waiter.ask.lastShownAt, time, shares) : time
        if (at > time) {
          nextAt = Math.min(nextAt, at)
          continue
        }
      }
      if (!best || compare(waiter, best, time) < 0) best = waiter
    }
    if (!best && nextAt < Infinity) schedule.set(lane, nextAt)
    return best
  }

  function sharesOf(lane: Lane): Share[] {
    const limited = lane.scopes.filter((scope) => scope.limit !== Infinity)
    return limited.map((scope) => ({ ...budget.level(scope), sharers: crowd.get(scope.key)! }))
  }

  function ask(lane: Lane, urgency: Urgency, time: number): void {
    if (time < lane.retryAt[urgency]) {
      schedule.set(lane, lane.retryAt[urgency])
      return
    }
    lane.asking = true
    const keep = lane.scopes.map(({ key }) => expected.get(key) ?? 0)
    budget.tryTake(lane.scopes, urgency, keep).then(
      (answer) => answered(lane, urgency, answer),
      () => answered(lane, urgency, { retryAt: now() + brokenRetryMs }),
    )
  }

  function answered(lane: Lane, urgency: Urgency, answer: 'ok' | { retryAt: number }): void {
    const time = now()
    lane.asking = false
    if (answer === 'ok') {
      // Chosen anew: whoever was best may have left, or somebody better may have come. The gap was kept when we asked.
      const best = pick(lane, time, { gap: false })
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

  function armTimer(): void {
    const at = schedule.nextAt()
    if (timer && at !== undefined && timer.at <= at) return
    timer?.cancel()
    timer = undefined
    if (at === undefined) return
    const cancel = setTimer(
      () => {
        timer = undefined
        look()
      },
      Math.max(0, at - now()),
    )
    timer = { at, cancel }
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
      const change = (by: number) => {
        for (const { key } of scopes) {
          const count = (expected.get(key) ?? 0) + by
          if (count > 0) expected.set(key, count)
          else expected.delete(key)
        }
      }
      change(1)
      return () => change(-1)
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

const order: Record<Rank, number> = { final: 0, first: 1, edit: 2 }

/** Negative when `a` goes before `b`. */
function compare(a: Waiter, b: Waiter, time: number): number {
  if (a.rank !== b.rank) return order[a.rank] - order[b.rank]
  if (a.rank === 'final') return (a.ask.endedAt ?? time) - (b.ask.endedAt ?? time)
  // Whoever waits longest comes first in its lane.
  if (a.rank === 'first') return 0
  return weight(b.ask, time) - weight(a.ask, time)
}

function weight(ask: Ask, time: number): number {
  return ask.unseen() * (time - ask.lastShownAt)
}

function urgencyOf(waiter: Waiter): Urgency {
  return waiter.rank === 'edit' ? 'normal' : 'urgent'
}

function startTimeout(run: () => void, ms: number): () => void {
  const timeout = setTimeout(run, Math.min(ms, 2 ** 31 - 1))
  return () => clearTimeout(timeout)
}
