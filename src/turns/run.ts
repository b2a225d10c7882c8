import { AppError } from '../lib/errors.ts'
import { timeOrderedId } from '../lib/ids.ts'
import { LatestMap } from '../lib/latest.ts'
import type { Log } from '../lib/log.ts'
import { createOneAtATime } from '../lib/one-at-a-time.ts'
import type { Delivery } from '../model/conversation.ts'
import type { Door } from '../model/message.ts'
import type { Queue } from '../ports/queue.ts'
import type { NextRow } from '../store/inbox.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'
import { isUnavailable } from '../store/unavailable.ts'
import { deleted, pausing, shutdown, shuttingDown } from './aborts.ts'
import type { AnswerTurn, Turn } from './answer.ts'
import { paused, pauseOfKey } from './gate.ts'
import { type Lease, LeaseLost, type Leases } from './lease.ts'
import type { RunningTurns } from './running.ts'
import * as sentences from './sentences.ts'
import { type Answer, type Asker, mayRetry, type OpenDoor, readAnswer, type Shown } from './show.ts'

/** A row that fails this often, for whatever reason, is given up, so that those behind it are answered. */
const maxFailures = 5
/** Rows of which that is counted; some are settled by another process. */
const maxFailing = 10_000
/** A message whose platform is not connected any more is not kept for longer. */
const forgottenAfterMs = 86_400_000
/** When to ask again for a key that somebody else holds. */
const heldElsewhereMs = 500

export interface TurnsParts {
  store: Store
  queue: Queue
  leases: Leases
  running: RunningTurns
  doors: Record<Door, OpenDoor>
  /** How a row that this process cannot run gets to one that can; undefined: there is none. */
  wayTo(row: NextRow): Promise<Way | undefined>
  answerTurn: AnswerTurn
  /** Called with a turn whose platform would not take all of the answer; it is settled, and owes an excuse. */
  onGivenUp: (turnId: string) => void
  log: Log
  now: () => number
}

/** Tells another process of a row, once it can have the key. */
export type Way = () => Promise<void>

type Signals = Pick<Turn, 'thinking' | 'ending'>

export function createTurns(parts: TurnsParts) {
  const { store, queue, leases, running, doors, wayTo, answerTurn, onGivenUp, log, now } = parts
  const inLine = createOneAtATime()
  /** Failures of rows by their ids. */
  const failures = new LatestMap<number, number>(maxFailing)
  let leaving = false

  /** Runs a key's open rows in the order they came, under its lease. */
  async function drain(key: string): Promise<void> {
    // What waits is rung for again and again: see `recover.ts`.
    if (await pauseOfKey(store, key)) return
    let lease = await leases.take(key)
    if (!lease) return queue.ring(key, now() + heldElsewhereMs)
    let letGo = false
    let way: Way | undefined
    try {
      for (let row = await store.inbox.next(key); row && !leaving; row = await store.inbox.next(key)) {
        if (letGo) lease = await leases.take(key)
        if (!lease) return queue.ring(key, now() + heldElsewhereMs)
        letGo = false
        const asker = doors[row.door as Door](row)
        const isForgotten = now() - row.received_at > forgottenAfterMs
        if (asker === 'elsewhere' && !isForgotten) {
          way = await wayTo(row)
          if (way) return
        }
        if (asker === 'gone' || asker === 'elsewhere') await store.inbox.done(row.id)
        else letGo = await attempt(row, asker, lease)
        // Whatever came since the row was read has rung for itself.
        if (!row.more) return
      }
    } catch (error) {
      if (error === shutdown || error === pausing) return
      // Whoever holds the key now goes on where the store says.
      if (error instanceof LeaseLost) return queue.ring(key, now() + heldElsewhereMs)
      throw error
    } finally {
      if (lease && !letGo) await leases.release(lease)
      await way?.()
    }
  }

  /** True when the lease was let go with what settled the turn. */
  async function attempt(row: NextRow, asker: Asker, lease: Lease): Promise<boolean> {
    try {
      const letGo = await run(row, asker, lease)
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

  async function run(row: NextRow, asker: Asker, lease: Lease): Promise<boolean> {
    // Registered before anything is awaited: whoever cancels it from now on finds it.
    const { signals, release } = running.register(row, asker, lease)
    try {
      lease.signal.throwIfAborted()
      if (await pauseOfKey(store, row.key)) throw pausing
      return await answerAndShow(row, asker, lease, signals)
    } finally {
      release()
    }
  }

  /** One turn, from its inbox row to the shown answer. What an earlier attempt left behind decides where it begins. */
  async function answerAndShow(row: NextRow, asker: Asker, lease: Lease, signals: Signals): Promise<boolean> {
    const { thinking, ending } = signals
    const earlier = row.begun && !asker.waits ? await store.turns.byInbox(row.id) : undefined
    const id = earlier?.id ?? asker.turn ?? timeOrderedId(now())
    const parts = earlier ? await store.turns.parts(id) : []
    const partial = earlier?.partial.length ?? 0
    const show = asker.show({
      id,
      lease,
      again: earlier !== undefined,
      parts,
      partial,
      ...(earlier?.delivery && { delivery: JSON.parse(earlier.delivery) as Delivery }),
      signal: ending,
      stop: () => running.stop(row.event_id),
    })
    const turn: Turn = { id, row, lease, asker, show, earlier, thinking, ending }
    try {
      if (row.cancelled === 'deleted' || (row.cancelled && !earlier)) return await takeBack(turn)
      if (row.cancelled) running.stop(row.event_id)
      // One that was committed before a restart is shown again.
      const answer = (earlier && readAnswer(earlier)) ?? (await answerTurn(turn))
      if (!answer) {
        await store.inbox.done(row.id)
        return false
      }
      const shown = await show.answer(answer)
      // The commit of somebody who waits has settled it.
      if (asker.waits) return true
      await settle(turn, answer, shown)
      if (shown.missing !== 'nothing') onGivenUp(id)
      return true
    } catch (error) {
      if (ending.reason === deleted) return await takeBack(turn)
      if (asker.waits) {
        await fail(turn, error)
        // It may have shown or called something, so it does not run again; those behind it do.
        if (error instanceof LeaseLost) throw error
        return false
      }
      await show.leave(error === pausing ? 'paused' : undefined)
      throw error
    }
  }

  /** The answer is shown for good, or as far as it could be. */
  async function settle({ id, row, lease }: Turn, { interrupted }: Answer, shown: Shown): Promise<void> {
    const { missing, delivery, steps } = shown
    const owed = missing === 'nothing' ? null : missing
    const isThere = delivery === undefined || delivery.end === 'plain' || delivery.end === 'file'
    await close(lease, [
      ...steps,
      ...(isThere ? [store.turns.deliveredStep(id)] : [store.turns.undeliveredStep(id, delivery, owed)]),
      ...(isThere && delivery ? [store.turns.deliveryStep(id, delivery)] : []),
      owed || mayRetry(interrupted) ? store.inbox.doneKeepingStep(row.id) : store.inbox.doneStep(row.id),
    ])
  }

  /** No answer is wanted: what was shown of it goes too. */
  async function takeBack({ id, row, lease, show }: Turn): Promise<true> {
    await show.discard()
    await close(lease, [store.turns.deliveredStep(id), store.inbox.doneStep(row.id)])
    return true
  }

  /** The last of a turn: the lease goes with it. */
  async function close(lease: Lease, steps: readonly Step[]): Promise<void> {
    if (!(await store.db.batch([...steps, leases.letGo(lease)]))) throw new LeaseLost(lease.key)
    leases.forget(lease)
  }

  /** Somebody who waits is told at once, and asks again if they like. */
  async function fail({ id, row, show }: Turn, error: unknown): Promise<void> {
    const why = error === shutdown ? shuttingDown(error) : error === pausing ? paused(error) : undefined
    if (!why) log.error({ err: error, turn: id }, 'a turn failed')
    show.failed(why ?? new AppError('internal_error', sentences.somethingWentWrong, { status: 500, cause: error }))
    await store.inbox.done(row.id)
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
