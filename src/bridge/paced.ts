import type { Scope } from '../ports/budget.ts'
import type { Outcome } from '../ports/channel.ts'
import type { OwedParts } from './owing.ts'

const attempts = 5

/** A call that changes what was shown, made when there is room for it, and again until its outcome is known or it has failed too often. */
export async function paced(
  { pacer, now, sleep }: Pick<OwedParts, 'pacer' | 'now' | 'sleep'>,
  scopes: readonly Scope[],
  call: () => Promise<Outcome<void>>,
  signal: AbortSignal,
): Promise<Outcome<void>> {
  let outcome: Outcome<void>
  for (let attempt = 1; ; attempt++) {
    await pacer.grant({ scopes, rank: () => 'final', unseen: () => 1, lastShownAt: 0, endedAt: now() }, signal)
    outcome = await call()
    if ('ok' in outcome || 'refused' in outcome || attempt === attempts) return outcome
    if ('limited' in outcome) {
      const { scope, retryAt } = outcome.limited
      pacer.limited(scope, retryAt)
      await sleep(Math.max(0, retryAt - now()), signal)
    } else await sleep(500 * 2 ** attempt, signal)
  }
}
