import type { Log } from '../lib/log.ts'
import { createOutage } from '../lib/outage.ts'
import type { WorkOptions } from '../ports/queue.ts'
import { isUnavailable } from '../store/unavailable.ts'
import { readOutboxKey } from '../turns/outbox-key.ts'
import { timersKey } from '../turns/timers.ts'

interface WorkParts {
  timers: { fire(): Promise<unknown> }
  delivery: { drain(key: string): Promise<unknown> }
  turns: { drain(key: string): Promise<unknown> }
  /** Tells those whom a key belongs to that their answer has to wait. */
  stuck(key: string): Promise<unknown>
  log: Log
}

/** Turns that may run at once; they mostly wait for a model. */
const concurrency = 10_000
const retryMs = 1000

/**
 * What a process does for a key that is rung, and what is said where it cannot: that the database is away once for all keys, and once
 * that it is back; whatever else goes wrong each time.
 */
export function createWork({ timers, delivery, turns, stuck, log }: WorkParts) {
  const outage = createOutage(log, {
    away: 'the work at turns waits for the database',
    back: 'the work at turns goes on',
  })
  const options: WorkOptions = {
    concurrency,
    retryMs,
    onError(key, err) {
      if (!isUnavailable(err)) return log.error({ err, key }, 'a turn could not be run; it is tried again')
      outage.began((err as Error).message)
      void stuck(key)
    },
  }
  return {
    options,
    async drain(key: string): Promise<void> {
      await (key === timersKey ? timers.fire() : readOutboxKey(key) ? delivery.drain(key) : turns.drain(key))
      outage.ended()
    },
  }
}
