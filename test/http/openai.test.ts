import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import OpenAI, { APIError } from 'openai'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { atTerminal } from '../../src/admin/actor.ts'
import { createOpenAiLlm } from '../../src/drivers/llm-openai.ts'
import { createCalls } from '../../src/http/calls.ts'
import { createFollowedTurns } from '../../src/http/followed/running.ts'
import { chatSchema, responsesSchema } from '../../src/http/openai/body.ts'
import type { JsonSchema } from '../../src/http/openapi/json-schema.ts'
import { createOwed } from '../../src/http/owed.ts'
import { createLog } from '../../src/lib/log.ts'
import { modelsSchema } from '../../src/model/models.ts'
import { startModel } from '../cluster/model.ts'
import { minimalAgent } from '../support/agent.ts'
import { extent } from '../support/extent.ts'
import { dice, fitting, garbage } from './fuzz/generate.ts'
import { guide, startServer, type TestServer } from './server.ts'

/** Of whatever may be sent, for each address. */
const cases = extent({ usual: 200, full: 10_000 })

const sdk = ({ url, conversationKey }: Pick<TestServer, 'url' | 'conversationKey'>, apiKey = conversationKey) =>
  new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 })
const ask = (content: string) => ({ model: 'guide', messages: [{ role: 'user' as const, content }] })
const thrownBy = async (promise: PromiseLike<unknown>): Promise<APIError> => {
  const error = await Promise.resolve(promise).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(APIError)
  return error as APIError
}
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('chat completions by the official SDK', () => {
  it('lists agents as models, and answers whole and streamed', async () => {
    const server = await startServer()
    const client = sdk(server)
    expect((await client.models.list()).data).toEqual([
      { id: 'guide', object: 'model', created: 0, owned_by: server.account },
    ])
    expect(await client.models.retrieve('guide')).toMatchObject({ id: 'guide' })

    const whole = await client.chat.completions.create(ask('hello'))
    expect(whole.choices[0]).toMatchObject({
      message: { role: 'assistant', content: 'Hello there\n\n- More' },
      finish_reason: 'stop',
    })
    expect(whole.usage).toMatchObject({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 })

    const script = server.model.script()
    const stream = client.chat.completions.stream({ ...ask('tell me'), stream_options: { include_usage: true } })
    const deltas: string[] = []
    stream.on('content', (delta) => {
      deltas.push(delta)
      if (deltas.join('') === 'Once upon') {
        script.write(' a time.')
        script.end()
      }
    })
    await script.asked
    script.write('Once upon')
    expect(await stream.finalContent()).toBe('Once upon a time.')
    expect(deltas).toEqual(['Once upon', ' a time.'])
    expect((await stream.finalChatCompletion()).usage).toMatchObject({ total_tokens: 0 })
  })

  it('remembers people by their uid, and takes the conversation of callers without one as they tell it', async () => {
    const server = await startServer()
    const { chat } = sdk(server)
    const earlier = [
      { role: 'system' as const, content: 'Be brief.' },
      { role: 'user' as const, content: 'I am Ann' },
      { role: 'assistant' as const, content: 'Hello Ann' },
    ]
    const asking = (content: string) => ({ model: 'guide', messages: [...earlier, ...ask(content).messages] })
    const promptOf = async (body: OpenAI.ChatCompletionCreateParamsNonStreaming) => {
      const script = server.model.script()
      const answer = chat.completions.create(body)
      const { messages } = await script.asked
      script.write('Yes')
      script.end()
      await answer
      return messages.map(({ text }) => text)
    }
    expect(await promptOf(asking('who am I?'))).toEqual(['Be brief.', 'I am Ann', 'Hello Ann', 'who am I?'])
    expect(await promptOf(asking('and now?'))).toEqual(['Be brief.', 'I am Ann', 'Hello Ann', 'and now?'])
    expect(await promptOf({ ...asking('one'), user: 'ann' })).toEqual(['one'])
    expect(await promptOf({ ...asking('two'), metadata: { uid: 'ann' } })).toEqual(['one', 'Yes', 'two'])
  })

  it('takes images as data URLs where the model sees, and refuses others by name', async () => {
    const server = await startServer({ model: { vision: true } })
    const { chat } = sdk(server)
    const see = (url: string) => ({
      model: 'guide',
      messages: [
        {
          role: 'user' as const,
          content: [
            { type: 'text' as const, text: 'what is it?' },
            { type: 'image_url' as const, image_url: { url } },
          ],
        },
      ],
    })
    const script = server.model.script()
    const answer = chat.completions.create(see(pixel))
    expect((await script.asked).messages.at(-1)).toMatchObject({ images: [{ mimetype: 'image/png' }] })
    script.write('A dot')
    script.end()
    await answer
    const refused = await thrownBy(chat.completions.create(see('https://example.com/a.png')))
    expect(refused).toMatchObject({ status: 400, param: 'messages[0].content[1].image_url' })
  })

  it('joins equal calls that are still running, and stops a turn that nobody may follow any more', async () => {
    const server = await startServer()
    const client = sdk(server)
    const script = server.model.script()
    const both = [client.chat.completions.create(ask('long?')), client.chat.completions.create(ask('long?'))]
    await script.asked
    script.write('One answer')
    script.end()
    const [one, two] = await Promise.all(both)
    expect(two!.id).toBe(one!.id)

    const { key, id } = await server.admin.keys.issue(
      { account: server.account, kind: 'conversation', name: 'soon revoked' },
      atTerminal,
    )
    const open = server.model.script()
    open.write('Well')
    const stream = await sdk(server, key).chat.completions.create({ ...ask('more?'), stream: true })
    await server.admin.keys.revoke(server.account, id, atTerminal)
    const read = async () => {
      for await (const _ of stream);
    }
    expect(await thrownBy(read())).toMatchObject({ code: 'invalid_api_key' })
    await open.aborted
  })
})

describe('responses by the official SDK', () => {
  it('answers whole and streamed, and lets a reader who was cut off go on from the last event', async () => {
    const server = await startServer()
    const { responses } = sdk(server)
    const whole = await responses.create({ model: 'guide', input: 'hello' })
    expect([whole.status, whole.output_text]).toEqual(['completed', 'Hello there\n\n- More'])

    const script = server.model.script()
    script.write('Once upon')
    const cut = await responses.create({ model: 'guide', input: 'tell me', user: 'ann', stream: true })
    const seen: OpenAI.Responses.ResponseStreamEvent[] = []
    for await (const event of cut) {
      seen.push(event)
      if (event.type === 'response.output_text.delta') break
    }
    const { id } = (seen[0] as OpenAI.Responses.ResponseCreatedEvent).response
    expect(await responses.retrieve(id)).toMatchObject({ status: 'in_progress' })
    const starting_after = seen.at(-1)!.sequence_number
    const going = responses.retrieve(id, { stream: true, starting_after })
    script.write(' a time.')
    script.end()
    for await (const event of await going) seen.push(event)
    expect(seen.map(({ sequence_number }) => sequence_number)).toEqual(seen.map((_, index) => index))
    const deltas = seen.flatMap((event) => (event.type === 'response.output_text.delta' ? [event.delta] : []))
    expect(deltas).toEqual(['Once upon', ' a time.'])
    expect(seen.at(-1)).toMatchObject({ type: 'response.completed', response: { status: 'completed' } })

    const replayed = responses.stream({ response_id: id })
    expect((await replayed.finalResponse()).output_text).toBe('Once upon a time.')

    const authorization = `Bearer ${server.conversationKey}`
    const from = (last: number) =>
      server.request('GET', `/v1/turns/${id.slice('resp_'.length)}/events`, undefined, {
        authorization,
        'last-event-id': `${last}`,
      })
    const rest = await (await from(starting_after)).text()
    expect([...rest.matchAll(/^id: (\d+)$/gm)].map(([, number]) => Number(number))).toEqual(
      seen.slice(starting_after + 1).map(({ sequence_number }) => sequence_number),
    )
    expect((await from(seen.length - 1)).status).toBe(204)
    const { key } = await server.admin.keys.issue(
      { account: server.account, kind: 'conversation', name: 'another' },
      atTerminal,
    )
    expect(await thrownBy(sdk(server, key).responses.retrieve(id))).toMatchObject({ status: 404 })
  })

  it('go on in another process: with what continues, else the whole at the end; not once somebody was called', async () => {
    const server = await startServer()
    const { store, secrets, notices, conversations } = server
    const other = createFollowedTurns({
      ...{
        conversations,
        store,
        secrets,
        calls: createCalls(),
        owed: createOwed(),
        log: createLog('silent'),
        now: Date.now,
      },
      processes: { holder: 'another', isAlive: async () => false, notices },
    })
    onTestFinished(other.close)
    const begin = async (input: string) => {
      const script = server.model.script()
      script.write('Once upon')
      const stream = await sdk(server).responses.create({ model: 'guide', input, stream: true })
      const events = stream[Symbol.asyncIterator]()
      const { value: created } = await events.next()
      const id = created.response.id.slice('resp_'.length)
      for (let type = ''; type !== 'response.output_text.delta'; type = (await events.next()).value.type);
      return { id, script, events }
    }
    const keyOf = async (id: string) => (await store.followedTurns.find(id))!.asker
    const goneOn = async (id: string) => {
      const turn = (await other.find(id, await keyOf(id)))!
      const pieces: string[] = []
      for await (const piece of turn.pieces()) pieces.push(piece)
      return { pieces, end: await turn.end }
    }
    const answer = (text: string) => {
      const script = server.model.script()
      script.write(text)
      script.end()
    }

    const first = await begin('continue')
    answer('Once upon a time.')
    expect(await goneOn(first.id)).toMatchObject({
      pieces: ['Once upon', ' a time.'],
      end: { text: 'Once upon a time.', broken: undefined },
    })
    // The process was not dead, but hears at its next word that the turn is another's: its readers are told what that one says.
    first.script.write(' nothing')
    const rest: OpenAI.Responses.ResponseStreamEvent[] = []
    for (let next = await first.events.next(); !next.done; next = await first.events.next()) rest.push(next.value)
    expect(rest.flatMap((event) => (event.type === 'response.output_text.delta' ? [event.delta] : []))).toEqual([
      ' a time.',
    ])
    expect(rest.at(-1)).toMatchObject({ type: 'response.completed' })

    const second = await begin('change')
    answer('There was.')
    expect(await goneOn(second.id)).toMatchObject({ pieces: ['Once upon'], end: { text: 'There was.' } })

    const mark = (id: string, what: { called: 1 } | { cancelled: 1 }) =>
      store.db.query.updateTable('followed_turn').set(what).where('id', '=', id).execute()
    const third = await begin('call')
    await mark(third.id, { called: 1 })
    await expect(goneOn(third.id)).rejects.toMatchObject({ code: 'interrupted' })
    const fourth = await begin('cancel')
    await mark(fourth.id, { cancelled: 1 })
    expect(await goneOn(fourth.id)).toMatchObject({ end: { text: 'Once upon', broken: 'stopped' } })
    expect(await other.find(fourth.id, 'another key')).toBeUndefined()
  })

  it('cancels, by a call of its own', async () => {
    const server = await startServer()
    const { responses } = sdk(server)
    const script = server.model.script()
    script.write('Well')
    const stream = await responses.create({ model: 'guide', input: 'long?', stream: true })
    const types: string[] = []
    let end: OpenAI.Responses.Response | undefined
    for await (const event of stream) {
      types.push(event.type)
      if (event.type === 'response.output_text.delta') {
        const { id } = await responses.retrieve(`resp_${event.item_id.slice('msg_'.length)}`)
        const { status, output } = await responses.cancel(id)
        expect([status, output]).toEqual([
          'cancelled',
          [expect.objectContaining({ content: [expect.objectContaining({ text: 'Well' })] })],
        ])
      }
      if (event.type === 'response.incomplete') end = event.response
    }
    await script.aborted
    expect(end).toMatchObject({ status: 'cancelled' })
    expect(types).not.toContain('response.completed')
  })

  it('cancels also before a word was written: the answer is empty then, and nothing is said in its place', async () => {
    const server = await startServer({ limits: { openMs: 1 } })
    const { responses } = sdk(server)
    const script = server.model.script()
    const stream = await responses.create({ model: 'guide', input: 'long?', stream: true })
    await script.asked
    const events: OpenAI.Responses.ResponseStreamEvent[] = []
    for await (const event of stream) {
      events.push(event)
      if (event.type === 'response.created') {
        expect(await responses.cancel(event.response.id)).toMatchObject({ status: 'cancelled' })
      }
    }
    expect(events.at(-1)).toMatchObject({ type: 'response.incomplete', response: { status: 'cancelled' } })
    expect(events.some(({ type }) => type === 'response.output_text.delta')).toBe(false)
  })

  it('tells what goes wrong before the first text by the status, and later as an event', async () => {
    const server = await startServer()
    const { responses } = sdk(server)
    expect(await thrownBy(responses.create({ model: 'guide', input: [] }))).toMatchObject({
      status: 400,
      param: 'input',
    })
    const lost = responses.create({ model: 'guide', input: 'and?', previous_response_id: 'resp_1' })
    expect(await thrownBy(lost)).toMatchObject({ status: 400, param: 'previous_response_id' })
    server.model.script().fail(new Error('the secret of the model'))
    const early = await thrownBy(responses.create({ model: 'guide', input: 'what?', stream: true }))
    expect(early.status).toBeGreaterThanOrEqual(500)

    const { key, id } = await server.admin.keys.issue(
      { account: server.account, kind: 'conversation', name: 'soon revoked' },
      atTerminal,
    )
    server.model.script().write('Well')
    const stream = await sdk(server, key).responses.create({ model: 'guide', input: 'and?', stream: true })
    await server.admin.keys.revoke(server.account, id, atTerminal)
    const read = async () => {
      for await (const _ of stream);
    }
    expect(await thrownBy(read())).toMatchObject({ code: 'invalid_api_key' })
  })
})

it('what the server of a model counts is the usage, of chat completions and responses, whole and streamed', async () => {
  const model = await startModel(() => ({ pieces: ['Once', ' upon'], afterMs: 0, everyMs: 0 }))
  onTestFinished(() => model.stop())
  const models = modelsSchema.parse(parse(await readFile(new URL('../../config/models.yaml', import.meta.url), 'utf8')))
  const endpoint = { baseUrl: model.urlFor('test'), apiKey: 'sk-test' }
  const answering = createOpenAiLlm({ models, endpoints: { providers: { openai: endpoint } } })
  const server = await startServer({ answering })
  const { chat, responses } = sdk(server)
  const ofChat = { prompt_tokens: 40, completion_tokens: 10, total_tokens: 50 }
  expect((await chat.completions.create(ask('tell me'))).usage).toMatchObject(ofChat)
  const stream = chat.completions.stream({ ...ask('and more'), stream_options: { include_usage: true } })
  expect((await stream.finalChatCompletion()).usage).toMatchObject(ofChat)
  const ofResponses = { input_tokens: 40, output_tokens: 10, total_tokens: 50 }
  expect((await responses.create({ model: 'guide', input: 'tell me' })).usage).toMatchObject(ofResponses)
  const streamed = responses.stream({ model: 'guide', input: 'and more' })
  expect((await streamed.finalResponse()).usage).toMatchObject(ofResponses)
})

describe('functions of the caller', () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' } } }
  const call = { id: 'call_1', name: 'weather', arguments: '{"city":"Kyoto"}' }
  const called = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Kyoto"}' } }

  it('are handed to them by chat completions, and the answer goes on with what they gave', async () => {
    const server = await startServer()
    const { chat } = sdk(server)
    const weather = { type: 'function' as const, function: { name: 'weather', description: 'The weather', parameters } }
    const asked = { ...ask('how is it in Kyoto?'), user: 'ann', tools: [weather] }
    const first = server.model.script()
    first.call(call)
    const stream = chat.completions.stream(asked)
    expect((await first.asked).tools).toEqual([expect.objectContaining({ name: 'weather', parameters })])
    const { message, finish_reason } = (await stream.finalChatCompletion()).choices[0]!
    expect([finish_reason, message.tool_calls]).toEqual(['tool_calls', [expect.objectContaining(called)]])

    const again = server.model.script()
    again.call(call)
    const whole = await chat.completions.create({ ...asked, user: 'ben' })
    expect(whole.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { content: null, tool_calls: [called] },
    })

    const result = { role: 'tool' as const, tool_call_id: 'call_1', content: 'Rain' }
    const second = server.model.script()
    second.write('It rains.')
    second.end()
    const gone = { ...asked, messages: [...asked.messages, whole.choices[0]!.message, result] }
    expect((await chat.completions.create(gone)).choices[0]!.message.content).toBe('It rains.')
    expect((await second.asked).messages.slice(-3)).toEqual([
      { role: 'user', text: 'how is it in Kyoto?' },
      { role: 'assistant', text: '', calls: [call] },
      { role: 'tool', callId: 'call_1', text: 'Rain' },
    ])
    // What was said is remembered once, with its answer.
    const third = server.model.script()
    third.write('Yes.')
    third.end()
    await chat.completions.create({ ...ask('sure?'), user: 'ann' })
    expect((await third.asked).messages.map(({ text }) => text)).toEqual(['how is it in Kyoto?', 'It rains.', 'sure?'])
    const half = { ...asked, messages: [...asked.messages, whole.choices[0]!.message] }
    expect(await thrownBy(chat.completions.create(half))).toMatchObject({ status: 400, param: 'messages' })
  })

  it('are handed to them by responses', async () => {
    const server = await startServer()
    const { responses } = sdk(server)
    const weather = { type: 'function' as const, name: 'weather', parameters, strict: false }
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'how is it in Kyoto?' }]
    server.model.script().call(call)
    const stream = responses.stream({ model: 'guide', input, tools: [weather] })
    const { output } = await stream.finalResponse()
    const [item] = output.filter(({ type }) => type === 'function_call')
    expect(item).toMatchObject({ call_id: 'call_1', name: 'weather', arguments: '{"city":"Kyoto"}' })
    const second = server.model.script()
    second.write('It rains.')
    second.end()
    const result = { type: 'function_call_output' as const, call_id: 'call_1', output: 'Rain' }
    const messages = [...input, item as OpenAI.Responses.ResponseFunctionToolCall, result]
    expect((await responses.create({ model: 'guide', input: messages })).output_text).toBe('It rains.')
    expect((await second.asked).messages.slice(-2)).toEqual([
      { role: 'assistant', text: '', calls: [call] },
      { role: 'tool', callId: 'call_1', text: 'Rain' },
    ])
  })
})

it('ends the streams of POST /api, too, when their key is revoked', async () => {
  const server = await startServer()
  const { key, id } = await server.admin.keys.issue(
    { account: server.account, kind: 'conversation', name: 'soon revoked' },
    atTerminal,
  )
  const script = server.model.script()
  script.write('Well')
  const response = await server.say({ api_key: key, utterance: 'and?', stream: true })
  expect(response.status).toBe(200)
  await server.admin.keys.revoke(server.account, id, atTerminal)
  expect(await response.text()).toContain('"code":"invalid_api_key"')
  await script.aborted
})

it('lets pages of any origin in, with what the SDK says of itself', async () => {
  const { url } = await startServer()
  const headers = {
    origin: 'https://app.example.com',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,x-stainless-lang',
  }
  for (const path of ['/v1/chat/completions', '/v1/responses', '/v1/responses/resp_1/cancel']) {
    const preflight = await fetch(url + path, { method: 'OPTIONS', headers })
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-stainless-lang')
  }
})

it('refuses as OpenAI does, naming what is at fault', async () => {
  const other = minimalAgent({ agent: { displayName: 'Other' } })
  const server = await startServer({ agents: { guide, other }, plan: { requests: { perSecond: 0.001, burst: 3 } } })
  const { chat } = sdk(server)
  expect(await thrownBy(sdk(server, 'pck_wrong').models.list())).toMatchObject({ status: 401, code: 'invalid_api_key' })
  expect(await thrownBy(sdk(server, server.managementKey).models.list())).toMatchObject({ status: 401 })
  const { key } = await server.admin.keys.issue(
    { account: server.account, kind: 'agent', agent: 'other', name: 'one' },
    atTerminal,
  )
  expect((await sdk(server, key).models.list()).data.map(({ id }) => id)).toEqual(['other'])
  expect(await thrownBy(sdk(server, key).chat.completions.create(ask('hello')))).toMatchObject({ status: 404 })

  const refusals = [
    [
      { ...ask('hi'), model: 'nobody' },
      { status: 404, code: 'model_not_found', param: 'model' },
    ],
    [
      { model: 'guide', messages: [] },
      { status: 400, param: 'messages' },
    ],
    [
      { ...ask('hi'), user: 'x'.repeat(300) },
      { status: 400, param: 'user' },
    ],
    [ask(''), { status: 400, param: 'messages[0].content' }],
    [
      { ...ask('hi'), tools: [{ type: 'custom', custom: { name: 'f' } }] },
      { status: 400, param: 'tools[0].type' },
    ],
  ] as const
  for (const [body, expected] of refusals) {
    expect(await thrownBy(chat.completions.create(body as never))).toMatchObject(expected)
  }
  server.model.script().fail(new Error('the secret of the model'))
  const failed = await thrownBy(chat.completions.create(ask('what?')))
  expect(failed.status).toBeGreaterThanOrEqual(500)
  expect(failed.message).not.toContain('secret')
  expect(failed.headers?.get('x-should-retry')).toBe('false')
  await chat.completions.create(ask('hello'))
  const limited = await thrownBy(chat.completions.create(ask('hello')))
  const told = ['retry-after', 'ratelimit', 'ratelimit-policy'].map((name) => limited.headers?.has(name))
  expect([limited.status, limited.code, ...told]).toEqual([429, 'rate_limit_exceeded', true, true, true])
})

it.each([
  ['/v1/chat/completions', chatSchema],
  ['/v1/responses', responsesSchema],
] as const)(
  'answers or refuses whatever is sent to %s as OpenAI would, naming the member',
  async (path, schema) => {
    const server = await startServer({ model: { vision: true } })
    const authorization = `Bearer ${server.conversationKey}`
    const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    const d = dice(20261123)
    const statuses = new Set<number>()
    const send = async () => {
      const isGarbage = d.once(10)
      const made = isGarbage ? garbage(d) : (fitting(shape, {}, d, d.once(2)) as object)
      const body = isGarbage || d.once(5) ? made : { ...made, model: 'guide' }
      const headers = { authorization, 'content-type': 'application/json' }
      const sent = Buffer.isBuffer(body) ? body : JSON.stringify(body)
      const response = await fetch(server.url + path, { method: 'POST', headers, body: sent })
      const text = await response.text()
      statuses.add(response.status)
      if (response.status === 200) return
      const { error } = JSON.parse(text)
      const kinds = [typeof error.message, typeof error.type, typeof error.code]
      expect([response.status < 500, ...kinds], `${sent}: ${text}`).toEqual([true, 'string', 'string', 'string'])
      if (error.code === 'invalid_request') expect(error.param, `${sent}: ${text}`).toEqual(expect.any(String))
    }
    for (let sent = 0; sent < cases; sent += 20) await Promise.all(Array.from({ length: 20 }, send))
    expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 400, 404]))
  },
  120_000,
)

describe('the samples of docs/openai.md', async () => {
  const page = await readFile('docs/openai.md', 'utf8')
  const run = promisify(execFile)
  const programs = {
    sh: ['sh', '-c'],
    ts: [process.execPath, '--input-type=module-typescript', '-e'],
    python: ['python3', '-c'],
  }

  it.each(Object.entries(programs))('%s says hello', async (language, [program, ...flags]) => {
    const { url, conversationKey: key } = await startServer()
    const samples = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, name]) => name === language)
    expect(samples.length).toBeGreaterThan(0)
    const env = { ...process.env, PARLEY_KEY: key }
    for (const [, , code] of samples) {
      const { stdout } = await run(program!, [...flags, code!.replaceAll('http://localhost:3000', url)], { env })
      expect(stdout).toContain('Hello there')
    }
  })
})
