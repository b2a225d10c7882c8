import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { stopped } from '../../../src/engine/stopped.ts'
import { startWebhookServer } from '../../support/webhook-server.ts'
import { functionWebhook, openWorld } from './world.ts'

const onUtterance = { triggerType: 0, condition: 0 }
const onResponse = { triggerType: 1, condition: 0 }

describe('an utterance webhook whose response is for the prompt', () => {
  it('is told of the turn, and what it says is a note', async () => {
    const server = await startWebhookServer((_, response) => void response.end('Kyoto is free'))
    const { turn } = await openWorld([
      {
        name: 'rooms',
        method: 'POST',
        url: `${server.url}/#{floor}`,
        trigger: onUtterance,
        useResponseInPrompt: true,
        promptPrefix: 'Rooms on floor #{floor}:',
        payload: { floor: '#{floor}' },
        headers: [{ key: 'X-Plain', value: 'one' }],
        authHeaders: [{ key: 'Authorization', value: 'Bearer secret' }],
      },
    ])
    const memory = [
      { role: 'user' as const, text: 'hi' },
      { role: 'assistant' as const, text: 'Hello!' },
    ]
    const { webhooks, draft, announced } = await turn({ known: { memory }, state: { floor: '2' } })
    expect(webhooks.asks).toBe(true)
    expect(await webhooks.notes()).toEqual([{ name: 'rooms', prefix: 'Rooms on floor 2:', text: 'Kyoto is free' }])
    expect(server.received).toMatchObject([
      {
        method: 'POST',
        url: '/2',
        headers: { 'x-plain': 'one', authorization: 'Bearer secret', 'content-type': 'application/json' },
      },
    ])
    expect(JSON.parse(server.received[0]!.body)).toEqual({
      webhookType: 'user_utterance',
      agentId: 'guide',
      userId: 'ann',
      utterance: 'hello',
      state: { floor: '2' },
      history: 'user: hi\nassistant: Hello!',
      floor: '2',
    })
    expect(draft.trace.webhooks).toEqual([{ name: 'rooms', why: 'utterance', outcome: 200, ms: expect.any(Number) }])
    expect(announced).toEqual(['call'])
    webhooks.defer('Fine')
    expect(draft.effects.calls).toEqual([])
  })

  it('that fails leaves a trace and no note; the others are called beside it', async () => {
    const good = await startWebhookServer((_, response) => void response.end('good'))
    const bad = await startWebhookServer((_, response) => void response.writeHead(500).end('stack trace'))
    const hook = (name: string, url: string) => {
      return { name, method: 'GET', url, trigger: onUtterance, useResponseInPrompt: true }
    }
    const { turn } = await openWorld([
      hook('bad', bad.url),
      hook('private', 'http://10.0.0.1/'),
      hook('good', good.url),
      { ...hook('off', good.url), isEnable: false },
    ])
    const { webhooks, draft, announced } = await turn()
    expect(await webhooks.notes()).toEqual([{ name: 'good', prefix: '', text: 'good' }])
    const outcomes = draft.trace.webhooks!.map(({ name, outcome }) => [name, outcome])
    expect(Object.fromEntries(outcomes)).toEqual({ bad: 500, private: 'refused', good: 200 })
    expect(announced).toEqual(['call'])
    expect(good.received).toHaveLength(1)
  })

  it('goes out after the turn where nobody asked for its note', async () => {
    const { turn } = await openWorld([
      { name: 'a', method: 'GET', url: 'https://example.com', trigger: onUtterance, useResponseInPrompt: true },
    ])
    const { webhooks, draft } = await turn()
    webhooks.defer('Hi')
    expect(draft.effects.calls).toMatchObject([{ webhook: 'a', event: { webhookType: 'user_utterance' } }])
  })

  it('ends with the turn', async () => {
    const server = await startWebhookServer(() => {})
    const { turn } = await openWorld([
      { name: 'slow', method: 'GET', url: server.url, trigger: onUtterance, useResponseInPrompt: true },
    ])
    const stopping = new AbortController()
    const { webhooks } = await turn({ signal: stopping.signal })
    const notes = webhooks.notes()
    await expect.poll(() => server.received.length).toBe(1)
    stopping.abort(stopped)
    await expect(notes).rejects.toBe(stopped)
  })
})

describe('a signature', () => {
  it('is that of the body and of the Standard Webhooks specification', async () => {
    const server = await startWebhookServer()
    const { turn, secretOf } = await openWorld([
      { name: 'a', method: 'PUT', url: server.url, trigger: onUtterance, useResponseInPrompt: true },
    ])
    await (await turn({ utterance: 'こんにちは' })).webhooks.notes()
    const { headers, body } = server.received[0]!
    const secret = secretOf('a')
    expect(headers['x-hmac']).toBe(createHmac('sha256', secret).update(Buffer.from(body)).digest('hex'))
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
    expect(headers['webhook-id']).toMatch(/^msg_\w{20,}$/)
  })

  it('cannot be configured away', async () => {
    const { admin } = await openWorld([])
    const headers = [
      { key: 'X-HMAC', value: 'mine' },
      { key: 'Host', value: 'example.com' },
      { key: 'a b', value: '' },
      { key: 'x-cr', value: 'a\r\nb: c' },
    ]
    const hook = { name: 'a', method: 'PUT', url: 'https://#{host}/', trigger: onUtterance, headers }
    const body = { agent: { id: 'guide' }, webhooks: [hook] }
    const actor = { account: 'default', author: 'console:ann', door: 'console' as const }
    await expect(admin.agents.update(body, actor)).rejects.toMatchObject({
      code: 'invalid_request',
      faults: [
        { path: 'webhooks[0].url' },
        { path: 'webhooks[0].headers[0].key' },
        { path: 'webhooks[0].headers[1].key' },
        { path: 'webhooks[0].headers[2].key' },
        { path: 'webhooks[0].headers[3].value' },
      ],
    })
  })
})

describe('a function', () => {
  it('is offered when its condition holds, and what its server says goes to the model', async () => {
    const server = await startWebhookServer((_, response) => void response.end('{"room":"#{x:y}"}'))
    const { turn } = await openWorld([functionWebhook(server.url, {}, { condition: 3, conditionValues: ['plan'] })])
    expect((await turn()).webhooks.tools).toEqual([])
    const { webhooks, tools, draft } = await turn({ state: { plan: 'gold' } })
    expect(webhooks.tools).toMatchObject([{ name: 'find_room', description: 'Finds a free room' }])
    const results = await Promise.all([
      tools.call({ name: 'find_room', arguments: '{"floor":"2"}' }),
      tools.call({ name: 'find_room', arguments: '' }),
    ])
    // A directive would be carried out if the model repeated it.
    expect(results).toEqual(['{"room":"# {x:y}"}', '{"room":"# {x:y}"}'])
    const bodies = server.received.map(({ body }) => JSON.parse(body))
    expect(bodies).toContainEqual(expect.objectContaining({ webhookType: 'function_calling', floor: '2' }))
    expect(draft.trace.webhooks).toHaveLength(2)
  })

  it('whose response is not for the prompt is only accepted', async () => {
    const server = await startWebhookServer((_, response) => void response.end('private'))
    const { turn } = await openWorld([functionWebhook(server.url, { useResponseInPrompt: false })])
    const { tools } = await turn()
    expect(await tools.call({ name: 'find_room', arguments: '{}' })).toBe('{"accepted":true}')
    expect(server.received).toHaveLength(1)
  })

  it.each([
    ['arguments that are no JSON', 'find_room', '{"floor":', /JSON object/],
    ['arguments that are no object', 'find_room', '[1]', /JSON object/],
    ['arguments that are nested too deeply', 'find_room', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, /deep/],
    ['an unknown name', 'find_rooms', '{}', /no function/],
    ['a server that fails', 'find_room', '{}', /status 503/],
  ])('tells the model of %s', async (_, name, args, error) => {
    const server = await startWebhookServer((_, response) => void response.writeHead(503).end())
    const { turn } = await openWorld([functionWebhook(server.url)])
    const { tools } = await turn()
    expect(JSON.parse(await tools.call({ name, arguments: args })).error).toMatch(error)
  })
})

it.each([
  ['{"city":123}', /city must be/],
  ['{}', /city is required/],
  ['{"city":"Kyoto","town":"x"}', /town is not known here/],
])(
  'a function is not called with arguments that do not fit its schema, and the model is told why: %s',
  async (args, why) => {
    const server = await startWebhookServer((_, response) => void response.end('{}'))
    const functionCallingParametersJson = '{"properties":{"city":{"type":"string"}},"required":["city"]}'
    const { turn } = await openWorld([functionWebhook(server.url, {}, { functionCallingParametersJson })])
    const { tools } = await turn()
    expect(JSON.parse(await tools.call({ name: 'find_room', arguments: args })).error).toMatch(why)
    expect(server.received).toEqual([])
    await tools.call({ name: 'find_room', arguments: '{"city":"Kyoto"}' })
    expect(server.received).toHaveLength(1)
  },
)

describe('a node of a scenario', () => {
  it('calls a webhook by its name and gets what it says, parsed', async () => {
    const server = await startWebhookServer((_, response) => void response.end('{"room":{"name":"Kyoto"}}'))
    const { turn } = await openWorld([functionWebhook(server.url)])
    const { webhooks, draft } = await turn()
    expect(await webhooks.node('rooms', { floor: '2' })).toEqual({
      ok: true,
      status: 200,
      body: { room: { name: 'Kyoto' } },
    })
    expect(JSON.parse(server.received[0]!.body)).toMatchObject({ webhookType: 'function_calling', floor: '2' })
    expect(draft.trace.webhooks).toMatchObject([{ why: 'scenario', outcome: 200 }])
  })

  it('hears why there is nothing', async () => {
    const server = await startWebhookServer(({ url }, response) => {
      response.writeHead(url === '/big' ? 200 : 404).end(url === '/big' ? `"${'x'.repeat(70_000)}"` : '')
    })
    const { turn } = await openWorld([
      functionWebhook(server.url),
      { ...functionWebhook(`${server.url}/big`, {}, { functionCallingName: 'find_big' }), name: 'big' },
      { ...functionWebhook(server.url), name: 'off', isEnable: false },
    ])
    const { webhooks } = await turn()
    expect(await webhooks.node('rooms', {})).toEqual({ ok: false, reason: 404 })
    expect(await webhooks.node('big', {})).toEqual({ ok: false, reason: 'too_large' })
    expect(await webhooks.node('off', {})).toEqual({ ok: false, reason: 'disabled' })
    expect(await webhooks.node('none', {})).toEqual({ ok: false, reason: 'missing' })
  })
})

describe('the token of a caller', () => {
  it('goes to the server and comes back to nobody', async () => {
    const server = await startWebhookServer(({ body }, response) => void response.end(body))
    const payload = { auth: '@{thirdPartyToken}' }
    const trigger = { functionCallingDescription: 'Finds a free room for t, which is @{thirdPartyToken}' }
    const { turn } = await openWorld([functionWebhook(server.url, { payload }, trigger)])
    const { tools, draft } = await turn({ thirdPartyToken: 'tok-0123456789' })
    const result = await tools.call({ name: 'find_room', arguments: '{"t":"@{thirdPartyToken}"}' })
    expect(JSON.parse(server.received[0]!.body)).toMatchObject({ auth: 'tok-0123456789', t: 'tok-0123456789' })
    expect(result + JSON.stringify(draft.trace)).not.toContain('tok-0123456789')
  })

  it('goes nowhere because somebody said its name, to the model or into the state', async () => {
    const server = await startWebhookServer((_, response) => void response.end('{}'))
    const { turn } = await openWorld([functionWebhook(server.url)])
    const { webhooks, tools } = await turn({
      utterance: '@{thirdPartyToken}',
      thirdPartyToken: 'tok-0123456789',
      state: { name: '@{thirdPartyToken}' },
    })
    await tools.call({ name: 'find_room', arguments: '{"t":"@{thirdPartyToken}"}' })
    await webhooks.node('rooms', { n: '#{name}' })
    expect(server.received).toHaveLength(2)
    expect(JSON.parse(server.received[0]!.body)).toMatchObject({ t: '@{thirdPartyToken}' })
    expect(JSON.parse(server.received[1]!.body)).toMatchObject({ n: '@{thirdPartyToken}' })
    expect(JSON.stringify(server.received)).not.toContain('tok-0123456789')
  })

  it('goes where a node that calls says so', async () => {
    const server = await startWebhookServer((_, response) => void response.end('{}'))
    const { turn } = await openWorld([functionWebhook(server.url, { payload: { a: 'payload', n: 'payload' } })])
    const { webhooks } = await turn({ thirdPartyToken: 'tok-0123456789', state: { name: 'Ann' } })
    await webhooks.node('rooms', { n: '#{name}', t: { is: '@{thirdPartyToken}' } })
    expect(JSON.parse(server.received[0]!.body)).toMatchObject({
      a: 'payload',
      n: 'Ann',
      t: { is: 'tok-0123456789' },
    })
  })
})

it('the token of a caller comes back to nobody in whatever way a server writes it', async () => {
  const token = 'a"b/c+d e=f\\g'
  const forms = [token, JSON.stringify({ token }), encodeURIComponent(token), `${new URLSearchParams({ token })}`]
  const server = await startWebhookServer((_, response) => void response.end(forms.join('\n')))
  const { turn } = await openWorld([functionWebhook(server.url)])
  const { tools } = await turn({ thirdPartyToken: token })
  const place = '@ {thirdPartyToken}'
  const result = await tools.call({ name: 'find_room', arguments: '{}' })
  expect(result.split('\n')).toEqual([place, `{"token":"${place}"}`, place, `token=${place}`])
})

describe('what is left for after the turn', () => {
  const hooks = [
    { name: 'said', method: 'POST', url: 'https://example.com/?t=@{thirdPartyToken}', trigger: onUtterance },
    { name: 'answered', method: 'POST', url: 'https://example.com/', trigger: onResponse },
    {
      name: 'sorry',
      method: 'POST',
      url: 'https://example.com/',
      trigger: { triggerType: 1, condition: 2, conditionValues: ['sorry'] },
    },
  ]

  it('are the utterance’s webhooks and the response’s, with the state as it is then', async () => {
    const { turn } = await openWorld(hooks)
    const { webhooks, draft } = await turn({ thirdPartyToken: 'token' })
    draft.state.set({ late: '1' }, 'scenario')
    webhooks.defer('Hello Ann')
    expect(draft.effects.calls).toMatchObject([
      {
        webhook: 'said',
        version: 1,
        thirdPartyToken: 'token',
        event: { webhookType: 'user_utterance', utterance: 'hello', state: { late: '1' } },
      },
      { webhook: 'answered', event: { webhookType: 'agent_response', response: 'Hello Ann' } },
    ])
    const [said, answered] = draft.effects.calls
    expect(said!.event).not.toHaveProperty('response')
    expect(answered).not.toHaveProperty('thirdPartyToken')
    expect(said!.id).not.toBe(answered!.id)
  })

  it('depends on what was said', async () => {
    const { turn } = await openWorld(hooks)
    const names = async (request: object, answer: string) => {
      const { webhooks, draft } = await turn(request)
      webhooks.defer(answer)
      return draft.effects.calls.map(({ webhook }) => webhook)
    }
    expect(await names({}, "I'm sorry!")).toEqual(['said', 'answered', 'sorry'])
    // A conversation start is no utterance, and where no answer is made there is no response.
    expect(await names({ utterance: '' }, 'Welcome')).toEqual(['answered'])
    expect(await names({ disableAiResponse: true }, '')).toEqual(['said'])
  })
})

describe('a webhook whose secrets cannot be read', () => {
  it('is not called', async () => {
    const server = await startWebhookServer()
    const { turn, db } = await openWorld([functionWebhook(server.url)])
    await db.query.updateTable('webhook_secret').set({ secret: 'v1:00000000:a:b:c' }).execute()
    const { webhooks, tools } = await turn()
    expect(await tools.call({ name: 'find_room', arguments: '{}' })).toContain('encrypted with another key')
    await db.query.deleteFrom('webhook_secret').execute()
    expect(await webhooks.node('rooms', {})).toEqual({ ok: false, reason: 'refused' })
    expect(server.received).toEqual([])
  })
})
