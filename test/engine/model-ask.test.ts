import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOpenAiLlm } from '../../src/drivers/llm-openai.ts'
import { askModel } from '../../src/engine/model/ask.ts'
import { LlmError } from '../../src/ports/llm.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { readModels } from '../support/models.ts'

let models: ModelServer
beforeAll(async () => {
  models = await startModelServer()
})
afterAll(() => models.stop())

function ask(text: string, more: { maxCharacters?: number; signal?: AbortSignal; onUsage?: () => void } = {}) {
  const llm = createOpenAiLlm({
    models: readModels(),
    endpoints: { all: { baseUrl: models.baseUrl }, providers: {} },
    timeouts: { retry: 1 },
  })
  const prompt = { model: 'gpt-4o-mini', messages: [{ role: 'user' as const, text }] }
  return askModel(llm, prompt, { signal: new AbortController().signal, maxCharacters: 100, ...more })
}

test('a short answer comes whole and trimmed, with what it cost', async () => {
  models.answer('which', '  the second one\n', { chunkSize: 3 })
  let cost: object | undefined
  expect(
    await ask('which', {
      onUsage: (...[usage]: object[]) => {
        cost = usage
      },
    }),
  ).toBe('the second one')
  expect(cost).toEqual({ inputTokens: expect.any(Number), outputTokens: expect.any(Number) })
})

test('one that goes on is cut and not waited for', async () => {
  models.answer('long', 'word '.repeat(2_000), { tps: 500, chunkSize: 5 })
  expect(await ask('long', { maxCharacters: 12 })).toBe('word word wo')
})

test('one that is not whole is none', async () => {
  models.server.prependFixture({
    match: { userMessage: 'cut' },
    response: { content: 'half an', finishReason: 'length' },
  })
  await expect(ask('cut')).rejects.toBeInstanceOf(LlmError)
  models.server.prependFixture({ match: { userMessage: 'down' }, response: { error: { message: 'x' }, status: 503 } })
  await expect(ask('down')).rejects.toMatchObject({ code: 'unavailable' })
})

test('whoever aborts hears their own reason', async () => {
  models.answer('slow', 'late', { ttft: 1_000 })
  const controller = new AbortController()
  setTimeout(() => controller.abort(new Error('enough')), 20)
  await expect(ask('slow', { signal: controller.signal })).rejects.toThrow('enough')
})
