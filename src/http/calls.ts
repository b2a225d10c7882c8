import type { ServerResponse } from 'node:http'
import { stopped } from '../engine/stopped.ts'
import { AppError } from '../lib/errors.ts'
import { LatestMap } from '../lib/latest.ts'
import { sentences } from './words/index.ts'

/** How long a stopped turn may take to bring what it has, in milliseconds. */
const lastWordsMs = 2000
/** Cancelled turns that are remembered: whoever cancels one again is told the same. */
const maxCancelled = 1000

/** A turn that a program asked for, and who may end it. */
export interface CalledTurn {
  id: string
  /** Of the key that asked. */
  key: string
  account: string
  agent: string
}

/** A conversation whose caller waits for its answer. */
export interface OpenRequest {
  readonly turn: CalledTurn
  /** Aborted when the caller has left, or the server cannot wait any longer. */
  readonly signal: AbortSignal
  /** Rejects when there is no point in waiting for the turn any more. */
  readonly givenUp: Promise<never>
  /** Somebody wants no more of it: what it has by then is its answer, even if that is nothing. */
  readonly isCancelled: boolean
  /** What it has by then is its answer. */
  stop(): void
}

/** A turn that more than one response may follow, and that may outlive them. */
export interface OpenTurn extends OpenRequest {
  cancel(): void
  /** It has ended. */
  done(): void
}

export interface Calls {
  begin(turn: CalledTurn, response: ServerResponse): OpenRequest
  beginTurn(turn: CalledTurn): OpenTurn
  /** One that runs here, or was cancelled here not long ago. */
  find(id: string): { turn: CalledTurn; cancel(): void } | undefined
  /** Stops every turn that somebody waits for; each then says what it has. */
  stopAll(): void
}

export function createCalls(): Calls {
  const running = new Map<string, OpenTurn>()
  const cancelled = new LatestMap<string, CalledTurn>(maxCancelled)

  function begin(turn: CalledTurn) {
    const controller = new AbortController()
    const { promise: givenUp, reject: giveUp } = Promise.withResolvers<never>()
    // It may be given up when nothing listens any more.
    givenUp.catch(() => {})
    let lastWords: NodeJS.Timeout | undefined
    let isCancelled = false
    const open: OpenTurn = {
      turn,
      signal: controller.signal,
      givenUp,
      get isCancelled() {
        return isCancelled
      },
      stop() {
        controller.abort(stopped)
        lastWords ??= setTimeout(giveUp, lastWordsMs, interrupted())
      },
      cancel() {
        isCancelled = true
        cancelled.set(turn.id, turn)
        open.stop()
      },
      done() {
        // Whoever goes on with it in the meantime is found instead.
        if (running.get(turn.id) === open) running.delete(turn.id)
        clearTimeout(lastWords)
      },
    }
    running.set(turn.id, open)
    return { open, controller, giveUp }
  }

  return {
    begin(turn, response) {
      const { open, controller, giveUp } = begin(turn)
      response.on('close', () => {
        open.done()
        if (response.writableFinished) return
        controller.abort(stopped)
        giveUp(new AppError('client_gone', 'The client has left.', { status: 499 }))
      })
      return open
    },
    beginTurn: (turn) => begin(turn).open,
    find(id) {
      const here = running.get(id)
      if (here) return here
      const turn = cancelled.get(id)
      return turn && { turn, cancel() {} }
    },
    stopAll() {
      for (const open of running.values()) open.stop()
    },
  }
}

export function interrupted(): AppError {
  return new AppError('interrupted', sentences.interrupted, { status: 503, retryAfterMs: 1000 })
}
