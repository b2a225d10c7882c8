import type { Budget, Scope, Urgency } from '../../src/ports/budget.ts'
import type { BudgetWorld } from '../contracts/budget-world.ts'

export const told: Scope = { key: 'channel', limit: 5, windowMs: 5000, told: true }
const latencyMs = 40

interface Told {
  limit: number
  remaining: number
  resetAt: number
}

/** A server's counting: undefined when the call is one too many, else what it tells. */
export type Count = (time: number) => Told | undefined

/** Windows open with their first call. */
export function windows({ limit, windowMs } = told): Count {
  let opened = Number.NEGATIVE_INFINITY
  let used = 0
  return (time) => {
    if (time >= opened + windowMs) {
      opened = time
      used = 0
    }
    return ++used > limit ? undefined : { limit, remaining: limit - used, resetAt: opened + windowMs }
  }
}

/** Calls leak away one by one. */
export function leaking({ limit, windowMs } = told): Count {
  const perCall = windowMs / limit
  let fullAt = 0
  return (time) => {
    fullAt = Math.max(fullAt, time) + perCall
    const used = (fullAt - time) / perCall
    return used > limit + 1e-9 ? undefined : { limit, remaining: Math.floor(limit - used + 1e-9), resetAt: fullAt }
  }
}

/** The most calls in any window; `times` ascend. */
export function mostIn(windowMs: number, times: readonly number[]): number {
  let most = 0
  let from = 0
  for (const [index, time] of times.entries()) {
    while (times[from]! <= time - windowMs) from++
    most = Math.max(most, index - from + 1)
  }
  return most
}

/**
 * Calls that are wanted at these times, of whichever budget's process is next, made as soon as that lets them; how long each
 * waited.
 */
export async function runTold(
  budgets: readonly Budget[],
  { clock }: Pick<BudgetWorld, 'clock'>,
  count: Count,
  wanted: { at: number; urgency: Urgency }[],
  keep = 0,
) {
  const start = clock.time
  const events: { at: number; run: () => void | Promise<void> }[] = []
  const later = (at: number, run: () => void | Promise<void>) => {
    events.push({ at, run })
    events.sort((a, b) => a.at - b.at)
  }
  const waits: number[] = []
  let refused = 0
  for (const [n, { at, urgency }] of wanted.entries()) {
    const budget = budgets[n % budgets.length]!
    const ask = async (): Promise<void> => {
      const answer = await budget.tryTake([told], urgency, [keep])
      if (answer !== 'ok') return later(Math.max(clock.time + 10, answer.retryAt), ask)
      waits[n] = clock.time - start - at
      later(clock.time + latencyMs, () => {
        const left = count(clock.time)
        if (!left) refused++
        else later(clock.time + latencyMs, () => budget.learn(told, left))
      })
    }
    later(start + at, ask)
  }
  for (let next = events.shift(); next; next = events.shift()) {
    clock.time = Math.max(clock.time, next.at)
    await next.run()
  }
  return { waits, refused }
}
