import { costOf } from '../../lib/price.ts'
import type { PriceBook } from '../../lib/price-book.ts'
import type { Embeddings } from '../../ports/embeddings.ts'
import type { RequestEnd } from '../../ports/request-end.ts'
import { payerNow } from './meter.ts'
import { createReserve, type ReserveParts } from './reserve.ts'

/** Of ordinary text there are at least so many bytes in a token: where nothing limits it and its server says nothing. */
const bytesPerToken = 3
/** What marks the beginning and the end of a text, in tokens. */
const perText = 2
/** Questions whose meaning is kept: the rules and the knowledge of one turn ask for the same. */
const maxKept = 100

/**
 * Embeddings that are paid for by whoever asks, and counted like the calls of a model: a token a byte is reserved, and what the server
 * says is counted. A text that was asked for alone a moment ago is not asked for again. Throws `OverBudget` where there is no room.
 */
export function meteredEmbeddings(
  embeddings: Embeddings,
  { prices, ...parts }: ReserveParts & { prices: PriceBook },
): Embeddings {
  const { model } = embeddings
  const { reserve, settle } = createReserve(parts)
  const kept = new Map<string, Float32Array[]>()

  async function paid(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const payer = payerNow()
    const price = prices.of(model)
    const costing = (input: number) => {
      const used = { input, cached: 0, output: 0 }
      return { agent: payer.agent, model, ...used, money: price && costOf(price, used) }
    }
    const tokens = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + perText, 0)
    const reserved = await reserve(payer, { model, tokens, money: costing(tokens).money })
    let end = 'refused' as RequestEnd
    try {
      signal.throwIfAborted()
      end = 'unknown'
      return await embeddings.embed(texts, signal, (how) => {
        end = how
      })
    } finally {
      const unsaid = reserved.isHeld ? tokens : usualTokens(texts)
      await settle(reserved, end === 'refused' ? undefined : costing(end === 'unknown' ? unsaid : end.inputTokens))
    }
  }

  return {
    model,
    async embed(texts, signal) {
      const [text] = texts
      if (texts.length !== 1) return paid(texts, signal)
      const before = kept.get(text!)
      if (before) return before
      const vectors = await paid(texts, signal)
      kept.set(text!, vectors)
      if (kept.size > maxKept) kept.delete(kept.keys().next().value!)
      return vectors
    },
  }
}

function usualTokens(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Math.ceil(Buffer.byteLength(text) / bytesPerToken), 0)
}
