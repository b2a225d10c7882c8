/** Between two webhooks that an account creates, in milliseconds. */
const intervalMs = 300

export type Space = (account: string, count: number) => Promise<void>

/**
 * Spaces the creation of webhooks: whoever is too fast waits. Each webhook takes the account's next moment, so that several
 * made at once have to wait for the last of theirs. It is the pace of one process.
 */
export function createSpacing({ now, sleep }: { now: () => number; sleep: (ms: number) => Promise<void> }): Space {
  /** The earliest moment of the account's next webhook. */
  const free = new Map<string, number>()

  return async (account, count) => {
    if (count <= 0) return
    const at = now()
    for (const [other, moment] of free) if (moment <= at) free.delete(other)
    const mine = (free.get(account) ?? at) + (count - 1) * intervalMs
    free.set(account, mine + intervalMs)
    if (mine > at) await sleep(mine - at)
  }
}
