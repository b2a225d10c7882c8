import { LatestMap } from '../../src/lib/latest.ts'
import type { Log } from '../../src/ports/log.ts'
import { CODES } from './codes.ts'
import { type Reply, sayOf } from './reply.ts'
import type { Request } from './request.ts'

/** What may not be done in a channel is not tried again for so long: at first, by how much it grows, at most. */
const FIRST_MS = 5000
const GROWS = 3
const LONGEST_MS = 300_000
/** After so long in which nothing was refused it begins at the first again. */
const FORGOTTEN_MS = 3_600_000
const CHANNELS = 10_000

interface Refused {
  error: Extract<Reply, { error: unknown }>['error']
  at: number
  until: number
  pauseMs: number
}

/**
 * Discord shuts out the whole app if too many of its calls are refused, so a channel that refuses is left alone by itself: each
 * kind of call there, since who may not start threads may still write.
 */
export interface Breaker {
  /** What Discord has said to such a call a moment ago, and would say again. */
  known(request: Request): Reply | undefined
  heard(request: Request, reply: Reply): void
  /** What may be done in a channel may have changed. */
  forget(channel: string): void
}

export function createBreaker({ now, log }: { now: () => number; log: Log }): Breaker {
  const channels = new LatestMap<string, Map<string, Refused>>(CHANNELS)

  return {
    known(request) {
      const { channel, what } = kindOf(request)
      const refused = channels.get(channel)?.get(what)
      if (!refused) return undefined
      if (now() < refused.until) return { error: refused.error }
      // One call finds out how things are; the others wait for what it hears.
      refused.until = now() + FIRST_MS
      return undefined
    },

    heard(request, reply) {
      const { channel, what } = kindOf(request)
      if (channel === '') return
      const here = channels.get(channel)
      if ('ok' in reply) here?.delete(what)
      if (!('error' in reply) || !isRight(reply.error)) return
      const before = here?.get(what)
      const isNew = before === undefined || now() - before.at > FORGOTTEN_MS
      if (isNew) log.warn({ channel, call: what, reply: sayOf(reply) }, 'Discord does not let us do this in a channel')
      const pauseMs = isNew ? FIRST_MS : Math.min(LONGEST_MS, before.pauseMs * GROWS)
      const refused = { error: reply.error, at: now(), until: now() + pauseMs, pauseMs }
      channels.set(channel, (here ?? new Map<string, Refused>()).set(what, refused))
    },

    forget: (channel) => void channels.delete(channel),
  }
}

/** It is about what may be done, not about one message. */
const isRight = ({ status, code }: Refused['error']): boolean =>
  status === 403 && (CODES[code] ?? 'forbidden') === 'forbidden'

/** `POST messages` in a channel, whichever message it is about; no channel for calls about anything else. */
function kindOf({ method, path, files }: Request): { channel: string; what: string } {
  const [, channel = '', rest = ''] = /^channels\/(\d+)(?:\/(.*))?$/.exec(path) ?? []
  return {
    channel,
    what: `${method} ${rest.replaceAll(/\d+/g, '…').replace(/\?.*/, '')}${files ? ' with a file' : ''}`,
  }
}
