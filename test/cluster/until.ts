import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves when it is so. Rejects with how things stand when it never comes about. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  { say, everyMs = 100, ms = 90_000 }: { say: () => string; everyMs?: number | undefined; ms?: number },
): Promise<void> {
  const end = performance.now() + ms
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(say())
    await sleep(everyMs)
  }
}
