import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import type { AnswerSchema, Prompt, PromptMessage, ToolCall } from '../../ports/llm.ts'
import type { Target } from './resolve.ts'

export function requestOf(
  prompt: Prompt,
  { info, rules, schemas, cacheKey }: Target,
): ChatCompletionCreateParamsStreaming {
  return {
    ...rules.parameters,
    model: info.upstream,
    messages: prompt.messages.map((message) => messageOf(message, rules.vision)),
    stream: true,
    stream_options: { include_usage: true },
    ...(prompt.temperature !== undefined && rules.temperature ? { temperature: prompt.temperature } : {}),
    // The older `max_tokens` is refused by models that reason:
    // https://platform.openai.com/docs/api-reference/chat/create#chat-create-max_completion_tokens
    ...(prompt.maxOutputTokens !== undefined ? { max_completion_tokens: prompt.maxOutputTokens } : {}),
    ...(prompt.tools?.length && rules.tools ? toolsOf(prompt.tools, prompt.toolChoice) : {}),
    ...(prompt.schema ? shapeOf(prompt.schema, schemas) : {}),
    ...(cacheKey && prompt.cacheKey !== undefined ? { prompt_cache_key: prompt.cacheKey } : {}),
  }
}

type Shape = Pick<ChatCompletionCreateParamsStreaming, 'tools' | 'tool_choice' | 'response_format'>

/** How a vendor is held to a schema: by the parameter for it, or by having the model call a function with what it would say. */
function shapeOf({ name, schema }: AnswerSchema, how: Target['schemas']): Shape {
  if (how === 'native') return { response_format: { type: 'json_schema', json_schema: { name, schema, strict: true } } }
  const tool = { name, description: 'Takes your answer.', parameters: schema }
  return { ...toolsOf([tool], undefined), tool_choice: { type: 'function', function: { name } } }
}

function toolsOf(
  tools: NonNullable<Prompt['tools']>,
  choice: Prompt['toolChoice'],
): Pick<ChatCompletionCreateParamsStreaming, 'tools' | 'tool_choice'> {
  return {
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
    ...(choice ? { tool_choice: choice } : {}),
  }
}

function messageOf(message: PromptMessage, vision: boolean): ChatCompletionMessageParam {
  if (message.role === 'system') return { role: 'system', content: message.text }
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.text }
  if (message.role === 'assistant') {
    if (!message.calls?.length) return { role: 'assistant', content: message.text }
    return { role: 'assistant', content: message.text || null, tool_calls: message.calls.map(callOf) }
  }
  if (!vision || !message.images?.length) return { role: 'user', content: message.text }
  return {
    role: 'user',
    content: [
      { type: 'text', text: message.text },
      ...message.images.map(({ mimetype, base64 }) => ({
        type: 'image_url' as const,
        image_url: { url: `data:${mimetype};base64,${base64}` },
      })),
    ],
  }
}

function callOf({ id, name, arguments: written, extra }: ToolCall): ChatCompletionMessageFunctionToolCall {
  const call = { id, type: 'function' as const, function: { name, arguments: written } }
  return extra === undefined ? call : Object.assign(call, { extra_content: extra })
}
