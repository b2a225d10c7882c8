import type { Failure } from './failure.ts'
import type { Target } from './resolve.ts'

/** So many failures in a row are no accident of one request. */
const row = 2

/** What became of the last requests to each provider: which of them give no answers at the moment, and why. */
export function createHealth(now: () => number) {
  const failing = new Map<string, { count: number; since: number; upstream: string; failure: Failure }>()
  return {
    answered({ info }: Target): void {
      failing.delete(info.provider)
    },
    failed({ info }: Target, failure: Failure): void {
      // What was wrong with one request says nothing of the next.
      if (failure.code === 'rejected' && !failure.gone) return
      const { count = 0, since = now() } = failing.get(info.provider) ?? {}
      failing.set(info.provider, { count: count + 1, since, upstream: info.upstream, failure })
    },
    /** A sentence for each that fails, until it answers again. A key that is refused fails at once. */
    degraded: (): string[] =>
      [...failing]
        .filter(([, { count, failure }]) => count >= row || failure.code === 'unauthorized')
        .map(([provider, { since, upstream, failure }]) => {
          return `${provider} gives no answers since ${new Date(since).toISOString()} (${upstream}: ${failure.reason})`
        }),
  }
}
