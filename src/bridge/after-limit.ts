import type { Outcome } from '../ports/channel.ts'

export interface AfterLimitParts {
  now: () => number
  /** Rejects with the signal's reason when it is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Ends the wait. */
  signal: AbortSignal
  /** In milliseconds. What has to wait longer is not made again. */
  longestWaitMs: number
}

/** Makes a call, and once more after a limit where that does not take long. Resolves with the last outcome. */
export async function afterLimit<Result>(
  { now, sleep, signal, longestWaitMs }: AfterLimitParts,
  call: () => Promise<Outcome<Result>>,
): Promise<Outcome<Result>> {
  const outcome = await call()
  if (!('limited' in outcome)) return outcome
  const waitMs = outcome.limited.retryAt - now()
  if (waitMs > longestWaitMs) return outcome
  await sleep(Math.max(0, waitMs), signal)
  return call()
}
