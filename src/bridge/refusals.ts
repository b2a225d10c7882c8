import { LatestMap } from '../lib/latest.ts'
import type { Log } from '../lib/log.ts'
import type { PlatformId } from '../model/message.ts'
import type { Limits } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import type { ChatContext } from './context.ts'
import type { Lost } from './reply-state.ts'

/** A place that refuses is left alone for so long, then tried by one answer; each time it refuses, twice as long. */
const firstPauseMs = 60_000
const longestPauseMs = 600_000
const maxPlaces = 10_000

interface Refusing {
  lost: Lost
  pauseMs: number
  triedAt: number
  platform: PlatformId
}

export interface RefusalsParts {
  store: Pick<Store, 'refusals'>
  /** How many places of a platform refuse, whenever that changes. */
  onChange?: (platform: PlatformId, places: number) => void
  log: Log
  now: () => number
}

/**
 * The places that refuse answers. What is refused once is not asked for again at once: whoever asks there meanwhile is told alone,
 * and other places are none the wiser. Which they are stands in the store for admins to see.
 */
export function createRefusals({ store, onChange, log, now }: RefusalsParts) {
  const places = new LatestMap<string, Refusing>(maxPlaces)

  function changed(platform: PlatformId): void {
    onChange?.(platform, [...places.values()].filter((one) => one.platform === platform).length)
  }

  const notWritten = (err: unknown) => log.warn({ err }, 'which places refuse answers could not be written down')

  return {
    /** What it refused last; undefined when something may be tried there, by whoever asks this. */
    of(key: string): Lost | undefined {
      const known = places.get(key)
      if (!known) return undefined
      if (now() - known.triedAt < known.pauseMs) return known.lost
      known.triedAt = now()
      return undefined
    },

    /** It was tried. */
    async refused(key: string, { platform, installation, place, channel }: ChatContext, lost: Lost): Promise<void> {
      if (!lost.isPlace) return
      const before = places.get(key)
      const pauseMs = before ? Math.min(before.pauseMs * 2, longestPauseMs) : firstPauseMs
      places.set(key, { lost, pauseMs, triedAt: now(), platform })
      if (!before) changed(platform)
      const { code, detail } = lost
      const where = { platform, installation, place: channel ?? place }
      log.warn({ ...where, code, detail }, 'a place refuses answers: people are told alone for a while')
      // It is there to be read: nobody waits for it.
      await store.refusals.keep({ key, ...where, code, detail }).catch(notWritten)
    },

    /** Something was shown there. */
    async worked(key: string): Promise<void> {
      const known = places.get(key)
      if (!known) return
      places.delete(key)
      changed(known.platform)
      await store.refusals.forget(key).catch(notWritten)
    },
  }
}
export type Refusals = ReturnType<typeof createRefusals>

/** Of all that is refused together; the channel, where nothing there has a limit. */
export function placeKey(limits: Limits, { replyTo, channel }: Pick<ChatContext, 'replyTo' | 'channel'>): string {
  return limits.cost.post[0]?.key ?? channel ?? replyTo
}
