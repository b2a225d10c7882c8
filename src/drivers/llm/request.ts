import type { ChatCompletionCreateParamsStreaming, ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { Prompt, PromptMessage } from '../../ports/llm.ts'
import type { Target } from './resolve.ts'

export function requestOf(prompt: Prompt, { info, rules }: Target): ChatCompletionCreateParamsStreaming {
  return {
    ...rules.parameters,
    model: info.upstream,
    messages: prompt.messages.map((message) => messageOf(message, rules.vision)),
    stream: true,
    stream_options: { include_usage: true },
    ...(prompt.temperature !== undefined && rules.temperature ? { temperature: prompt.temperature } : {}),
  }
}

function messageOf(message: PromptMessage, vision: boolean): ChatCompletionMessageParam {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.text }
  if (message.role !== 'user') return { role: message.role, content: message.text }
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
