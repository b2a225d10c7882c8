import type { Place } from '../../src/model/message.ts'
import type { Budget } from '../../src/ports/budget.ts'
import type { Activity } from '../../src/ports/channel.ts'
import type { Scopes } from './limits.ts'
import { channelOf, readPlace, type Spot } from './places.ts'
import type { Web } from './request.ts'

/** Documented: it is shown for ten seconds, or until a message comes. */
const RENEW_MS = 8000
/** Should nobody say that it is over. */
const LONGEST_MS = 600_000

/**
 * "Parley is typing…", as long as somebody waits in a channel. Nobody waits for it, so what the budget has no room for is left out,
 * and calls that fail are left alone.
 */
export function createActivities(parts: {
  web: Web
  budget: Pick<Budget, 'tryTake' | 'learn'>
  scopes: () => Pick<Scopes, 'typing' | 'everything'>
  now: () => number
}) {
  const { web, budget, scopes, now } = parts
  const typing = new Map<string, { waiting: Set<Place>; since: number; timer: NodeJS.Timeout }>()

  async function tell(channel: string, signal?: AbortSignal): Promise<void> {
    const scope = scopes().typing(channel)
    if ((await budget.tryTake([scope, scopes().everything], 'normal')) !== 'ok') return
    const reply = await web.call({ method: 'POST', path: `channels/${channel}/typing` }, signal)
    if (reply.left) budget.learn(scope, reply.left)
  }

  function renew(channel: string): void {
    const { timer, since } = typing.get(channel)!
    if (now() - since <= LONGEST_MS) return void tell(channel)
    clearInterval(timer)
    typing.delete(channel)
  }

  function end(place: Place): void {
    const channel = typedIn(readPlace(place))
    const here = typing.get(channel)
    if (!here?.waiting.delete(place) || here.waiting.size > 0) return
    clearInterval(here.timer)
    typing.delete(channel)
  }

  return {
    async show(place: Place, what: Activity, signal: AbortSignal): Promise<void> {
      if (what === 'idle' || what === 'writing') return end(place)
      const spot = readPlace(place)
      // An interaction shows by itself that something is to come.
      if (spot.through) return
      const channel = typedIn(spot)
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

/** A thread that is yet to be started is not there to be typed in. */
const typedIn = (spot: Spot): string => (spot.startsThread ? spot.channel : channelOf(spot))
