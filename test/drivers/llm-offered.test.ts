import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Endpoints } from '../../src/drivers/llm/endpoints.ts'
import { createOpenAiLlm } from '../../src/drivers/llm-openai.ts'
import { createModelNames } from '../../src/lib/model-names.ts'
import { readModels } from '../support/models.ts'

/** A server that tells what models it has, and of each request for an answer by which name it was asked. */
async function startLister(list: () => { status?: number; body: unknown } | undefined) {
  const seen: string[] = []
  const server = createServer(async (request, response) => {
    seen.push(`${request.method} ${request.url}`)
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.url === '/v1/models') {
      const told = list()
      if (!told) return
      return response
        .writeHead(told.status ?? 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(told.body))
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const chunk = { choices: [{ delta: { content: `I am ${JSON.parse(body).model}` }, finish_reason: 'stop' }] }
    response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { seen, endpoint: { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, apiKey: 'k' } }
}

let today = Date.parse('2026-11-21')
afterEach(() => {
  today = Date.parse('2026-11-21')
})
const llmOf = (endpoints: Endpoints) => createOpenAiLlm({ models: readModels(), endpoints, now: () => today })
const data = (...ids: (string | object)[]) => ({
  body: { data: ids.map((id) => (typeof id === 'string' ? { id } : id)) },
})

async function said(llm: ReturnType<typeof llmOf>, model: string): Promise<string> {
  let text = ''
  const prompt = { model, messages: [{ role: 'user' as const, text: 'hi' }] }
  for await (const event of llm.stream(prompt, new AbortController().signal))
    if (event.type === 'text') text += event.text
  return text
}

describe('what agents may be set to', () => {
  test('has a key or is told by a server; the default first, retired ones last with what they answer as', async () => {
    const list = data(
      'gpt-9',
      'gpt-4o',
      'text-embedding-3-large',
      'gpt-9',
      { id: 'gpt-9-long', context_window: 400_000 },
      {},
    )
    const { endpoint, seen } = await startLister(() => list)
    const llm = llmOf({ providers: { openai: endpoint } })
    expect(seen).toEqual([])
    const offered = await llm.offered!(3_000)
    const names = offered.map(({ name }) => name)
    expect(names[0]).toBe('default')
    expect(offered[0]).toMatchObject({ upstream: 'gpt-5.6-terra', isRetired: false })
    expect(names).not.toContain('claude-opus-4-8')
    expect(offered.filter(({ from }) => from === 'server').map(({ name }) => name)).toEqual([
      'openai:gpt-9',
      'openai:gpt-9-long',
    ])
    expect(offered.find(({ name }) => name === 'openai:gpt-9-long')).toMatchObject({ contextTokens: 400_000 })
    const firstRetired = offered.findIndex(({ isRetired }) => isRetired)
    expect(offered.slice(firstRetired).every(({ isRetired }) => isRetired)).toBe(true)
    expect(offered.find(({ name }) => name === 'gpt-4')).toMatchObject({ isRetired: true, upstream: 'gpt-5.6-sol' })
    expect(await said(llm, 'openai:gpt-9')).toBe('I am gpt-9')
  })

  test('is asked of a server once in ten minutes, and what it told last holds while it does not answer', async () => {
    let list: { status?: number; body: unknown } = data('gpt-9')
    const { endpoint, seen } = await startLister(() => list)
    const llm = llmOf({ providers: { openai: endpoint } })
    const told = async () => (await llm.offered!(3_000)).some(({ name }) => name === 'openai:gpt-9')
    expect([await told(), await told(), await told()]).toEqual([true, true, true])
    expect(seen).toHaveLength(1)
    list = { status: 500, body: {} }
    today += 10 * 60_000
    expect(await told()).toBe(true)
    expect(seen).toHaveLength(2)
  })

  test('is not waited for where a server hangs', async () => {
    const { endpoint } = await startLister(() => undefined)
    const offered = await llmOf({ providers: { openai: endpoint } }).offered!(20)
    expect(offered[0]?.name).toBe('default')
  })

  test('knows a name that a server tells, and no other', async () => {
    const { endpoint } = await startLister(() => data('gpt-9'))
    const names = createModelNames(readModels(), llmOf({ providers: { openai: endpoint } }).tells)
    const known = await Promise.all(
      ['openai:gpt-9', 'openai:gpt-8', 'groq:gpt-9', 'nobody:gpt-9', 'openai:'].map(names.knows),
    )
    expect(known).toEqual([true, false, false, false, false])
  })

  test('on an operator’s own server is what it has; the default is the first of them, if none was named', async () => {
    const { endpoint } = await startLister(() => data('llama3:8b', 'qwen3:32b'))
    const llm = llmOf({ all: endpoint, providers: {} })
    expect(await said(llm, 'default')).toBe('I am llama3:8b')
    expect((await llm.offered!(3_000)).map(({ name }) => name)).toEqual([
      'default',
      'custom:llama3:8b',
      'custom:qwen3:32b',
    ])
    expect(await said(llm, 'custom:qwen3:32b')).toBe('I am qwen3:32b')
    expect(await said(llmOf({ all: { ...endpoint, model: 'mistral' }, providers: {} }), 'default')).toBe('I am mistral')
  })
})
