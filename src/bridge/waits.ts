/** Of what nobody waits for any more. Without a reason one is made up, at a price. */
const over = new Error('over')

/** What a reply waits for besides the platform: more text, a time, its end. */
export function createWaits(parts: {
  now: () => number
  /** Rejects with the signal's reason when it is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** The answer has ended. */
  isOver: () => boolean
  wake: () => void
}) {
  const { now, sleep, isOver, wake } = parts
  const waiting: (() => void)[] = []
  /** Aborted when nothing more is shown. */
  const own = new AbortController()
  /** Aborted when the answer has ended; most answers have before anybody asks for it. */
  let writing: AbortController | undefined

  function whileWriting(): AbortSignal {
    writing ??= new AbortController()
    return AbortSignal.any([own.signal, writing.signal])
  }

  return {
    own,
    whileWriting,

    endWriting(): void {
      writing?.abort(over)
    },

    wakeAt(time: number | undefined): void {
      if (time === undefined || isOver()) return
      // A timer may come a millisecond early.
      sleep(Math.max(0, time - now()) + 1, whileWriting()).then(wake, () => {})
    },

    /** Resolves at the next `resume`. */
    nextChange: (): Promise<void> => new Promise((resolve) => waiting.push(resolve)),

    resume(): void {
      for (const go of waiting.splice(0)) go()
    },
  }
}
