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

export interface Calls {
  begin(response: ServerResponse): OpenRequest
  /** Stops every turn that somebody waits for; each then says what it has. */
  stopAll(): void
}

export function createCalls(): Calls {
  const running = new Set<() => void>()
  return {
    begin(response) {
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
      response.on('close', () => {
        running.delete(stop)
        clearTimeout(lastWords)
        if (response.writableFinished) return
        controller.abort(stopped)
        giveUp(new AppError('client_gone', 'The client has left.', { status: 499 }))
      })
      return { signal: controller.signal, givenUp }
    },
    stopAll() {
      for (const stop of running) stop()
    },
  }
}

export function interrupted(): AppError {
  return new AppError('interrupted', sentences.interrupted, { status: 503, retryAfterMs: 1000 })
}
