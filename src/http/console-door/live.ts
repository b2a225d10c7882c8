import type { ServerResponse } from 'node:http'
import type { Log } from '../../lib/log.ts'
import { firstAccount } from '../../store/accounts.ts'
import type { Latest } from '../../store/latest.ts'

/** What has changed, so that a page looks at it again. */
export type Changed = 'turns' | 'handovers' | 'state'

export interface LiveParts {
  latest: { turns(): Promise<Latest[]>; handovers(): Promise<Latest[]> }
  /** Another text when the deployment stands otherwise than it did. */
  standing(): Promise<string>
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
/** Where one thing after the other goes wrong, a page that looks at all of it each time would only make it worse. */
const standEveryMs = 2000
/** Proxies take a connection that says nothing for dead; and so often it is asked whether its session is still good. */
const breathEveryMs = 15_000

/**
 * Tells open consoles that something has changed, whichever process has changed it. While any is open the database is asked once a
 * second, for all of them together; nobody who is answered does anything for it, and while none is open nothing is asked.
 */
export function createLive({ latest, standing, log }: LiveParts) {
  const listeners = new Set<Listener>()
  const before = new Map<Changed, Map<string, string>>()
  let stood: string | undefined
  let looking: NodeJS.Timeout | undefined
  let standingBy: NodeJS.Timeout | undefined
  let breathing: NodeJS.Timeout | undefined

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

  const look = unlessBusy(async () => {
    const found = { turns: await latest.turns(), handovers: await latest.handovers() }
    for (const what of ['turns', 'handovers'] as const) {
      const accounts = changed(what, found[what])
      for (const { account, response } of listeners) if (accounts?.has(account)) tell(response, what)
    }
  })

  /** Apart from the other, which a database that is away holds up: just then it is to be told. */
  const lookHowItStands = unlessBusy(async () => {
    // What the whole deployment does is the operator's business alone.
    const operators = [...listeners].filter(({ account }) => account === firstAccount)
    if (operators.length === 0) return
    const stands = await standing()
    if (stood !== undefined && stands !== stood) for (const { response } of operators) tell(response, 'state')
    stood = stands
  })

  /** Not twice at once. */
  function unlessBusy(looks: () => Promise<void>): () => Promise<void> {
    let isBusy = false
    return async () => {
      if (isBusy) return
      isBusy = true
      await looks()
        // The page looks by itself now and then.
        .catch((err) => log.debug({ err }, 'open consoles could not be told what has changed'))
        .finally(() => {
          isBusy = false
        })
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
    clearInterval(standingBy)
    clearInterval(breathing)
    looking = undefined
    standingBy = undefined
    stood = undefined
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
      if (one.account === firstAccount) tell(response, 'state')
      listeners.add(one)
      response.on('close', () => leave(one))
      // What changes from now on is a change: the first look tells how things stood.
      if (!looking) {
        void look()
        void lookHowItStands()
      }
      looking ??= setInterval(() => void look(), lookEveryMs).unref()
      standingBy ??= setInterval(() => void lookHowItStands(), standEveryMs).unref()
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
