/** In milliseconds. */
export interface LlmTimeouts {
  /** From the call to the first piece of the answer, a retry included. */
  first: number
  /** From one piece of the answer to the next. */
  between: number
  /** The whole answer. */
  total: number
  /** For the usage figures and the end of the body, once the answer has said that it is finished. */
  tail: number
  /** Before the one retry, where the server does not say how long. */
  retry: number
}

/** Stops a stream that brings nothing any more: a body that stalls, or sends only comments, never ends by itself. */
export interface Watch {
  /** Aborts with the caller's signal, when a limit is reached, and when the watch is closed. */
  readonly signal: AbortSignal
  /** The limit that was reached. */
  readonly expired: string | undefined
  /** The model is at work, though there is no text yet. */
  alive(): void
  /** The answer has begun. */
  begun(): void
  /** The answer is complete; only figures and the end of the body may follow. */
  finished(): void
  /** The reader is busy with a piece: no time counts but the total. */
  pause(): void
  /** The reader waits for the next piece. */
  resume(): void
  close(): void
}

export function createWatch(caller: AbortSignal, limits: LlmTimeouts): Watch {
  const halt = new AbortController()
  let expired: string | undefined
  let paused = false
  const expire = (limit: string) => {
    if (halt.signal.aborted) return
    expired = limit
    halt.abort()
  }
  const startIdle = (ms: number, limit: string) =>
    setTimeout(() => {
      // `resume` starts it anew.
      if (!paused) expire(limit)
    }, ms)
  let idle = startIdle(limits.first, `no text within ${limits.first} ms`)
  const total = setTimeout(expire, limits.total, `not finished within ${limits.total} ms`)
  const abort = () => halt.abort()
  caller.addEventListener('abort', abort, { once: true })
  if (caller.aborted) abort()

  return {
    signal: halt.signal,
    get expired() {
      return expired
    },
    alive: () => void idle.refresh(),
    begun() {
      clearTimeout(idle)
      idle = startIdle(limits.between, `stalled for ${limits.between} ms`)
    },
    finished() {
      clearTimeout(idle)
      idle = startIdle(limits.tail, `not closed within ${limits.tail} ms`)
    },
    pause() {
      paused = true
    },
    resume() {
      paused = false
      idle.refresh()
    },
    close() {
      clearTimeout(idle)
      clearTimeout(total)
      caller.removeEventListener('abort', abort)
      halt.abort()
    },
  }
}
