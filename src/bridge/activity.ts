import type { Place } from '../model/message.ts'
import type { Activity, Channel } from '../ports/channel.ts'
import type { Lease } from '../turns/lease.ts'

/** Quick answers need no "is thinking…". */
const afterMs = 250
const callMs = 10_000
/** Platforms take the sign away by themselves after a while: Slack after two minutes. */
const renewEveryMs = 90_000

/**
 * "is thinking…", for answers that take a moment; taken back at the end. One call at a time, the latest wish last. Without the
 * lease nothing is told: somebody else goes on, and says what they do.
 */
export function createActivity(channel: Channel, place: Place, lease: Pick<Lease, 'ensure'>) {
  let wanted: Activity = 'idle'
  let told: Activity = 'idle'
  let due = false
  let telling = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let renewing: NodeJS.Timeout | undefined

  function tell(): void {
    telling = telling.then(async () => {
      if (told === wanted) return
      told = wanted
      try {
        await lease.ensure()
        await channel.activity?.(place, told, AbortSignal.timeout(callMs))
      } catch {}
    })
  }

  function renew(): void {
    if (wanted === 'writing') return
    told = 'idle'
    tell()
  }

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
    end(): void {
      clearTimeout(timer)
      clearInterval(renewing)
      wanted = 'idle'
      tell()
    },
  }
}
