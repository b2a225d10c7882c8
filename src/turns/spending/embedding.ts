import { costOf } from '../../lib/price.ts'
import type { PriceBook } from '../../lib/price-book.ts'
import type { Embeddings } from '../../ports/embeddings.ts'
import { payerNow } from './meter.ts'
import { createReserve, type ReserveParts } from './reserve.ts'

/** Of ordinary text there are at least so many bytes in a token, and servers of embeddings need not say how many tokens there were. */
const bytesPerToken = 3
/** Questions whose meaning is kept: the rules and the knowledge of one turn ask for the same. */
const maxKept = 100

/**
 * Embeddings that are paid for by whoever asks, and counted like the calls of a model, at the price that `models.yaml` names, or at
 * none. A text that was asked for alone a moment ago is not asked for again. Throws `OverBudget` where there is no room.
 */
export function meteredEmbeddings(
  embeddings: Embeddings,
  { prices, ...parts }: ReserveParts & { prices: PriceBook },
): Embeddings {
  const { model } = embeddings
  const { reserve, settle } = createReserve(parts)
  const kept = new Map<string, Float32Array[]>()

  async function paid(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const tokens = texts.reduce((sum, text) => sum + Math.ceil(Buffer.byteLength(text) / bytesPerToken), 0)
    const price = prices.of(model)
    const used = { input: tokens, cached: 0, output: 0 }
    const money = price ? costOf(price, used) : 0
    const payer = payerNow()
    const reserved = await reserve(payer, { model, tokens, money })
    let cost: Parameters<typeof settle>[1]
    try {
      const vectors = await embeddings.embed(texts, signal)
      cost = { agent: payer.agent, model, ...used, money }
      return vectors
    } finally {
      await settle(reserved, cost)
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
