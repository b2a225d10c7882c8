import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { problemOf, startServer } from './server.ts'

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
  it.each([
    ['GET', '/nothing'],
    ['POST', '/apis'],
    ['POST', '/api/'],
    ['DELETE', '/admin'],
    ['GET', '/admin/default/agents'],
    ['GET', '/'],
    ['GET', '/playground/slack/events'],
  ])('that does not exist is a 404: %s %s', async (method, path) => {
    const { request } = await startServer()
    const response = await request(method, path)
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await problemOf(response)).toMatchObject({ status: 404, code: 'endpoint_not_found', title: 'Not Found' })
  })

  it('that does not exist is a 404 whatever body is sent to it', async () => {
    const { request } = await startServer()
    expect((await request('POST', '/nothing', '<xml/>', { 'content-type': 'text/xml' })).status).toBe(404)
  })

  it.each([
    ['GET', '/api', 'POST'],
    ['OPTIONS', '/api', 'POST'],
    ['PUT', '/api', 'POST'],
    ['GET', '/admin/default/agent', 'POST, PUT'],
    ['POST', '/admin/default/agent/guide', 'DELETE'],
  ])('with another method is a 405: %s %s', async (method, path, allow) => {
    const { request } = await startServer()
    const response = await request(method, path)
    expect(response.headers.get('allow')).toBe(allow)
    expect(await problemOf(response)).toMatchObject({ status: 405, code: 'method_not_allowed' })
  })

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

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
    'of type %s is a 415',
    async (type) => {
      const { request } = await startServer()
      const problem = await problemOf(await request('POST', '/api', '{}', { 'content-type': type }))
      expect(problem).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    },
  )

  it('may name its charset, but may not be compressed', async () => {
    const { request, conversationKey } = await startServer()
    const body = JSON.stringify({ api_key: conversationKey, agent_id: 'guide', utterance: 'hello' })
    const type = { 'content-type': 'application/json; charset=UTF-8' }
    expect((await request('POST', '/api', body, type)).status).toBe(200)
    const problem = await problemOf(await request('POST', '/api', body, { ...type, 'content-encoding': 'gzip' }))
    expect(problem).toMatchObject({ status: 415, code: 'unsupported_content_encoding' })
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
