import type { Llm, LlmEvent, Prompt, PromptMessage, Tool, ToolCall } from '../../ports/llm.ts'

/** What the model may call while it answers. */
export interface Functions {
  readonly tools: readonly Tool[]
  /** The result for the model, also of a call that failed or never made sense. Throws only the signal's reason. */
  call(call: ToolCall): Promise<string>
}

/** Requests that may end in calls. */
const maxRounds = 5
/** In one answer; further ones are refused. */
const maxCalls = 16

export type RoundEvent =
  | Exclude<LlmEvent, { type: 'call' }>
  /** Another request is made: what it brings comes behind the text so far. */
  | { type: 'round' }
  /** Functions are at work. */
  | { type: 'calling' }

/**
 * One answer, in as many requests as it takes to call what the model wants called. Ends with one `end`, never for `calls`.
 * Throws what `Llm.stream` does.
 */
export async function* streamRounds(
  llm: Llm,
  prompt: Prompt,
  functions: Functions | undefined,
  signal: AbortSignal,
): AsyncIterable<RoundEvent> {
  const messages: PromptMessage[] = [...prompt.messages]
  let callsLeft = prompt.tools ? maxCalls : 0
  for (let round = 1; ; round++) {
    yield { type: 'round' }
    const mayCall = functions !== undefined && round <= maxRounds && callsLeft > 0
    const calls: ToolCall[] = []
    let text = ''
    let isCalling = false
    const request: Prompt = { ...prompt, messages, ...(prompt.tools && !mayCall ? { toolChoice: 'none' } : {}) }
    for await (const event of llm.stream(request, signal)) {
      if (event.type === 'call') {
        calls.push(event.call)
        continue
      }
      if (event.type === 'text') text += event.text
      isCalling = event.type === 'end' && event.reason === 'calls'
      if (!isCalling) yield event
    }
    if (!isCalling) return
    if (!mayCall) return yield { type: 'end', reason: 'interrupted', detail: 'called functions when it had to answer' }

    yield { type: 'calling' }
    const allowed = callsLeft
    callsLeft -= calls.length
    const results = await Promise.all(
      calls.map((call, index) =>
        index < allowed ? functions.call(call) : '{"error":"too many calls: answer with what you know"}',
      ),
    )
    signal.throwIfAborted()
    messages.push(
      { role: 'assistant', text, calls },
      ...calls.map(({ id }, index) => ({ role: 'tool' as const, callId: id, text: results[index] || '{}' })),
    )
  }
}
