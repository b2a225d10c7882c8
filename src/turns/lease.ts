import type { Store } from '../store/index.ts'

/** How long a holder that has died keeps others from a key. */
const ttlMs = 15_000
const renewEveryMs = 3_000
/** No platform call starts with less than this left: calls time out after 10 s. */
const marginMs = 11_000

/** The right to run a key's turns. Aborted when it is lost; whoever lost it must not touch the store or a platform. */
export interface Lease {
  readonly key: string
  readonly epoch: number
  readonly signal: AbortSignal
  /** Throws `LeaseLost` unless enough is left for a call to a platform. */
  assertHeld(): void
}

export class LeaseLost extends Error {
  constructor(key: string) {
    super(`the lease of ${key} was lost`)
    this.name = 'LeaseLost'
  }
}

export type Leases = ReturnType<typeof createLeases>

export function createLeases({ store, holder, now }: { store: Store; holder: string; now: () => number }) {
  const held = new Map<string, { lease: Lease; controller: AbortController; takenUntil: number }>()
  let renewedUntil = 0

  const until = (entry: { takenUntil: number }) => Math.max(entry.takenUntil, renewedUntil)

  const lose = (key: string) => {
    const entry = held.get(key)
    if (!entry) return
    held.delete(key)
    entry.controller.abort(new LeaseLost(key))
  }

  const renew = async () => {
    const at = now()
    // A process that was stopped for longer than the lease may find its keys taken: it gives them all up unread.
    for (const [key, entry] of held) if (until(entry) <= at) lose(key)
    if (held.size === 0) return
    await store.leases.renewAll(holder, at, at + ttlMs)
    renewedUntil = at + ttlMs
  }
  let renewing = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renew().catch(() => {})
  }, renewEveryMs)
  timer.unref()

  return {
    /** Undefined while another process holds the key. */
    async take(key: string): Promise<Lease | undefined> {
      const at = now()
      const epoch = await store.leases.take({ key, holder, now: at, until: at + ttlMs })
      if (epoch === undefined) return undefined
      const controller = new AbortController()
      const entry = {
        controller,
        takenUntil: at + ttlMs,
        lease: {
          key,
          epoch,
          signal: controller.signal,
          assertHeld() {
            if (controller.signal.aborted || until(entry) - now() < marginMs) {
              lose(key)
              throw new LeaseLost(key)
            }
          },
        },
      }
      held.set(key, entry)
      return entry.lease
    },

    /** Guards a batch by the lease's epoch, and renews it. */
    check: (lease: Lease) => store.leases.checkStep(lease.key, lease.epoch, now(), now() + ttlMs),

    async release(lease: Lease): Promise<void> {
      held.delete(lease.key)
      await store.leases.release(lease.key, lease.epoch)
    },

    async close(): Promise<void> {
      clearInterval(timer)
      await renewing
    },
  }
}
