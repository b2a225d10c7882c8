import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from '../lib/errors.ts'
import { timeOrderedId } from '../lib/ids.ts'
import { languageOf } from '../lib/language.ts'
import { createOneAtATime } from '../lib/one-at-a-time.ts'
import type { ConversationRequest } from '../model/conversation.ts'
import { orderKey } from '../model/key.ts'
import type { Queue } from '../ports/queue.ts'
import type { InboxRow } from '../store/inbox.ts'
import { pausing, shuttingDown } from './aborts.ts'
import { type AtOnceParts, createAtOnce, type DirectFinal, type DirectRequest, type Follow } from './at-once.ts'
import { type Doing, paused, pauseOf } from './gate.ts'
import type { Notices } from './notices.ts'
import type { Way } from './run.ts'
import type { CommittedAnswer, OpenDoor, Show } from './show.ts'
import { sentences } from './words/index.ts'

/** Turns whose asker waits in this process, as HTTP callers do. */
export interface DirectTurns {
  /**
   * Begins one request, in its uid's order. Aborting `signal` stops the model; what it had written by then is the answer. `id` of a turn
   * that another process had begun when it died, else it gets a new one.
   */
  converse(request: ConversationRequest, follow: Follow, id?: string): DirectTurn
}

export interface DirectTurn {
  /** For whoever asks later why it answered so. */
  readonly id: string
  /** Rejects with an `AppError` that has a status. */
  readonly final: Promise<DirectFinal>
}

export interface DirectParts extends AtOnceParts {
  /** Of this process alone: only it can run the turns of those who wait here. */
  queue: Pick<Queue, 'ring'>
  /** This process, as the others know it. */
  holder: string
  isAlive(holder: string): Promise<boolean>
  /** Whether others take this process for alive: else they put away the rows of who waits in it. */
  isSeen(): boolean
  notices: Notices
  cancel(eventId: string, why: 'stopped'): Promise<void>
  /** Turns of a uid that may be open at once. */
  perUid: number
}

export interface DirectDoor extends DirectTurns {
  open: OpenDoor
  /** To the process in which a row's asker waits, as long as it lives. */
  wayTo(row: InboxRow): Promise<Way | undefined>
  /** Whoever waits for what is paused now is told so. */
  endPaused(isPaused: (doing: Doing) => Promise<boolean>): Promise<void>
  /** Others may have put the rows of this process away: whoever waits is to ask again. */
  giveUp(): void
  close(): void
}

/** Somebody who waits here. */
interface Waiting {
  key: string
  asked: DirectRequest
  settle: PromiseWithResolvers<DirectFinal>
  inContext<T>(run: () => T): T
}

export function createDirectTurns(parts: DirectParts): DirectDoor {
  const { store, queue, holder, isAlive, isSeen, notices, cancel, perUid, now } = parts
  const waiting = new Map<string, Waiting>()
  /** Those who have no order, as they may be ended. */
  const lonely = new Map<DirectRequest, AbortController>()
  const atDoor = createOneAtATime()
  const { alone, atOnce } = createAtOnce(parts)

  async function answered(asked: DirectRequest): Promise<DirectFinal> {
    const { request, signal } = asked
    if (await pauseOf(store, request)) throw paused()
    if (request.uid !== undefined) return inOrder(asked, request.uid)
    const pause = new AbortController()
    lonely.set(asked, pause)
    try {
      const final = await alone({ ...asked, signal: AbortSignal.any([signal, pause.signal]) })
      return final
    } catch (error) {
      throw pause.signal.aborted ? paused(error) : error
    } finally {
      lonely.delete(asked)
    }
  }

  async function inOrder(asked: DirectRequest, uid: string): Promise<DirectFinal> {
    const { account, agent } = asked.request
    const key = orderKey(account, agent, uid)
    // Whoever comes next waits only until it is clear where this one stands.
    const { final } = await atDoor<{ final: DirectFinal | Promise<DirectFinal> }>(key, async () => {
      const made = await atOnce(asked, key)
      return made ? { final: made } : standInLine(asked, key)
    })
    return final
  }

  /** Takes a place among the key's rows. */
  async function standInLine(asked: DirectRequest, key: string): Promise<{ final: Promise<DirectFinal> }> {
    if (!isSeen()) throw shuttingDown()
    const { id, request, signal } = asked
    const eventId = `http:${holder}:${id}`
    const settle = Promise.withResolvers<DirectFinal>()
    const stop = () => void cancel(eventId, 'stopped').catch(settle.reject)
    const end = () => {
      signal.removeEventListener('abort', stop)
      waiting.delete(eventId)
    }
    settle.promise.then(end, end)
    waiting.set(eventId, { key, asked, settle, inContext: AsyncLocalStorage.snapshot() })
    // Who stands in line by now is found by a pause that begins; one that began before is seen here.
    if (await pauseOf(store, request)) {
      settle.reject(paused())
      return { final: settle.promise }
    }
    const row = { event_id: eventId, key, door: request.door, conversation: request.conversation, payload: '' }
    const added = await store.db.batch(store.inbox.addUnderSteps(row, perUid)).catch(settle.reject)
    if (!added) {
      settle.reject(new AppError('too_many_open_turns', sentences.queueFull, { status: 503, retryAfterMs: 2000 }))
      return { final: settle.promise }
    }
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    await queue.ring(key)
    return { final: settle.promise }
  }

  const ring = (key: string) => void queue.ring(key)
  const unhear = notices.hear({
    yours: (row) => row.holder === holder && ring(row.key),
    missed() {
      for (const { key } of waiting.values()) ring(key)
    },
  })

  return {
    converse(request, follow, id = timeOrderedId(now())) {
      const asked: DirectRequest = { ...follow, id, request }
      return { id: asked.id, final: answered(asked) }
    },

    open(row) {
      const found = waiting.get(row.event_id)
      if (!found) return holderOf(row) === holder ? 'gone' : 'elsewhere'
      const { asked, settle, inContext } = found
      const { id, request, onProgress } = asked
      const show: Show = {
        progress: onProgress,
        ahead: () => [],
        async answer(answer) {
          settle.resolve(asFinal(answer))
          return { missing: 'nothing', steps: [] }
        },
        failed: settle.reject,
        leave: async () => {},
        // Stopped before it began: its caller has left, or the server ends.
        discard: async () => settle.reject(shuttingDown()),
      }
      return {
        waits: true,
        inContext,
        turn: id,
        language: languageOf(request.locale, request.utterance),
        context: null,
        origin: request.origin,
        beforeCall: asked.beforeCall,
        request: async () => request,
        show: () => show,
      }
    },

    async wayTo(row) {
      const to = holderOf(row)
      if (!(await isAlive(to))) return undefined
      return () => notices.tell({ yours: { key: row.key, holder: to } })
    },

    async endPaused(isPaused) {
      for (const [{ request }, pause] of [...lonely]) if (await isPaused(request)) pause.abort(pausing)
      // Those that run are ended as turns are; the rows of those who stand in line are put away when their turn comes.
      for (const { asked, settle } of [...waiting.values()]) if (await isPaused(asked.request)) settle.reject(paused())
    },

    giveUp() {
      for (const { settle } of waiting.values()) settle.reject(shuttingDown())
    },

    close: unhear,
  }
}

/** In whose process the asker of an http row waits. */
function holderOf({ event_id }: InboxRow): string {
  return event_id.split(':')[1]!
}

export function asFinal({ response, userState, interrupted }: CommittedAnswer): DirectFinal {
  return {
    answer: response,
    userState,
    ...(interrupted ? { interrupted: { code: interrupted, detail: '' } } : {}),
  }
}
