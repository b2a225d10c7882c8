import { LatestMap } from '../lib/latest.ts'
import { createOneAtATime } from '../lib/one-at-a-time.ts'
import { orderKey, readOrderKey } from '../model/key.ts'
import { waitingDoors } from '../model/message.ts'
import type { Queue } from '../ports/queue.ts'
import type { NextRow } from '../store/inbox.ts'
import { isUnavailable } from '../store/unavailable.ts'
import { pausing, shutdown } from './aborts.ts'
import { pauseOfKey } from './gate.ts'
import { type Lease, LeaseLost } from './lease.ts'
import { createRunTurn, type RunTurnParts } from './run-turn.ts'
import type { Asker, OpenDoor } from './show.ts'

/** A row that fails this often, for whatever reason, is given up, so that those behind it are answered. */
const maxFailures = 5
/** Rows of which that is counted; some are settled by another process. */
const maxFailing = 10_000
/** A message whose platform is not connected any more is not kept for longer. */
const forgottenAfterMs = 86_400_000
/** When to ask again for a key that somebody else holds. */
const heldElsewhereMs = 500

export interface TurnsParts extends RunTurnParts {
  queue: Queue
  /** Where what came in is answered: to whoever waits in this process, or on a platform. */
  doors: { http: OpenDoor; chat: OpenDoor }
  /** How a row that this process cannot run gets to one that can; undefined: there is none. */
  wayTo(row: NextRow): Promise<Way | undefined>
  /** What is done around each turn. */
  around?(row: NextRow, asker: Asker, run: () => Promise<boolean>): Promise<boolean>
}

/** Tells another process of a row, once it can have the key. */
export type Way = () => Promise<void>

/** The lease of a key that is being drained. */
interface Hold {
  lease: Lease
  /** It went with what settled the last turn. */
  isLetGo: boolean
}

export function createTurns(parts: TurnsParts) {
  const { store, queue, leases, doors, wayTo, log, now } = parts
  const runTurn = createRunTurn(parts)
  const { around = (_row, _asker, run) => run() } = parts
  const inLine = createOneAtATime()
  /** Failures of rows by their ids. */
  const failures = new LatestMap<number, number>(maxFailing)
  let leaving = false

  /** Runs a key's open rows in their order, under its lease: see `next` of the inbox. */
  async function drain(key: string): Promise<void> {
    // What waits is rung for again and again: see `recover.ts`.
    if (await pauseOfKey(store, key)) return leases.leave(key)
    const lease = await leases.take(key)
    if (!lease) return queue.ring(key, now() + heldElsewhereMs)
    const hold: Hold = { lease, isLetGo: false }
    let way: Way | undefined
    try {
      way = await drainUnder(key, hold)
    } catch (error) {
      if (error === shutdown || error === pausing) return
      // Whoever holds the key now goes on where the store says.
      if (error instanceof LeaseLost) return queue.ring(key, now() + heldElsewhereMs)
      throw error
    } finally {
      if (!hold.isLetGo) await leases.release(hold.lease)
    }
    await way?.()
  }

  /** False when another process was faster. */
  async function takeAgain(key: string, hold: Hold): Promise<boolean> {
    const lease = await leases.take(key)
    if (!lease) {
      await queue.ring(key, now() + heldElsewhereMs)
      return false
    }
    hold.lease = lease
    hold.isLetGo = false
    return true
  }

  /** What came in while its author became one person with somebody is of that person, and answered as theirs. */
  async function nextOf(key: string): Promise<NextRow | undefined> {
    const row = await store.inbox.next(key)
    if (!row || row.person === null || waitingDoors.includes(row.door)) return row
    const { account, agent } = readOrderKey(key)
    const to = orderKey(account, agent, row.person)
    await store.inbox.moveOpen(key, to)
    await queue.ring(to)
    return store.inbox.next(key)
  }

  const doorOf = ({ door }: NextRow): OpenDoor => (waitingDoors.includes(door) ? doors.http : doors.chat)

  /** Ends early where a row is another process's: how to get it there is told once the lease is free. */
  async function drainUnder(key: string, hold: Hold): Promise<Way | undefined> {
    for (let row = await nextOf(key); row && !leaving; row = await nextOf(key)) {
      if (hold.isLetGo && !(await takeAgain(key, hold))) return undefined
      const asker = await doorOf(row)(row)
      if (asker === 'anew') continue
      const isForgotten = now() - row.received_at > forgottenAfterMs
      const way = asker === 'elsewhere' && !isForgotten ? await wayTo(row) : undefined
      if (way) return way
      if (asker === 'gone' || asker === 'elsewhere') await store.inbox.done(row.id)
      else hold.isLetGo = await attempt(row, asker, hold.lease)
      // Whatever came since the row was read has rung for itself.
      if (!row.more) return undefined
    }
    return undefined
  }

  /** True when the lease was let go with what settled the turn. */
  async function attempt(row: NextRow, asker: Asker, lease: Lease): Promise<boolean> {
    try {
      const letGo = await around(row, asker, () => runTurn(row, asker, lease))
      failures.delete(row.id)
      return letGo
    } catch (error) {
      if (error === shutdown || error === pausing || error instanceof LeaseLost) throw error
      // It is no fault of the message, which was acknowledged: it waits until it can be answered.
      if (isUnavailable(error)) throw error
      const count = (failures.get(row.id) ?? 0) + 1
      failures.set(row.id, count)
      if (count < maxFailures) throw error
      failures.delete(row.id)
      log.error({ err: error, event: row.event_id }, 'a message could not be answered and was given up')
      await store.inbox.done(row.id)
      return false
    }
  }

  return {
    /** Rings may come on two ways: see `direct.ts`. */
    drain: (key: string): Promise<void> => inLine(key, () => drain(key)),

    /** Begins no more turns; those that run go on. What is left the queue gives back as it closes. */
    leave(): void {
      leaving = true
    },
  }
}
