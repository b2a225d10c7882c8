import { Gauge, type Registry } from 'prom-client'
import type { RunningEmbedder } from '../../engine/knowledge/embedder.ts'
import { within } from '../../lib/within.ts'

/** Whoever scrapes gives up after ten seconds as a rule. */
const limitMs = 2000

/** The same embedders, of which the latest is asked how much waits for it. Only one process at a time has one, and only it tells. */
export function watchingEmbedders(registry: Registry): (embedder: RunningEmbedder) => RunningEmbedder {
  let running: RunningEmbedder | undefined
  new Gauge({
    name: 'parley_passages_waiting',
    help: 'Passages of knowledge without an embedding, which are found by their words alone. Told by the process that computes them.',
    registers: [registry],
    async collect() {
      this.remove()
      if (!running) return
      const waiting = await within(limitMs, running.waiting(), () => new Error('no answer')).catch(() => undefined)
      if (waiting !== undefined) this.set(waiting)
    },
  })
  return (embedder) => {
    running = embedder
    return {
      ...embedder,
      async stop() {
        if (running === embedder) running = undefined
        await embedder.stop()
      },
    }
  }
}
