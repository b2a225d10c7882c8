import { setTimeout as sleep } from 'node:timers/promises'

/** What comes of it, if it comes in time. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController()
  const late = sleep(ms, undefined, { signal: timer.signal }).catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    timer.abort()
  }
}
