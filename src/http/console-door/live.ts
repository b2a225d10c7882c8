import type { ServerResponse } from 'node:http'
import type { Log } from '../../lib/log.ts'
import type { Latest } from '../../store/latest.ts'

/** What has changed, so that a page looks at it again. */
export type Changed = 'turns' | 'handovers'

export interface LiveParts {
  latest: { turns(): Promise<Latest[]>; handovers(): Promise<Latest[]> }
  log: Log
}

interface Listener {
  account: string
  response: ServerResponse
  /** Whether it may still listen. */
  mayHear(): Promise<boolean>
}

export type Live = ReturnType<typeof createLive>

const lookEveryMs = 1000
/** Proxies take a connection that says nothing for dead; and so often it is asked whether its session is still good. */
const breathEveryMs = 15_000

/**
 * Tells open consoles that something has changed, whichever process has changed it. While any is open the database is asked once a
 * second, for all of them together; nobody who is answered does anything for it, and while none is open nothing is asked.
 */
export function createLive({ latest, log }: LiveParts) {
  const listeners = new Set<Listener>()
  const before = new Map<Changed, Map<string, string>>()
  let looking: NodeJS.Timeout | undefined
  let breathing: NodeJS.Timeout | undefined
  let isLooking = false

  /** Whose have changed since it was looked at last; undefined the first time. */
  function changed(what: Changed, now: readonly Latest[]): Set<string> | undefined {
    const known = before.get(what)
    const is = new Map(now.map(({ id, account, state }) => [id, `${account} ${state}`]))
    before.set(what, is)
    if (!known) return undefined
    const moved = [...is].filter(([id, state]) => known.get(id) !== state)
    // Of what is over: of turns only so many are looked at, so that an old one that is gone tells nothing.
    const gone = what === 'handovers' ? [...known].filter(([id]) => !is.has(id)) : []
    return new Set([...moved, ...gone].map(([, state]) => state.split(' ')[0]!))
  }

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      const found = { turns: await latest.turns(), handovers: await latest.handovers() }
      for (const what of ['turns', 'handovers'] as const) {
        const accounts = changed(what, found[what])
        for (const { account, response } of listeners) if (accounts?.has(account)) tell(response, what)
      }
    } catch (err) {
      // The page looks by itself now and then.
      log.debug({ err }, 'open consoles could not be told what has changed')
    } finally {
      isLooking = false
    }
  }

  async function breathe(): Promise<void> {
    for (const one of [...listeners]) {
      if (await one.mayHear().catch(() => false)) one.response.write(': still here\n\n')
      else one.response.end()
    }
  }

  function leave(one: Listener): void {
    listeners.delete(one)
    if (listeners.size > 0) return
    clearInterval(looking)
    clearInterval(breathing)
    looking = undefined
    breathing = undefined
    before.clear()
  }

  return {
    listen(one: Listener): void {
      const { response } = one
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // nginx would keep it back.
        'x-accel-buffering': 'no',
      })
      // What came while nobody listened is looked at first.
      tell(response, 'turns')
      tell(response, 'handovers')
      listeners.add(one)
      response.on('close', () => leave(one))
      // What changes from now on is a change: the first look tells how things stood.
      if (!looking) void look()
      looking ??= setInterval(() => void look(), lookEveryMs).unref()
      breathing ??= setInterval(() => void breathe(), breathEveryMs).unref()
    },
    close(): void {
      for (const { response } of [...listeners]) response.end()
    },
  }
}

function tell(response: ServerResponse, what: Changed): void {
  response.write(`event: ${what}\ndata: {}\n\n`)
}
