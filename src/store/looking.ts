import type { Log } from '../lib/log.ts'
import { createOutage } from '../lib/outage.ts'
import { isUnavailable } from './unavailable.ts'

/** Does something that is done again and again. Never rejects; false: it failed. */
export type Looking = (look: () => Promise<unknown>) => Promise<boolean>

/** That the database is away is said once, and once that it is back; whatever else goes wrong is said each time. */
export function createLooking(log: Log, what: string): Looking {
  const outage = createOutage(log, { away: `${what} waits for the database`, back: `${what} goes on` })
  return async (look) => {
    try {
      await look()
      outage.ended()
      return true
    } catch (err) {
      if (isUnavailable(err)) outage.began((err as Error).message)
      else log.error({ err }, `${what} failed; it is tried again`)
      return false
    }
  }
}
