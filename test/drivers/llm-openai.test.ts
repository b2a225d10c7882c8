import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { LLMock } from '@copilotkit/aimock'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import type { LlmTimeouts } from '../../src/drivers/llm/watch.ts'
import { createOpenAiLlm } from '../../src/drivers/llm-openai.ts'
import { modelsSchema } from '../../src/model/models.ts'
import { type Llm, LlmError, type LlmEvent, type Prompt } from '../../src/ports/llm.ts'

const models = modelsSchema.parse(parse(readFileSync(new URL('../../config/models.yaml', import.meta.url), 'utf8')))
const key = 'sk-ann-0123456789'
const secret = 'Ben is moving to Kyoto'
const prompt = (more: Partial<Prompt> = {}): Prompt => ({
  model: 'gpt-4o',
  messages: [{ role: 'user', text: 'hello' }],
  ...more,
})
const never = new AbortController().signal

async function all(stream: AsyncIterable<LlmEvent>): Promise<LlmEvent[]> {
  const events: LlmEvent[] = []
  for await (const event of stream) events.push(event)
  return events
}

const textOf = (events: LlmEvent[]) => events.map((event) => (event.type === 'text' ? event.text : '')).join('')

async function failure(stream: AsyncIterable<LlmEvent>): Promise<LlmError> {
  const error = await all(stream).then(
    (events) => expect.unreachable(`ended with ${JSON.stringify(events)}`),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(LlmError)
  const { message } = error as LlmError
  for (const hidden of [key, secret, 'hello']) expect(message).not.toContain(hidden)
  return error as LlmError
}

describe('against a server of the real protocol', () => {
  const mock = new LLMock({ port: 0 })
  const llm = (today = '2026-11-21') => {
    const endpoint = { baseUrl: `${mock.url}/v1`, apiKey: key }
    const providers = Object.fromEntries(Object.keys(models.providers).map((name) => [name, endpoint]))
    return createOpenAiLlm({ models, endpoints: { providers }, now: () => Date.parse(today) })
  }
  const lastBody = () => mock.getLastRequest()!.body as unknown as Record<string, unknown>

  beforeAll(async () => {
    mock.onMessage('hello', { content: 'Good morning, Ann. What can I do for you today?' }, { chunkSize: 7 })
    mock.onMessage('long', { content: 'It all began', finishReason: 'length' })
    mock.onMessage('rude', { content: 'I', finishReason: 'content_filter' })
    mock.onMessage('nothing', { content: '' })
    await mock.start()
  })
  afterAll(() => mock.stop())

  test('text in pieces, then usage, then one end', async () => {
    const events = await all(llm().stream(prompt(), never))
    expect(events.slice(0, -2).every((event) => event.type === 'text' && event.text.length <= 7)).toBe(true)
    expect(textOf(events)).toBe('Good morning, Ann. What can I do for you today?')
    expect(events.at(-2)).toEqual({ type: 'usage', inputTokens: expect.any(Number), outputTokens: expect.any(Number) })
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'complete' })
  })

  test.each([
    ['long', { type: 'end', reason: 'length' }],
    ['rude', { type: 'end', reason: 'filtered' }],
    ['nothing', { type: 'end', reason: 'interrupted', detail: 'empty' }],
  ])('ends as the server says: %s', async (text, end) => {
    const events = await all(llm().stream(prompt({ messages: [{ role: 'user', text }] }), never))
    expect(events.at(-1)).toEqual(end)
  })

  test('what is asked', async () => {
    const messages: Prompt['messages'] = [
      { role: 'system', text: 'You are kind.' },
      { role: 'user', text: 'hi' },
      { role: 'assistant', text: 'Hi!' },
      { role: 'user', text: 'hello' },
    ]
    await all(llm().stream(prompt({ temperature: 0, messages }), never))
    expect(lastBody()).toMatchObject({
      model: 'gpt-4o',
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0,
      messages: messages.map(({ role, text }) => ({ role, content: text })),
    })
  })

  test('a successor is asked in its own way', async () => {
    await all(llm('2027-01-14').stream(prompt({ temperature: 0.5 }), never))
    expect(lastBody()).toMatchObject({ model: 'gpt-6-luna', reasoning_effort: 'none' })
    expect(lastBody()).not.toHaveProperty('temperature')
  })

  test('images go only to models that see', async () => {
    const messages: Prompt['messages'] = [
      { role: 'user', text: 'hello', images: [{ mimetype: 'image/png', base64: 'iVBORw0KGgo=' }] },
    ]
    await all(llm().stream(prompt({ messages }), never))
    expect(lastBody()['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'hello' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        ],
      },
    ])
    await all(llm().stream(prompt({ model: 'llama3-8b-8192', messages }), never))
    expect(lastBody()['messages']).toEqual([{ role: 'user', content: 'hello' }])
  })

  test('an id nobody serves', async () => {
    const nobody = createOpenAiLlm({ models, endpoints: { providers: {} } })
    expect(nobody.model('gpt-4o')).toBeUndefined()
    expect(await failure(nobody.stream(prompt(), never))).toMatchObject({ code: 'not_configured' })
  })
})

describe('against a server that breaks', () => {
  /** Of those that are about a limit; all others get the time that a loaded machine needs. */
  const brief: LlmTimeouts = { first: 400, between: 150, total: 5_000, tail: 40, retry: 1 }
  const patient: LlmTimeouts = { first: 60_000, between: 60_000, total: 60_000, tail: 40, retry: 1 }
  const chunk = (delta: object, more: object = {}) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null, ...more }] })}\n\n`
  const finish = (reason = 'stop') => chunk({}, { finish_reason: reason })
  const good = `${chunk({ content: 'Hi' })}${chunk({ content: ' Ann' })}${finish()}data: [DONE]\n\n`
  const said = { type: 'text', text: 'Hi' }

  let requests: IncomingHttpHeaders[] = []
  let serve: (response: ServerResponse, attempt: number) => void
  let closed: Promise<void>
  const server = createServer((request, response) => {
    requests.push(request.headers)
    closed = new Promise((resolve) => void request.socket.once('close', () => resolve()))
    request.resume().once('end', () => serve(response, requests.length))
  })
  let baseUrl: string

  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    // The SDK is loaded before the first limit runs.
    serve = (response) => response.end(good)
    await all(llm({}).stream(prompt(), never))
  })
  afterEach(() => {
    requests = []
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  function llm(timeouts: Partial<LlmTimeouts> = patient): Llm {
    return createOpenAiLlm({ models, endpoints: { all: { baseUrl, apiKey: key }, providers: {} }, timeouts })
  }
  const streaming = (response: ServerResponse, ...parts: string[]) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const part of parts) response.write(part)
    return response
  }
  const refuse = (response: ServerResponse, status: number, headers: object = {}, error: object = {}) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error: { message: `bad key ${key} for "hello: ${secret}"`, ...error } }))

  describe('once there is text, the answer ends as interrupted', () => {
    const interrupted = (detail: string) => [said, { type: 'end', reason: 'interrupted', detail }]

    test('a stall', async () => {
      serve = (response) => void streaming(response, chunk({ content: 'Hi' }))
      expect(await all(llm({ ...patient, between: 150 }).stream(prompt(), never))).toEqual(
        interrupted('stalled for 150 ms'),
      )
      await closed
    })

    test('comments and empty chunks are no content', async () => {
      serve = (response) => {
        streaming(response, chunk({ content: 'Hi' }))
        const ping = setInterval(() => response.write(`: ping\n\n${chunk({ content: '' })}`), 10)
        response.once('close', () => clearInterval(ping))
      }
      expect(await all(llm({ ...patient, between: 150 }).stream(prompt(), never))).toEqual(
        interrupted('stalled for 150 ms'),
      )
      await closed
    })

    test('an answer without end', async () => {
      serve = (response) => {
        streaming(response, chunk({ content: 'Hi' }))
        const more = setInterval(() => response.write(chunk({ content: '!' })), 10)
        response.once('close', () => clearInterval(more))
      }
      const events = await all(llm({ ...patient, total: 300 }).stream(prompt(), never))
      expect(textOf(events)).toMatch(/^Hi!+$/)
      expect(events.at(-1)).toEqual({ type: 'end', reason: 'interrupted', detail: 'not finished within 300 ms' })
      await closed
    })

    test('an end of file without a finish_reason', async () => {
      serve = (response) => void streaming(response, chunk({ content: 'Hi' })).end()
      expect(await all(llm().stream(prompt(), never))).toEqual(interrupted('closed without finishing'))
    })

    test('a [DONE] without a finish_reason', async () => {
      serve = (response) => void streaming(response, chunk({ content: 'Hi' }), 'data: [DONE]\n\n').end()
      expect(await all(llm().stream(prompt(), never))).toEqual(interrupted('closed without finishing'))
    })

    test('garbage', async () => {
      serve = (response) => void streaming(response, chunk({ content: 'Hi' }), 'data: {"choices": [{\n\n').end()
      expect(await all(llm().stream(prompt(), never))).toEqual(interrupted('unreadable chunk'))
    })

    test('a cut', async () => {
      serve = (response) => {
        streaming(response, chunk({ content: 'Hi' }))
        setTimeout(() => response.destroy(), 10)
      }
      const events = await all(llm().stream(prompt(), never))
      expect(events[0]).toEqual(said)
      expect(events[1]).toMatchObject({ type: 'end', reason: 'interrupted', detail: /^connection failed/ })
    })

    test('an error in the stream', async () => {
      const error = `data: ${JSON.stringify({ error: { message: secret, code: 'server_error' } })}\n\n`
      serve = (response) => void streaming(response, chunk({ content: 'Hi' }), error).end()
      expect(await all(llm().stream(prompt(), never))).toEqual(interrupted('error in the stream (server_error)'))
    })

    test('a line of 10 MB', async () => {
      serve = (response) => void streaming(response, chunk({ content: 'Hi' }), `data: "${'x'.repeat(10 << 20)}`)
      expect(await all(llm().stream(prompt(), never))).toEqual(interrupted('unreadable chunk'))
      await closed
    })
  })

  test('chunks of strange shapes are passed over', async () => {
    const strange = [
      'null',
      '5',
      '[]',
      '"text"',
      '{}',
      '{"choices":null}',
      '{"choices":[{}]}',
      '{"choices":[{"delta":5}]}',
    ]
    const odd = [...strange, '{"choices":[{"delta":{"content":7}}],"usage":{"prompt_tokens":"many"}}']
    serve = (response) => void streaming(response, ...odd.map((json) => `data: ${json}\n\n`), good).end()
    expect(await all(llm().stream(prompt(), never))).toEqual([
      said,
      { type: 'text', text: ' Ann' },
      { type: 'end', reason: 'complete' },
    ])
  })

  test('more text than can be kept is cut', async () => {
    serve = (response) => {
      streaming(response)
      for (let i = 0; i < 30; i++) response.write(chunk({ content: 'x'.repeat(10_000) }))
      response.end(finish())
    }
    const events = await all(llm().stream(prompt(), never))
    expect(textOf(events)).toHaveLength(200_000)
    expect(events.every((event) => event.type !== 'text' || event.text !== '')).toBe(true)
    expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'length' })
    await closed
  })

  test('lines end in any way, and characters are cut anywhere', async () => {
    const bytes = Buffer.from(
      `: hello\r\n\r\nevent: message\r\ndata:${chunk({ content: '日本🙂' }).slice(5)}${finish()}`.trimEnd(),
    )
    serve = async (response) => {
      streaming(response)
      for (const byte of bytes) {
        response.write(Buffer.from([byte]))
        await new Promise(setImmediate)
      }
      response.end()
    }
    const events = await all(llm({}).stream(prompt(), never))
    expect(events).toEqual([
      { type: 'text', text: '日本🙂' },
      { type: 'end', reason: 'complete' },
    ])
  })

  describe('after the finish_reason nothing can spoil the answer', () => {
    const details = { prompt_tokens_details: { cached_tokens: 1 }, completion_tokens_details: { reasoning_tokens: 7 } }
    const usage = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, ...details } })}\n\n`
    // No part is more than its whole, whatever a server says.
    const counted = { type: 'usage', inputTokens: 3, outputTokens: 2, cachedTokens: 1, reasoningTokens: 2 }
    const complete = [said, counted, { type: 'end', reason: 'complete' }]
    test.each<[string, (response: ServerResponse) => void]>([
      ['a stall', () => {}],
      ['a cut', (response) => void setTimeout(() => response.destroy(), 10)],
      ['garbage', (response) => void response.end('data: ?\n\n')],
      ['a missing [DONE]', (response) => void response.end()],
    ])('%s', async (_, then) => {
      serve = (response) => then(streaming(response, chunk({ content: 'Hi' }), finish(), usage))
      expect(await all(llm().stream(prompt(), never))).toEqual(complete)
    })
  })

  describe('before the first text', () => {
    test('a stall is an error, not tried again', async () => {
      serve = (response) => void streaming(response, chunk({ role: 'assistant', content: '' }))
      const error = await failure(llm({ ...patient, first: 80 }).stream(prompt(), never))
      expect(error).toMatchObject({ code: 'unavailable', message: 'custom: no text within 80 ms' })
      expect(requests).toHaveLength(1)
      await closed
    })

    test('so is a server that does not answer at all', async () => {
      serve = () => {}
      const error = await failure(llm({ ...patient, first: 80 }).stream(prompt(), never))
      expect(error).toMatchObject({ code: 'unavailable', message: 'custom: no text within 80 ms' })
      await closed
    })

    test('one that thinks aloud is waited for', async () => {
      serve = (response) => {
        streaming(response)
        let thoughts = 0
        const think = setInterval(() => {
          response.write(chunk({ reasoning: 'Hm.' }))
          if (++thoughts < 12) return
          clearInterval(think)
          response.end(good)
        }, 40)
      }
      const events = await all(llm({ ...brief, first: 300 }).stream(prompt(), never))
      expect(textOf(events)).toBe('Hi Ann')
    })

    test.each<[string, (response: ServerResponse) => void]>([
      ['500', (response) => void refuse(response, 500)],
      ['503 with Retry-After', (response) => void refuse(response, 503, { 'retry-after': '0' })],
      ['429 with Retry-After', (response) => void refuse(response, 429, { 'retry-after': '0.02' })],
      ['a reset', (response) => void response.socket!.resetAndDestroy()],
      ['a cut', (response) => void setTimeout(() => response.destroy(), 10)],
      ['an end of file', (response) => void streaming(response).end()],
      [
        'an overloaded stream',
        (response) => void streaming(response, 'data: {"error":{"type":"overloaded_error"}}\n\n').end(),
      ],
    ])('once more after %s', async (_, first) => {
      serve = (response, attempt) => (attempt === 1 ? first(response) : void streaming(response, good).end())
      const events = await all(llm().stream(prompt(), never))
      expect(textOf(events)).toBe('Hi Ann')
      expect(events.at(-1)).toEqual({ type: 'end', reason: 'complete' })
      expect(requests).toHaveLength(2)
    })

    test('but only once', async () => {
      serve = (response) => void refuse(response, 500)
      expect(await failure(llm().stream(prompt(), never))).toMatchObject({
        code: 'unavailable',
        message: 'custom: status 500',
      })
      expect(requests).toHaveLength(2)
    })

    test.each<[number, object, object, Partial<LlmError>]>([
      [
        400,
        {},
        { code: 'context_length_exceeded' },
        { code: 'too_long', message: 'custom: status 400 (context_length_exceeded)' },
      ],
      [401, {}, { code: key }, { code: 'unauthorized', message: 'custom: status 401' }],
      [403, {}, {}, { code: 'unauthorized' }],
      [404, {}, { code: 'model_not_found' }, { code: 'rejected' }],
      [429, { 'retry-after': '60' }, {}, { code: 'rate_limited', retryAfterMs: 60_000 }],
      [
        429,
        {},
        { code: 'insufficient_quota' },
        { code: 'rate_limited', message: 'custom: status 429 (insufficient_quota)' },
      ],
      [503, { 'retry-after': '30' }, {}, { code: 'unavailable', retryAfterMs: 30_000 }],
    ])('not after %i %j %j', async (status, headers, error, expected) => {
      serve = (response) => void refuse(response, status, headers, error)
      expect(await failure(llm().stream(prompt(), never))).toMatchObject(expected)
      expect(requests).toHaveLength(1)
    })

    test('nobody listens', async () => {
      const closedServer = createServer().listen(0, '127.0.0.1')
      await new Promise((resolve) => closedServer.once('listening', resolve))
      const { port } = closedServer.address() as AddressInfo
      await new Promise((resolve) => closedServer.close(resolve))
      const all = { baseUrl: `http://127.0.0.1:${port}/v1` }
      const error = await failure(
        createOpenAiLlm({ models, endpoints: { all, providers: {} }, timeouts: brief }).stream(prompt(), never),
      )
      expect(error).toMatchObject({ code: 'unavailable', message: 'custom: connection failed (ECONNREFUSED)' })
    })
  })

  describe('the reader', () => {
    test('who aborts gets the reason, and the server its socket back', async () => {
      serve = (response) => void streaming(response, chunk({ content: 'Hi' }))
      const control = new AbortController()
      const reason = new Error('Ann pressed stop')
      const stream = llm({}).stream(prompt(), control.signal)[Symbol.asyncIterator]()
      expect(await stream.next()).toEqual({ done: false, value: said })
      const next = stream.next()
      control.abort(reason)
      await expect(next).rejects.toBe(reason)
      await closed
    })

    test.each<[string, () => void]>([
      ['waiting for the answer', () => (serve = () => {})],
      ['waiting to try again', () => (serve = (response) => void refuse(response, 429, { 'retry-after': '4' }))],
    ])('may abort while %s', async (_, arrange) => {
      arrange()
      const control = new AbortController()
      const stream = all(llm({}).stream(prompt(), control.signal))
      await vi.waitFor(() => expect(requests).toHaveLength(1))
      control.abort(new Error('Ann pressed stop'))
      await expect(stream).rejects.toThrow('Ann pressed stop')
    })

    test('who has aborted before asks nothing', async () => {
      await expect(all(llm().stream(prompt(), AbortSignal.abort(new Error('late'))))).rejects.toThrow('late')
      expect(requests).toHaveLength(0)
    })

    test('may abort while the SDK is being loaded', async () => {
      serve = () => {}
      const control = new AbortController()
      const stream = all(llm({}).stream(prompt(), control.signal))
      control.abort(new Error('Ann pressed stop'))
      await expect(stream).rejects.toThrow('Ann pressed stop')
    })

    test('gets no text after an abort, though it has arrived', async () => {
      serve = (response) => void streaming(response, good).end()
      const control = new AbortController()
      const seen: LlmEvent[] = []
      const read = async () => {
        for await (const event of llm().stream(prompt(), control.signal)) {
          seen.push(event)
          control.abort(new Error('enough'))
        }
      }
      await expect(read()).rejects.toThrow('enough')
      expect(seen).toEqual([said])
    })

    test('who leaves frees the socket', async () => {
      serve = (response) => void streaming(response, chunk({ content: 'Hi' }))
      for await (const event of llm({}).stream(prompt(), never)) {
        expect(event).toEqual(said)
        break
      }
      await closed
    })

    test('who is slow does not make the server look stalled', async () => {
      serve = (response) => void streaming(response, good).end()
      const events: LlmEvent[] = []
      for await (const event of llm(brief).stream(prompt(), never)) {
        events.push(event)
        if (event.type === 'text') await sleep(1.5 * brief.between)
      }
      expect(textOf(events)).toBe('Hi Ann')
      expect(events.at(-1)).toEqual({ type: 'end', reason: 'complete' })
    })
  })

  test('connections are used again', async () => {
    const fresh = createServer((request, response) => {
      request.resume()
      streaming(response, good)
      // As servers do: the end of the body comes by itself.
      setTimeout(() => response.end(), 5)
    })
    let connections = 0
    fresh.on('connection', () => connections++)
    await new Promise<void>((resolve) => void fresh.listen(0, '127.0.0.1', resolve))
    const endpoint = { baseUrl: `http://127.0.0.1:${(fresh.address() as AddressInfo).port}/v1` }
    const one = createOpenAiLlm({ models, endpoints: { all: endpoint, providers: {} } })
    for (let i = 0; i < 10; i++) await all(one.stream(prompt(), never))
    fresh.closeAllConnections()
    fresh.close()
    // The next request may start just before the pool has the connection back.
    expect(connections).toBeLessThanOrEqual(2)
  })

  test('nothing of one vendor goes to another', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-of-openai')
    vi.stubEnv('OPENAI_ORG_ID', 'org-of-openai')
    vi.stubEnv('OPENAI_PROJECT_ID', 'project-of-openai')
    serve = (response) => void streaming(response, good).end()
    const local = { baseUrl }
    await all(createOpenAiLlm({ models, endpoints: { all: local, providers: {} } }).stream(prompt(), never))
    vi.unstubAllEnvs()
    expect(JSON.stringify(requests)).not.toContain('of-openai')
  })
})
