/** The real time, moved on by hand, for waits that nobody wants to wait for. */
export function createShiftingClock() {
  let offset = 0
  const sleepers = new Set<() => void>()
  const watchers = new Set<(ms: number) => void>()

  return {
    now: () => Date.now() + offset,
    /** Rejects with the signal's reason when it is aborted. */
    sleep(ms: number, signal: AbortSignal): Promise<void> {
      const until = Date.now() + offset + ms
      return new Promise((resolve, reject) => {
        let timer: NodeJS.Timeout
        const end = () => {
          clearTimeout(timer)
          sleepers.delete(look)
          signal.removeEventListener('abort', abort)
        }
        const abort = () => {
          end()
          reject(signal.reason)
        }
        const look = () => {
          clearTimeout(timer)
          const left = until - Date.now() - offset
          if (left > 0) {
            timer = setTimeout(look, Math.min(left, 2 ** 31 - 1))
            return
          }
          end()
          resolve()
        }
        if (signal.aborted) return reject(signal.reason)
        signal.addEventListener('abort', abort)
        sleepers.add(look)
        look()
        for (const watch of [...watchers]) watch(ms)
      })
    },
    /** Resolves when somebody begins to wait for as long as that, or longer. */
    asleep(ms: number): Promise<void> {
      return new Promise((resolve) => {
        const watch = (waits: number) => {
          if (waits < ms) return
          watchers.delete(watch)
          resolve()
        }
        watchers.add(watch)
      })
    },
    shift(ms: number): void {
      offset += ms
      for (const look of [...sleepers]) look()
    },
  }
}
