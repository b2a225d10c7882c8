import type { Log } from '../log.ts'
import type { Queue } from '../ports/queue.ts'
import type { Store } from '../store/index.ts'

const sweepEveryMs = 10_000
const pruneEveryMs = 3_600_000
const day = 86_400_000

/** Long enough to recognise any platform's last resend, and for a person to press Retry the next morning. */
const keepDoneMs = day
/** Why a turn answered so can be asked as long as it is kept; quick replies work while its answer is remembered. */
const keepTurnsMs = 30 * day
/** That a webhook was called; what it was told is emptied at once. */
const keepDeliveredMs = 7 * day

export interface SweeperParts {
  store: Store
  queue: Queue
  keepMemoryMs: number
  now: () => number
  log: Log
}

/** Rings for every open row, at start and ever after, so that no lost ring loses a message; and forgets what is old. */
export async function startSweeper({ store, queue, keepMemoryMs, now, log }: SweeperParts): Promise<{ stop(): void }> {
  const sweep = async () => {
    for (const key of await store.inbox.openKeys()) await queue.ring(key)
  }
  const prune = async () => {
    const at = now()
    // What people said is kept as long as memory is, wherever it stands.
    await store.inbox.prune(at - Math.min(keepDoneMs, keepMemoryMs))
    await store.turns.forgetAnswers(at - keepMemoryMs)
    await store.leases.prune(at - day)
    await store.feedback.prune(at - keepTurnsMs)
    await store.turns.prune(at - keepTurnsMs)
    await store.people.prune(at - keepMemoryMs)
    await store.said.prune(at - keepMemoryMs)
    await store.scenarios.prune(at - keepMemoryMs)
    await store.offers.prune()
    await store.outbox.prune({ delivered: at - keepDeliveredMs, dead: at - Math.min(keepTurnsMs, keepMemoryMs) })
  }
  const every = (ms: number, work: () => Promise<void>, what: string) => {
    const timer = setInterval(() => void work().catch((err) => log.error({ err }, `${what} failed`)), ms)
    timer.unref()
    return timer
  }
  await prune()
  await sweep()
  const timers = [every(sweepEveryMs, sweep, 'the sweep of the inbox'), every(pruneEveryMs, prune, 'pruning old rows')]
  return { stop: () => timers.forEach(clearInterval) }
}
