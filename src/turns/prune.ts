import { setImmediate } from 'node:timers/promises'
import { keepMs } from '../model/keeping.ts'
import type { Store } from '../store/index.ts'
import { removeAged } from '../store/personal/aging.ts'

const day = 86_400_000

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
  await store.inbox.prune(at - Math.min(keepMs.done, keepMemoryMs))
  await store.turns.forgetAnswers(at - keepMemoryMs)
  await store.leases.prune(at - day)
  // Nobody asks there any more, or it was mended and nobody has asked since.
  await store.refusals.prune(at - day)
  await store.refusedCalls.prune(at - day)
  await store.processes.prune(at - day)
  await store.feedback.prune(at - keepMs.turns)
  await store.turns.prune(at - keepMs.turns)
  await store.people.prune(at - keepMemoryMs)
  await store.lasting.prune(at - keepMemoryMs)
  await store.conversationFiles.prune(at - keepMemoryMs)
  await store.said.prune(at - keepMemoryMs)
  await store.transcripts.prune(at - keepMemoryMs)
  await store.toolApprovals.prune(at - keepMemoryMs)
  await store.handovers.prune(at - keepMemoryMs)
  await store.toolCalls.prune(at - 2 * day)
  await store.scenarios.prune(at - keepMemoryMs)
  await store.followedTurns.prune()
  await store.idempotentCalls.prune()
  await store.offers.prune()
  await store.consoleSessions.prune()
  await store.toolGrants.prune()
  await store.personLinks.prune()
  await store.spending.expire()
  await store.spending.prune({ minutes: minuteOf(at - 2 * day), days: minuteOf(at - keepMs.spending) })
  await store.usageBehind.prune(at - keepMs.turns)
  await store.unasked.prune(minuteOf(at - 2 * day).slice(0, 10))
  await store.events.prune(at - Math.min(keepMs.events, keepMemoryMs))
  await store.outbox.prune({ delivered: at - keepMs.delivered, dead: at - Math.min(keepMs.turns, keepMemoryMs) })
  for (const { id, days } of await store.agents.keeping()) {
    if (days * day >= keepMemoryMs) continue
    await removeAged(store.db, { agent: id, before: at - days * day, pause: () => setImmediate() })
  }
}
