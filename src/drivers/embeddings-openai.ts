import type { Embeddings } from '../ports/embeddings.ts'
import { createOpenAiClients } from './llm/client.ts'
import { failureOf, wasRefused } from './llm/failure.ts'
import { usageEvent } from './llm/usage.ts'

export interface EmbeddingsParts {
  baseUrl: string
  /** As the server calls it, e.g. `text-embedding-3-small`. */
  model: string
  apiKey?: string | undefined
  /** For one request; it is not repeated. */
  timeoutMs?: number
}

/** Embeddings of any server that speaks the OpenAI protocol. Errors say a status, never a key or a text. */
export function createOpenAiEmbeddings({ baseUrl, model, apiKey, timeoutMs = 30_000 }: EmbeddingsParts): Embeddings {
  const clientOf = createOpenAiClients()
  const endpoint = { baseUrl, ...(apiKey !== undefined && { apiKey }) }
  return {
    model,
    async embed(texts, signal, ended) {
      const client = await clientOf(endpoint)
      const body = { model, input: [...texts], encoding_format: 'float' as const }
      const asked = client.embeddings.create(body, { signal, timeout: timeoutMs })
      const { data, usage } = await asked.catch((error: unknown) => {
        ended?.(wasRefused(error) ? 'refused' : 'unknown')
        if (signal.aborted) throw signal.reason
        throw new Error(`the embeddings of ${model} could not be had: ${failureOf(error, 0).reason}`)
      })
      ended?.(usageEvent(usage?.prompt_tokens, 0, 0, 0) ?? 'unknown')
      const vectors = data.toSorted((x, y) => x.index - y.index).map(({ embedding }) => Float32Array.from(embedding))
      const length = vectors[0]?.length || undefined
      if (vectors.length !== texts.length || vectors.some((vector) => vector.length !== length)) {
        throw new Error(`the embeddings of ${model} are not one of the same length for each text`)
      }
      return vectors
    },
  }
}
