import type { Hit } from '../../model/knowledge.ts'
import type { Embeddings } from '../../ports/embeddings.ts'
import type { EngineStore } from '../../ports/engine-store.ts'
import type { Search } from '../../ports/search.ts'

export interface SearchResult {
  /** Best first. */
  hits: Hit[]
  /** Names what the agent knew, all of it, where somebody can tell. */
  revision?: string
  /** Why meanings were not compared, although they could have been. */
  withoutVectors?: string
}

/**
 * The best passages of an agent by their words and, where meanings are computed, by what they mean. Of several ways to say the same
 * the first is as it was said: the others mean no more. `patienceMs`: how long what it means is waited for; after that its words have
 * to do.
 */
export type Find = (
  agent: string,
  text: string | readonly string[],
  limit: number,
  signal: AbortSignal,
  patienceMs?: number,
) => Promise<SearchResult>

export interface FindParts {
  store: Pick<EngineStore, 'knowledge' | 'vectors'>
  search: Search
  embeddings?: Embeddings | undefined
}

/** The meaning of a question is not waited for any longer. */
const usualPatienceMs = 5_000
/** Taken from each of the two lists before they are made one. */
const depth = 30
/** How little it matters whether a passage is first or third: the usual constant of reciprocal rank fusion. */
const evenness = 60

export function createFind({ store, search, embeddings }: FindParts): Find {
  return async (agent, text, limit, signal, patienceMs = usualPatienceMs) => {
    // First: what is learned meanwhile is of another revision.
    const revision = await store.knowledge.revision?.(agent)
    const found = await foundBy(agent, text, limit, signal, patienceMs)
    return revision === undefined ? found : { ...found, revision }
  }

  async function foundBy(
    ...[agent, text, limit, signal, patienceMs]: Required<Parameters<Find>>
  ): Promise<SearchResult> {
    const byWords = search.query(agent, text, embeddings ? depth : limit)
    if (!embeddings) return { hits: await byWords }
    const [words, near] = await Promise.all([
      byWords,
      byMeaning(embeddings, agent, typeof text === 'string' ? text : text[0]!, { signal, patienceMs }),
    ])
    if (typeof near === 'string') return { hits: words.slice(0, limit), withoutVectors: near }
    const known = new Map(words.map((hit) => [hit.id, hit]))
    for (const hit of await store.knowledge.passages(near.map(({ id }) => id).filter((id) => !known.has(id)))) {
      known.set(hit.id, { ...hit, score: 0 })
    }
    return { hits: fused(known, [words, near.filter(({ id }) => known.has(id))], near).slice(0, limit) }
  }

  async function byMeaning(
    { model, embed }: Embeddings,
    agent: string,
    text: string,
    { signal, patienceMs }: { signal: AbortSignal; patienceMs: number },
  ) {
    try {
      const [vector] = await embed([text], AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]))
      return await store.vectors.nearest(agent, model, vector!, depth)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      return (error as Error).message
    }
  }
}

/** In the order of the sum of what their ranks are worth in each list. A score is the better of words' and meanings'. */
function fused(
  known: ReadonlyMap<number, Hit>,
  lists: readonly (readonly { id: number }[])[],
  near: readonly { id: number; cosine: number }[],
): Hit[] {
  const worth = new Map<number, number>()
  for (const list of lists) {
    for (const [rank, { id }] of list.entries()) worth.set(id, (worth.get(id) ?? 0) + 1 / (evenness + rank + 1))
  }
  const cosines = new Map(near.map(({ id, cosine }) => [id, cosine]))
  return [...worth.keys()]
    .map((id) => known.get(id)!)
    .map((hit) => ({ ...hit, score: Math.max(hit.score, Math.min(1, cosines.get(hit.id) ?? 0)) }))
    .sort((x, y) => worth.get(y.id)! - worth.get(x.id)! || y.score - x.score || x.id - y.id)
}
