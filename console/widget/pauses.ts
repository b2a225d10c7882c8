const firstDelayMs = 500
const longestDelayMs = 30_000

/** As long as nothing else happens: until the page is looked at again, or has a network again. */
export const untilLookedAt = 2 ** 31 - 1

/** Longer each time, and never at the same moment as everybody else's. */
export const delayOf = (tries: number): number =>
  Math.min(longestDelayMs, firstDelayMs * 2 ** tries) * (0.75 + Math.random() / 2)

/** Waits that all end at once when there is a reason to be quicker. */
export function createPauses() {
  const pausing = new Set<() => void>()
  return {
    pause: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          pausing.delete(end)
          resolve()
        }
        const timer = setTimeout(end, ms)
        pausing.add(end)
      }),
    hurry(): void {
      for (const end of pausing) end()
    },
  }
}
