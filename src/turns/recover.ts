import type { Log } from '../log.ts'
import type { Queue } from '../ports/queue.ts'
import type { Store } from '../store/index.ts'

const sweepEveryMs = 10_000
const pruneEveryMs = 3_600_000
const day = 86_400_000

/** Long enough to recognise any platform's last resend, and for a person to press Retry the next morning. */
const keepDoneMs = day
/** Quick replies work as long as the turn they belong to is kept. */
const keepTurnsMs = 30 * day

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
    await store.inbox.prune(at - keepDoneMs)
    await store.leases.prune(at - day)
    await store.turns.prune(at - keepTurnsMs)
    await store.people.prune(at - keepMemoryMs)
    await store.scenarios.prune(at - keepMemoryMs)
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
