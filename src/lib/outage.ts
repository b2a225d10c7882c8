import type { Log } from './log.ts'

/** Says once that something is away, and once that it is back, however many find out. */
export function createOutage(log: Log, { away, back }: { away: string; back: string }) {
  let isAway = false
  return {
    /** `reason` is logged: nothing secret. */
    began(reason: string): void {
      if (isAway) return
      isAway = true
      log.error({ reason }, away)
    },
    ended(): void {
      if (isAway) log.info(back)
      isAway = false
    },
  }
}
