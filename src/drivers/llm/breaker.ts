import type { Failure } from './failure.ts'
import type { Target } from './resolve.ts'

/** So many failures in a row are no accident of one request, */
const row = 3
/** nor is half of so many requests within this time, in milliseconds. */
const many = 10
const within = 30_000
/** Until a provider is tried again, in milliseconds: twice as long each time, up to the longest. */
const usualWait = 5_000
const longestWait = 60_000

interface Provider {
  /** Requests that have ended lately. */
  recent: { at: number; failed: boolean }[]
  /** Failures since the last answer, the last of them, and since when. */
  count: number
  since: number
  last: { upstream: string; failure: Failure } | undefined
  /** It is not asked. */
  isOpen: boolean
  /** How often it was opened since the last answer. */
  opened: number
}

export interface BreakerParts {
  now: () => number
  /** Whether the server of an endpoint is there. Never asks it for an answer. */
  probe: (target: Target) => Promise<boolean>
  wait?: number
}

/**
 * Keeps people from waiting for a provider that gives no answers. Once it is open nobody is sent there; the provider itself is
 * probed, at longer and longer intervals, and people are sent again when it is there: then one failure opens it again.
 */
export function createBreaker({ now, probe, wait = usualWait }: BreakerParts) {
  const providers = new Map<string, Provider>()

  function of(name: string): Provider {
    let provider = providers.get(name)
    if (!provider) {
      provider = { recent: [], count: 0, since: 0, last: undefined, isOpen: false, opened: 0 }
      providers.set(name, provider)
    }
    return provider
  }

  function note(provider: Provider, failed: boolean): void {
    provider.recent = provider.recent.filter(({ at }) => at > now() - within).slice(-2 * many)
    provider.recent.push({ at: now(), failed })
  }

  function isTooMany({ recent, count, opened }: Provider): boolean {
    if (count >= row || opened > 0) return true
    return recent.length >= many && recent.filter(({ failed }) => failed).length * 2 >= recent.length
  }

  function open(provider: Provider, target: Target, retryAfterMs = 0): void {
    const pause = Math.min(longestWait, Math.max(wait * 2 ** provider.opened, retryAfterMs))
    provider.isOpen = true
    provider.opened++
    setTimeout(async () => {
      if (await probe(target)) provider.isOpen = false
      else open(provider, target)
    }, pause).unref()
  }

  return {
    /** Why nobody is to be sent there at the moment. */
    refusal({ info }: Target): Failure | undefined {
      const provider = providers.get(info.provider)
      if (!provider?.isOpen) return undefined
      const reason = `not asked: ${provider.last!.failure.reason} before`
      return { code: 'unavailable', reason, passing: false, unasked: true }
    },
    answered({ info }: Target): void {
      const provider = of(info.provider)
      note(provider, false)
      Object.assign(provider, { count: 0, opened: 0, last: undefined })
    },
    failed(target: Target, failure: Failure): void {
      if (failure.unasked) return
      // What was wrong with one request says nothing of the next.
      const isItsOwn = ['rejected', 'too_long', 'filtered', 'empty'].includes(failure.code) && !failure.gone
      if (isItsOwn) return
      const provider = of(target.info.provider)
      if (provider.count === 0) provider.since = now()
      provider.count++
      provider.last = { upstream: target.info.upstream, failure }
      // A refusal comes at once: only who is waited for in vain is not asked any more.
      if (failure.code !== 'unavailable') return
      note(provider, true)
      if (!provider.isOpen && isTooMany(provider)) open(provider, target, failure.retryAfterMs)
    },
    /** Of each that has been asked. On trial: it is there again, and the next failure ends that. */
    states: () =>
      [...providers].map(([provider, { isOpen, opened }]) => ({
        provider,
        state: isOpen ? ('open' as const) : opened > 0 ? ('half-open' as const) : ('closed' as const),
      })),
    /** A sentence for each that fails, until it answers again. A key that is refused, or an account without money, fails at once. */
    degraded: (): string[] =>
      [...providers].flatMap(([name, { count, since, last, isOpen }]) => {
        if (!last || (count < 2 && last.failure.code !== 'unauthorized' && !last.failure.unpaid)) return []
        const money = last.failure.unpaid ? '; its account has no credit left' : ''
        const waits = isOpen ? '; it is not asked until it is there again' : ''
        const when = new Date(since).toISOString()
        return `${name} gives no answers since ${when} (${last.upstream}: ${last.failure.reason})${money}${waits}`
      }),
  }
}
