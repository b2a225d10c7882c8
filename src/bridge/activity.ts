import { sleep } from '../lib/clock.ts'
import type { Place } from '../model/message.ts'
import type { Activity, Channel } from '../ports/channel.ts'
import { LeaseLost } from '../turns/lease.ts'
import type { ShownTurn } from '../turns/show.ts'

/** Quick answers need no "is thinking…". */
const afterMs = 250
const callMs = 10_000
/** Platforms take the sign away by themselves after a while: Slack after two minutes. */
const renewEveryMs = 90_000
/** While the database cannot say whether the lease is still held. */
const askAgainMs = 500
/** How long the end of a turn waits for it to be told. */
const endMs = 1000

/**
 * "is thinking…", for answers that take a moment; taken back at the end. One call at a time, the latest wish last. Without the
 * lease nothing is told: somebody else goes on, ends what this one has told, and says what they do.
 */
export function createActivity(channel: Channel, place: Place, { lease, again }: Pick<ShownTurn, 'lease' | 'again'>) {
  let wanted: Activity = 'idle'
  let told: Activity | undefined = again ? undefined : 'idle'
  let due = false
  let telling = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let renewing: NodeJS.Timeout | undefined

  /** What was told is taken back also where the database is away for a moment: nobody else may have to go on. */
  async function sure(): Promise<void> {
    const until = performance.now() + callMs
    for (;;) {
      try {
        return await lease.ensure()
      } catch (error) {
        if (error instanceof LeaseLost || performance.now() > until) throw error
        await sleep(askAgainMs)
      }
    }
  }

  function tell(): void {
    telling = telling.then(async () => {
      if (told === wanted) return
      const what = wanted
      told = what
      try {
        await (what === 'idle' ? sure() : lease.ensure())
        await channel.activity?.(place, what, AbortSignal.timeout(callMs))
      } catch {}
    })
  }

  function renew(): void {
    if (wanted === 'writing') return
    told = 'idle'
    tell()
  }

  if (again) tell()

  return {
    set(what: Activity): void {
      wanted = what
      if (due) return tell()
      timer ??= setTimeout(() => {
        due = true
        tell()
        renewing = setInterval(renew, renewEveryMs).unref()
      }, afterMs).unref()
    },
    /** Resolves when it is told, or after a moment: until the turn is settled, somebody else tells it where this process dies. */
    async end(): Promise<void> {
      clearTimeout(timer)
      clearInterval(renewing)
      wanted = 'idle'
      if (told === 'idle' && !again) return
      tell()
      const over = new AbortController()
      await Promise.race([telling, sleep(endMs, over.signal).catch(() => {})])
      over.abort()
    },
  }
}
