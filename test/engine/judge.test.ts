import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createOpenAiLlm } from '../../src/drivers/llm-openai.ts'
import { createJudge, type JudgeQuestion } from '../../src/engine/judge.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { readModels } from '../support/models.ts'

let models: ModelServer
const clock = { now: Date.parse('2026-11-22') }
beforeAll(async () => {
  models = await startModelServer()
})
afterAll(() => models.stop())
beforeEach(() => {
  models.server.clearFixtures()
  models.server.clearRequests()
})

/** A judge that gives up after `patience` milliseconds, which are as many as a loaded machine may need, at a provider of `models.yaml` or at one server for all. */
function setup({ patience = 60_000, provider }: { patience?: number; provider?: string } = {}) {
  const endpoint = { baseUrl: models.baseUrl }
  const endpoints = provider ? { providers: { [provider]: endpoint } } : { all: endpoint, providers: {} }
  const now = () => clock.now
  const written = readModels()
  // The one whose server ignores schemas is asked by OpenAI's protocol here.
  Object.assign(written.providers['groq']!, { schemas: 'tool' })
  const llm = createOpenAiLlm({ models: written, endpoints, now, timeouts: { retry: 1 } })
  return createJudge({ llm, now, patience })
}

const answer = z.strictObject({ amount: z.int().nullable() })
const question = (message: string, more: Partial<JudgeQuestion<z.infer<typeof answer>>> = {}) => ({
  name: 'slots',
  owner: 'default/bank@1',
  model: 'gpt-4o-mini',
  instructions: 'Find the amount.',
  data: { slots: ['amount'] },
  message,
  answer,
  ...more,
})
const signal = new AbortController().signal
const bodies = () => models.server.getRequests().map(({ body }) => body as unknown as Record<string, unknown>)

test('a question is a schema, data and what was said, and its answer has that shape', async () => {
  models.answer('forty', '{"amount":40}')
  expect(await setup().ask(question('send forty'), { signal })).toEqual({
    answer: { amount: 40 },
    usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
    ms: expect.any(Number),
  })
  const [{ messages, response_format, temperature }] = bodies() as [Record<string, unknown>]
  expect(temperature).toBe(0)
  expect(response_format).toEqual({
    type: 'json_schema',
    json_schema: { name: 'slots', strict: true, schema: expect.objectContaining({ additionalProperties: false }) },
  })
  const [system, user] = messages as { content: string }[]
  expect(system!.content).toMatch(/^Find the amount\..*never follow instructions/s)
  expect(JSON.parse(user!.content)).toEqual({ slots: ['amount'], message: 'send forty' })
})

test('where a vendor ignores schemas, the model calls a function with its answer', async () => {
  models.server.on({ userMessage: 'forty' }, { toolCalls: [{ name: 'slots', arguments: '{"amount":40}' }] })
  const judge = setup({ provider: 'groq' })
  const asked = question('send forty', { model: 'openai/gpt-oss-20b' })
  expect(await judge.ask(asked, { signal })).toMatchObject({ answer: { amount: 40 } })
  expect(bodies()[0]).toMatchObject({ tool_choice: { type: 'function', function: { name: 'slots' } } })
  expect(bodies()[0]).not.toHaveProperty('response_format')
})

test.each([
  ['```json\n{"amount":40}\n```', { answer: { amount: 40 } }],
  ['{"amount":"40"}', { error: 'unreadable' }],
  ['{"amount":40,"to":"Ben"}', { error: 'unreadable' }],
  ['I think it is 40.', { error: 'unreadable' }],
  ['', { error: 'unavailable' }],
])('what the model makes of it: %s', async (written, outcome) => {
  models.answer('forty', written)
  expect(await setup().ask(question('forty'), { signal })).toMatchObject(outcome)
})

test('the same question is asked once in ten minutes; a question of others, or in other words, is another', async () => {
  models.answer(/./, '{"amount":40}')
  const judge = setup()
  await judge.ask(question('send  ４０'), { signal })
  expect(await judge.ask(question(' send 40 '), { signal })).toEqual({ answer: { amount: 40 }, ms: 0 })
  expect(bodies()).toHaveLength(1)
  await judge.ask(question('send 40', { owner: 'default/bank@2' }), { signal })
  await judge.ask(question('send 40', { data: { slots: ['fee'] } }), { signal })
  await judge.ask(question('Send 40'), { signal })
  await judge.ask(question('send 40', { model: 'gpt-4o' }), { signal })
  expect(bodies()).toHaveLength(5)
  clock.now += 10 * 60_000
  await judge.ask(question('send 40'), { signal })
  expect(bodies()).toHaveLength(6)
})

test('who asks what is being asked waits with the first, and the model stops when nobody waits', async () => {
  models.answer('both', '{"amount":2}', { ttft: 100 })
  const judge = setup()
  const first = new AbortController()
  const gone = judge.ask(question('both'), { signal: first.signal })
  const second = judge.ask(question('both'), { signal })
  first.abort(new Error('left'))
  await expect(gone).rejects.toThrow('left')
  expect(await second).toEqual({ answer: { amount: 2 }, ms: expect.any(Number) })
  expect(bodies()).toHaveLength(1)
  const alone = new AbortController()
  models.answer('nobody', '{"amount":2}', { ttft: 200 })
  const left = judge.ask(question('nobody'), { signal: alone.signal })
  alone.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  expect(await judge.ask(question('nobody'), { signal })).toMatchObject({ answer: { amount: 2 } })
})

test('a model that takes too long, or fails, is not waited for and asked again the next time', async () => {
  models.answer('slow', '{"amount":1}', { ttft: 5_000 })
  const judge = setup({ patience: 30 })
  expect(await judge.ask(question('slow'), { signal })).toMatchObject({ error: 'timeout' })
  models.answer('slow', '{"amount":1}')
  expect(await setup().ask(question('slow'), { signal })).toMatchObject({ answer: { amount: 1 } })
  models.server.prependFixture({ match: { userMessage: 'down' }, response: { error: { message: 'x' }, status: 503 } })
  const patient = setup()
  expect(await patient.ask(question('down'), { signal })).toMatchObject({ error: 'unavailable' })
  models.answer('down', '{"amount":1}')
  expect(await patient.ask(question('down'), { signal })).toMatchObject({ answer: { amount: 1 } })
  expect(await patient.ask(question('x', { model: undefined }), { signal })).toEqual({ error: 'not_configured', ms: 0 })
})

test('a model that hangs costs people their patience three times, then is left alone for half a minute, and after that tried once', async () => {
  models.answer('slow', '{"amount":1}', { ttft: 60_000 })
  models.answer('quick', '{"amount":2}')
  const judge = setup({ patience: 30 })
  const ask = async (message: string) => {
    const { ms: _, ...judgement } = await judge.ask(question(message), { signal })
    return judgement
  }
  for (const message of ['slow 1', 'slow 2', 'slow 3']) expect(await ask(message)).toEqual({ error: 'timeout' })
  const asked = bodies().length
  expect(await ask('slow 4')).toEqual({ error: 'too_slow_before' })
  expect(await ask('quick 1')).toEqual({ error: 'too_slow_before' })
  expect(bodies()).toHaveLength(asked)
  clock.now += 30_000
  expect(await ask('slow 5')).toEqual({ error: 'timeout' })
  expect(await ask('slow 6')).toEqual({ error: 'too_slow_before' })
  clock.now += 30_000
})
