import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves with whether it became so in time. */
export async function until(isSo: () => boolean | Promise<boolean>, withinMs: number, everyMs = 20): Promise<boolean> {
  const end = Date.now() + withinMs
  while (!(await isSo())) {
    if (Date.now() > end) return false
    await sleep(everyMs)
  }
  return true
}
