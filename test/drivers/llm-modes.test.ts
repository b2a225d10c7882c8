import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMetrics } from '../../src/app/metrics/index.ts'
import { createOpenAiLlm } from '../../src/drivers/llm-openai.ts'
import type { LlmEvent, Prompt } from '../../src/ports/llm.ts'
import { readModels } from '../support/models.ts'

type Body = { messages: { role: string; content: unknown }[] }
/** What the server does with a request for an answer; `/models` is answered as long as it is `up`. */
let serve: (response: ServerResponse, body: Body) => void
let up = true
let asked = 0
let probed = 0
const server = createServer(async (request: IncomingMessage, response) => {
  if (request.url!.endsWith('/models')) {
    probed++
    if (up) response.end('{"data":[]}')
    else response.writeHead(503).end()
    return
  }
  let text = ''
  for await (const piece of request) text += piece
  asked++
  serve(response, JSON.parse(text))
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())
beforeEach(() => {
  asked = 0
  probed = 0
  up = true
})

const never = new AbortController().signal
const prompt = (more: Partial<Prompt> = {}): Prompt => ({
  model: 'gpt-4o',
  messages: [{ role: 'user', text: 'hello' }],
  ...more,
})
function llm(more: { breakerWait?: number; first?: number } = {}) {
  const all = { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
  const { first = 2_000, ...rest } = more
  return createOpenAiLlm({
    models: readModels(),
    endpoints: { all, providers: {} },
    timeouts: { retry: 1, first },
    ...rest,
  })
}
async function all(stream: AsyncIterable<LlmEvent>): Promise<LlmEvent[]> {
  const events: LlmEvent[] = []
  for await (const event of stream) events.push(event)
  return events
}
const textOf = (events: readonly LlmEvent[]) =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('')
const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`
const chunk = (delta: object, finish: string | null = null) =>
  event({ choices: [{ index: 0, delta, finish_reason: finish }] })
const streams = (response: ServerResponse, ...deltas: (string | object)[]) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const delta of deltas) response.write(chunk(typeof delta === 'string' ? { content: delta } : delta))
  response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
}
const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body, null, 1))

describe('an answer is what the model says to the person', () => {
  const usage = { prompt_tokens: 3, completion_tokens: 2 }
  const whole = (message: object, finish_reason: string | null = 'stop') => ({
    choices: [{ message, finish_reason }],
    usage,
  })
  test.each<[string, (response: ServerResponse) => void, string, LlmEvent['type'] | string]>([
    [
      'JSON where a stream was expected',
      (it) => json(it, 200, whole({ content: 'Good\nday' })),
      'Good\nday',
      'complete',
    ],
    ['JSON that does not say why it ends', (it) => json(it, 200, whole({ content: 'Hi' }, null)), 'Hi', 'complete'],
    ['JSON that refuses', (it) => json(it, 200, whole({ content: null, refusal: 'No.' })), 'No.', 'complete'],
    [
      'a refusal',
      (it) => streams(it, { refusal: 'I can’t ' }, { refusal: 'do that.' }),
      'I can’t do that.',
      'complete',
    ],
    [
      'content in parts',
      (it) =>
        streams(it, { content: [{ type: 'text', text: 'Hi' }, { type: 'thinking', text: 'x' }, { text: '!' }, null] }),
      'Hi!',
      'complete',
    ],
    ['thoughts', (it) => streams(it, '<think>Is it?', ' It is.</think>\n\n', 'Yes.'), 'Yes.', 'complete'],
    ['thoughts cut anywhere', (it) => streams(it, ...'\n<think>a<b</think>Yes <think>.'), 'Yes <think>.', 'complete'],
    ['a word like it', (it) => streams(it, ...'<thinner> is better'), '<thinner> is better', 'complete'],
    ['the beginning of it and nothing more', (it) => streams(it, '<th'), '<th', 'complete'],
    ['thoughts without an end', (it) => streams(it, '<think>Hm', '...'), '', 'empty'],
    [
      'reasoning beside it',
      (it) => streams(it, { reasoning: 'Hm' }, { reasoning_content: 'Hm' }, 'Yes.'),
      'Yes.',
      'complete',
    ],
  ])('%s', async (_, answers, text, end) => {
    serve = answers
    const events = await all(llm().stream(prompt(), never))
    expect(textOf(events)).toBe(text)
    const last = events.at(-1) as Extract<LlmEvent, { type: 'end' }>
    expect(last.detail ?? last.reason).toBe(end)
  })

  test('of a model that leaves out the beginning of its thoughts, they are hidden from its second answer on', async () => {
    const model = llm()
    serve = (response) => streams(response, 'Hm.', '</think>', 'Yes.')
    expect(textOf(await all(model.stream(prompt(), never)))).toBe('Hm.Yes.')
    expect(textOf(await all(model.stream(prompt(), never)))).toBe('Yes.')
    serve = (response) => streams(response, 'Just yes.')
    expect(textOf(await all(model.stream(prompt(), never)))).toBe('Just yes.')
  })
})

describe('a prompt that is too long is said to be', () => {
  // As vendors and servers write it: documents and issues of each, gathered in November 2026.
  test.each<[string, number, unknown, number | undefined]>([
    [
      'OpenAI',
      400,
      { error: { code: 'context_length_exceeded', message: 'the maximum context length is 8192 tokens.' } },
      8192,
    ],
    [
      'OpenAI, by words',
      400,
      { error: { message: 'Your input exceeds the context window of this model.' } },
      undefined,
    ],
    [
      'Anthropic',
      400,
      { error: { type: 'invalid_request_error', message: 'prompt is too long: 210,000 tokens > 200,000 maximum' } },
      200_000,
    ],
    [
      'Google',
      400,
      [
        {
          error: {
            code: 400,
            message: 'The input token count (40000) exceeds the maximum number of tokens allowed (32768).',
          },
        },
      ],
      32_768,
    ],
    [
      'vLLM',
      400,
      { error: { code: 400, type: 'BadRequestError', message: 'the model’s context length is only 4096 tokens' } },
      4096,
    ],
    [
      'vLLM before',
      400,
      { object: 'error', message: "This model's maximum context length is 4096 tokens.", code: 400 },
      4096,
    ],
    [
      'llama.cpp',
      400,
      { error: { code: 400, type: 'exceed_context_size_error', message: 'exceeds', n_ctx: 2048 } },
      2048,
    ],
    [
      'llama.cpp before',
      500,
      { error: { code: 500, message: 'the request exceeds the available context size (2048 tokens)' } },
      2048,
    ],
    ['Ollama', 500, { error: { message: 'no user query found in messages' } }, undefined],
  ])('%s', async (_, status, body, most) => {
    serve = (response) => json(response, status, body)
    const model = llm()
    const before = model.model('gpt-4o')!.contextTokens
    await expect(all(model.stream(prompt(), never))).rejects.toMatchObject({ code: 'too_long' })
    expect(asked).toBe(1)
    const room = most === undefined ? before : Math.min(before, most - Math.min(1_000, Math.floor(most / 4)))
    expect(model.model('gpt-4o')!.contextTokens).toBe(room)
  })

  test.each<[number, object]>([
    [400, { error: { code: 'invalid_value', message: 'temperature must be at most 2' } }],
    [422, { error: { message: 'maximum context length' } }],
  ])('and no other refusal is: %i %j', async (status, body) => {
    serve = (response) => json(response, status, body)
    await expect(all(llm().stream(prompt(), never))).rejects.toMatchObject({ code: 'rejected' })
  })
})

test.each<[number, object]>([
  [402, { error: { type: 'billing_error' } }],
  [429, { error: { code: 'credit_balance_exhausted' } }],
  [429, { error: { type: 'insufficient_quota', code: 'project_spend_limit_exceeded' } }],
  [429, { error: { type: 'rate_limit_error', details: { error_code: 'enforced_spend_limit_reached' } } }],
])('an account without money is asked for it once, and told to whoever runs it: %i %j', async (status, body) => {
  serve = (response) => json(response, status, body)
  const model = llm()
  await expect(all(model.stream(prompt(), never))).rejects.toMatchObject({ code: 'rate_limited' })
  expect(asked).toBe(1)
  expect(model.degraded!()).toEqual([expect.stringContaining('its account has no credit left')])
})

describe('a provider that gives no answers', () => {
  const fail = async (model: ReturnType<typeof llm>) =>
    expect(all(model.stream(prompt(), never))).rejects.toMatchObject({ code: 'unavailable' })

  test('is not asked any more after three failures, and again as soon as it is there', async () => {
    up = false
    serve = (response) => json(response, 503, {})
    const model = llm({ breakerWait: 20 })
    const shown = async () => {
      const text = await createMetrics(model.breakers).registry.metrics()
      return /parley_model_provider_asked\{provider="custom"\} (\S+)/.exec(text)?.[1]
    }
    for (let turn = 0; turn < 3; turn++) await fail(model)
    expect(asked).toBe(6)
    await fail(model)
    expect(asked).toBe(6)
    expect(await shown()).toBe('0')
    expect(model.degraded!()).toEqual([expect.stringMatching(/status 503.*not asked until it is there again/)])
    await expect.poll(() => probed).toBeGreaterThan(1)
    await fail(model)
    expect(asked).toBe(6)
    up = true
    serve = (response) => streams(response, 'Back.')
    await expect.poll(() => all(model.stream(prompt(), never)).then(textOf, () => 'no')).toBe('Back.')
    expect(model.degraded!()).toEqual([])
    expect(await shown()).toBe('1')
  })

  test('is closed to everybody again by one more failure', async () => {
    serve = (response) => json(response, 503, {})
    const model = llm({ breakerWait: 20 })
    for (let turn = 0; turn < 3; turn++) await fail(model)
    await expect.poll(() => probed).toBe(1)
    await expect.poll(() => model.breakers!()).toEqual([{ provider: 'custom', state: 'half-open' }])
    await expect.poll(() => fail(model).then(() => asked)).toBe(8)
    await fail(model)
    expect(asked).toBe(8)
  })

  test('is not one that refuses, or that somebody did not wait for', async () => {
    const model = llm({ breakerWait: 20 })
    serve = (response) => json(response, 400, {})
    for (let turn = 0; turn < 5; turn++) await expect(all(model.stream(prompt(), never))).rejects.toThrow('400')
    serve = () => {}
    for (let turn = 0; turn < 5; turn++) {
      const gone = all(model.stream(prompt(), AbortSignal.timeout(20)))
      await expect(gone).rejects.toMatchObject({ name: 'TimeoutError' })
    }
    serve = (response) => streams(response, 'Here.')
    expect(textOf(await all(model.stream(prompt(), never)))).toBe('Here.')
  })
})
