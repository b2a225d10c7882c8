import type { ServerResponse } from 'node:http'
import { stopped } from '../engine/stopped.ts'
import { AppError } from '../lib/errors.ts'
import { sentences } from './words/index.ts'

/** How long a stopped turn may take to bring what it has, in milliseconds. */
const lastWordsMs = 2000

/** A conversation whose caller waits for its answer. */
export interface OpenRequest {
  /** Aborted when the caller has left, or the server cannot wait any longer. */
  readonly signal: AbortSignal
  /** Rejects when there is no point in waiting for the turn any more. */
  readonly givenUp: Promise<never>
}

/** A turn that more than one response may follow, and that may outlive them. */
export interface OpenTurn extends OpenRequest {
  /** What it has by then is its answer. */
  stop(): void
  /** It has ended. */
  done(): void
}

export interface Calls {
  begin(response: ServerResponse): OpenRequest
  beginTurn(): OpenTurn
  /** Stops every turn that somebody waits for; each then says what it has. */
  stopAll(): void
}

export function createCalls(): Calls {
  const running = new Set<() => void>()
  function open() {
    const controller = new AbortController()
    const { promise: givenUp, reject: giveUp } = Promise.withResolvers<never>()
    // It may be given up when nothing listens any more.
    givenUp.catch(() => {})
    let lastWords: NodeJS.Timeout | undefined
    const stop = () => {
      controller.abort(stopped)
      lastWords ??= setTimeout(giveUp, lastWordsMs, interrupted())
    }
    running.add(stop)
    const done = () => {
      running.delete(stop)
      clearTimeout(lastWords)
    }
    return { signal: controller.signal, givenUp, stop, done, controller, giveUp }
  }
  return {
    begin(response) {
      const { signal, givenUp, done, controller, giveUp } = open()
      response.on('close', () => {
        done()
        if (response.writableFinished) return
        controller.abort(stopped)
        giveUp(new AppError('client_gone', 'The client has left.', { status: 499 }))
      })
      return { signal, givenUp }
    },
    beginTurn() {
      const { signal, givenUp, stop, done } = open()
      return { signal, givenUp, stop, done }
    },
    stopAll() {
      for (const stop of running) stop()
    },
  }
}

export function interrupted(): AppError {
  return new AppError('interrupted', sentences.interrupted, { status: 503, retryAfterMs: 1000 })
}
