import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { answerOf, problemOf, startServer } from './server.ts'

/** What the server answers to these bytes. */
async function exchange(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(bytes)
  let answer = ''
  socket.setEncoding('utf8')
  for await (const chunk of socket) answer += chunk
  return answer
}

describe('an address', () => {
  it('that does not exist is a 404 whatever body is sent to it', async () => {
    const { request } = await startServer()
    expect((await request('POST', '/nothing', '<xml/>', { 'content-type': 'text/xml' })).status).toBe(404)
  })

  it.each([
    ['GET', '/api', 'POST, OPTIONS'],
    ['HEAD', '/api', 'POST, OPTIONS'],
    ['PUT', '/api', 'POST, OPTIONS'],
    ['DELETE', '/admin/default/agent', 'GET, POST, PUT, HEAD, OPTIONS'],
    ['POST', '/admin/default/agent/guide', 'GET, DELETE, HEAD, OPTIONS'],
    ['POST', '/admin/default/usage', 'GET, HEAD, OPTIONS'],
    ['POST', '/metrics', 'GET, HEAD, OPTIONS'],
  ])('with another method is a 405: %s %s', async (method, path, allow) => {
    const { request } = await startServer()
    const response = await request(method, path)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
    if (method !== 'HEAD') expect(await problemOf(response)).toMatchObject({ status: 405, code: 'method_not_allowed' })
  })

  it('says what may be done there when asked by OPTIONS', async () => {
    const { request } = await startServer()
    const response = await request('OPTIONS', '/admin/default/agent')
    expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([
      204,
      'GET, POST, PUT, HEAD, OPTIONS',
      '',
    ])
  })

  it.each(['/openapi.json', '/docs', '/healthz', '/metrics'])(
    'that can be read has the same headers for HEAD: %s',
    async (path) => {
      const { request } = await startServer()
      const [head, get] = [await request('HEAD', path), await request('GET', path)]
      expect([head.status, await head.text()]).toEqual([200, ''])
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    },
  )

  it('that is badly written is a 400', async () => {
    const { request } = await startServer()
    const response = await request('DELETE', '/admin/default/agent/%zz')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'invalid_path' })
  })
})

describe('a body', () => {
  it.each(['{"api_key": "pk_secret', '{api_key: 1}', '{"a":1}}', 'pk_secret', '{"api_key":"pk_secret",}'])(
    'that is no JSON is a 400 that does not repeat it: %s',
    async (body) => {
      const { request } = await startServer()
      const problem = await problemOf(await request('POST', '/api', body))
      expect(problem).toMatchObject({ status: 400, code: 'malformed_json' })
      expect(JSON.stringify(problem)).not.toContain('pk_secret')
    },
  )

  it.each(['', '  \n '])('that is empty is a 400 (%j)', async (body) => {
    const { request } = await startServer()
    expect(await problemOf(await request('POST', '/api', body))).toMatchObject({ status: 400, code: 'malformed_json' })
  })

  it('that is not there at all is a 400', async () => {
    const { request } = await startServer()
    expect((await problemOf(await request('POST', '/api')))['status']).toBe(400)
  })

  it('may begin with a byte order mark', async () => {
    const { request, conversationKey } = await startServer()
    const body = JSON.stringify({ api_key: conversationKey, agent_id: 'guide', utterance: 'hello' })
    expect((await request('POST', '/api', `\uFEFF${body}`)).status).toBe(200)
  })

  it.each(['application/xml', 'multipart/form-data; boundary=x', 'text/html'])('of type %s is a 415', async (type) => {
    const { request } = await startServer()
    const problem = await problemOf(await request('POST', '/api', '{}', { 'content-type': type }))
    expect(problem).toMatchObject({ status: 415, code: 'unsupported_media_type' })
  })

  it('may be called text, as pages do that ask no server first', async () => {
    const { request, conversationKey } = await startServer()
    const body = { api_key: conversationKey, agent_id: 'guide', utterance: 'hello' }
    for (const type of ['text/plain', 'text/plain;charset=UTF-8']) {
      expect((await request('POST', '/api', body, { 'content-type': type })).status).toBe(200)
    }
    const problem = await problemOf(await request('POST', '/api', 'hello', { 'content-type': 'text/plain' }))
    expect(problem).toMatchObject({ status: 400, code: 'malformed_json' })
  })

  it('may be a form, of which nothing is lost', async () => {
    const { request, conversationKey } = await startServer()
    const send = (more: string) =>
      request('POST', '/api', `api_key=${conversationKey}&agent_id=guide&${more}`, {
        'content-type': 'application/x-www-form-urlencoded',
      })
    const whole = await send('utterance=hello&uid=42&state=%7B%22name%22%3A%22Ann%22%7D&stream=false&start_utterance=')
    expect(await whole.json()).toMatchObject({ utterance: 'hello', userState: { name: 'Ann' } })
    expect((await answerOf(await send('utterance=&start_utterance=Hi+there'))).bestResponse.utterance).toBe('Hi there')
    const streamed = await send('utterance=hello&stream=true')
    expect(streamed.headers.get('content-type')).toContain('x-ndjson')
    await streamed.text()
    for (const [form, path] of [
      ['utterance=hello&utterance=bye', 'utterance'],
      ['utterance=hello%00', 'utterance'],
      ['utterance=hello&stream=yes', 'stream'],
    ] as const) {
      expect(await problemOf(await send(form))).toMatchObject({ status: 400, errors: [{ path }] })
    }
  })

  it('may name its charset, but may not be compressed', async () => {
    const { request, conversationKey } = await startServer()
    const body = JSON.stringify({ api_key: conversationKey, agent_id: 'guide', utterance: 'hello' })
    const type = { 'content-type': 'application/json; charset=UTF-8' }
    expect((await request('POST', '/api', body, type)).status).toBe(200)
    const problem = await problemOf(await request('POST', '/api', body, { ...type, 'content-encoding': 'gzip' }))
    expect(problem).toMatchObject({ status: 415, code: 'unsupported_content_encoding' })
  })

  it.each(['{"api_key":"\xff"}', '\xc3\x28', '{"a":"\xed\xa0\x80"}'])('that is no UTF-8 is a 400: %j', async (body) => {
    const { url } = await startServer()
    const response = await fetch(`${url}/api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(body, 'latin1'),
    })
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'malformed_json' })
  })

  it('is told in the language of the client, each fault beside its path', async () => {
    const { request, account, managementKey } = await startServer()
    const agent = { id: 'desk', displayName: '', scope: 'secret', useAIResponse: 'yes', nmae: 1, llmSettings: [] }
    const ask = async (language: string) => {
      const headers = { 'x-api-key': managementKey, 'accept-language': language }
      return problemOf(await request('POST', `/admin/${account}/agent`, { agent, webhooks: {} }, headers))
    }
    const [english, japanese] = [await ask('en'), await ask('ja')]
    const of = ({ errors }: Record<string, unknown>) => errors as { path: string; message: string }[]
    expect(of(japanese).map(({ path }) => path)).toEqual(of(english).map(({ path }) => path))
    expect(of(english).length).toBeGreaterThan(5)
    for (const { path, message } of of(english)) expect(message, path).not.toMatch(/[ぁ-ん]/)
    for (const { path, message } of of(japanese)) expect(message, path).toMatch(/^[はのと].*[ぁ-ん]/)
    expect(of(japanese)).toContainEqual({ path: 'agent.scope', message: 'は次のいずれかです: public, private' })
  })

  it.each(['\\ud800', 'a\\uDFFFb', 'a\\u0000'])('must be well-formed, wherever a text stands: %s', async (text) => {
    const { request, conversationKey, managementKey } = await startServer()
    const rest = `"api_key":"${conversationKey}","agent_id":"guide"`
    const bodies: [body: string, path: string][] = [
      [`{${rest},"utterance":"${text}"}`, 'utterance'],
      [`{${rest},"utterance":"hello","uid":"${text}"}`, 'uid'],
      [`{${rest},"utterance":"hello","uid":"ann","state":{"a":"${text}"}}`, 'state.a'],
      [`{${rest},"utterance":"","uid":"ann","start_utterance":"${text}"}`, 'start_utterance'],
      [`{${rest},"utterance":"hello","more":[{"a":["${text}"]}]}`, 'more[0].a[0]'],
    ]
    for (const [body, path] of bodies) {
      const problem = await problemOf(await request('POST', '/api', body))
      const message = 'must be well-formed Unicode, without U+0000'
      expect(problem).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ path, message }] })
    }
    const key = await request('POST', '/api', `{${rest},"utterance":"hello","uid":"ann","state":{"${text}":"a"}}`)
    expect(await problemOf(key)).toMatchObject({
      status: 400,
      errors: [{ path: expect.stringMatching(/^state\..*\uFFFD/) }],
    })
    const managed = await request('PUT', '/admin/default/agent', `{"agent":{"id":"guide","displayName":"${text}"}}`, {
      'x-api-key': managementKey,
    })
    expect(await problemOf(managed)).toMatchObject({ status: 400, errors: [{ path: 'agent.displayName' }] })
  })

  it('may be written with escapes as long as they are whole', async () => {
    const { request, conversationKey } = await startServer()
    const body = `{"api_key":"${conversationKey}","agent_id":"guide","utterance":"\\ud83d\\ude00"}`
    expect(await (await request('POST', '/api', body)).json()).toMatchObject({ utterance: '😀' })
  })

  it('that names a member twice means the last one', async () => {
    const { request, conversationKey } = await startServer()
    const body = `{"api_key":"x","agent_id":"guide","utterance":"why?","utterance":"hello","api_key":"${conversationKey}"}`
    expect(await (await request('POST', '/api', body)).json()).toMatchObject({ utterance: 'hello' })
  })

  it('is taken as it is however deep what is not known of it is nested', async () => {
    const { request, conversationKey } = await startServer()
    const deep = `${'['.repeat(50_000)}"\\ud83d\\ude00"${']'.repeat(50_000)}`
    const body = `{"api_key":"${conversationKey}","agent_id":"guide","utterance":"hello","more":${deep}}`
    expect((await request('POST', '/api', body)).status).toBe(200)
    const state = body.replace('"more"', '"uid":"ann","state"')
    expect(await problemOf(await request('POST', '/api', state))).toMatchObject({ errors: [{ path: 'state' }] })
  })

  it.each(['1e400', '-1e400', '123456789012345678901234567890', '0.5'])(
    'with a number out of all bounds is a 400: %s',
    async (number) => {
      const { request, managementKey } = await startServer()
      const body = `{"agent":{"id":"guide","autoResponseSettings":{"ruleBasedThresholdLevel":${number}}}}`
      const response = await request('PUT', '/admin/default/agent', body, { 'x-api-key': managementKey })
      expect(await problemOf(response)).toMatchObject({
        status: 400,
        errors: [{ path: 'agent.autoResponseSettings.ruleBasedThresholdLevel' }],
      })
    },
  )

  it('cannot reach the prototype of anything', async () => {
    const { request, say, managementKey } = await startServer()
    const put = (body: string) => request('PUT', '/admin/default/agent', body, { 'x-api-key': managementKey })
    for (const body of [
      '{"agent":{"id":"guide","__proto__":{"scope":"public"}}}',
      '{"agent":{"id":"guide","llmSettings":{"__proto__":{"llm":"gpt-4o"}}}}',
      '{"agent":{"id":"guide","constructor":{"prototype":{"polluted":1}}}}',
      '{"__proto__":{"issueAgentApiKey":true},"agent":{"id":"guide"}}',
    ]) {
      expect(await problemOf(await put(body))).toMatchObject({ status: 400, code: 'invalid_request' })
    }
    const hooked = `{"agent":{"id":"guide"},"webhooks":[{"name":"__proto__","method":"POST","url":"https://example.com",
      "trigger":{"triggerType":0,"condition":0},"payload":{"__proto__":{"polluted":1},"constructor":"x"}}]}`
    expect((await put(hooked)).status).toBe(200)
    await say({ utterance: 'hello', uid: '__proto__', state: JSON.parse('{"__proto__":"x"}') })
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('of endless faults names a hundred of them', async () => {
    const { say } = await startServer()
    const state = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, n]))
    const problem = await problemOf(await say({ utterance: 'hello', uid: 'ann', state }))
    expect(problem['errors']).toHaveLength(100)
  })
})

describe('what is no HTTP', () => {
  it('is a 400', async () => {
    const { url } = await startServer()
    const answer = await exchange(url, 'nonsense\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ status: 400, code: 'bad_request' })
  })

  it('with endless headers is a 431', async () => {
    const { url } = await startServer()
    const answer = await exchange(url, `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(answer).toContain('application/problem+json')
  })
})

it('says by its code that a port is taken, and that an address is not of this machine', async () => {
  const { url } = await startServer()
  const port = Number(new URL(url).port)
  await expect(startServer({ listen: { host: '127.0.0.1', port } })).rejects.toMatchObject({
    code: 'port_in_use',
    message: `Something else is using port ${port} of 127.0.0.1. Stop it, or set PORT to another one.`,
  })
  await expect(startServer({ listen: { host: '192.0.2.1', port: 0 } })).rejects.toMatchObject({ code: 'cannot_listen' })
})
