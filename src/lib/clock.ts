/** Rejects with the signal's reason when that is aborted first. Does not keep the process alive. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    timer.unref()
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** What is further away than a timer can be set for is run at the farthest that it can. Returns what ends it. */
export function startTimer(run: () => void, ms: number): () => void {
  const timeout = setTimeout(run, Math.min(ms, 2 ** 31 - 1))
  return () => clearTimeout(timeout)
}

/** Does not keep the process alive. Returns what ends it. */
export function repeat(run: () => void, everyMs: number): () => void {
  const timer = setInterval(run, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
