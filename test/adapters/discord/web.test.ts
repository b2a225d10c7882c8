import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGuard } from '../../../adapters/discord/guard.ts'
import { createWeb } from '../../../adapters/discord/web.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const at = 1_800_000_000_000

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void, limitMs = 1000) {
  const seen: { method: string; url: string; authorization: string | undefined; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const { method, url, headers } = request
      seen.push({ method: method!, url: url!, authorization: headers.authorization, body })
      answer(request, response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let time = at
  const now = () => time
  const guard = createGuard({ now, log: silent })
  const web = createWeb({ token: 'a.b.c', apiUrl: `${url}/api`, limitMs, guard, now })
  return { web, guard, seen, url, shift: (ms: number) => (time += ms) }
}

const json =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const get = { method: 'GET', path: 'users/@me' } as const

describe('a call', () => {
  it('is one request, with our token unless its path has one', async () => {
    const { web, seen } = await serve(json(200, { id: '1' }))
    expect(await web.call({ method: 'POST', path: 'channels/1/messages', body: { content: 'hi' } })).toEqual({
      ok: { id: '1' },
    })
    await web.call({ method: 'POST', path: 'interactions/1/t/callback', body: {}, open: true })
    expect(seen).toMatchObject([
      { method: 'POST', url: '/api/v10/channels/1/messages', authorization: 'Bot a.b.c', body: '{"content":"hi"}' },
      { url: '/api/v10/interactions/1/t/callback', authorization: undefined },
    ])
  })

  it('takes an empty answer for a good one', async () => {
    const { web } = await serve((_, response) => response.writeHead(204).end())
    expect(await web.call(get)).toEqual({ ok: {} })
  })

  it('tells how much more Discord takes', async () => {
    const headers = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '3', 'x-ratelimit-reset-after': '1.25' }
    const { web } = await serve(json(200, {}, headers))
    expect(await web.call(get)).toEqual({ ok: {}, left: { limit: 5, remaining: 3, resetAt: at + 1250 } })
  })

  it.each([
    ['in its body', { retry_after: 1.5 }, {}, 1500, false],
    ['in a header', {}, { 'retry-after': '2' }, 2000, false],
    ['nowhere', {}, {}, 5000, false],
    ['at once', { retry_after: 0 }, {}, 250, false],
    ['for all calls', { retry_after: 1, global: true }, {}, 1000, true],
    ['for all calls, in a header', { retry_after: 1 }, { 'x-ratelimit-scope': 'global' }, 1000, true],
  ])('waits after a 429 as it says: %s', async (_, body, headers, ms, global) => {
    const { web } = await serve(json(429, body, headers as Record<string, string>))
    expect(await web.call(get)).toEqual({ retryAt: at + ms, global })
  })

  it('says where a form was filled in wrongly, and nothing of what was sent', async () => {
    const errors = {
      content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }] },
    }
    const { web } = await serve(json(400, { code: 50035, message: 'Invalid Form Body', errors }))
    expect(await web.call({ ...get, body: { content: 'secret' } })).toEqual({
      error: { status: 400, code: 50035, message: 'Invalid Form Body (content BASE_TYPE_MAX_LENGTH)' },
    })
  })

  it.each([
    ['a 502', (_: IncomingMessage, response: ServerResponse) => response.writeHead(502).end('<html>')],
    ['no JSON', (_: IncomingMessage, response: ServerResponse) => response.writeHead(200).end('<html>')],
    ['a reset', (request: IncomingMessage) => request.socket.destroy()],
    ['nothing at all', () => {}],
  ])('does not know after: %s', async (_, answer) => {
    const { web } = await serve(answer, 50)
    expect(await web.call(get)).toMatchObject({ unknown: expect.any(Error) })
  })

  it('is given up when nobody wants it any more', async () => {
    const { web } = await serve(() => {})
    const reason = new Error('enough')
    const ends = new AbortController()
    const reply = web.call(get, ends.signal)
    ends.abort(reason)
    expect(await reply).toEqual({ unknown: reason })
  })
})

describe('the guard', () => {
  it('sends nothing any more once the token was refused, but what needs none', async () => {
    const { web, seen, guard } = await serve(json(401, { code: 0, message: '401: Unauthorized' }))
    await web.call({ ...get, open: true })
    expect(guard.isRefused()).toBe(false)
    for (let n = 0; n < 3; n++) expect(await web.call(get)).toMatchObject({ error: { status: 401 } })
    expect(seen).toHaveLength(2)
    await web.call({ ...get, open: true })
    expect(seen).toHaveLength(3)
  })

  it('holds everything back before Discord would shut us out', async () => {
    const { web, seen, shift } = await serve(json(403, { code: 50013, message: 'Missing Permissions' }))
    for (let n = 0; n < 4500; n += 50) await Promise.all(Array.from({ length: 50 }, () => web.call(get)))
    expect(seen).toHaveLength(4500)
    expect(await web.call(get)).toEqual({ retryAt: at + 600_000, global: true })
    shift(600_000)
    expect(await web.call(get)).toMatchObject({ error: { code: 50013 } })
  })

  it('does not count limits that others share', async () => {
    const { web, guard } = await serve(json(429, { retry_after: 1 }, { 'x-ratelimit-scope': 'shared' }))
    for (let n = 0; n < 4500; n += 50) await Promise.all(Array.from({ length: 50 }, () => web.call(get)))
    expect(guard.heldUntil()).toBeUndefined()
  })
})

describe('a file', () => {
  it('is fetched without our token, up to a size', async () => {
    const { web, seen, url } = await serve((_, response) => response.end('a picture'))
    const { signal } = new AbortController()
    const file = new URL('/attachments/a.png', url)
    expect(await web.fetch(file, 100, signal)).toEqual({ bytes: Buffer.from('a picture') })
    expect(await web.fetch(file, 3, signal)).toMatchObject({ error: { status: 413 } })
    expect(seen.map(({ authorization }) => authorization)).toEqual([undefined, undefined])
  })
})
