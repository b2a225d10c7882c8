import { randomUUID } from 'node:crypto'
import { stopped } from '../engine/converse.ts'
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
import type { Answer, OpenDoor } from './show.ts'

export interface TurnsParts {
  store: Store
  queue: Queue
  leases: Leases
  doors: Record<Door, OpenDoor>
  answerTurn: AnswerTurn
  log: Log
  now: () => number
}

export type Turns = ReturnType<typeof createTurns>

export function createTurns({ store, queue, leases, doors, answerTurn, log, now }: TurnsParts) {
  /** Turns that run here, by the event that asked for them. */
  const running = new Map<string, { key: string; context: string | null; controller: AbortController }>()

  /** Runs a key's open rows in the order they came, under its lease. */
  async function drain(key: string): Promise<void> {
    const lease = await leases.take(key)
    if (!lease) return queue.ring(key, now() + 1000)
    try {
      for (let row = await store.inbox.next(key); row; row = await store.inbox.next(key)) {
        lease.signal.throwIfAborted()
        await run(row, lease)
      }
    } catch (error) {
      if (error === shutdown) return
      // Whoever holds the key now goes on where the store says.
      if (error instanceof LeaseLost) return queue.ring(key, now() + 1000)
      throw error
    } finally {
      await leases.release(lease)
    }
  }

  /** One turn, from its inbox row to the shown answer. What an earlier attempt left behind decides where it begins. */
  async function run(row: InboxRow, lease: Lease): Promise<void> {
    const asker = doors[row.door as Door](row)
    if (!asker) {
      log.warn({ door: row.door, event: row.event_id }, 'nobody is there to hear this answer')
      return store.inbox.done(row.id)
    }
    const earlier = await store.turns.byInbox(row.id)
    if (row.cancelled && !earlier) return store.inbox.done(row.id)

    const id = earlier?.id ?? randomUUID()
    const controller = abortedWith(lease)
    running.set(row.event_id, { key: row.key, context: asker.context, controller })
    const { signal } = controller
    const show = asker.show(id, lease, earlier ? await store.turns.parts(id) : [], signal)
    const turn: Turn = { id, row, lease, asker, show, earlier, controller }
    try {
      if (row.cancelled) controller.abort(row.cancelled === 'deleted' ? deleted : stopped)
      const answer = committed(earlier) ?? (await answerTurn(turn))
      if (signal.reason === deleted) return await takeBack(turn)
      if (!answer) return await store.inbox.done(row.id)
      await show.answer(answer)
      await settle(turn, answer)
    } catch (error) {
      if (signal.reason === deleted) return await takeBack(turn)
      throw error
    } finally {
      running.delete(row.event_id)
      controller.release()
    }
  }

  /** The answer is shown for good. */
  async function settle({ id, row, lease }: Turn, answer: Answer): Promise<void> {
    const mayRetry = answer.interrupted !== null && answer.interrupted !== 'stopped'
    const done = await store.db.batch([
      leases.check(lease),
      store.turns.deliveredStep(id),
      mayRetry ? store.inbox.doneKeepingStep(row.id) : store.inbox.doneStep(row.id),
    ])
    if (!done) throw new LeaseLost(row.key)
  }

  /** The message was deleted: so is what was shown for it. */
  async function takeBack({ id, row, show }: Turn): Promise<void> {
    await show.discard()
    await store.db.batch([store.turns.deliveredStep(id), store.inbox.doneStep(row.id)])
  }

  return {
    drain,

    /** Ends the turn of this event, whether it has begun or not. */
    async cancel(eventId: string, why: 'deleted' | 'stopped'): Promise<void> {
      await store.inbox.cancel(eventId, why)
      running.get(eventId)?.controller.abort(why === 'deleted' ? deleted : stopped)
    },

    /** Stops the turns that run here and match. */
    stopWhere(matches: (turn: { key: string; context: string | null }) => boolean): void {
      for (const turn of running.values()) if (matches(turn)) turn.controller.abort(stopped)
    },

    /** Ends all turns that run here, because the process ends; the store knows how far they were. */
    abortAll(): void {
      for (const turn of running.values()) turn.controller.abort(shutdown)
    },
  }
}

/** Aborted with its lease, and by whoever else has a reason. */
function abortedWith(lease: Lease): AbortController & { release(): void } {
  const controller = new AbortController()
  const abort = () => controller.abort(lease.signal.reason)
  lease.signal.addEventListener('abort', abort, { once: true })
  return Object.assign(controller, { release: () => lease.signal.removeEventListener('abort', abort) })
}

/** An answer that was committed before a restart, to be shown again. */
function committed(earlier: TurnRow | undefined): Answer | undefined {
  if (!earlier?.answer) return undefined
  return { response: JSON.parse(earlier.answer) as BestResponse, userState: {}, interrupted: earlier.interrupted }
}
