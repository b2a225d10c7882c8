/** An eighth of a core, which checks about 28,000 signatures (RS256) a second. */
const MOST_A_SECOND = 3500
const SLICE_MS = 10
const IN_A_SLICE = (MOST_A_SECOND * SLICE_MS) / 1000
/** Each of them holds a body of up to 256 KB. */
const MOST_WAITING = 2000
/** Teams waits for 15 s. */
const PATIENCE_MS = 10_000

interface Waiting {
  since: number
  go: (isTurn: boolean) => void
}

/**
 * Bounds what strangers can make us spend on signatures: so many a second, and whoever comes beyond that waits. Those from where
 * many were worth nothing come last, and are turned away first.
 */
export function createTurns({ now, later }: { now: () => number; later: (ms: number, go: () => void) => void }) {
  const first: Waiting[] = []
  const last: Waiting[] = []
  let slice = Number.NEGATIVE_INFINITY
  let left = 0
  let isPumping = false

  function take(): boolean {
    const current = Math.floor(now() / SLICE_MS)
    if (current !== slice) left = IN_A_SLICE
    slice = current
    if (left <= 0) return false
    left -= 1
    return true
  }

  function pump(): void {
    isPumping = false
    while (first.length + last.length > 0) {
      const next = (first[0] ?? last[0])!
      const isLate = now() >= next.since + PATIENCE_MS
      if (!isLate && !take()) break
      if (next === first[0]) first.shift()
      else last.shift()
      next.go(!isLate)
    }
    schedule()
  }

  function schedule(): void {
    if (isPumping || first.length + last.length === 0) return
    isPumping = true
    later(SLICE_MS, pump)
  }

  return {
    /** Whether it is their turn, once it is; false when too many wait. */
    wait(isSuspect: boolean): Promise<boolean> {
      const isFree = first.length === 0 && (!isSuspect || last.length === 0)
      if (isFree && take()) return Promise.resolve(true)
      if (first.length + last.length >= MOST_WAITING) {
        const turnedAway = isSuspect ? undefined : last.shift()
        if (!turnedAway) return Promise.resolve(false)
        turnedAway.go(false)
      }
      return new Promise((go) => {
        const lane = isSuspect ? last : first
        lane.push({ since: now(), go })
        schedule()
      })
    },
  }
}
export type Turns = ReturnType<typeof createTurns>
