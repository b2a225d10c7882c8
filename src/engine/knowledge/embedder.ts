import type { Log } from '../../lib/log.ts'
import type { Embeddings } from '../../ports/embeddings.ts'
import type { EngineStore, KnowledgeOwner } from '../../ports/engine-store.ts'
import { LlmError } from '../../ports/llm.ts'

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
/** Rests after which those are asked for again that a budget had no room for: ten minutes. */
const restsOwed = 40

export interface EmbedderParts {
  store: Pick<EngineStore, 'vectors'>
  embeddings: Embeddings
  /** Whoever's knowledge it is pays for what is asked meanwhile. */
  paidBy(owner: KnowledgeOwner, run: () => Promise<void>): Promise<void>
  log: Log
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export interface RunningEmbedder {
  /** How many passages have no vector yet: those that it left to the next start, too. */
  waiting(): Promise<number>
  stop(): Promise<void>
}

/**
 * Computes what passages mean as long as some have not been, a few at a time and beside everything else. One process is enough:
 * two would ask for the same.
 */
export function startEmbedder({ store, embeddings, paidBy, log, sleep }: EmbedderParts): RunningEmbedder {
  const stopping = new AbortController()
  const { signal } = stopping

  /** Ids only grow, so what lies behind is done with … */
  let done = 0
  /** … but for what comes late: at each rest it goes back to where it had come some rests ago. */
  let before = [0]
  let furthest = 0
  let attempts = 0
  /** Behind it are passages that a budget had no room for. */
  let owed: number | undefined
  /** Behind it are passages that failed too often. */
  let left = Number.POSITIVE_INFINITY
  let rests = 0

  /** How long to rest before the next one. */
  async function step(): Promise<number> {
    const passages = await store.vectors.missing(embeddings.model, done, inOneRequest)
    if (passages.length === 0) {
      before = [...before, furthest].slice(-lateRests)
      done = before[0]!
      if (owed !== undefined && ++rests >= restsOwed) {
        done = Math.min(done, owed)
        owed = undefined
      }
      return restMs
    }
    const last = passages.at(-1)!.id
    try {
      for (const [of, theirs] of byOwner(passages)) await paidBy(of, () => compute(theirs))
      attempts = 0
      goTo(last)
      return 0
    } catch (err) {
      if (signal.aborted) throw err
      attempts++
      log.warn({ err, passages: passages.length }, 'passages were not embedded; they are found by their words alone')
      if (attempts === maxAttempts) {
        attempts = 0
        left = Math.min(left, passages[0]!.id - 1)
        goTo(last)
        before = []
      }
      return pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? 0
    }
  }

  /** Who has no room for it keeps nobody else waiting. */
  async function compute(passages: readonly MissingPassage[]): Promise<void> {
    try {
      const texts = passages.map(({ title, text }) => (title === '' ? text : `${title}\n${text}`))
      const vectors = await embeddings.embed(texts, signal)
      const found = passages.map(({ id }, i) => ({ passage: id, vector: vectors[i]! }))
      await store.vectors.put(embeddings.model, found)
    } catch (err) {
      if (!(err instanceof LlmError && err.code === 'over_budget')) throw err
      log.warn(
        { err, passages: passages.length },
        'a budget has no room for passages; they are found by their words alone',
      )
      if (owed === undefined) rests = 0
      owed = Math.min(owed ?? Number.POSITIVE_INFINITY, passages[0]!.id - 1)
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
    waiting: () => store.vectors.countMissing(embeddings.model, Math.min(done, left, owed ?? done)),
    async stop() {
      stopping.abort()
      await running
    },
  }
}

type MissingPassage = Awaited<ReturnType<EngineStore['vectors']['missing']>>[number]

function byOwner(passages: readonly MissingPassage[]): Iterable<[KnowledgeOwner, MissingPassage[]]> {
  const groups = Map.groupBy(passages, ({ of }) => JSON.stringify([of.account, of.agent, of.uid]))
  return [...groups.values()].map((theirs) => [theirs[0]!.of, theirs])
}
