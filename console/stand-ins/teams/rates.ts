import type { Limits } from './limits.ts'

/** Counts calls in sliding windows. */
export interface Rates {
  /** Takes one from the budget of the tenant and, if given, of a conversation; else says how many seconds to wait. */
  take(budget: 'change' | 'members' | 'other' | 'graph', conversation: string | undefined): number | undefined
}

const SECOND = 1000

export function createRates({ limits, now }: { limits: Limits; now: () => number }): Rates {
  const taken = new Map<string, number[]>()

  /** Milliseconds until one more fits into all windows. */
  function wait(times: readonly number[], windows: readonly { ms: number; calls: number }[]): number {
    const at = now()
    const waits = windows.map(({ ms, calls }) => {
      const blocking = times[times.length - calls]
      return blocking === undefined ? 0 : Math.max(0, blocking + ms - at)
    })
    return Math.max(0, ...waits)
  }

  return {
    take(budget, conversation) {
      if (!limits.enforceRates) return undefined
      const perConversation = { change: limits.conversationRates, graph: [limits.graphRate] }[budget as string]
      const all: [string, readonly { ms: number; calls: number }[]][] = [
        budget === 'graph'
          ? ['graph', [{ ms: SECOND, calls: limits.graphCallsPerSecond }]]
          : ['tenant', [{ ms: SECOND, calls: limits.tenantCallsPerSecond }]],
      ]
      if (conversation && budget !== 'other')
        all.push([`${budget} ${conversation}`, perConversation ?? limits.memberRates])
      const timesOf = (name: string): number[] => {
        const times = taken.get(name) ?? []
        taken.set(name, times)
        return times
      }
      const ms = Math.max(...all.map(([name, windows]) => wait(timesOf(name), windows)))
      if (ms > 0) return ms / SECOND
      for (const [name, windows] of all) {
        const times = timesOf(name)
        times.push(now())
        const most = Math.max(...windows.map(({ calls }) => calls))
        if (times.length > most * 2) times.splice(0, times.length - most)
      }
      return undefined
    },
  }
}
