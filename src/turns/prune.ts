import type { Store } from '../store/index.ts'

const day = 86_400_000

/** Long enough to recognise any platform's last resend, and for a person to press Retry the next morning. */
const keepDoneMs = day
/** Why a turn answered so can be asked as long as it is kept; quick replies work while its answer is remembered. */
const keepTurnsMs = 30 * day
/** That a webhook was called; what it was told is emptied at once. */
const keepDeliveredMs = 7 * day

/** Whoever was away for a week asks for what they have missed. */
const keepEventsMs = 7 * day

/** What people and places have used can be looked at in the month after. */
const keepSpendingMs = 62 * day

const minuteOf = (at: number): string => new Date(at).toISOString().slice(0, 16)

export interface PruneParts {
  store: Store
  keepMemoryMs: number
  now: () => number
}

/** Forgets what is old. */
export async function prune({ store, keepMemoryMs, now }: PruneParts): Promise<void> {
  const at = now()
  // What people said is kept as long as memory is, wherever it stands.
  await store.inbox.prune(at - Math.min(keepDoneMs, keepMemoryMs))
  await store.turns.forgetAnswers(at - keepMemoryMs)
  await store.leases.prune(at - day)
  // Nobody asks there any more, or it was mended and nobody has asked since.
  await store.refusals.prune(at - day)
  await store.feedback.prune(at - keepTurnsMs)
  await store.turns.prune(at - keepTurnsMs)
  await store.people.prune(at - keepMemoryMs)
  await store.lasting.prune(at - keepMemoryMs)
  await store.conversationFiles.prune(at - keepMemoryMs)
  await store.said.prune(at - keepMemoryMs)
  await store.transcripts.prune(at - keepMemoryMs)
  await store.toolApprovals.prune(at - keepMemoryMs)
  await store.handovers.prune(at - keepMemoryMs)
  await store.toolCalls.prune(at - 2 * day)
  await store.scenarios.prune(at - keepMemoryMs)
  await store.idempotentCalls.prune()
  await store.offers.prune()
  await store.consoleSessions.prune()
  await store.toolGrants.prune()
  await store.personLinks.prune()
  await store.spending.expire()
  await store.spending.prune({ minutes: minuteOf(at - 2 * day), days: minuteOf(at - keepSpendingMs) })
  await store.unasked.prune(minuteOf(at - 2 * day).slice(0, 10))
  await store.events.prune(at - Math.min(keepEventsMs, keepMemoryMs))
  await store.outbox.prune({ delivered: at - keepDeliveredMs, dead: at - Math.min(keepTurnsMs, keepMemoryMs) })
}
