import type { Queue, WorkOptions } from '../ports/queue.ts'

/**
 * Rings within one process. Nothing is kept over a restart: the inbox is durable, and every open row is rung again at start.
 */
export function createEmbeddedQueue({ now = Date.now }: { now?: () => number } = {}): Queue {
  /** Keys waiting for a free place, first come first served. */
  const waiting = new Set<string>()
  const running = new Set<string>()
  /** Rung while being drained: drained once more. */
  const again = new Set<string>()
  const timers = new Set<NodeJS.Timeout>()
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
    } catch (error) {
      options.onError(key, error)
      later(key, options.retryMs)
    }
    running.delete(key)
    if (again.delete(key)) waiting.add(key)
    startWaiting()
    if (running.size === 0) closing?.()
  }

  const ringNow = (key: string) => {
    if (closed) return
    if (running.has(key)) again.add(key)
    else {
      waiting.add(key)
      startWaiting()
    }
  }

  const later = (key: string, ms: number) => {
    if (closed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      ringNow(key)
    }, ms)
    timers.add(timer)
  }

  return {
    async ring(key, notBefore) {
      const wait = notBefore === undefined ? 0 : notBefore - now()
      if (wait > 0) later(key, wait)
      else ringNow(key)
    },
    work(drain, options) {
      worker = { drain, options }
      startWaiting()
    },
    async close() {
      closed = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      if (running.size > 0) await new Promise<void>((resolve) => (closing = resolve))
    },
  }
}
