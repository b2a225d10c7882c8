import { setTimeout as sleep } from 'node:timers/promises'

const PAUSES_MS = [50, 500, 2000]

/**
 * Teams tells again what it got no answer to within 15 s, or some statuses of failure, and soon gives up (msteams-docs#8998,
 * #1571), so what could not be written down is tried again here: whoever pressed a button sees it wait for 5 s.
 */
export async function durably<T>(write: () => Promise<T>): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await write()
    } catch {
      await sleep(pauseMs)
    }
  }
  return write()
}
