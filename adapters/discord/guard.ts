import type { Log } from './log.ts'

/**
 * Discord shuts out who gets 401, 403 or 429 more than 10,000 times in ten minutes. Counted in windows of that length, this many
 * in each are never more than that in any.
 */
const MOST = 4500
const WINDOW_MS = 600_000

/** Keeps us from being shut out. */
export interface Guard {
  /** `shared`: the limit is one that others share, which is not counted. */
  count(status: number, shared: boolean): void
  /** Set while nothing may be sent; in milliseconds since the epoch. */
  heldUntil(): number | undefined
  /** The bot token was refused: it never becomes right again, and asking is counted. */
  isRefused(): boolean
  /** Why nothing is sent, where that is so: for whoever runs it. */
  troubles(): string[]
}

const refused = 'Discord refuses the bot token: nothing is sent any more. Set DISCORD_BOT_TOKEN anew and start again.'

export function createGuard({ now, log }: { now: () => number; log: Log }): Guard {
  let since = 0
  let count = 0
  let isRefused = false

  const heldUntil = () => (count >= MOST && now() - since < WINDOW_MS ? since + WINDOW_MS : undefined)

  return {
    count(status, shared) {
      if (status !== 401 && status !== 403 && (status !== 429 || shared)) return
      if (now() - since >= WINDOW_MS) {
        since = now()
        count = 0
      }
      count++
      if (count === MOST)
        log.error({ count }, 'too many calls were refused by Discord: nothing is sent for some minutes')
      if (status !== 401 || isRefused) return
      isRefused = true
      log.error({}, refused)
    },
    heldUntil,
    isRefused: () => isRefused,
    troubles() {
      const until = heldUntil()
      return [
        ...(isRefused ? [refused] : []),
        ...(until === undefined
          ? []
          : [`Discord has refused too many calls: nothing is sent until ${new Date(until).toISOString()}`]),
      ]
    },
  }
}
