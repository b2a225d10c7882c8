import type { Log } from '../log.ts'
import { callLimitMs } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'

/** How long a holder that has died keeps others from a key. */
const ttlMs = 15_000
const renewEveryMs = 3_000
/** No platform call starts with less than this left. */
const marginMs = callLimitMs + 1_000

/** The right to run a key's turns. Aborted when it is lost; whoever lost it must not touch the store or a platform. */
export interface Lease {
  readonly key: string
  readonly epoch: number
  readonly signal: AbortSignal
  /** Resolves when enough is left for a call to a platform; rejects with `LeaseLost`. */
  ensure(): Promise<void>
}

export class LeaseLost extends Error {
  constructor(key: string) {
    super(`the lease of ${key} was lost`)
    this.name = 'LeaseLost'
  }
}

interface Held {
  lease: Lease
  controller: AbortController
  until: number
}

export interface LeasesParts {
  store: Store
  /** Of this process, and never used again by another. */
  holder: string
  log: Log
  now: () => number
}

export type Leases = ReturnType<typeof createLeases>

export function createLeases({ store, holder, log, now }: LeasesParts) {
  const held = new Map<string, Held>()

  function lose({ lease, controller }: Held): void {
    if (held.get(lease.key)?.lease === lease) held.delete(lease.key)
    controller.abort(new LeaseLost(lease.key))
  }

  /** A process that was stopped for longer than a lease may find it taken: it gives it up unread. */
  async function renew(entries: readonly Held[]): Promise<void> {
    const at = now()
    for (const entry of entries) if (entry.until <= at) lose(entry)
    const rest = entries.filter(({ until }) => until > at)
    if (rest.length === 0) return
    await store.leases.renew(
      rest.map(({ lease }) => lease),
      at,
      at + ttlMs,
    )
    for (const entry of rest) entry.until = at + ttlMs
  }

  let renewing = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renew([...held.values()]).catch((err) => log.error({ err }, 'leases could not be renewed'))
  }, renewEveryMs)
  timer.unref()

  return {
    /** Undefined while another process holds the key. */
    async take(key: string): Promise<Lease | undefined> {
      const at = now()
      const epoch = await store.leases.take({ key, holder, now: at, until: at + ttlMs })
      if (epoch === undefined) return undefined
      const controller = new AbortController()
      const lease: Lease = {
        key,
        epoch,
        signal: controller.signal,
        async ensure() {
          if (entry.until - now() < marginMs) await renew([entry])
          controller.signal.throwIfAborted()
        },
      }
      const entry: Held = { lease, controller, until: at + ttlMs }
      held.set(key, entry)
      return lease
    },

    /** Guards a batch by the lease's epoch, and renews it. */
    check({ key, epoch }: Lease): Step {
      const at = now()
      return store.leases.checkStep(key, epoch, at, at + ttlMs)
    },

    /**
     * Guards a batch like `check`, as its last step, and gives the lease back unless an open row of its key is left; `forget`
     * it when that is done.
     */
    letGo({ key, epoch }: Lease): Step {
      const at = now()
      return store.leases.letGoStep(key, epoch, at, at + ttlMs)
    },

    /** It is not renewed any more; whoever goes on with the key takes it again. */
    forget({ key }: Lease): void {
      held.delete(key)
    },

    async release({ key, epoch }: Lease): Promise<void> {
      held.delete(key)
      await store.leases.release(key, epoch, now())
    },

    async close(): Promise<void> {
      clearInterval(timer)
      await renewing
    },
  }
}
