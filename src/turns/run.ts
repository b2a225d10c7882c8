import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { stopped } from '../engine/stopped.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { BestResponse } from '../model/conversation.ts'
import type { Door } from '../model/message.ts'
import type { Queue } from '../ports/queue.ts'
import type { InboxRow } from '../store/inbox.ts'
import type { Store } from '../store/index.ts'
import type { TurnRow } from '../store/turns.ts'
import { deleted, shutdown } from './aborts.ts'
import type { AnswerTurn, Turn } from './answer.ts'
import { type Lease, LeaseLost, type Leases } from './lease.ts'
import * as sentences from './sentences.ts'
import { type Answer, type Asker, mayRetry, type OpenDoor } from './show.ts'

/** A row that fails this often, for whatever reason, is given up, so that those behind it are answered. */
const maxFailures = 5
/** A message whose platform is not connected any more is not kept for longer. */
const forgottenAfterMs = 86_400_000
/** When to ask again for a key that somebody else holds. */
const heldElsewhereMs = 1000

export interface TurnsParts {
  store: Store
  queue: Queue
  leases: Leases
  doors: Record<Door, OpenDoor>
  answerTurn: AnswerTurn
  log: Log
  now: () => number
}

/** A turn while it runs here, as others may reach it. */
interface Running {
  readonly eventId: string
  readonly context: string | null
  /** No more text is wanted; what there is is shown. */
  stop(): void
  /** Everything ends, showing too. */
  end(reason: Error): void
}

type Signals = Pick<Turn, 'thinking' | 'ending'>

export type Turns = ReturnType<typeof createTurns>

export function createTurns({ store, queue, leases, doors, answerTurn, log, now }: TurnsParts) {
  /** By the event that asked for them. */
  const running = new Map<string, Running>()
  /** Failures of rows by their ids. */
  const failures = new Map<number, number>()
  let leaving = false

  /** Runs a key's open rows in the order they came, under its lease. */
  async function drain(key: string): Promise<void> {
    const lease = await leases.take(key)
    if (!lease) return queue.ring(key, now() + heldElsewhereMs)
    try {
      for (let row = await store.inbox.next(key); row && !leaving; row = await store.inbox.next(key)) {
        const asker = doors[row.door as Door](row)
        const isForgotten = now() - row.received_at > forgottenAfterMs
        if (asker === 'elsewhere' && !isForgotten) {
          return log.warn({ door: row.door, key }, 'a message waits for its platform')
        }
        if (asker === 'gone' || asker === 'elsewhere') await store.inbox.done(row.id)
        else await attempt(row, asker, lease)
      }
    } catch (error) {
      if (error === shutdown) return
      // Whoever holds the key now goes on where the store says.
      if (error instanceof LeaseLost) return queue.ring(key, now() + heldElsewhereMs)
      throw error
    } finally {
      await leases.release(lease)
    }
  }

  async function attempt(row: InboxRow, asker: Asker, lease: Lease): Promise<void> {
    try {
      await run(row, asker, lease)
      failures.delete(row.id)
    } catch (error) {
      if (error === shutdown || error instanceof LeaseLost) throw error
      const count = (failures.get(row.id) ?? 0) + 1
      failures.set(row.id, count)
      if (count < maxFailures) throw error
      failures.delete(row.id)
      log.error({ err: error, event: row.event_id }, 'a message could not be answered and was given up')
      await store.inbox.done(row.id)
    }
  }

  async function run(row: InboxRow, asker: Asker, lease: Lease): Promise<void> {
    // Registered before anything is awaited: whoever cancels it from now on finds it.
    const { signals, release } = register(row, asker, lease)
    try {
      await answerAndShow(row, asker, lease, signals)
    } finally {
      release()
    }
  }

  /** One turn, from its inbox row to the shown answer. What an earlier attempt left behind decides where it begins. */
  async function answerAndShow(row: InboxRow, asker: Asker, lease: Lease, signals: Signals): Promise<void> {
    const { thinking, ending } = signals
    const earlier = asker.waits ? undefined : await store.turns.byInbox(row.id)
    const id = earlier?.id ?? randomUUID()
    const parts = earlier ? await store.turns.parts(id) : []
    const partial = earlier?.partial.length ?? 0
    const show = asker.show({
      id,
      lease,
      parts,
      partial,
      signal: ending,
      stop: () => running.get(row.event_id)?.stop(),
    })
    const turn: Turn = { id, row, lease, asker, show, earlier, thinking, ending }
    try {
      if (row.cancelled === 'deleted' || (row.cancelled && !earlier)) return await takeBack(turn)
      if (row.cancelled) running.get(row.event_id)?.stop()
      const answer = committed(earlier) ?? (await answerTurn(turn))
      if (!answer) return await store.inbox.done(row.id)
      await show.answer(answer)
      // The commit of somebody who waits has settled it.
      if (!asker.waits) await settle(turn, answer)
    } catch (error) {
      if (ending.reason === deleted) return await takeBack(turn)
      if (asker.waits && !(error instanceof LeaseLost)) return await fail(turn, error)
      await show.leave()
      throw error
    }
  }

  /** The answer is shown for good. */
  async function settle({ id, row, lease }: Turn, { interrupted }: Answer): Promise<void> {
    const done = await store.db.batch([
      leases.check(lease),
      store.turns.deliveredStep(id),
      mayRetry(interrupted) ? store.inbox.doneKeepingStep(row.id) : store.inbox.doneStep(row.id),
    ])
    if (!done) throw new LeaseLost(row.key)
  }

  /** No answer is wanted: what was shown of it goes too. */
  async function takeBack({ id, row, lease, show }: Turn): Promise<void> {
    await show.discard()
    const done = await store.db.batch([
      leases.check(lease),
      store.turns.deliveredStep(id),
      store.inbox.doneStep(row.id),
    ])
    if (!done) throw new LeaseLost(row.key)
  }

  /** Somebody who waits is told at once, and asks again if they like. */
  async function fail({ id, row, show }: Turn, error: unknown): Promise<void> {
    const ends = error === shutdown
    if (!ends) log.error({ err: error, turn: id }, 'a turn failed')
    show.failed(
      ends
        ? new AppError('shutting_down', sentences.shuttingDown, { status: 503, retryAfterMs: 2000, cause: error })
        : new AppError('internal_error', sentences.somethingWentWrong, { status: 500, cause: error }),
    )
    await store.inbox.done(row.id)
  }

  function register(row: InboxRow, asker: Asker, lease: Lease) {
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
    running.set(eventId, { eventId, context: asker.context, stop: () => thinking.abort(stopped), end })
    const release = () => {
      running.delete(eventId)
      lease.signal.removeEventListener('abort', loseLease)
    }
    return { signals: { thinking: thinking.signal, ending: ending.signal }, release }
  }

  return {
    drain,

    /** Ends the turn of this event, whether it has begun or not. */
    async cancel(eventId: string, why: 'deleted' | 'stopped'): Promise<void> {
      await store.inbox.cancel(eventId, why)
      // A drain that has just read the row is about to register it.
      await setImmediate()
      const turn = running.get(eventId)
      if (why === 'deleted') turn?.end(deleted)
      else turn?.stop()
    },

    /** Stops the turns that run here and came from where `matches` says. */
    async stopWhere(matches: (context: string) => boolean): Promise<void> {
      for (const turn of [...running.values()]) {
        if (!turn.context || !matches(turn.context)) continue
        turn.stop()
        await store.inbox.cancel(turn.eventId, 'stopped')
      }
    },

    /** Begins no more turns; those that run go on. */
    leave(): void {
      leaving = true
    },

    /** Ends all turns that run here, because the process ends; the store knows how far they were. */
    endAll(): void {
      for (const turn of running.values()) turn.end(shutdown)
    },
  }
}

/** An answer that was committed before a restart, to be shown again. */
function committed(earlier: TurnRow | undefined): Answer | undefined {
  if (!earlier?.answer) return undefined
  return { response: JSON.parse(earlier.answer) as BestResponse, userState: {}, interrupted: earlier.interrupted }
}
