import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createBreaker } from '../../../adapters/discord/breaker.ts'
import { createGuard } from '../../../adapters/discord/guard.ts'
import { createWeb } from '../../../adapters/discord/web.ts'
import { memoryNotes } from '../../support/adapter-parts.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const at = 1_800_000_000_000

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void, limitMs = 60_000) {
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
  const breaker = createBreaker({ now, log: silent })
  const web = createWeb({ token: 'a.b.c', apiUrl: `${url}/api`, limitMs, guard, breaker, now })
  return { web, guard, breaker, seen, url, shift: (ms: number) => (time += ms) }
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
    expect(await web.call({ ...get, vital: true })).toMatchObject({ error: { code: 50013 } })
    shift(600_000)
    expect(await web.call(get)).toMatchObject({ error: { code: 50013 } })
  })

  it('does not count limits that others share', async () => {
    const { web, guard } = await serve(json(429, { retry_after: 1 }, { 'x-ratelimit-scope': 'shared' }))
    for (let n = 0; n < 4500; n += 50) await Promise.all(Array.from({ length: 50 }, () => web.call(get)))
    expect(guard.heldUntil()).toBeUndefined()
  })
})

describe('what is counted', () => {
  it('outlives a restart, and is counted together with other processes', async () => {
    const notes = memoryNotes()
    let time = at
    const another = async () => {
      const guard = createGuard({ now: () => time, log: silent, notes })
      await guard.share('1')
      return guard
    }
    const refuse = (guard: ReturnType<typeof createGuard>, times: number) => {
      for (let n = 0; n < times; n++) guard.count(403, false, guard.refusals())
    }
    const [first, second] = [await another(), await another()]
    refuse(first, 2000)
    await first.save()
    refuse(second, 1500)
    await second.save()
    refuse(first, 500)
    await first.save()
    const third = await another()
    expect(third.heldUntil()).toBeUndefined()
    refuse(third, 500)
    expect(third.heldUntil()).toBe(at + 600_000)
    await third.save()
    expect((await another()).heldUntil()).toBe(at + 600_000)
    await first.save()
    expect(first.heldUntil()).toBe(at + 600_000)
    time += 600_000
    expect((await another()).heldUntil()).toBeUndefined()
    refuse(first, 1)
    expect(first.heldUntil()).toBeUndefined()
  })
})

describe('a channel that refuses', () => {
  const refusal = json(403, { code: 50013, message: 'Missing Permissions' })
  const post = (channel: number) => ({ method: 'POST', path: `channels/${channel}/messages`, body: {} }) as const

  it('is left alone for a time that grows to five minutes, and no other channel is', async () => {
    const { web, seen, shift } = await serve(refusal)
    const pauses: number[] = []
    for (let waited = 0; pauses.length < 7; waited += 5) {
      const before = seen.length
      expect(await web.call(post(1))).toEqual({ error: { status: 403, code: 50013, message: 'Missing Permissions' } })
      if (seen.length > before) pauses.push(waited)
      if (seen.length > before) waited = 0
      shift(5000)
    }
    expect(pauses).toEqual([0, 5, 15, 45, 135, 300, 300])
    await web.call(post(2))
    expect(seen.at(-1)!.url).toBe('/api/v10/channels/2/messages')
  })

  it('is asked by one call, not by all that waited, when the time is over', async () => {
    const { web, seen, shift } = await serve(refusal)
    await web.call(post(1))
    shift(5000)
    await Promise.all(Array.from({ length: 20 }, () => web.call(post(1))))
    expect(seen).toHaveLength(2)
  })

  it('refuses what it refused, and nothing else', async () => {
    const { web, seen } = await serve((request, response) =>
      request.url!.endsWith('/threads') ? refusal(request, response) : json(200, {})(request, response),
    )
    const thread = (message: number) =>
      ({ method: 'POST', path: `channels/1/messages/${message}/threads`, body: {} }) as const
    for (let n = 0; n < 3; n++) await web.call(thread(n))
    expect(seen).toHaveLength(1)
    for (let n = 0; n < 3; n++) expect(await web.call(post(1))).toHaveProperty('ok')
    expect(seen).toHaveLength(4)
  })

  it('is asked at once when its rights have changed, and as before when it has not refused for long', async () => {
    const { web, breaker, seen, shift } = await serve(refusal)
    for (const wait of [0, 5000, 15_000]) {
      shift(wait)
      await web.call(post(1))
    }
    breaker.forget('1')
    await web.call(post(1))
    await web.call(post(1))
    expect(seen).toHaveLength(4)
    shift(2 * 3_600_000)
    await web.call(post(1))
    shift(5000)
    await web.call(post(1))
    expect(seen).toHaveLength(6)
  })

  it.each([
    ['a message of somebody else', 403, 50005],
    ['a limit', 429, 20028],
    ['a message that is gone', 404, 10008],
    ['words that are filtered', 400, 200000],
  ])('is not one that refuses %s', async (_, status, code) => {
    const { web, seen } = await serve(json(status, { code, message: 'No' }))
    for (let n = 0; n < 3; n++) await web.call(post(1))
    expect(seen).toHaveLength(3)
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

it('an answer that was on its way when the token was refused does not say that it is taken again', () => {
  const guard = createGuard({ now: Date.now, log: silent })
  const before = guard.refusals()
  guard.count(401, false, before)
  guard.count(204, false, before)
  expect(guard.isRefused()).toBe(true)
  guard.count(200, false, guard.refusals())
  expect(guard.isRefused()).toBe(false)
})
