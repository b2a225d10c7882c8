import type { Log } from '../../log.ts'
import type { Embeddings } from '../../ports/embeddings.ts'
import type { Store } from '../../store/index.ts'

/** Passages asked about at once. */
const inOneRequest = 64
/** Between looks for new passages: a command beside the server may have added some. */
const restMs = 15_000
/** After failures in a row; the last is for all that follow. */
const pausesMs = [5_000, 30_000, 120_000, 600_000]
/** Passages that fail so often are left to the next start: it may be something in them. */
const maxAttempts = 8

export interface EmbedderParts {
  store: Store
  embeddings: Embeddings
  log: Log
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** Computes what passages mean as long as some have not been, a few at a time and beside everything else. */
export function startEmbedder({ store, embeddings, log, sleep }: EmbedderParts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping

  /** Ids only grow, so what lies behind is done with. */
  let done = 0
  let attempts = 0

  /** How long to rest before the next one. */
  async function step(): Promise<number> {
    const passages = await store.vectors.missing(embeddings.model, done, inOneRequest)
    if (passages.length === 0) return restMs
    const last = passages.at(-1)!.id
    try {
      const texts = passages.map(({ title, text }) => (title === '' ? text : `${title}\n${text}`))
      const vectors = await embeddings.embed(texts, signal)
      await store.db.batch(passages.map(({ id }, i) => store.vectors.putStep(id, embeddings.model, vectors[i]!)))
      attempts = 0
      done = last
      return 0
    } catch (err) {
      if (signal.aborted) throw err
      attempts++
      log.warn({ err, passages: passages.length }, 'passages were not embedded; they are found by their words alone')
      if (attempts === maxAttempts) {
        attempts = 0
        done = last
      }
      return pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? 0
    }
  }

  const running = (async () => {
    while (!signal.aborted) await sleep(await step(), signal)
  })().catch((err) => {
    if (!signal.aborted) log.error({ err }, 'passages are not embedded any more until the next start')
  })

  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
