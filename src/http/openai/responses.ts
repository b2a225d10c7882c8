import type { FollowedTurn, TurnEnd } from '../followed/following.ts'

type Status = 'in_progress' | 'completed' | 'incomplete' | 'cancelled' | 'failed'

interface ResponseEvent {
  type: string
  [member: string]: unknown
}

/** What a turn is called in this part of the protocol. */
export const responseId = ({ id }: FollowedTurn): string => `resp_${id}`

export const turnIdIn = (id: string): string => id.replace(/^resp_/, '')

const statusOf = ({ broken }: TurnEnd): Status =>
  broken === 'stopped' ? 'cancelled' : broken ? 'incomplete' : 'completed'

const textPart = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] })

const messageOf = ({ id }: FollowedTurn, status: string, content: readonly object[]) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  status,
  content,
})

/** They stand behind the message, which is empty where there is nothing but calls. */
const callItems = ({ calls }: TurnEnd) =>
  calls.map(({ id, ...called }) => ({
    id: `fc_${id}`,
    type: 'function_call',
    call_id: id,
    ...called,
    status: 'completed',
  }))

function responseOf(turn: FollowedTurn, status: Status, end?: TurnEnd) {
  const message = end && messageOf(turn, status === 'completed' ? status : 'incomplete', [textPart(end.text)])
  const output = message ? [message, ...callItems(end)] : []
  return {
    id: responseId(turn),
    object: 'response',
    created_at: Math.floor(turn.at / 1000),
    status,
    model: turn.model,
    output,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    parallel_tool_calls: false,
    temperature: null,
    tool_choice: 'none',
    tools: [],
    top_p: null,
    usage: end ? usageOf(end) : null,
  }
}

function usageOf({ usage: { input, output, cached, reasoning } }: TurnEnd) {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  }
}

/** The whole of an answer. */
export async function wholeResponse(turn: FollowedTurn) {
  const end = await turn.end
  return responseOf(turn, statusOf(end), end)
}

/** What there is by now; a turn that failed says so in its status. */
export async function responseSoFar(turn: FollowedTurn) {
  if (!turn.isEnded) return responseOf(turn, 'in_progress')
  return wholeResponse(turn).catch(() => responseOf(turn, 'failed'))
}

/**
 * The events of a stream behind the one of number `after`. Their numbers follow from the answer alone, so that they are the same
 * however often they are sent.
 */
export async function* responseEvents(turn: FollowedTurn, after = -1): AsyncIterable<string> {
  let next = 0
  const frames = (...events: ResponseEvent[]): string => {
    let text = ''
    for (const { type, ...event } of events) {
      const sequence_number = next++
      if (sequence_number <= after) continue
      text += `id: ${sequence_number}\nevent: ${type}\ndata: ${JSON.stringify({ type, sequence_number, ...event })}\n\n`
    }
    return text
  }
  const response = responseOf(turn, 'in_progress')
  const item = { item_id: `msg_${turn.id}`, output_index: 0 }
  const part = { ...item, content_index: 0 }
  yield frames(
    { type: 'response.created', response },
    { type: 'response.in_progress', response },
    { type: 'response.output_item.added', output_index: 0, item: messageOf(turn, 'in_progress', []) },
    { type: 'response.content_part.added', ...part, part: textPart('') },
  )
  for await (const delta of turn.pieces()) {
    yield frames({ type: 'response.output_text.delta', ...part, delta, logprobs: [] })
  }
  const end = await turn.end
  const status = statusOf(end)
  const whole = responseOf(turn, status, end)
  yield frames(
    { type: 'response.output_text.done', ...part, text: end.text, logprobs: [] },
    { type: 'response.content_part.done', ...part, part: textPart(end.text) },
    { type: 'response.output_item.done', output_index: 0, item: whole.output[0] },
    ...callItems(end).flatMap((call, index) => callEvents(call, index + 1)),
    { type: status === 'completed' ? 'response.completed' : 'response.incomplete', response: whole },
  )
}

function callEvents(item: ReturnType<typeof callItems>[number], output_index: number): ResponseEvent[] {
  const at = { item_id: item.id, output_index }
  const { name, arguments: given } = item
  return [
    { type: 'response.output_item.added', output_index, item: { ...item, arguments: '', status: 'in_progress' } },
    { type: 'response.function_call_arguments.delta', ...at, delta: given },
    { type: 'response.function_call_arguments.done', ...at, name, arguments: given },
    { type: 'response.output_item.done', output_index, item },
  ]
}

/** Whether somebody who has seen so much of a turn that has ended has seen all of it. One that failed has nothing more to say, too. */
export async function isNothingAfter(turn: FollowedTurn, after: number): Promise<boolean> {
  try {
    for await (const frames of responseEvents(turn, after)) if (frames !== '') return false
    return true
  } catch {
    return after >= 0
  }
}
