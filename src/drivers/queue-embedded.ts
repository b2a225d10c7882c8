import { startTimer } from '../lib/clock.ts'
import type { Queue, WorkOptions } from '../ports/queue.ts'

const longestRetryMs = 60_000

/** A drain that is to come. `retry`: after a failure, which no ring may shorten. */
interface Alarm {
  at: number
  cancel: () => void
  retry: boolean
}

/**
 * Rings within one process. Nothing is kept over a restart: the inbox is durable, and every open row is rung again at start.
 *
 * `setTimer` returns what cancels it.
 */
export function createEmbeddedQueue(
  parts: { now?: () => number; setTimer?: (run: () => void, ms: number) => () => void } = {},
): Queue {
  const { now = Date.now, setTimer = startTimer } = parts
  /** Keys waiting for a free place, first come first served. */
  const waiting = new Set<string>()
  const running = new Set<string>()
  /** Rung while being drained: drained once more. */
  const again = new Set<string>()
  const alarms = new Map<string, Alarm>()
  /** How long the last retry waited, of keys whose last drain failed. */
  const failing = new Map<string, number>()
  let worker: { drain: (key: string) => Promise<void>; options: WorkOptions } | undefined
  let closing: (() => void) | undefined
  let closed = false

  const startWaiting = () => {
    for (const key of waiting) {
      if (!worker || closed || running.size >= worker.options.concurrency) return
      waiting.delete(key)
      running.add(key)
      void run(key, worker)
    }
  }

  const run = async (key: string, { drain, options }: NonNullable<typeof worker>) => {
    try {
      await drain(key)
      failing.delete(key)
    } catch (error) {
      options.onError(key, error)
      const last = failing.get(key)
      const wait = last === undefined ? options.retryMs : Math.min(last * 2, longestRetryMs)
      failing.set(key, wait)
      // The retry does what was rung for meanwhile.
      again.delete(key)
      setAlarm(key, wait, true)
    }
    running.delete(key)
    if (again.delete(key)) waiting.add(key)
    startWaiting()
    if (running.size === 0) closing?.()
  }

  const drainSoon = (key: string) => {
    clearAlarm(key)
    if (running.has(key)) again.add(key)
    else {
      waiting.add(key)
      startWaiting()
    }
  }

  const setAlarm = (key: string, wait: number, retry: boolean) => {
    if (closed) return
    clearAlarm(key)
    alarms.set(key, { at: now() + wait, cancel: setTimer(() => drainSoon(key), wait), retry })
  }

  const clearAlarm = (key: string) => {
    alarms.get(key)?.cancel()
    alarms.delete(key)
  }

  return {
    async ring(key, notBefore = 0) {
      const pending = alarms.get(key)
      if (closed || pending?.retry) return
      const wait = notBefore - now()
      if (wait <= 0) drainSoon(key)
      else if (!pending || notBefore < pending.at) setAlarm(key, wait, false)
    },
    work(drain, options) {
      worker = { drain, options }
      startWaiting()
    },
    async close() {
      closed = true
      for (const key of alarms.keys()) clearAlarm(key)
      if (running.size > 0) await new Promise<void>((resolve) => (closing = resolve))
    },
  }
}
