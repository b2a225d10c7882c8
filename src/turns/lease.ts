import { repeat } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { createOutage } from '../lib/outage.ts'
import { callLimitMs } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'
import { isUnavailable } from '../store/unavailable.ts'

/** How long a holder that has died keeps others from a key. */
const ttlMs = 9_500
const renewEveryMs = 1_000
/** No platform call starts with less than this left. */
const marginMs = callLimitMs + 1_000

/** Keys that begin so are claims and no conversations: an agent's id holds no colon. */
export const claimPrefix = 'claim:'

/** The right to run a key's turns. Aborted when it is lost; whoever lost it must not touch the store or a platform. */
export interface Lease {
  readonly key: string
  readonly epoch: number
  readonly signal: AbortSignal
  /** Resolves when enough is left for a call to a platform; rejects with `LeaseLost`. */
  ensure(): Promise<void>
  /**
   * Makes a call as soon as enough is left for it to time out in; rejects with `LeaseLost`. Nothing comes between the look at the
   * clock and the call: a process that has many to make may be stopped before it has made all that it may make.
   */
  call<T>(make: () => Promise<T>): Promise<T>
}

export class LeaseLost extends Error {
  constructor(key: string) {
    super(`the lease of ${key} was lost`)
    this.name = 'LeaseLost'
  }
}

interface HeldLease {
  lease: Lease
  controller: AbortController
  until: number
}

export interface LeasesParts {
  store: Store
  /** Of this process, and never used again by another. */
  holder: string
  log: Log
  /** Whole milliseconds that never step back; since the epoch where the database does not keep the time itself. */
  now: () => number
  /** Returns what ends it. */
  every?: (run: () => void, ms: number) => () => void
}

export type Leases = ReturnType<typeof createLeases>

const conversationsIn = (held: ReadonlyMap<string, unknown>): number =>
  [...held.keys()].filter((key) => !key.startsWith(claimPrefix)).length

export function createLeases({ store, holder, log, now, every = repeat }: LeasesParts) {
  const held = new Map<string, HeldLease>()
  /** The epochs of those that were begun and not given back: as their turns may still be at it, they are not gone on with. */
  const begun = new Map<string, number>()
  // Elsewhere another process may be the one that is woken, and it would find the key held.
  const mayTakeAhead = store.db.dialect === 'sqlite'

  let lost = 0
  function lose({ lease, controller }: HeldLease): void {
    lost++
    drop(lease)
    controller.abort(new LeaseLost(lease.key))
  }

  /** The key may be held by a later lease by now. */
  function drop(lease: Lease): void {
    if (held.get(lease.key)?.lease === lease) held.delete(lease.key)
  }

  /** The store knows that it is over. */
  function forget(lease: Lease): void {
    drop(lease)
    if (begun.get(lease.key) === lease.epoch) begun.delete(lease.key)
  }

  /** The lease that was taken with what is to be done under it. */
  async function takenAhead(key: string): Promise<{ epoch: number; until: number } | undefined> {
    const own = mayTakeAhead ? await store.leases.own(key, holder, now()) : undefined
    return own && own.epoch !== begun.get(key) ? { epoch: own.epoch, until: own.expires_at } : undefined
  }

  async function taken(key: string): Promise<{ epoch: number; until: number } | undefined> {
    const at = now()
    const until = at + ttlMs
    const epoch = await store.leases.take({ key, holder, now: at, until })
    return epoch === undefined ? undefined : { epoch, until }
  }

  /** A process that was stopped for longer than a lease may find it taken: it gives it up unread. */
  async function renew(entries: readonly HeldLease[]): Promise<void> {
    const at = now()
    for (const entry of entries) if (entry.until <= at) lose(entry)
    const rest = entries.filter(({ until }) => until > at)
    if (rest.length === 0) return
    const keys = rest.map(({ lease }) => lease.key)
    const kept = await store.leases.renew({ holder, keys, now: at, until: at + ttlMs })
    const epochs = new Map(kept.map(({ key, epoch }) => [key, epoch]))
    for (const entry of rest) {
      const { key, epoch } = entry.lease
      if (epochs.get(key) === epoch) entry.until = at + ttlMs
      // What was given back meanwhile is not lost.
      else if (held.get(key) === entry) lose(entry)
    }
  }

  const outage = createOutage(log, {
    away: 'leases cannot be renewed: the database is away',
    back: 'leases are renewed again',
  })
  let renewing = Promise.resolve()
  const stopRenewing = every(() => {
    renewing = renew([...held.values()]).then(outage.ended, (err) => {
      // A full disk is one line, and not one a second with where in the program it was met.
      if (isUnavailable(err)) outage.began((err as Error).message)
      else log.error({ err }, 'leases could not be renewed')
    })
  }, renewEveryMs)

  return {
    /** Undefined while another process holds the key. */
    async take(key: string): Promise<Lease | undefined> {
      const own = (await takenAhead(key)) ?? (await taken(key))
      if (!own) return undefined
      const { epoch, until } = own
      begun.set(key, epoch)
      const controller = new AbortController()
      const { signal } = controller
      const suffices = (): boolean => {
        signal.throwIfAborted()
        const left = entry.until - now()
        // It was given back, which is no right to anything once its time is over.
        return left >= marginMs || (left > 0 && held.get(key) !== entry)
      }
      const lease: Lease = {
        key,
        epoch,
        signal,
        async ensure() {
          // When that is heard of, what it has renewed may have run out too.
          while (!suffices()) await renew([entry])
        },
        async call(make) {
          while (!suffices()) await renew([entry])
          return make()
        },
      }
      const entry: HeldLease = { lease, controller, until }
      held.set(key, entry)
      return lease
    },

    /**
     * Takes the lease of a key together with what is to be done under it, if nobody has it: whoever drains the key in this process goes
     * on with it, and no commit is made for the lease alone.
     */
    ahead(key: string): Step[] {
      const at = now()
      return mayTakeAhead ? [store.leases.takeAheadStep({ key, holder, now: at, until: at + ttlMs })] : []
    },

    /** What was taken ahead is not gone on with. */
    async leave(key: string): Promise<void> {
      const own = await takenAhead(key)
      if (own) await store.leases.release(key, own.epoch, now())
    },

    /** Guards a batch by the lease's epoch, and renews it. */
    check({ key, epoch }: Lease): Step {
      const at = now()
      return store.leases.checkStep(key, epoch, at, at + ttlMs)
    },

    /**
     * Guards a batch like `check`, and gives the lease back with it; `forget` it when that is done. Whatever came meanwhile may
     * have rung in any process.
     */
    letGo({ key, epoch }: Lease): Step {
      return store.leases.letGoStep(key, epoch, now())
    },

    /** It is not renewed any more; whoever goes on with the key takes it again. */
    forget,
    ...{ lostCount: (): number => lost, conversations: (): number => conversationsIn(held) },

    async release(lease: Lease): Promise<void> {
      drop(lease)
      await store.leases.release(lease.key, lease.epoch, now())
      forget(lease)
    },

    /** Whether any process holds the key. */
    isHeld: (key: string): Promise<boolean> => store.leases.isHeld(key, now()),

    async close(): Promise<void> {
      stopRenewing()
      await renewing
    },
  }
}
