import { expect, test } from 'vitest'
import { createOpenAiLlm } from '../../src/drivers/llm-openai.ts'
import type { LlmEvent, Prompt } from '../../src/ports/llm.ts'
import { type MessagesRequest, startMessagesServer, textEvents } from '../support/messages-server.ts'
import { readModels } from '../support/models.ts'

type Answer = Parameters<typeof startMessagesServer>[0]

async function start(answer: Answer = () => ({ events: textEvents('Hello.') }), apiKey = 'k-ann') {
  const { seen, baseUrl } = await startMessagesServer(answer)
  const anthropic = { baseUrl, apiKey, protocol: 'messages' as const }
  const llm = createOpenAiLlm({ models: readModels(), endpoints: { providers: { anthropic } }, timeouts: { retry: 1 } })
  const ask = async (prompt: Partial<Prompt>) => {
    const events: LlmEvent[] = []
    const whole = { model: 'claude-sonnet-4-6', messages: [], ...prompt }
    for await (const event of llm.stream(whole, new AbortController().signal)) events.push(event)
    return {
      text: events.map((event) => (event.type === 'text' ? event.text : '')).join(''),
      calls: events.flatMap((event) => (event.type === 'call' ? [event.call] : [])),
      usage: events.find((event) => event.type === 'usage'),
      end: events.at(-1),
    }
  }
  return { seen, llm, ask }
}

const user = (text: string) => ({ role: 'user' as const, text })
const assistant = (text: string) => ({ role: 'assistant' as const, text })
const system = { role: 'system' as const, text: 'You sell shoes.' }

test('two turns share the longest prefix, and what the vendor had kept of it is told as such', async () => {
  const { ask, seen } = await start()
  const tools = [{ name: 'stock', description: 'What there is.', parameters: { type: 'object', properties: {} } }]
  const first = await ask({
    messages: [system, assistant('Welcome!'), user('Passages …'), user('Red ones?')],
    history: 1,
    tools,
  })
  expect(first).toMatchObject({ text: 'Hello.', end: { type: 'end', reason: 'complete' } })
  const history = [assistant('Welcome!'), user('Red ones?'), assistant('Hello.')]
  const second = await ask({ messages: [system, ...history, user('Others …'), user('In 42?')], history: 3, tools })
  const third = await ask({ messages: [system, ...history, user('Anna’s'), user('And blue?')], history: 3, tools })
  const cached = [first, second, third].map(({ usage }) => (usage as { cachedTokens?: number }).cachedTokens ?? 0)
  expect(cached[0]).toBe(0)
  expect(cached[1]).toBeGreaterThan(0)
  expect(cached[2]).toBeGreaterThan(cached[1]!)
  const marked = ({ system: told = [], messages }: MessagesRequest) =>
    [...told, ...messages.flatMap(({ content }) => content)]
      .filter((block) => 'cache_control' in block)
      .map(({ text }) => text)
  expect(seen.map(marked)).toEqual([
    ['You sell shoes.', 'Welcome!'],
    ['You sell shoes.', 'Hello.'],
    ['You sell shoes.', 'Hello.'],
  ])
})

test('calls come whole with the thoughts before them, and both are sent again with the results', async () => {
  const events = [
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Which size?' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 's1g' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 't1', name: 'stock', input: {} } },
    { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"size"' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: ':42}' } },
    { type: 'content_block_stop', index: 1 },
    { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: 't2', name: 'stock', input: {} } },
    { type: 'content_block_stop', index: 2 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 30 } },
    { type: 'message_stop' },
  ]
  const { ask, seen } = await start(({ messages }) => ({
    events: messages.length > 1 ? textEvents('Two pairs.') : events,
  }))
  const tools = [{ name: 'stock', description: 'What there is.', parameters: { type: 'object', properties: {} } }]
  const { calls, text, end } = await ask({ messages: [user('In 42?')], tools })
  expect({ text, end }).toEqual({ text: '', end: { type: 'end', reason: 'calls' } })
  expect(calls.map(({ id, arguments: written }) => [id, written])).toEqual([
    ['t1', '{"size":42}'],
    ['t2', '{}'],
  ])
  const results = calls.map(({ id }) => ({ role: 'tool' as const, callId: id, text: '{"pairs":2}' }))
  const messages = [user('In 42?'), { role: 'assistant' as const, text: '', calls }, ...results]
  expect((await ask({ messages, tools, toolChoice: 'none' })).text).toBe('Two pairs.')
  expect(seen[1]!['tool_choice']).toEqual({ type: 'none' })
  expect(seen[1]!.messages[1]!.content[0]).toEqual({ type: 'thinking', thinking: 'Which size?', signature: 's1g' })
  expect(seen[1]!.messages[1]!.content[1]).toEqual({ type: 'tool_use', id: 't1', name: 'stock', input: { size: 42 } })
  expect(seen[1]!.messages[2]!.content.map(({ type }) => type)).toEqual(['tool_result', 'tool_result'])
})

test('an answer of some shape is held to its schema, without the bounds that are refused there', async () => {
  const { ask, seen } = await start(() => ({ events: textEvents('{"intents":[1]}') }))
  const item = { type: 'integer', minimum: -9, maximum: 9 }
  const schema = {
    type: 'object',
    properties: { intents: { type: 'array', items: item } },
    required: ['intents'],
    additionalProperties: false,
  }
  expect((await ask({ messages: [system, user('hi')], schema: { name: 'intents', schema } })).text).toBe(
    '{"intents":[1]}',
  )
  expect(seen[0]!['output_config']).toMatchObject({
    format: { type: 'json_schema', schema: { properties: { intents: { items: { type: 'integer' } } } } },
  })
})

test('pictures, white space and an answer that is cut off or refused', async () => {
  const reasons = ['max_tokens', 'model_context_window_exceeded', 'refusal']
  const { ask, seen } = await start(() => ({ events: textEvents('Well', reasons[seen.length - 1]) }))
  const image = { mimetype: 'image/png' as const, base64: 'AA==' }
  const first = await ask({ messages: [{ ...user('  '), images: [image] }], temperature: 0.2, maxOutputTokens: 64 })
  expect(first).toMatchObject({ text: 'Well', end: { reason: 'length' } })
  expect(seen[0]).toMatchObject({ max_tokens: 64 })
  expect(seen[0]!.messages[0]!.content).toEqual([
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
  ])
  expect((await ask({ messages: [user('a'), user('b')] })).end).toMatchObject({ reason: 'length' })
  expect(seen[1]!.messages).toHaveLength(1)
  expect((await ask({ messages: [user('c')] })).end).toMatchObject({ reason: 'filtered' })
})

test.each([
  [400, 'invalid_request_error', 'prompt is too long: 9000 tokens > 8000 maximum', 'too_long'],
  [529, 'overloaded_error', 'Overloaded', 'unavailable'],
  [429, 'rate_limit_error', 'Slow down', 'rate_limited'],
  [402, 'billing_error', 'No credit', 'rate_limited'],
  [404, 'not_found_error', 'model: nobody', 'rejected'],
])('a refusal of %i %s is known for what it is', async (status, type, message, code) => {
  const { ask } = await start(() => ({ status, body: { type: 'error', error: { type, message } } }))
  const error = await ask({ messages: [user('hi')] }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code })
  expect(`${(error as Error).message}`).not.toContain(message)
})

test('a wrong key is told as such, an error in the stream too, and its list of models says what they hold', async () => {
  const wrong = await start(undefined, 'k-ben')
  await expect(wrong.ask({ messages: [user('hi')] })).rejects.toMatchObject({ code: 'unauthorized' })
  const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
  const broken = await start(() => ({ events: [error] }))
  await expect(broken.ask({ messages: [user('hi')] })).rejects.toMatchObject({ code: 'unavailable' })
  const { llm } = await start()
  const offered = await llm.offered!(3_000)
  expect(offered.find(({ name }) => name === 'anthropic:claude-next')).toMatchObject({ contextTokens: 1_000_000 })
})
