import { byKey } from '../admin/actor.ts'
import { AppError } from '../lib/errors.ts'
import { readOrderKey } from '../model/key.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { Store } from '../store/index.ts'
import type { Canceller } from '../turns/notices.ts'
import type { CalledTurn, Calls } from './calls.ts'
import { createKept, type KeptTurn } from './followed/kept.ts'
import { nonceOf } from './idempotency.ts'
import type { Processes } from './processes.ts'
import { sentences } from './words/index.ts'

export interface CancellingParts {
  calls: Calls
  store: Pick<Store, 'followedTurns' | 'turns' | 'db'>
  secrets: Secrets
  processes: Processes
}

/** A process that has the turn says so at once; where none has said so by then, none has it. In milliseconds. */
const answerMs = 1000

export type Cancelling = ReturnType<typeof createCancelling>

/** Cancels turns that programs asked for, in whichever process they run. */
export function createCancelling({ calls, store, secrets, processes }: CancellingParts) {
  const { holder, notices } = processes
  const kept = createKept(store, secrets, holder)
  const asked = new Map<string, () => void>()

  /** Whether it is one of theirs that runs here, or did until it was cancelled. */
  function cancelHere(id: string, by: Canceller): boolean {
    const here = calls.find(id)
    if (!here || !isTheirs(here.turn, by)) return false
    here.cancel()
    return true
  }

  /** Of a turn that others may go on with it is written down first, for whoever does not hear it. */
  async function cancelKept({ head: { id, key }, person, outcome, isCancelled }: KeptTurn, by: Canceller) {
    if (!isTheirs({ id, key, ...readOrderKey(person) }, by)) return false
    if (isCancelled || (outcome && 'end' in outcome && outcome.end.broken === 'stopped')) return true
    if (outcome) throw over()
    await kept.cancel(id)
    await notices.tell({ unwanted: { turn: id } })
    return true
  }

  /** Nothing is written down of a turn that ends with its caller's connection: the others are asked whose it is. */
  async function cancelElsewhere(turn: string, by: Canceller): Promise<boolean> {
    // A database on SQLite has one process that answers requests.
    if (store.db.dialect === 'sqlite') return false
    const heard = Promise.withResolvers<boolean>()
    const timer = setTimeout(heard.resolve, answerMs, false)
    asked.set(turn, () => heard.resolve(true))
    try {
      await notices.tell({ cancelTurn: { turn, by, asker: holder } })
      return await heard.promise
    } finally {
      clearTimeout(timer)
      asked.delete(turn)
    }
  }

  /** Cancelled before, by somebody or by them. */
  async function wasCancelled(id: string, by: Canceller): Promise<boolean> {
    const turn = await store.turns.byId(id)
    if (!turn || !mayKnow(readOrderKey(turn.key), by)) return false
    if (turn.interrupted === 'stopped') return true
    if (turn.committed_at !== null || turn.interrupted) throw over()
    return false
  }

  const unhear = notices.hear({
    cancelTurn({ turn, by, asker }) {
      if (cancelHere(turn, by)) void notices.tell({ turnCancelled: { turn, asker } }).catch(() => {})
    },
    turnCancelled: ({ turn, asker }) => asker === holder && asked.get(turn)?.(),
    // Whoever asks hears nothing, and asks again.
    missed() {},
  })

  /** By its id or, for the key that asked, by the `Idempotency-Key` that it asked with. */
  async function find(given: string, by: Canceller): Promise<KeptTurn | undefined> {
    const row = await kept.find(given)
    if (row || !('key' in by)) return row
    return kept.byName(nonceOf(byKey(by), given))
  }

  return {
    /** What it has by then is its answer. As often as anybody likes. 404 `turn_not_found`, 409 `turn_over`. */
    async cancel(given: string, by: Canceller): Promise<{ id: string }> {
      if (cancelHere(given, by)) return { id: given }
      const row = await find(given, by)
      const id = row?.head.id ?? given
      const isDone = row
        ? cancelHere(id, by) || (await cancelKept(row, by))
        : (await cancelElsewhere(id, by)) || (await wasCancelled(id, by))
      if (!isDone) throw new AppError('turn_not_found', sentences.turnNotFound, { status: 404 })
      return { id }
    },
    close: unhear,
  }
}

/** A key that asked for it, or one of their agents'. What belongs to others looks as if it were not there. */
const isTheirs = (turn: CalledTurn, by: Canceller): boolean => ('key' in by ? by.key === turn.key : mayKnow(turn, by))

function mayKnow(turn: Pick<CalledTurn, 'account' | 'agent'>, by: Canceller): boolean {
  if (by.account !== turn.account) return false
  if ('key' in by) return by.agent === null || by.agent === turn.agent
  return by.adminOf === 'all' || by.adminOf.includes(turn.agent)
}

const over = () => new AppError('turn_over', sentences.turnOver, { status: 409 })
