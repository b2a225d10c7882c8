import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { get, request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Counter, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import type { Playground } from '../../src/http/playground-routes.ts'
import type { SharedRequest } from '../../src/http/shared-routes.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { answerOf, madeUp, problemOf, startServer } from './server.ts'

/** Headers that fetch would not let us set. */
async function bare(
  url: string,
  method: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: string }> {
  const request = httpRequest(url, { method, headers })
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of response) body += chunk
  return { status: response.statusCode!, body }
}

describe('health', () => {
  it('is alive as long as it answers', async () => {
    const { request } = await startServer()
    expect(await (await request('GET', '/healthz')).json()).toEqual({ status: 'ok', version: '0.0.0-test' })
  })

  it('is ready when every check holds', async () => {
    let connected = true
    const { request } = await startServer({ checks: { database: async () => true, slack: () => connected } })
    expect(await (await request('GET', '/readyz')).json()).toEqual({
      status: 'ready',
      checks: { database: true, slack: true },
    })
    connected = false
    const response = await request('GET', '/readyz')
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ status: 'not_ready', checks: { database: true, slack: false } })
  })

  it('is not ready when a check fails', async () => {
    const { request } = await startServer({ checks: { database: () => Promise.reject(new Error('locked')) } })
    const response = await request('GET', '/readyz')
    expect(response.status).toBe(503)
    expect(await response.text()).not.toContain('locked')
  })
})

describe('metrics', () => {
  it('tell how long requests took, and whatever others count', async () => {
    const metrics = new Registry()
    new Counter({ name: 'turns_total', help: 'Turns.', registers: [metrics] }).inc(3)
    const { request, say } = await startServer({ metrics })
    await say({ utterance: 'hello' })
    await request('GET', '/no/such/thing')
    const response = await request('GET', '/metrics')
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/)
    const text = await response.text()
    expect(text).toContain('http_request_duration_seconds_count{method="POST",route="/api",status="200"} 1')
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 1')
    expect(text).toContain('turns_total 3')
    expect(text).toContain('process_cpu_seconds_total')
  })
})

describe('the log', () => {
  it('has one line for each request, and nothing of what was said', async () => {
    const { say, request, manage, lines, accessLog, conversationKey, managementKey } = await startServer()
    const response = await say({
      utterance: 'a very private thing',
      uid: 'ann_private',
      third_party_token: 'tok_private',
    })
    await request('GET', '/nothing?token=query_private')
    await manage('DELETE', '/nope')
    await expect.poll(() => accessLog().length).toBe(3)
    const [talk, nothing, remove] = accessLog()
    expect(talk).toEqual({
      level: 30,
      time: expect.any(Number),
      msg: 'request',
      method: 'POST',
      route: '/api',
      status: 200,
      ms: expect.any(Number),
      requestId: response.headers.get('x-request-id'),
      account: 'default',
      agent: 'guide',
    })
    expect(nothing).toMatchObject({ method: 'GET', route: 'none', status: 404 })
    expect(remove).toMatchObject({ route: '/admin/:uid/agent/:agentId', account: 'default' })
    expect(lines.join()).not.toMatch(new RegExp(`private|${conversationKey}|${managementKey}`))
  })
})

describe('routes of the platforms', () => {
  it('get the bytes as they came, and answer as they like', async () => {
    const seen: SharedRequest[] = []
    const routes = [
      {
        method: 'POST' as const,
        path: '/slack/events',
        handle: async (request: SharedRequest) => {
          seen.push(request)
          return { status: 202, headers: { 'content-type': 'text/plain', 'x-own': 'yes' }, body: 'ok' }
        },
      },
    ]
    const { url, request } = await startServer({ routes })
    const bytes = randomBytes(100)
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'application/octet-stream']) {
      const response = await fetch(`${url}/slack/events`, {
        method: 'POST',
        headers: { 'content-type': type, 'x-sig': 'abc' },
        body: bytes,
      })
      expect(response.status).toBe(202)
      expect(response.headers.get('x-own')).toBe('yes')
      expect(await response.text()).toBe('ok')
      expect(seen.at(-1)?.rawBody.equals(bytes)).toBe(true)
      expect(seen.at(-1)?.headers['x-sig']).toBe('abc')
    }
    expect((await request('POST', '/slack/events')).status).toBe(202)
    expect(seen.at(-1)?.rawBody).toHaveLength(0)
    expect((await request('POST', '/slack/events', 'x'.repeat(1024 * 1024 + 1))).status).toBe(413)
  })

  it('that fail are a 500', async () => {
    const handle = () => Promise.reject(new Error('bad'))
    const { request } = await startServer({ routes: [{ method: 'POST', path: '/slack/events', handle }] })
    expect(await problemOf(await request('POST', '/slack/events', {}))).toMatchObject({ status: 500 })
  })
})

describe('the playground', () => {
  const playground: Playground = {
    open: async (pane) => (pane === 'slack' ? { user: 'U0ANN' } : undefined),
    async handle(pane, request, response, path) {
      let body = ''
      for await (const chunk of request) body += chunk
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ pane, path, body, method: request.method }))
    },
  }

  it('opens a pane, and hands its requests over with their bodies unread', async () => {
    const { request } = await startServer({ playground })
    expect(await (await request('POST', '/playground/slack/open', {})).json()).toEqual({ user: 'U0ANN' })
    expect((await problemOf(await request('POST', '/playground/irc/open', {})))['status']).toBe(404)
    const response = await request('POST', '/playground/slack/messages?a=b', { text: 'hi' })
    expect(response.headers.get('x-request-id')).not.toBeNull()
    expect(await response.json()).toEqual({
      pane: 'slack',
      path: 'messages?a=b',
      body: '{"text":"hi"}',
      method: 'POST',
    })
    const file = await request('GET', '/playground/slack/files/a%2Fb')
    expect(await file.json()).toMatchObject({ path: 'files/a%2Fb' })
  })

  it.each(['example.com', 'localhost.example.com', '10.0.0.1:3000', '127.0.0.1.example.com', 'x@[::2]'])(
    'is refused to the host %j, which may be somebody else’s name for this machine',
    async (host) => {
      const { url } = await startServer({ playground })
      for (const [method, path] of [
        ['POST', 'open'],
        ['GET', 'events'],
      ] as const) {
        const { status, body } = await bare(`${url}/playground/slack/${path}`, method, { host })
        expect(status).toBe(403)
        expect(JSON.parse(body)).toMatchObject({ code: 'loopback_only' })
      }
    },
  )

  it.each(['localhost:3000', 'LOCALHOST', '127.0.0.1:80', '[::1]:3000', 'parley.localhost'])(
    'is open at %s',
    async (host) => {
      const { url } = await startServer({ playground })
      expect((await bare(`${url}/playground/slack/open`, 'POST', { host })).status).toBe(200)
      expect((await bare(`${url}/playground/slack/open`, 'POST', { host, origin: `http://${host}` })).status).toBe(200)
    },
  )

  it.each([
    [{ origin: 'https://example.com' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost:1' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('takes no writes from other sites: %j', async (headers) => {
    const { url } = await startServer({ playground })
    const sent = { host: 'localhost:3000', ...(headers as Record<string, string>) }
    for (const path of ['open', 'messages']) {
      const { status, body } = await bare(`${url}/playground/slack/${path}`, 'POST', sent)
      expect(status).toBe(403)
      expect(JSON.parse(body)).toMatchObject({ code: 'cross_origin' })
    }
  })

  it('that fails closes the connection rather than leaving it open', async () => {
    const { request, lines } = await startServer({
      playground: { ...playground, handle: () => Promise.reject(new Error('broken pane')) },
    })
    await expect(request('GET', '/playground/slack/events')).rejects.toThrow()
    expect(lines.some((line) => line.includes('broken pane'))).toBe(true)
  })
})

describe('the pages', () => {
  function pages(): string {
    const folder = tempFolder()
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Parley</title>')
    writeFileSync(join(folder, 'assets/main-4f3a.js'), 'export {}')
    return folder
  }

  it('are fresh, their hashed files kept for ever, and nothing foreign runs in them', async () => {
    const { request } = await startServer({ consoleFolder: pages() })
    const page = await request('GET', '/')
    expect(await page.text()).toContain('Parley')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(page.headers.get('etag')).not.toBeNull()
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'self';.*frame-ancestors 'none'/)
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    const script = await request('GET', '/assets/main-4f3a.js')
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  it('leave the addresses of the API alone', async () => {
    const { request, say } = await startServer({ consoleFolder: pages() })
    expect((await say({ utterance: 'hello' })).status).toBe(200)
    expect((await request('GET', '/api')).status).toBe(405)
    expect(await problemOf(await request('GET', '/nothing'))).toMatchObject({ status: 404 })
    expect(await problemOf(await request('GET', '/..%2f..%2fetc/passwd'))).toMatchObject({ code: 'endpoint_not_found' })
  })
})

describe('listening', () => {
  it('at a port that is taken says so', async () => {
    const { url } = await startServer()
    const port = Number(new URL(url).port)
    await expect(startServer({ listen: { host: '127.0.0.1', port } })).rejects.toThrow(`using port ${port}`)
  })
})

describe('closing', () => {
  it('lets running requests finish and accepts no others', async () => {
    const { say, model, http, url, request } = await startServer()
    await request('GET', '/healthz')
    const script = model.script()
    const running = say({ utterance: 'why?', uid: 'ann' })
    await script.asked
    const closed = http.close(10_000)
    await expect(fetch(`${url}/healthz`, { headers: { connection: 'close' } })).rejects.toThrow()
    script.write('Because')
    script.end()
    expect((await answerOf(await running)).bestResponse.utterance).toBe('Because')
    await closed
  })

  it.each(['ann', undefined])('after its grace ends streams with their last message (uid %s)', async (uid) => {
    const { say, model, http } = await startServer()
    const script = model.script()
    const asked = say({ utterance: 'why?', uid, stream: true })
    script.write('Because')
    const response = await asked
    const closed = http.close(0)
    const lines = (await response.text()).trim().split('\n')
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({
      utterance: 'why?',
      bestResponse: { utterance: 'Because' },
      error: { code: 'stopped' },
    })
    await closed
  })

  it('after its grace answers those who have got nothing yet with a 503', async () => {
    const { say, model, http } = await startServer()
    const script = model.script()
    const running = say({ utterance: 'why?', uid: 'ann' })
    await script.asked
    const [response] = await Promise.all([running, http.close(0)])
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await problemOf(response)).toMatchObject({ status: 503, code: 'interrupted' })
  })

  it('does not wait for a turn that will not stop', async () => {
    const { say, http } = await startServer({
      conversations: madeUp(async function* () {
        yield { kind: 'progress', text: 'And then', searching: false }
        return new Promise<never>(() => {})
      }),
    })
    const response = await say({ utterance: 'tell me', stream: true })
    const closed = http.close(0)
    const last = JSON.parse((await response.text()).trim().split('\n').at(-1)!)
    expect(last).toMatchObject({ bestResponse: { utterance: 'And then' }, error: { code: 'interrupted' } })
    await closed
  })

  it('does not wait for the playground’s event streams', async () => {
    const playground: Playground = {
      open: async () => ({ user: 'U0ANN' }),
      handle: async (_pane, _request, response) => void response.writeHead(200).write('data: {}\n\n'),
    }
    const { http, url } = await startServer({ playground })
    const events = get(`${url}/playground/slack/events`)
    events.on('error', () => {})
    const [response] = (await once(events, 'response')) as [IncomingMessage]
    response.on('error', () => {})
    await http.close(60_000)
  })

  it('may be asked for again, with less grace', async () => {
    const { say, model, http } = await startServer()
    const script = model.script()
    const running = say({ utterance: 'why?', uid: 'ann' })
    await script.asked
    const closed = http.close(60_000)
    await Promise.all([http.close(0), closed])
    expect((await running).status).toBe(503)
  })
})
