import type { WebhookOutcome } from '../ports/webhooks.ts'
import type { ClaimedCall } from '../store/outbox.ts'

const minute = 60_000
const hour = 60 * minute

/** After each failed attempt. Together they fill a day but for some minutes. */
const waits = [5000, 30_000, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 8 * hour]

/**
 * After how many milliseconds a call that failed is tried again; undefined when its time is up by then. A wait is shortened by
 * up to a fifth, so that what failed together does not come back together, and lengthened where the server asks for it.
 */
export function waitAfter(
  { attempt, left }: Pick<ClaimedCall, 'attempt' | 'left'>,
  outcome: WebhookOutcome,
  random: () => number,
): number | undefined {
  const wait = waits[attempt - 1]
  if (wait === undefined) return undefined
  const asked = ('status' in outcome && outcome.retryAfterMs) || 0
  const whole = Math.round(Math.max(wait * (1 - random() / 5), asked))
  return whole < left ? whole : undefined
}
