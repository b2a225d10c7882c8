import type { Log } from '../lib/log.ts'
import { createOutage } from '../lib/outage.ts'
import type { Claim, Claims } from '../ports/claims.ts'
import type { Looking } from '../store/looking.ts'
import { isUnavailable } from '../store/unavailable.ts'

/** How soon a duty is taken over whose process has died or given it up. */
const askEveryMs = 1000
/** The pause after a duty that could not be begun. */
const restMs = 15_000

/** Something that runs until it is stopped. */
export interface RunningDuty {
  stop(): void | Promise<void>
}

/** Work that is done again and again: at once, and then whenever `everyMs` have passed. */
export function repeated(everyMs: number, work: () => Promise<unknown>, looking: Looking) {
  return async (): Promise<RunningDuty> => {
    await work()
    const timer = setInterval(() => void looking(work), everyMs).unref()
    return { stop: () => clearInterval(timer) }
  }
}

type Start = (signal: AbortSignal) => Promise<RunningDuty>

/** What only one of all processes does at a time, for as long as it lives. */
export interface Duties {
  /**
   * Begins a duty here, unless another process has it, and then as soon as that one has ended or died. `start` is told when it
   * must not go on, and may be called again later. Resolves when it was begun here or is known to run elsewhere.
   */
  add(name: string, start: Start): Promise<void>
  /** Stops all of them and leaves them to others. */
  close(): Promise<void>
}

export interface DutiesParts {
  claims: Claims
  log: Log
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export function createDuties({ claims, log, sleep }: DutiesParts): Duties {
  const closing = new AbortController()
  const keeping: Promise<void>[] = []

  /** Until the claim is lost or the process ends. */
  async function perform(name: string, claim: Claim, start: Start, begun: () => void): Promise<void> {
    const signal = AbortSignal.any([claim.signal, closing.signal])
    try {
      const running = await start(signal)
      begun()
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      await running.stop()
    } finally {
      await claim.release()
    }
    if (!closing.signal.aborted) log.warn({ duty: name }, 'a duty was lost to another process')
  }

  async function keep(name: string, start: Start, asked: () => void): Promise<void> {
    const outage = createOutage(log, {
      away: `the duty "${name}" waits for the database`,
      back: `the duty "${name}" goes on`,
    })
    while (!closing.signal.aborted) {
      let pause = askEveryMs
      try {
        const claim = await claims.claim(`duty/${name}`)
        outage.ended()
        if (claim) await perform(name, claim, start, asked)
      } catch (err) {
        if (isUnavailable(err)) outage.began((err as Error).message)
        else if (!closing.signal.aborted) log.error({ err, duty: name }, 'a duty could not be done; it is tried again')
        pause = restMs
      }
      asked()
      await sleep(pause, closing.signal).catch(() => {})
    }
  }

  return {
    add(name, start) {
      return new Promise((resolve) => {
        keeping.push(keep(name, start, resolve))
      })
    },
    async close() {
      closing.abort()
      await Promise.all(keeping)
    },
  }
}
