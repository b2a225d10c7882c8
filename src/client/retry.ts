import { ParleyError } from './error.ts'

export interface Patience {
  /** How often what failed in passing is tried again. */
  retries: number
  signal?: AbortSignal | undefined
}

/** Nobody waits longer than this for one more try, in milliseconds: what is away for longer is told. */
const longestMs = 60_000
const firstMs = 250

/**
 * Tries `run` again while what stops it passes by itself: a connection that is lost, a process that is being replaced, too many requests.
 * `tries` counts those that came to nothing one after another; `run` may set it to 0 where it has come further.
 */
export async function* retrying<T>(
  { retries, signal }: Patience,
  run: (tries: { inVain: number }) => AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  for (const tries = { inVain: 0 }; ; ) {
    try {
      return yield* run(tries)
    } catch (error) {
      signal?.throwIfAborted()
      const waitMs = waitOf(error, tries.inVain)
      if (!passes(error) || tries.inVain >= retries || waitMs > longestMs) throw error
      tries.inVain++
      await pause(waitMs, signal)
    }
  }
}

/** What `fetch` throws is a TypeError, and so is what reading throws of a stream that broke. */
function passes(error: unknown): boolean {
  if (!(error instanceof ParleyError)) return error instanceof TypeError || error instanceof LostStream
  return [429, 502, 503, 504].includes(error.status) || error.code === 'still_running'
}

/** The stream ended before the answer did. */
export class LostStream extends Error {
  override readonly name = 'LostStream'
}

/** Each a little different, so that not all come back at once. */
function waitOf(error: unknown, inVain: number): number {
  const told = error instanceof ParleyError ? error.retryAfterMs : undefined
  return (told ?? firstMs * 2 ** inVain) * (1 + Math.random() / 4)
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
