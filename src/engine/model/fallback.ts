import { type Llm, LlmError, type LlmErrorCode, type ModelInfo, type Prompt } from '../../ports/llm.ts'

/** Of what went wrong, that which may be right with another model. What a budget refuses, and what was too long, is not. */
const mendable: readonly LlmErrorCode[] = ['not_configured', 'unauthorized', 'rejected', 'rate_limited', 'unavailable']

/**
 * A model, and another that the agent's author has named: asked in its place where it gives nothing, before anything of an answer has come.
 * Both calls are whoever's that pays. Once the other has answered it goes on doing so, so that nobody waits for the first one twice.
 */
export function withFallback(llm: Llm, fallback: string | undefined): Llm {
  if (fallback === undefined) return llm
  let isAway = false

  async function* other(prompt: Prompt, signal: AbortSignal, because: LlmError) {
    const info = prompt.model === fallback ? undefined : llm.model(fallback!)
    if (!info || !canTake(info, prompt)) throw because
    isAway = true
    yield { type: 'fallback' as const, upstream: info.upstream, reason: because.message }
    yield* inItsPlace(llm, { ...prompt, model: fallback! }, signal)
  }

  return {
    ...llm,
    model: (id) => llm.model(id) ?? llm.model(fallback),
    async *stream(prompt, signal) {
      if (isAway) return yield* inItsPlace(llm, { ...prompt, model: fallback }, signal)
      let isBegun = false
      try {
        for await (const event of llm.stream(prompt, signal)) {
          isBegun ||= event.type !== 'fallback'
          yield event
        }
      } catch (error) {
        if (isBegun || !(error instanceof LlmError) || !mendable.includes(error.code)) throw error
        yield* other(prompt, signal, error)
      }
    },
  }
}

/** What a vendor gave with a call is for that vendor alone. */
function inItsPlace(llm: Llm, prompt: Prompt, signal: AbortSignal) {
  const messages = prompt.messages.map((message) =>
    message.role === 'assistant' && message.calls
      ? { ...message, calls: message.calls.map(({ extra: _, ...call }) => call) }
      : message,
  )
  return llm.stream({ ...prompt, messages }, signal)
}

/** A picture that it cannot see, or a call that it cannot make, would be left out without a word. */
function canTake({ vision, tools }: ModelInfo, prompt: Prompt): boolean {
  const hasImages = prompt.messages.some((message) => message.role === 'user' && message.images?.length)
  return (vision || !hasImages) && (tools || !prompt.tools?.length)
}
