/** A platform that takes nothing for so long is not tried any more: whoever asked has given up, too. */
const giveUpAfterMs = 15 * 60_000

/** From the first wait for the platform on it runs out, until it is over. */
export function createPatience(parts: {
  /** Rejects with the signal's reason when it is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  signal: AbortSignal
  giveUp: () => void
}) {
  const { sleep, signal, giveUp } = parts
  let wait: AbortController | undefined

  return {
    lose(): void {
      if (wait) return
      wait = new AbortController()
      sleep(giveUpAfterMs, AbortSignal.any([signal, wait.signal])).then(giveUp, () => {})
    },
    /** `reason`: one that is not made up anew each time, which costs a stack. */
    over(reason: Error): void {
      wait?.abort(reason)
    },
  }
}
