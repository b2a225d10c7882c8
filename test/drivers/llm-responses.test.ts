import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOpenAiLlm } from '../../src/drivers/llm-openai.ts'
import { modelsSchema } from '../../src/model/models.ts'
import type { LlmEvent, Prompt } from '../../src/ports/llm.ts'
import { readModels } from '../support/models.ts'

type Body = Record<string, unknown>
let answers: (response: ServerResponse) => void
let bodies: { url: string; body: Body }[] = []
const server = createServer(async (request, response) => {
  let text = ''
  for await (const piece of request) text += piece
  bodies.push({ url: request.url!, body: JSON.parse(text) })
  answers(response)
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())
beforeEach(() => {
  bodies = []
})

const streams =
  (...events: object[]) =>
  (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
  }
const prompt = (more: Partial<Prompt> = {}): Prompt => ({
  model: 'gpt-6-luna',
  messages: [
    { role: 'system', text: 'Be kind.' },
    { role: 'user', text: 'hello' },
  ],
  ...more,
})
async function ask(asked: Prompt): Promise<LlmEvent[]> {
  const models = readModels()
  Object.assign(models.providers['openai']!, { protocol: 'responses', judgeModel: 'gpt-4o' })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const llm = createOpenAiLlm({
    models: modelsSchema.parse(models),
    endpoints: { providers: { openai: { baseUrl } } },
    timeouts: { retry: 1 },
  })
  expect(llm.model(asked.model)!.judgeModel).toBe('gpt-4o')
  const events: LlmEvent[] = []
  for await (const event of llm.stream(asked, new AbortController().signal)) events.push(event)
  return events
}
const done = (type = 'completed', more: object = {}) => ({ type: `response.${type}`, response: { ...more } })

test('text comes as it is written, what was thought does not, and figures behind it', async () => {
  const details = { input_tokens_details: { cached_tokens: 6 }, output_tokens_details: { reasoning_tokens: 2 } }
  answers = streams(
    { type: 'response.created' },
    { type: 'response.reasoning_summary_text.delta', delta: 'Hm.' },
    { type: 'response.output_text.delta', delta: 'Hi ' },
    { type: 'response.output_text.delta', delta: 'Ann' },
    done('completed', { usage: { input_tokens: 9, output_tokens: 4, ...details } }),
  )
  expect(await ask(prompt({ schema: { name: 'x', schema: { type: 'object' } } }))).toEqual([
    { type: 'text', text: 'Hi ' },
    { type: 'text', text: 'Ann' },
    { type: 'usage', inputTokens: 9, outputTokens: 4, cachedTokens: 6, reasoningTokens: 2 },
    { type: 'end', reason: 'complete' },
  ])
  const [{ url, body }] = bodies as [{ url: string; body: Body }]
  expect(url).toBe('/v1/responses')
  expect(body).toEqual({
    model: 'gpt-6-luna',
    reasoning: { effort: 'none' },
    input: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'hello' },
    ],
    stream: true,
    store: false,
    include: ['reasoning.encrypted_content'],
    text: { format: { type: 'json_schema', name: 'x', schema: { type: 'object' }, strict: true } },
  })
})

test('a call takes the thought before it along, and both are sent again with its result', async () => {
  const thought = { type: 'reasoning', id: 'rs_1', encrypted_content: 'c2VjcmV0', summary: [] }
  const item = { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{"city":"Kyoto"}' }
  answers = streams(
    { type: 'response.output_item.done', item: thought },
    { type: 'response.output_item.done', item },
    done(),
  )
  const tools = [{ name: 'weather', description: 'Weather', parameters: { type: 'object' } }]
  const [event, end] = await ask(prompt({ tools }))
  const call = { id: 'c1', name: 'weather', arguments: '{"city":"Kyoto"}', extra: [thought] }
  expect([event, end]).toEqual([
    { type: 'call', call },
    { type: 'end', reason: 'calls' },
  ])
  answers = streams({ type: 'response.output_text.delta', delta: 'Sunny.' }, done())
  const before = prompt().messages
  const messages = [
    ...before,
    { role: 'assistant' as const, text: '', calls: [call] },
    { role: 'tool' as const, callId: 'c1', text: 'sun' },
  ]
  await ask(prompt({ tools, messages }))
  expect((bodies[1]!.body['input'] as object[]).slice(2)).toEqual([
    thought,
    item,
    { type: 'function_call_output', call_id: 'c1', output: 'sun' },
  ])
})

test.each<[string, object[], LlmEvent]>([
  [
    'a refusal is its answer',
    [{ type: 'response.refusal.delta', delta: 'No.' }, done()],
    { type: 'end', reason: 'complete' },
  ],
  [
    'nothing left to write',
    [done('incomplete', { incomplete_details: { reason: 'max_output_tokens' } })],
    { type: 'end', reason: 'length' },
  ],
  [
    'a filter',
    [done('incomplete', { incomplete_details: { reason: 'content_filter' } })],
    { type: 'end', reason: 'filtered' },
  ],
])('the end of an answer: %s', async (_, events, end) => {
  answers = streams(...events)
  expect((await ask(prompt())).at(-1)).toEqual(end)
})

test.each([
  ['failed', done('failed', { error: { code: 'context_length_exceeded', message: 'x' } }), 'too_long'],
  ['failed', done('failed', { error: { code: 'rate_limit_exceeded' } }), 'rate_limited'],
  ['an error', { type: 'error', code: 'server_error', message: 'x' }, 'unavailable'],
])('an answer that is none: %s', async (_, event, code) => {
  answers = streams({ type: 'response.created' }, event)
  await expect(ask(prompt())).rejects.toMatchObject({ code })
})
