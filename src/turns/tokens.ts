import type { Trace } from '../model/trace.ts'

/** What a turn has cost of models: its answer, and what they were asked on the way to it. */
export function tokensOf({ model, intents = [], lasting = [], watches = [], knowledge }: Trace): {
  inputTokens: number
  outputTokens: number
} {
  const query = knowledge?.query ? [knowledge.query] : []
  const asked = [...(model ? [model] : []), ...intents, ...lasting, ...watches, ...query]
  return {
    inputTokens: asked.reduce((sum, { inputTokens = 0 }) => sum + inputTokens, 0),
    outputTokens: asked.reduce((sum, { outputTokens = 0 }) => sum + outputTokens, 0),
  }
}
