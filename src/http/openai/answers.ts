import { z } from 'zod'

/** What is answered in OpenAI's protocol, as the description tells it. Tests hold real answers against it. */

const call = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
})
const tokens = z.int().min(0)

const message = z.object({
  role: z.literal('assistant'),
  content: z.string().nullable(),
  refusal: z.null(),
  tool_calls: z.array(call).optional(),
})

const completion = z.object({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.literal(0),
      message,
      logprobs: z.null(),
      finish_reason: z.enum(['stop', 'length', 'tool_calls']),
    }),
  ),
  usage: z.object({
    prompt_tokens: tokens,
    completion_tokens: tokens,
    total_tokens: tokens,
    prompt_tokens_details: z.object({ cached_tokens: tokens }),
    completion_tokens_details: z.object({ reasoning_tokens: tokens }),
  }),
})

const text = z.object({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(z.unknown()),
  logprobs: z.array(z.unknown()),
})

const response = z.object({
  id: z.string(),
  object: z.literal('response'),
  created_at: z.int(),
  status: z.enum(['in_progress', 'completed', 'incomplete', 'cancelled', 'failed']),
  model: z.string(),
  output: z.array(
    z.union([
      z.object({
        id: z.string(),
        type: z.literal('message'),
        role: z.literal('assistant'),
        status: z.string(),
        content: z.array(text),
      }),
      z.object({
        id: z.string(),
        type: z.literal('function_call'),
        status: z.string(),
        call_id: z.string(),
        name: z.string(),
        arguments: z.string(),
      }),
    ]),
  ),
  usage: z
    .object({
      input_tokens: tokens,
      input_tokens_details: z.object({ cached_tokens: tokens }),
      output_tokens: tokens,
      output_tokens_details: z.object({ reasoning_tokens: tokens }),
      total_tokens: tokens,
    })
    .nullable(),
})

const model = z.object({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() })

export const openAiAnswers = {
  ChatCompletion: completion,
  ModelResponse: response,
  Model: model,
  ModelList: z.object({ object: z.literal('list'), data: z.array(model) }),
  OpenAiError: z.object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable(),
      code: z.string(),
    }),
  }),
}
