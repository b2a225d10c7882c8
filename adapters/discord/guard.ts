import type { Log } from '../../src/ports/log.ts'
import type { Notes } from '../../src/ports/notes.ts'

/**
 * Discord shuts out who gets 401, 403 or 429 more than 10,000 times in ten minutes. Counted in windows of that length, this many
 * in each are never more than that in any.
 */
const MOST = 4500
const WINDOW_MS = 600_000
/** What was counted is written down so often. */
const SAVE_MS = 2000

/** Keeps us from being shut out, if nothing else has: that no channel is asked in vain is the breaker's work. */
export interface Guard {
  /** Goes on with what was counted before a restart and by other processes, as far as they have written it down. */
  share(application: string): Promise<void>
  /** Writes down what is not written yet. */
  save(): Promise<void>
  /** How often the token was refused by now, for what is about to be asked. */
  refusals(): number
  /**
   * The status of an answer; `shared`: the limit is one that others share, which is not counted. `before`: what `refusals` was when
   * it was asked for.
   */
  count(status: number, shared: boolean, before: number): void
  /** Set while nothing may be sent; in milliseconds since the epoch. */
  heldUntil(): number | undefined
  /** The bot token was refused, and asking in vain is counted: only what finds out whether it is still so is sent. */
  isRefused(): boolean
  /** Why nothing is sent, where that is so: for whoever runs it. */
  troubles(): string[]
}

interface Counted {
  since: number
  count: number
}

const refused = 'Discord refuses the bot token: nothing is sent any more. Set DISCORD_BOT_TOKEN anew and start again.'

export function createGuard({ now, log, notes }: { now: () => number; log: Log; notes?: Notes }): Guard {
  let name: string | undefined
  let { since, count }: Counted = { since: 0, count: 0 }
  let unsaved = 0
  let timer: NodeJS.Timeout | undefined
  let isRefused = false
  let refusals = 0

  const isOver = (): boolean => now() - since >= WINDOW_MS
  const heldUntil = () => (count >= MOST && !isOver() ? since + WINDOW_MS : undefined)

  function add(more: number): void {
    const isNews = count < MOST
    count += more
    if (isNews && count >= MOST)
      log.error({ count }, 'too many calls were refused by Discord: nothing is sent for some minutes')
  }

  /** Two processes that write at once may forget some of it: it is for the last resort, and need not be exact. */
  async function save(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (!notes || name === undefined) return
    const more = unsaved
    unsaved = 0
    const kept = JSON.parse((await notes.get(name)) ?? 'null') as Counted | null
    if (kept && now() - kept.since < WINDOW_MS) {
      since = kept.since
      count = 0
      add(kept.count + more)
    }
    if (more > 0) await notes.set(name, JSON.stringify({ since, count }))
  }

  function saveSoon(): void {
    timer ??= setTimeout(
      () => void save().catch((err) => log.warn({ err }, 'how many calls Discord refused was not written down')),
      SAVE_MS,
    ).unref()
  }

  return {
    async share(application) {
      name = `refused:${application}`
      await save()
    },
    save,
    refusals: () => refusals,
    count(status, shared, before) {
      // Somebody has mended it, unless it was asked before.
      if (status < 400 && before === refusals) isRefused = false
      if (status !== 401 && status !== 403 && (status !== 429 || shared)) return
      if (isOver()) {
        since = now()
        count = 0
        unsaved = 0
      }
      add(1)
      unsaved++
      if (name !== undefined) saveSoon()
      if (status !== 401 || isRefused) return
      isRefused = true
      refusals++
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
