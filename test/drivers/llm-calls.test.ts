import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LLMock } from '@copilotkit/aimock'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallDelta, createCalls } from '../../src/drivers/llm/calls.ts'
import { createOpenAiLlm } from '../../src/drivers/llm-openai.ts'
import type { LlmEvent, Prompt, Tool } from '../../src/ports/llm.ts'
import { readModels } from '../support/models.ts'

const weather: Tool = {
  name: 'weather',
  description: 'Tells the weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const prompt = (text: string, more: Partial<Prompt> = {}): Prompt => ({
  model: 'gpt-4o-mini',
  messages: [{ role: 'user', text }],
  tools: [weather],
  ...more,
})
const never = new AbortController().signal

async function all(stream: AsyncIterable<LlmEvent>): Promise<LlmEvent[]> {
  const events: LlmEvent[] = []
  for await (const event of stream) events.push(event)
  return events
}
const callsOf = (events: LlmEvent[]) => events.flatMap((event) => (event.type === 'call' ? [event.call] : []))

describe('against a server of the real protocol', () => {
  const mock = new LLMock({ port: 0, chunkSize: 5 })
  const llm = () =>
    createOpenAiLlm({ models: readModels(), endpoints: { all: { baseUrl: `${mock.url}/v1` }, providers: {} } })
  const lastBody = () => mock.getLastRequest()!.body as unknown as Record<string, unknown>

  beforeAll(async () => {
    mock.on(
      { userMessage: 'both' },
      {
        content: 'Let me see.',
        toolCalls: [
          { id: 'call_a', name: 'weather', arguments: '{"city":"Kyoto"}' },
          { id: 'call_b', name: 'weather', arguments: '{"city":"Nara"}' },
        ],
      },
    )
    mock.on({ userMessage: 'plain' }, { content: 'Sunny.' })
    await mock.start()
  })
  afterAll(() => mock.stop())

  test('parallel calls come whole, behind the text', async () => {
    const events = await all(llm().stream(prompt('both'), never))
    expect(events.map(({ type }) => type).filter((type, i, types) => type !== types[i - 1])).toEqual([
      'text',
      'call',
      'usage',
      'end',
    ])
    expect(callsOf(events)).toEqual([
      { id: 'call_a', name: 'weather', arguments: '{"city":"Kyoto"}' },
      { id: 'call_b', name: 'weather', arguments: '{"city":"Nara"}' },
    ])
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'calls' })
  })

  test('tools, calls and results are asked in the protocol’s words', async () => {
    const calls = [{ id: 'call_a', name: 'weather', arguments: '{}', extra: { google: { thought_signature: 'x' } } }]
    const messages: Prompt['messages'] = [
      { role: 'user', text: 'plain' },
      { role: 'assistant', text: '', calls },
      { role: 'tool', callId: 'call_a', text: '{"sun":true}' },
      { role: 'user', text: 'plain' },
    ]
    await all(llm().stream(prompt('', { messages, toolChoice: 'none' }), never))
    expect(lastBody()).toMatchObject({
      tools: [{ type: 'function', function: weather }],
      tool_choice: 'none',
      messages: [
        { role: 'user', content: 'plain' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: 'call_a',
              type: 'function',
              function: { name: 'weather', arguments: '{}' },
              extra_content: { google: { thought_signature: 'x' } },
            },
          ],
        },
        { role: 'tool', tool_call_id: 'call_a', content: '{"sun":true}' },
        { role: 'user', content: 'plain' },
      ],
    })
  })

  test('a model without function calling is offered none', async () => {
    await all(llm().stream(prompt('plain', { model: 'o1-mini' }), never))
    expect(lastBody()).not.toHaveProperty('tools')
    expect(llm().model('o1-mini')!.tools).toBe(false)
    await all(llm().stream(prompt('plain', { tools: [] }), never))
    expect(lastBody()).not.toHaveProperty('tools')
  })
})

describe('as vendors stream them', () => {
  const piece = (written: string, more: object = {}) => ({ function: { arguments: written }, ...more })
  const begin = (name: string, written: string, more: object = {}) => ({
    function: { name, arguments: written },
    ...more,
  })
  function assembled(deltas: CallDelta[]) {
    const calls = createCalls()
    for (const delta of deltas) calls.add(delta)
    return calls.whole()
  }
  const kyoto = { name: 'weather', arguments: '{"city":"Kyoto"}' }
  const nara = { name: 'weather', arguments: '{"city":"Nara"}' }

  test.each<[string, CallDelta[]]>([
    [
      'numbered pieces',
      [
        begin('weather', '', { index: 0, id: 'a' }),
        begin('weather', '', { index: 1, id: 'b' }),
        piece('{"city":', { index: 0 }),
        piece('{"city":', { index: 1 }),
        piece('"Kyoto"}', { index: 0 }),
        piece('"Nara"}', { index: 1 }),
      ],
    ],
    [
      'whole and without numbers',
      [begin('weather', kyoto.arguments, { id: 'a' }), begin('weather', nara.arguments, { id: 'b' })],
    ],
    [
      'all of number 0',
      [
        begin('weather', kyoto.arguments, { index: 0, id: 'a' }),
        begin('weather', nara.arguments, { index: 0, id: 'b' }),
      ],
    ],
    ['without numbers or ids', [begin('weather', kyoto.arguments), begin('weather', nara.arguments)]],
    [
      'in pieces without numbers',
      [
        begin('weather', '{"city":', { id: 'a' }),
        piece('"Kyoto"}', { id: '' }),
        begin('weather', '{"city":', { id: 'b' }),
        piece('"Nara"}'),
      ],
    ],
    [
      'id and name with every piece',
      [
        begin('weather', '{"city":', { index: 0, id: 'a' }),
        begin('weather', '"Kyoto"}', { index: 0, id: 'a' }),
        begin('weather', '{"city":', { index: 1, id: 'b' }),
        begin('weather', '"Nara"}', { index: 1, id: 'b' }),
      ],
    ],
    [
      'a new id for every piece',
      [
        begin('weather', '{"city":', { index: 0, id: 'a' }),
        piece('"Kyoto"}', { index: 0, id: 'x' }),
        begin('weather', '{"city":', { index: 1, id: 'b' }),
        piece('"Nara"}', { index: 1, id: 'y' }),
      ],
    ],
    [
      'arguments as an object',
      [
        { index: 0, id: 'a', function: { name: 'weather', arguments: { city: 'Kyoto' } } },
        { index: 1, id: 'b', function: { name: 'weather', arguments: { city: 'Nara' } } },
      ],
    ],
  ])('%s', (_, deltas) => {
    const calls = assembled(deltas)
    expect(calls).toMatchObject([kyoto, nara])
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
  })

  test('ids are made up where they are missing or the same', () => {
    const calls = assembled([
      begin('a', '{}', { index: 0, id: 'same' }),
      begin('b', '{}', { index: 1, id: 'same' }),
      begin('c', ''),
    ])
    expect(calls.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(calls[0]!.id).toBe('same')
    expect(new Set(calls.map(({ id }) => id)).size).toBe(3)
  })

  test('no arguments are an empty object; a name is made one that may be said again; nameless calls are none', () => {
    expect(assembled([begin('get weather!', ' '), { index: 7, function: null }, {}])).toMatchObject([
      { name: 'get_weather_', arguments: '{}' },
    ])
  })

  test('what belongs to a call comes back with it, also in a piece of its own', () => {
    const signature = { google: { thought_signature: 'c2ln' } }
    expect(assembled([begin('weather', '{}', { id: 'a', extra_content: signature })])[0]!.extra).toEqual(signature)
    expect(assembled([begin('weather', '{}', { id: 'a' }), { extra_content: signature }])[0]!.extra).toEqual(signature)
  })

  test('calls without end are given up', () => {
    expect(() => assembled([begin('weather', 'x'.repeat(200_001))])).toThrow(SyntaxError)
    expect(() =>
      assembled(Array.from({ length: 65 }, (_, index) => begin('weather', '', { index, id: `${index}` }))),
    ).toThrow(SyntaxError)
  })

  test('however arguments are cut, the calls are the same', () => {
    const call = fc.record({
      name: fc.constantFrom('weather', 'news'),
      city: fc.string({ unit: 'grapheme', maxLength: 12 }),
    })
    fc.assert(
      fc.property(
        fc.array(call, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 5 }),
        fc.boolean(),
        (made, size, numbered) => {
          const deltas = made.flatMap(({ name, city }, index) => {
            const written = JSON.stringify({ city })
            const number = numbered ? { index } : {}
            const rest: CallDelta[] = []
            for (let at = size; at < written.length; at += size) rest.push(piece(written.slice(at, at + size), number))
            return [begin(name, written.slice(0, size), { ...number, id: `call_${index}` }), ...rest]
          })
          expect(assembled(deltas)).toEqual(
            made.map(({ name, city }, index) => ({ id: `call_${index}`, name, arguments: JSON.stringify({ city }) })),
          )
        },
      ),
    )
  })
})

describe('against a server that breaks', () => {
  const chunk = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  const calling = (written: string, finish: string | null = null) =>
    chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'weather', arguments: written } }] }, finish)
  let requests = 0
  let serve: (response: ServerResponse, attempt: number) => void
  let baseUrl = ''
  const server = createServer((request, response) => {
    requests++
    request.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      serve(response, requests)
    })
  })
  const ask = () => {
    requests = 0
    const llm = createOpenAiLlm({
      models: readModels(),
      endpoints: { all: { baseUrl }, providers: {} },
      timeouts: { first: 60_000, between: 100, total: 5_000, tail: 40, retry: 1 },
    })
    return all(llm.stream(prompt('hello'), never))
  }
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    // The SDK is loaded before the first limit runs.
    serve = (response) => response.end(chunk({ content: 'Hi' }, 'stop'))
    await ask()
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  test('a call that was cut off is never made: nothing was shown, so it is asked again', async () => {
    serve = (response, attempt) => response.end(attempt === 1 ? calling('{"city":"Ky') : calling('{}', 'tool_calls'))
    expect(callsOf(await ask())).toEqual([{ id: 'a', name: 'weather', arguments: '{}' }])
    expect(requests).toBe(2)
  })

  test('behind a text it ends as interrupted, without the call', async () => {
    serve = (response) => response.end(chunk({ content: 'Let me see.' }) + calling('{"city":"Ky'))
    expect(await ask()).toEqual([
      { type: 'text', text: 'Let me see.' },
      { type: 'end', reason: 'interrupted', detail: 'closed without finishing' },
    ])
  })

  test('an answer that says stop, length or nothing', async () => {
    serve = (response) => response.end(calling('{}', 'stop'))
    expect(await ask()).toMatchObject([{ type: 'call' }, { type: 'end', reason: 'calls' }])
    serve = (response) => response.end(calling('{"city":"K', 'length'))
    expect(await ask()).toEqual([{ type: 'end', reason: 'length' }])
    serve = (response) => response.end(chunk({ tool_calls: [null, {}] }, 'tool_calls'))
    expect(await ask()).toEqual([{ type: 'end', reason: 'interrupted', detail: 'empty' }])
  })

  test('long arguments are a sign of life', async () => {
    serve = (response) => {
      let left = 12
      const more = setInterval(() => {
        if (left-- > 0) return response.write(calling(left === 11 ? '{' : ' '))
        clearInterval(more)
        response.end(calling('}', 'tool_calls'))
      }, 40)
    }
    expect(callsOf(await ask())).toMatchObject([{ arguments: `{${' '.repeat(11)}}` }])
    expect(requests).toBe(1)
  })
})
