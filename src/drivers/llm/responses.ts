import type { Responses } from 'openai/resources/responses'
import type { AnswerSchema, Prompt, PromptMessage, ToolCall } from '../../ports/llm.ts'
import type { Sink } from './answer.ts'
import { failureInStream } from './failure.ts'
import type { Target } from './resolve.ts'
import { usageEvent } from './usage.ts'

type Request = Responses.ResponseCreateParamsStreaming
type Item = Responses.ResponseInputItem

/**
 * OpenAI's Responses. Nothing is kept at the vendor: what a model thought before it called goes with the call, encrypted, and is
 * sent again with it, so that it goes on with that thought.
 */
export function responsesRequestOf(prompt: Prompt, { info, rules, cacheKey }: Target): Request {
  const { reasoning_effort: effort, ...parameters } = rules.parameters
  return {
    ...parameters,
    ...(effort === undefined ? {} : { reasoning: { effort: effort as 'low' } }),
    model: info.upstream,
    input: prompt.messages.flatMap((message) => itemsOf(message, rules.vision)),
    stream: true,
    store: false,
    include: ['reasoning.encrypted_content'],
    ...(prompt.temperature !== undefined && rules.temperature ? { temperature: prompt.temperature } : {}),
    ...(prompt.tools?.length && rules.tools
      ? {
          tools: prompt.tools.map((tool) => ({ type: 'function' as const, ...tool, strict: false })),
          ...(prompt.toolChoice ? { tool_choice: prompt.toolChoice } : {}),
        }
      : {}),
    ...(prompt.schema ? { text: { format: formatOf(prompt.schema) } } : {}),
    ...(cacheKey && prompt.cacheKey !== undefined ? { prompt_cache_key: prompt.cacheKey } : {}),
  }
}

const formatOf = ({ name, schema }: AnswerSchema) => ({ type: 'json_schema' as const, name, schema, strict: true })

function itemsOf(message: PromptMessage, vision: boolean): Item[] {
  const { role, text } = message
  if (role === 'tool') return [{ type: 'function_call_output', call_id: message.callId, output: text }]
  if (role === 'assistant') {
    return [...(text ? [{ role, content: text }] : []), ...(message.calls ?? []).flatMap(callItems)]
  }
  if (role === 'system' || !vision || !message.images?.length) return [{ role, content: text }]
  const images = message.images.map(({ mimetype, base64 }) => ({
    type: 'input_image' as const,
    detail: 'auto' as const,
    image_url: `data:${mimetype};base64,${base64}`,
  }))
  return [{ role, content: [{ type: 'input_text', text }, ...images] }]
}

function callItems({ id, name, arguments: written, extra }: ToolCall): Item[] {
  const thought = Array.isArray(extra) ? (extra as Item[]) : []
  return [...thought, { type: 'function_call', call_id: id, name, arguments: written }]
}

/** What of an event is read here. Nothing can be relied on: it is whatever JSON a server sent. */
type Event = {
  type?: unknown
  delta?: unknown
  item?: { type?: unknown; call_id?: unknown; name?: unknown; arguments?: unknown } | null
  response?: { error?: unknown; usage?: Usage | null; incomplete_details?: { reason?: unknown } | null } | null
} | null
type Usage = {
  input_tokens?: unknown
  output_tokens?: unknown
  input_tokens_details?: { cached_tokens?: unknown } | null
  output_tokens_details?: { reasoning_tokens?: unknown } | null
}

export function readResponses(sink: Sink): (data: string) => void {
  const calls: ToolCall[] = []
  let thought: unknown[] = []

  function onItem(item: NonNullable<Event>['item']): void {
    if (item?.type === 'reasoning') thought.push(item)
    if (item?.type !== 'function_call') return
    const call = { id: `${item.call_id}`, name: `${item.name}`, arguments: `${item.arguments || '{}'}` }
    calls.push(thought.length > 0 ? { ...call, extra: thought } : call)
    thought = []
  }

  function onEnd(type: string, response: NonNullable<Event>['response']): void {
    const { input_tokens, output_tokens, input_tokens_details, output_tokens_details } = response?.usage ?? {}
    const cached = input_tokens_details?.cached_tokens
    sink.usage(usageEvent(input_tokens, output_tokens, cached, output_tokens_details?.reasoning_tokens))
    if (type === 'response.completed') return sink.finish('complete', calls)
    sink.finish(response?.incomplete_details?.reason === 'content_filter' ? 'filtered' : 'length', [])
  }

  return (data) => {
    if (data === '[DONE]') return sink.done()
    const event: Event = JSON.parse(data)
    switch (event?.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        return sink.text(typeof event.delta === 'string' ? event.delta : '')
      case 'response.output_item.done':
        return onItem(event.item)
      case 'response.completed':
      case 'response.incomplete':
        return onEnd(event.type, event.response)
      case 'response.failed':
        return sink.break(failureInStream(event.response?.error ?? {}))
      case 'error':
        return sink.break(failureInStream(event))
      default:
        return sink.alive()
    }
  }
}
