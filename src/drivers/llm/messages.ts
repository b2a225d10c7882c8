import type {
  ContentBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  TextBlockParam,
} from '@anthropic-ai/sdk/resources/messages'
import type { Prompt, PromptMessage, ToolCall } from '../../ports/llm.ts'
import type { Sink } from './answer.ts'
import { failureInStream } from './failure.ts'
import type { Target } from './resolve.ts'
import { usageEvent } from './usage.ts'

/** It has to be told how much it may write; this is as long as an answer gets that nothing else bounds. */
const usualOutput = 16_000

/** What comes up to here is kept by the vendor for five minutes, and read at a tenth of its price the next time. */
const kept = { cache_control: { type: 'ephemeral' as const } }

/**
 * Anthropic's own Messages. Two places are marked up to which the vendor keeps what it has read: behind what the agent is told, which is
 * the same for everybody, and behind what was said before, which the next turn begins with.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 *
 * The version of the API that the SDK speaks (2026-10-21) knows no temperature.
 */
export function messagesRequestOf(prompt: Prompt, { info, rules }: Target): MessageCreateParamsStreaming {
  const system = prompt.messages.flatMap((message) => (message.role === 'system' && message.text ? [message.text] : []))
  const tools = prompt.tools?.length && rules.tools ? prompt.tools : []
  return {
    ...(rules.parameters as Partial<MessageCreateParamsStreaming>),
    model: info.upstream,
    max_tokens: prompt.maxOutputTokens ?? Math.max(rules.outputTokens, usualOutput),
    ...(system.length > 0 ? { system: [{ type: 'text', text: system.join('\n\n'), ...kept }] } : {}),
    messages: turnsOf(prompt, rules.vision),
    stream: true,
    ...(tools.length > 0
      ? {
          tools: tools.map(({ name, description, parameters }) => ({
            name,
            description,
            input_schema: parameters as { type: 'object' },
          })),
          ...(prompt.toolChoice ? { tool_choice: { type: 'none' } } : {}),
        }
      : {}),
    ...(prompt.schema
      ? { output_config: { format: { type: 'json_schema', schema: shapeOf(prompt.schema.schema) } } }
      : {}),
  }
}

/** Bounds of numbers and texts are refused there; whoever asked checks them anyway. */
const bounds = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'pattern',
  'maxItems',
]

function shapeOf(schema: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(schema).filter(([key]) => !bounds.includes(key))
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside)
    return typeof value === 'object' && value !== null ? shapeOf(value as Record<string, unknown>) : value
  }
  return Object.fromEntries(entries.map(([key, value]) => [key, inside(value)]))
}

/** Results of calls stand together in one message, and the first message is a person's. */
function turnsOf({ messages, history = 0 }: Prompt, vision: boolean): MessageParam[] {
  const said = messages.filter(({ role }) => role !== 'system')
  const turns: MessageParam[] = []
  for (const [index, message] of said.entries()) {
    const blocks = blocksOf(message, vision)
    if (blocks.length === 0) continue
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    if (turns.length === 0 && role === 'assistant') turns.push({ role: 'user', content: [{ type: 'text', text: '…' }] })
    if (index === history - 1) Object.assign(blocks.at(-1)!, kept)
    const last = turns.at(-1)
    if (last?.role === role) (last.content as ContentBlockParam[]).push(...blocks)
    else turns.push({ role, content: blocks })
  }
  return turns
}

function blocksOf(message: PromptMessage, vision: boolean): ContentBlockParam[] {
  // A text without a word in it is refused.
  const text: TextBlockParam[] = message.text.trim() === '' ? [] : [{ type: 'text', text: message.text }]
  if (message.role === 'tool') return [{ type: 'tool_result', tool_use_id: message.callId, content: message.text }]
  if (message.role === 'assistant') return [...text, ...(message.calls ?? []).flatMap(callBlocks)]
  if (message.role !== 'user' || !vision || !message.images) return text
  const images = message.images.map(({ mimetype, base64 }) => ({
    type: 'image' as const,
    source: { type: 'base64' as const, media_type: mimetype, data: base64 },
  }))
  return [...images, ...text]
}

/** What it thought before it called has to come again with the call, as it was. */
function callBlocks({ id, name, arguments: written, extra }: ToolCall): ContentBlockParam[] {
  const thoughts = Array.isArray(extra) ? (extra as ContentBlockParam[]) : []
  return [...thoughts, { type: 'tool_use', id, name, input: objectIn(written) }]
}

function objectIn(written: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(written)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}

/** What of an event is read here. Nothing can be relied on: it is whatever JSON a server sent. */
type Event = {
  type?: unknown
  message?: { usage?: Usage | null } | null
  content_block?: Block | null
  delta?: {
    stop_reason?: unknown
    text?: unknown
    partial_json?: unknown
    thinking?: unknown
    signature?: unknown
  } | null
  usage?: Usage | null
  error?: unknown
} | null
type Block = { type?: unknown; id?: unknown; name?: unknown; input?: unknown; [more: string]: unknown }
type Usage = {
  input_tokens?: unknown
  output_tokens?: unknown
  cache_read_input_tokens?: unknown
  cache_creation_input_tokens?: unknown
  output_tokens_details?: { thinking_tokens?: unknown } | null
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const countOf = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0)

/** Reads the events of Messages: blocks of text, of thoughts and of calls, one after the other. */
export function readMessages(sink: Sink): (data: string) => void {
  const calls: ToolCall[] = []
  let thoughts: Block[] = []
  let block: Block = {}
  let written = ''
  let usage: Usage = {}

  function onDelta(delta: NonNullable<NonNullable<Event>['delta']>): void {
    sink.alive()
    sink.text(textOf(delta.text))
    written += textOf(delta.partial_json)
    if (typeof delta.thinking === 'string') block['thinking'] = textOf(block['thinking']) + delta.thinking
    if (typeof delta.signature === 'string') block['signature'] = delta.signature
  }

  function onBlockEnd(): void {
    if (block.type === 'thinking' || block.type === 'redacted_thinking') thoughts.push(block)
    if (block.type !== 'tool_use') return
    const call = {
      id: textOf(block.id),
      name: textOf(block.name),
      arguments: written || JSON.stringify(block.input ?? {}),
    }
    calls.push(thoughts.length > 0 ? { ...call, extra: thoughts } : call)
    thoughts = []
  }

  function onEnd(reason: unknown): void {
    const { input_tokens, output_tokens, cache_read_input_tokens: read, cache_creation_input_tokens: made } = usage
    // What was kept, and what is kept from now on, stand beside the rest of the input.
    const input = countOf(input_tokens) + countOf(read) + countOf(made)
    sink.usage(usageEvent(input, output_tokens, read, usage.output_tokens_details?.thinking_tokens))
    if (reason === 'refusal') return sink.finish('filtered', [])
    const isCut = reason === 'max_tokens' || reason === 'model_context_window_exceeded'
    sink.finish(isCut ? 'length' : 'complete', isCut ? [] : calls)
  }

  return (data) => {
    const event: Event = JSON.parse(data)
    switch (event?.type) {
      case 'message_start':
        usage = { ...event.message?.usage }
        return sink.alive()
      case 'content_block_start':
        block = { ...event.content_block }
        written = ''
        return sink.text(textOf(block['text']))
      case 'content_block_delta':
        return onDelta(event.delta ?? {})
      case 'content_block_stop':
        return onBlockEnd()
      case 'message_delta':
        usage = { ...usage, ...event.usage }
        return event.delta?.stop_reason ? onEnd(event.delta.stop_reason) : undefined
      case 'message_stop':
        return sink.done()
      case 'error':
        return sink.break(failureInStream(event.error ?? {}))
      default:
        return sink.alive()
    }
  }
}
