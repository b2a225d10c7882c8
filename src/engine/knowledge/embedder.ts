import type { Log } from '../../lib/log.ts'
import type { Embeddings } from '../../ports/embeddings.ts'
import type { EngineStore } from '../../ports/engine-store.ts'

/** Passages asked about at once. */
const inOneRequest = 64
/** Between looks for new passages: another process may have added some. */
const restMs = 15_000
/** Rests in which a passage may be on its way: several processes add some, and their ids do not come in the order of their commits. */
const lateRests = 2
/** After failures in a row; the last is for all that follow. */
const pausesMs = [5_000, 30_000, 120_000, 600_000]
/** Passages that fail so often are left to the next start: it may be something in them. */
const maxAttempts = 8

export interface EmbedderParts {
  store: Pick<EngineStore, 'vectors'>
  embeddings: Embeddings
  log: Log
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/**
 * Computes what passages mean as long as some have not been, a few at a time and beside everything else. One process is enough:
 * two would ask for the same.
 */
export function startEmbedder({ store, embeddings, log, sleep }: EmbedderParts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping

  /** Ids only grow, so what lies behind is done with … */
  let done = 0
  /** … but for what comes late: at each rest it goes back to where it had come some rests ago. */
  let before = [0]
  let furthest = 0
  let attempts = 0

  /** How long to rest before the next one. */
  async function step(): Promise<number> {
    const passages = await store.vectors.missing(embeddings.model, done, inOneRequest)
    if (passages.length === 0) {
      before = [...before, furthest].slice(-lateRests)
      done = before[0]!
      return restMs
    }
    const last = passages.at(-1)!.id
    try {
      const texts = passages.map(({ title, text }) => (title === '' ? text : `${title}\n${text}`))
      const vectors = await embeddings.embed(texts, signal)
      const found = passages.map(({ id }, i) => ({ passage: id, vector: vectors[i]! }))
      await store.vectors.put(embeddings.model, found)
      attempts = 0
      goTo(last)
      return 0
    } catch (err) {
      if (signal.aborted) throw err
      attempts++
      log.warn({ err, passages: passages.length }, 'passages were not embedded; they are found by their words alone')
      if (attempts === maxAttempts) {
        attempts = 0
        goTo(last)
        before = []
      }
      return pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? 0
    }
  }

  function goTo(id: number): void {
    done = id
    furthest = Math.max(furthest, id)
  }

  function restAfter(err: unknown): number {
    if (!signal.aborted) log.error({ err }, 'passages could not be looked for; it is tried again')
    return restMs
  }

  const running = (async () => {
    while (!signal.aborted) await sleep(await step().catch(restAfter), signal)
  })().catch((err) => {
    if (!signal.aborted) throw err
  })

  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
