import type { Place } from '../../src/model/message.ts'
import type { Activity } from '../../src/ports/channel.ts'
import { channelOf, readPlace } from './places.ts'
import type { Web } from './request.ts'

/** Documented: it is shown for ten seconds, or until a message comes. */
const RENEW_MS = 8000
/** Should nobody say that it is over. */
const LONGEST_MS = 600_000

/** "Parley is typing…", as long as somebody waits in a channel. Nobody waits for it, so calls that fail are left alone. */
export function createActivities({ web, now }: { web: Web; now: () => number }) {
  const typing = new Map<string, { waiting: Set<Place>; since: number; timer: NodeJS.Timeout }>()

  async function tell(channel: string, signal?: AbortSignal): Promise<void> {
    await web.call({ method: 'POST', path: `channels/${channel}/typing` }, signal)
  }

  function renew(channel: string): void {
    const { timer, since } = typing.get(channel)!
    if (now() - since <= LONGEST_MS) return void tell(channel)
    clearInterval(timer)
    typing.delete(channel)
  }

  function end(place: Place): void {
    const channel = channelOf(readPlace(place))
    const here = typing.get(channel)
    if (!here?.waiting.delete(place) || here.waiting.size > 0) return
    clearInterval(here.timer)
    typing.delete(channel)
  }

  return {
    async show(place: Place, what: Activity, signal: AbortSignal): Promise<void> {
      if (what === 'idle' || what === 'writing') return end(place)
      const spot = readPlace(place)
      // An interaction shows by itself that something is to come; a thread that is not there yet shows nothing.
      if (spot.through || spot.startsThread) return
      const channel = channelOf(spot)
      const here = typing.get(channel)
      if (here) {
        here.waiting.add(place)
        return
      }
      const timer = setInterval(() => renew(channel), RENEW_MS).unref()
      typing.set(channel, { waiting: new Set([place]), since: now(), timer })
      await tell(channel, signal)
    },
    /** What was waited for is there. */
    posted: end,
  }
}
