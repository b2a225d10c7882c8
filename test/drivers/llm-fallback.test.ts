import { LLMock } from '@copilotkit/aimock'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Endpoint } from '../../src/drivers/llm/endpoints.ts'
import { createOpenAiLlm } from '../../src/drivers/llm-openai.ts'
import { modelsSchema } from '../../src/model/models.ts'
import type { LlmEvent, Prompt } from '../../src/ports/llm.ts'
import { readModels } from '../support/models.ts'

const mock = new LLMock({ port: 0 })
beforeAll(async () => {
  await mock.start()
  // The SDK is loaded before the first limit runs.
  mock.on({}, { content: 'Hi' })
  await all(llm().stream(prompt, never))
  mock.clearFixtures().clearRequests()
})
afterEach(() => mock.clearFixtures().clearRequests())
afterAll(() => mock.stop())

const prompt: Prompt = { model: 'gpt-4o', messages: [{ role: 'user', text: 'hello' }] }
const never = new AbortController().signal

/** The models as they ship, with a fallback for gpt-4o. */
function llm({
  fallback = 'gpt-4o-mini' as string | null,
  today = '2026-11-21',
  first = 5_000,
  endpoint = {} as Partial<Endpoint>,
} = {}) {
  const models = readModels()
  models.providers['openai']!.models['gpt-4o']!.fallback = fallback
  const openai = { baseUrl: `${mock.url}/v1`, apiKey: 'sk-ann', ...endpoint }
  return createOpenAiLlm({
    models: modelsSchema.parse(models),
    endpoints: { providers: { openai } },
    timeouts: { first, between: 500, retry: 1 },
    now: () => Date.parse(today),
  })
}
async function all(stream: AsyncIterable<LlmEvent>): Promise<LlmEvent[]> {
  const events: LlmEvent[] = []
  for await (const event of stream) events.push(event)
  return events
}
const refuse = (model: string, status: number, code?: string) =>
  mock.on({ model }, { error: { message: 'no', ...(code ? { code } : {}) }, status, retryAfter: 0 })
const asked = () => mock.getRequests().map(({ body }) => (body as { model: string }).model)

describe('another model of the vendor is asked, once', () => {
  test.each([
    [503, undefined, 'status 503', ['gpt-4o', 'gpt-4o', 'gpt-4o-mini']],
    [429, 'rate_limit_exceeded', 'status 429 (rate_limit_exceeded)', ['gpt-4o', 'gpt-4o', 'gpt-4o-mini']],
  ])('after %i %s', async (status, code, reason, order) => {
    refuse('gpt-4o', status, code)
    mock.on({ model: 'gpt-4o-mini' }, { content: 'Hi' })
    const events = await all(llm().stream(prompt, never))
    expect(events[0]).toEqual({
      type: 'fallback',
      upstream: 'gpt-4o-mini',
      reason: expect.stringContaining(reason.slice(0, 10)),
    })
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'complete' })
    expect(asked()).toEqual(order)
  })

  test('after a silence', async () => {
    mock.on({ model: 'gpt-4o' }, { content: 'late' }, { latency: 3_000 })
    mock.on({ model: 'gpt-4o-mini' }, { content: 'Hi' })
    expect((await all(llm({ first: 250 }).stream(prompt, never)))[0]).toEqual({
      type: 'fallback',
      upstream: 'gpt-4o-mini',
      reason: 'no text within 250 ms',
    })
  })

  test('and the error tells of both when neither answers', async () => {
    refuse('gpt-4o', 503)
    refuse('gpt-4o-mini', 500)
    await expect(all(llm().stream(prompt, never))).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^openai: status 503.*; gpt-4o-mini in its place: status 500/),
    })
    expect(asked()).toEqual(['gpt-4o', 'gpt-4o', 'gpt-4o-mini'])
  })
})

describe('nobody else is asked', () => {
  test('when the key or the request is at fault', async () => {
    for (const status of [401, 400]) {
      mock.clearFixtures()
      refuse('gpt-4o', status)
      await expect(all(llm().stream(prompt, never))).rejects.toMatchObject({
        message: expect.stringContaining(`${status}`),
      })
    }
    expect(asked()).toEqual(['gpt-4o', 'gpt-4o'])
  })

  test('without a fallback, at an operator’s endpoint, or at one of a single deployment', async () => {
    refuse('gpt-4o', 503)
    refuse('deployment', 503)
    await expect(all(llm({ fallback: null }).stream(prompt, never))).rejects.toThrow('status 503')
    await expect(all(llm({ endpoint: { model: 'deployment' } }).stream(prompt, never))).rejects.toThrow('status 503')
    const own = createOpenAiLlm({
      models: readModels(),
      endpoints: { all: { baseUrl: `${mock.url}/v1` }, providers: {} },
      timeouts: { retry: 1 },
    })
    await expect(all(own.stream(prompt, never))).rejects.toThrow('status 503')
    expect(new Set(asked())).toEqual(new Set(['gpt-4o', 'deployment']))
  })

  test('once there is text', async () => {
    mock.on(
      { model: 'gpt-4o' },
      { content: 'This is cut in the middle' },
      { chunkSize: 5, streamingProfile: { tps: 100 }, truncateAfterChunks: 3 },
    )
    expect((await all(llm().stream(prompt, never))).at(-1)).toMatchObject({ type: 'end', reason: 'interrupted' })
    expect(asked()).toEqual(['gpt-4o'])
  })

  test('once the caller wants no more', async () => {
    mock.on({ model: 'gpt-4o' }, { content: 'late' }, { latency: 3_000 })
    const caller = new AbortController()
    const answer = all(llm().stream(prompt, caller.signal))
    const ended = expect(answer).rejects.toThrow()
    await vi.waitFor(() => expect(asked()).toEqual(['gpt-4o']), { interval: 10 })
    caller.abort()
    await ended
    expect(asked()).toEqual(['gpt-4o'])
  })
})

describe('a model that its vendor does not know any more', () => {
  test('is followed by its successor, before the day that the table knows', async () => {
    refuse('gpt-4o', 404, 'model_not_found')
    mock.on({ model: 'gpt-6-luna' }, { content: 'Hi' })
    expect((await all(llm({ fallback: null }).stream(prompt, never)))[0]).toEqual({
      type: 'fallback',
      upstream: 'gpt-6-luna',
      reason: expect.stringMatching(/^status 404/),
    })
  })

  test('without one, by its fallback', async () => {
    const models = readModels()
    Object.assign(models.providers['openai']!.models['gpt-6-luna']!, { fallback: 'gpt-5.6-sol' })
    refuse('gpt-6-luna', 404)
    mock.on({ model: 'gpt-5.6-sol' }, { content: 'Hi' })
    const own = createOpenAiLlm({
      models,
      endpoints: { providers: { openai: { baseUrl: `${mock.url}/v1`, apiKey: 'sk-ann' } } },
      now: () => Date.parse('2027-02-01'),
    })
    expect((await all(own.stream(prompt, never)))[0]).toMatchObject({ type: 'fallback', upstream: 'gpt-5.6-sol' })
  })
})

describe('every vendor’s address', () => {
  test.each(['/v1', '/v1beta/openai', '/openai/v1', '/openai/v1/'])('%s', async (path) => {
    mock.on({ userMessage: 'hello' }, { content: 'Hi' })
    const events = await all(llm({ endpoint: { baseUrl: `${mock.url}${path}` } }).stream(prompt, never))
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'complete' })
  })

  test('Azure’s older one: a deployment in the path, its version behind it, its key in a header', async () => {
    mock.on({ userMessage: 'hello' }, { content: 'Hi' })
    const endpoint = {
      baseUrl: `${mock.url}/openai/deployments/bens`,
      keyHeader: 'api-key',
      query: { 'api-version': '2024-10-21' },
    }
    const events = await all(llm({ endpoint }).stream(prompt, never))
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'complete' })
    const { path, headers } = mock.getLastRequest()!
    expect(path).toMatch(/^\/openai\/deployments\/bens\/chat\/completions/)
    expect(headers['authorization']).toBeUndefined()
    expect(headers['api-key']).toBeDefined()
  })
})

describe('who gives no answers is named', () => {
  test('after two failures in a row, until it answers again', async () => {
    const failing = llm({ fallback: null })
    const ask = () => all(failing.stream(prompt, never)).catch(() => {})
    refuse('gpt-4o', 503)
    await ask()
    expect(failing.degraded?.()).toEqual([])
    await ask()
    const why = 'openai gives no answers since 2026-11-21T00:00:00.000Z (gpt-4o: status 503 (server_error))'
    expect(failing.degraded?.()).toEqual([why])
    mock.clearFixtures()
    mock.on({}, { content: 'Hi' })
    await ask()
    expect(failing.degraded?.()).toEqual([])
  })

  test('at once where it refuses the key, and not for what is wrong with one request', async () => {
    const failing = llm({ fallback: null })
    const ask = () => all(failing.stream(prompt, never)).catch(() => {})
    refuse('gpt-4o', 400, 'context_length_exceeded')
    await ask()
    await ask()
    expect(failing.degraded?.()).toEqual([])
    mock.clearFixtures()
    refuse('gpt-4o', 401)
    await ask()
    expect(failing.degraded?.()).toEqual([expect.stringContaining('status 401')])
  })
})

test('a model with a line in models.yaml is asked by its name, at a provider that can be asked', async () => {
  const models = readModels()
  const rules = models.providers['openai']!.models['gpt-6-luna']!
  models.providers['google']!.models['gpt-7'] = rules
  models.providers['openai']!.models['gpt-7'] = rules
  const endpoints = { providers: { openai: { baseUrl: `${mock.url}/v1` } } }
  const named = createOpenAiLlm({ models: modelsSchema.parse(models), endpoints })
  mock.on({ model: 'gpt-7' }, { content: 'Seven.' })
  expect(named.model('gpt-7')).toMatchObject({ upstream: 'gpt-7', provider: 'openai' })
  expect(await all(named.stream({ ...prompt, model: 'gpt-7' }, never))).toContainEqual({ type: 'text', text: 'Seven.' })
  expect(named.model('gpt-8')).toBeUndefined()
})
