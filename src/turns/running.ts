import { stopped } from '../engine/stopped.ts'
import { LatestMap } from '../lib/latest.ts'
import type { Log } from '../lib/log.ts'
import { readOrderKey } from '../model/key.ts'
import type { InboxRow } from '../store/inbox.ts'
import type { Store } from '../store/index.ts'
import { deleted, pausing, shutdown } from './aborts.ts'
import type { Doing } from './gate.ts'
import type { Lease } from './lease.ts'
import type { Notices, Stopped, Why } from './notices.ts'
import type { Asker } from './show.ts'
import type { Turn } from './turn.ts'

/** Cancelled a moment ago; those whose row is being read meanwhile are few. */
const maxRecent = 10_000

/** A turn while it runs here, as others may reach it. */
interface RunningTurn {
  readonly key: string
  readonly context: string | null
  /** No more text is wanted; what there is is shown. */
  stop(): void
  /** Everything ends, showing too. */
  end(reason: Error): void
}

export interface RunningParts {
  store: Store
  notices: Notices
  /** Whether a turn with this context is one that the person means. */
  concerns(context: string, stopped: Stopped): boolean
  log: Log
}

export type RunningTurns = ReturnType<typeof createRunning>

/** The turns that run in this process. What concerns one never queues behind it, whichever process is told of it. */
export function createRunning({ store, notices, concerns, log }: RunningParts) {
  /** By the event that asked for them. */
  const running = new Map<string, RunningTurn>()
  /** A drain may have read the row before it was marked, and be about to register it. */
  const recent = new LatestMap<string, Why>(maxRecent)
  let isEnding = false

  function reach(eventId: string, why: Why): void {
    const turn = running.get(eventId)
    if (why === 'deleted') turn?.end(deleted)
    else turn?.stop()
  }

  function cancelled(eventId: string, why: Why): void {
    recent.set(eventId, why)
    reach(eventId, why)
  }

  async function stopHere(event: Stopped): Promise<void> {
    for (const [eventId, turn] of [...running]) {
      if (!turn.context || !concerns(turn.context, event)) continue
      turn.stop()
      await store.inbox.cancel(eventId, 'stopped')
    }
  }

  /** What was told while nobody listened stands in the store. */
  async function catchUp(): Promise<void> {
    for (const eventId of running.keys()) {
      const row = await store.inbox.byEvent(eventId)
      if (row?.cancelled && row.cancelled !== 'limited') reach(eventId, row.cancelled)
    }
  }

  const logged = (work: Promise<void>) =>
    void work.catch((err) => log.error({ err }, 'a turn that somebody wants to end was not reached'))
  const unhear = notices.hear({
    cancelled: ({ eventId, why }) => cancelled(eventId, why),
    stopped: (event) => logged(stopHere(event)),
    missed: () => logged(catchUp()),
  })

  return {
    size: () => running.size,
    /** Before anything is awaited for the turn: whoever cancels it from now on finds it. */
    register(row: InboxRow, asker: Asker, lease: Lease) {
      const thinking = new AbortController()
      const ending = new AbortController()
      const end = (reason: Error) => {
        ending.abort(reason)
        thinking.abort(reason)
      }
      const loseLease = () => end(lease.signal.reason)
      lease.signal.addEventListener('abort', loseLease, { once: true })
      if (lease.signal.aborted) loseLease()
      const eventId = row.event_id
      running.set(eventId, { key: row.key, context: asker.context, stop: () => thinking.abort(stopped), end })
      if (isEnding) end(shutdown)
      const why = recent.get(eventId)
      if (why) reach(eventId, why)
      const release = () => {
        running.delete(eventId)
        lease.signal.removeEventListener('abort', loseLease)
      }
      const signals: Pick<Turn, 'thinking' | 'ending'> = { thinking: thinking.signal, ending: ending.signal }
      return { signals, release }
    },

    /** Its text so far is the answer. */
    stop(eventId: string): void {
      running.get(eventId)?.stop()
    },

    /** Ends the turn of this event wherever it runs, and whether it has begun or not. */
    async cancel(eventId: string, why: Why): Promise<void> {
      recent.set(eventId, why)
      await store.inbox.cancel(eventId, why)
      reach(eventId, why)
      await notices.tell({ cancelled: { eventId, why } })
    },

    /** Stops what the person means, wherever it runs, or whoever is to go on with it: that may hear of it in the store alone. */
    async stopAll(event: Stopped): Promise<void> {
      await stopHere(event)
      for (const { event_id, context } of await store.turns.running(event.platform))
        if (concerns(context, event)) await store.inbox.cancel(event_id, 'stopped')
      await notices.tell({ stopped: event })
    },

    /** Ends the turns whose agent or account is paused; the store knows how far they were. */
    async endPaused(isPaused: (doing: Doing) => Promise<boolean>): Promise<void> {
      for (const turn of [...running.values()]) if (await isPaused(readOrderKey(turn.key))) turn.end(pausing)
    },

    /** Ends all turns that run here or are about to, because the process ends; the store knows how far they were. */
    endAll(): void {
      isEnding = true
      for (const turn of running.values()) turn.end(shutdown)
    },

    close(): void {
      unhear()
    },
  }
}
