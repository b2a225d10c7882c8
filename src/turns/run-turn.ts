import { AppError } from '../lib/errors.ts'
import { timeOrderedId } from '../lib/ids.ts'
import type { Log } from '../lib/log.ts'
import type { Delivery } from '../model/conversation.ts'
import type { NextRow } from '../store/inbox.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'
import { deleted, pausing, shutdown, shuttingDown } from './aborts.ts'
import type { AnswerTurn } from './answer.ts'
import { paused, pauseOfKey } from './gate.ts'
import { type Lease, LeaseLost, type Leases } from './lease.ts'
import type { RunningTurns } from './running.ts'
import { type Asker, type CommittedAnswer, mayRetry, readAnswer, type ShowingEnd } from './show.ts'
import type { Turn } from './turn.ts'
import { sentences } from './words/index.ts'

export interface RunTurnParts {
  store: Store
  leases: Leases
  running: RunningTurns
  answerTurn: AnswerTurn
  /** Called with a turn whose platform would not take all of the answer; it is settled, and owes an excuse. */
  onGivenUp: (turnId: string) => void
  log: Log
  now: () => number
}

/** One turn, from its inbox row to the shown answer. True when the lease was let go with what settled it. */
export type RunTurn = (row: NextRow, asker: Asker, lease: Lease) => Promise<boolean>

export function createRunTurn(parts: RunTurnParts): RunTurn {
  const { store, leases, running, answerTurn, onGivenUp, log, now } = parts

  async function runTurn(row: NextRow, asker: Asker, lease: Lease): Promise<boolean> {
    // Registered before anything is awaited: whoever cancels it from now on finds it.
    const { signals, release } = running.register(row, asker, lease)
    try {
      lease.signal.throwIfAborted()
      if (await pauseOfKey(store, row.key)) throw pausing
      const turn = await opened(row, asker, lease, signals)
      try {
        return await answerAndShow(turn)
      } catch (error) {
        return await broken(turn, error)
      }
    } finally {
      release()
    }
  }

  /** What an earlier attempt left behind decides where it begins. */
  async function opened(
    row: NextRow,
    asker: Asker,
    lease: Lease,
    signals: Pick<Turn, 'thinking' | 'ending'>,
  ): Promise<Turn> {
    const earlier = row.begun && !asker.waits ? await store.turns.byInbox(row.id) : undefined
    const id = earlier?.id ?? asker.turn ?? timeOrderedId(now())
    const show = asker.show({
      id,
      event: { id: row.event_id, ageMs: now() - row.received_at },
      lease,
      again: earlier !== undefined,
      parts: earlier ? await store.turns.parts(id) : [],
      partial: earlier?.partial.length ?? 0,
      ...(earlier?.delivery && { delivery: JSON.parse(earlier.delivery) as Delivery }),
      signal: signals.ending,
      stop: () => running.stop(row.event_id),
    })
    return { id, row, lease, asker, show, earlier, ...signals }
  }

  async function answerAndShow(turn: Turn): Promise<boolean> {
    const { id, row, asker, show, earlier } = turn
    if (row.cancelled === 'deleted' || (row.cancelled && !earlier)) return takeBack(turn)
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
  }

  /** Ends what an attempt leaves half done. Throws where another attempt is to follow. */
  async function broken(turn: Turn, error: unknown): Promise<boolean> {
    if (turn.ending.reason === deleted) return takeBack(turn)
    if (!turn.asker.waits) {
      await turn.show.leave(error === pausing ? 'paused' : undefined)
      throw error
    }
    await fail(turn, error)
    // It may have shown or called something, so it does not run again; those behind it do.
    if (error instanceof LeaseLost) throw error
    return false
  }

  /** The answer is shown for good, or as far as it could be. */
  async function settle({ id, row, lease }: Turn, { interrupted }: CommittedAnswer, shown: ShowingEnd): Promise<void> {
    const { missing, delivery, wire, steps } = shown
    const owed = missing === 'nothing' ? null : missing
    const isThere = delivery === undefined || delivery.end === 'plain' || delivery.end === 'file'
    // Who sees the answer waits for nothing more, and a crash before this is one before the answer was known to be there.
    await close(lease, { isPatient: true }, [
      ...steps,
      ...(isThere ? [store.turns.deliveredStep(id, wire)] : [store.turns.undeliveredStep(id, delivery, owed, wire)]),
      ...(isThere && delivery ? [store.turns.deliveryStep(id, delivery)] : []),
      store.exchanges.rewordAsEditedStep(row.key, row.event_id),
      // Of a message that was deleted while nobody here heard of it the answer is taken back, by whoever drains the key next.
      store.inbox.settledStep(row.id, owed !== null || mayRetry(interrupted)),
    ])
  }

  /** No answer is wanted: what was shown of it goes too. */
  async function takeBack({ id, row, lease, show }: Turn): Promise<true> {
    await show.discard()
    await close(lease, { isPatient: false }, [
      store.exchanges.forgetStep(row.key, row.event_id),
      store.lasting.forgetEventStep(row.key, row.event_id),
      store.turns.deliveredStep(id),
      ...store.turns.forgetSteps(id),
      store.inbox.doneStep(row.id),
    ])
    return true
  }

  /** The last of a turn: the lease goes with it. */
  async function close(lease: Lease, options: { isPatient: boolean }, steps: readonly Step[]): Promise<void> {
    if (!(await store.db.batch([...steps, leases.letGo(lease)], options))) throw new LeaseLost(lease.key)
    leases.forget(lease)
  }

  /** Somebody who waits is told at once, and asks again if they like. */
  async function fail({ id, row, show }: Turn, error: unknown): Promise<void> {
    const why = error === shutdown ? shuttingDown(error) : error === pausing ? paused(error) : undefined
    if (!why) log.error({ err: error, turn: id }, 'a turn failed')
    show.failed(why ?? new AppError('internal_error', sentences.somethingWentWrong, { status: 500, cause: error }))
    await store.inbox.done(row.id)
  }

  return runTurn
}
