import type { LlmEvent } from '../../ports/llm.ts'

/** As Chat Completions have it. Nothing can be relied on: it is whatever JSON a server sent. */
export interface ChatUsage {
  prompt_tokens?: unknown
  completion_tokens?: unknown
  prompt_tokens_details?: { cached_tokens?: unknown } | null
  completion_tokens_details?: { reasoning_tokens?: unknown } | null
}

type Usage = Extract<LlmEvent, { type: 'usage' }>

/** Undefined where the two figures that count are not there. */
export function usageOf(said: ChatUsage | null | undefined): Usage | undefined {
  const cached = said?.prompt_tokens_details?.cached_tokens
  const reasoning = said?.completion_tokens_details?.reasoning_tokens
  return usageEvent(said?.prompt_tokens, said?.completion_tokens, cached, reasoning)
}

/** Of figures that a server sent. A part is never more than the whole that it is of. */
export function usageEvent(input: unknown, output: unknown, cached: unknown, reasoning: unknown): Usage | undefined {
  if (!isCount(input) || !isCount(output)) return undefined
  return {
    type: 'usage',
    inputTokens: input,
    outputTokens: output,
    ...(isCount(cached) && cached > 0 ? { cachedTokens: Math.min(cached, input) } : {}),
    ...(isCount(reasoning) && reasoning > 0 ? { reasoningTokens: Math.min(reasoning, output) } : {}),
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
