import type { FollowedTurn, TurnEnd, TurnUsage } from '../followed/following.ts'

const headOf = ({ id, at, model }: FollowedTurn, object: string) => ({
  id: `chatcmpl-${id}`,
  object,
  created: Math.floor(at / 1000),
  model,
})

/** An answer that was cut off is told as one that became too long, which is the only half answer that the protocol knows. */
const reasonOf = ({ broken, calls }: TurnEnd): string => (broken ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop')

const toolCalls = ({ calls }: TurnEnd) =>
  calls.map(({ id, ...called }, index) => ({ index, id, type: 'function', function: called }))

function usageOf({ input, output, cached, reasoning }: TurnUsage) {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  }
}

/** The whole of an answer. */
export async function chatCompletion(turn: FollowedTurn) {
  const end = await turn.end
  const calls = toolCalls(end).map(({ index: _, ...call }) => call)
  const content = end.text === '' && calls.length > 0 ? null : end.text
  const message = { role: 'assistant', content, refusal: null, ...(calls.length > 0 && { tool_calls: calls }) }
  return {
    ...headOf(turn, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: reasonOf(end) }],
    usage: usageOf(end.usage),
  }
}

/** The events of a stream: the SDK wants `choices` in each, and the role in the first. */
export async function* chatChunks(turn: FollowedTurn, wantsUsage: boolean): AsyncIterable<string> {
  const head = headOf(turn, 'chat.completion.chunk')
  const chunk = (delta: object, finish_reason: string | null = null) =>
    frame({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason }] })
  yield chunk({ role: 'assistant', content: '' })
  for await (const content of turn.pieces()) yield chunk({ content })
  const end = await turn.end
  if (end.calls.length > 0) yield chunk({ tool_calls: toolCalls(end) })
  yield chunk({}, reasonOf(end))
  if (wantsUsage) yield frame({ ...head, choices: [], usage: usageOf(end.usage) })
  yield 'data: [DONE]\n\n'
}

const frame = (event: object): string => `data: ${JSON.stringify(event)}\n\n`
