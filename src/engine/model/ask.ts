import { type Llm, LlmError, type Prompt, type TokenUsage } from '../../ports/llm.ts'

export interface AskOptions {
  signal: AbortSignal
  /** In UTF-16 units. A longer answer is cut there, and the rest is not waited for. */
  maxCharacters: number
  /** Told what the answer cost, if the server says so. */
  onUsage?: (usage: TokenUsage) => void
}

/**
 * A short answer that nobody watches growing, trimmed: a judgement, a search query. Throws an `LlmError` when there is none, or
 * only a part of one; the signal's reason when it is aborted.
 */
export async function askModel(llm: Llm, prompt: Prompt, options: AskOptions): Promise<string> {
  const { signal, maxCharacters, onUsage } = options
  let text = ''
  for await (const event of llm.stream(prompt, signal)) {
    if (event.type === 'text') {
      text += event.text
      if (text.trim().length > maxCharacters) return text.trim().slice(0, maxCharacters)
    } else if (event.type === 'usage') {
      const { type: _, ...usage } = event
      onUsage?.(usage)
    } else if (event.type === 'end' && event.reason !== 'complete') {
      throw new LlmError('unavailable', `${prompt.model} gave no whole answer (${event.detail ?? event.reason})`)
    }
  }
  return text.trim()
}
