import type { PlatformId } from '../model/message.ts'
import type { Inbox } from '../ports/channel.ts'

/** Since when a platform is connected to a process, and when something came from it last. Milliseconds since the epoch. */
export interface PlatformTimes {
  id: PlatformId
  /** Nothing is wrong with it. */
  up: boolean
  /** Null while it is not connected. */
  connectedSince: number | null
  lastEventAt: number | null
}

/** Looked at so often, so that a connection that was lost and is back tells since when it is. */
const lookEveryMs = 1000

export interface PlatformTimesParts {
  isConnected(platform: PlatformId): boolean
  now: () => number
}

export function createPlatformTimes(platforms: readonly PlatformId[], { isConnected, now }: PlatformTimesParts) {
  const since = new Map<PlatformId, number>()
  const heard = new Map<PlatformId, number>()

  function look(): void {
    for (const platform of platforms) {
      if (!isConnected(platform)) since.delete(platform)
      else if (!since.has(platform)) since.set(platform, now())
    }
  }
  const timer = setInterval(look, lookEveryMs).unref()

  return {
    /** The same inbox, which knows when something came into it: events, presses and commands. */
    hearing(platform: PlatformId, inbox: Inbox): Inbox {
      const entries = Object.entries(inbox) as [string, (...given: unknown[]) => unknown][]
      const made = entries.map(([name, take]) => [
        name,
        (...given: unknown[]) => {
          heard.set(platform, now())
          return take(...given)
        },
      ])
      return Object.fromEntries(made) as Inbox
    },
    of(platform: PlatformId): Pick<PlatformTimes, 'connectedSince' | 'lastEventAt'> {
      look()
      return { connectedSince: since.get(platform) ?? null, lastEventAt: heard.get(platform) ?? null }
    },
    stop: () => clearInterval(timer),
  }
}
