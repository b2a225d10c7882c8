import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { Counter, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import type { Degraded } from '../../src/http/health.ts'
import type { Playground } from '../../src/http/playground-routes.ts'
import type { RouteRequest } from '../../src/ports/route.ts'
import { enterPlayground } from '../support/enter-playground.ts'
import { pages } from './pages.ts'
import { answerOf, madeUp, problemOf, startServer } from './server.ts'

describe('health', () => {
  it('is alive as long as it answers', async () => {
    const { request } = await startServer()
    expect(await (await request('GET', '/healthz')).json()).toEqual({ status: 'ok', version: '0.0.0-test' })
  })

  it('is ready as long as its database takes what is written, whatever else is named', async () => {
    let away: Degraded[] = []
    let holds = true
    let asked = 0
    let time = 1_763_700_000_000
    const database = () => {
      asked++
      return holds ? true : Promise.reject(new Error('disk full'))
    }
    const parts = { checks: { database }, degraded: async () => away, now: () => time }
    const { request } = await startServer(parts)
    const readiness = async () => {
      const response = await request('GET', '/readyz')
      return { code: response.status, ...((await response.json()) as object) }
    }
    expect(await readiness()).toEqual({ code: 200, status: 'ready', checks: { database: true }, degraded: [] })
    away = [{ what: 'slack', why: 'Slack refuses the token of T0ACME' }]
    holds = false
    expect(await readiness()).toEqual({ code: 200, status: 'ready', checks: { database: true }, degraded: away })
    expect(asked).toBe(1)
    time += 5000
    expect(await readiness()).toEqual({ code: 503, status: 'not_ready', checks: { database: false }, degraded: away })
    holds = true
    time += 4999
    expect((await readiness()).code).toBe(503)
    time += 1
    expect((await readiness()).code).toBe(200)
  })

  it('is unready while a write does not end, which is begun once, and ready when it has', async () => {
    const written = Promise.withResolvers<boolean>()
    let time = 1_763_700_000_000
    let asked = 0
    const database = () => {
      asked++
      return written.promise
    }
    const { request } = await startServer({ checks: { database }, now: () => time })
    const code = async () => (await request('GET', '/readyz')).status
    expect(await Promise.all([code(), code()])).toEqual([503, 503])
    time += 5000
    written.resolve(true)
    expect([await code(), asked]).toEqual([200, 1])
  })

  it('says that nothing can be written also where nothing else can be said', async () => {
    const database = () => Promise.reject(new Error('away'))
    const degraded = () => Promise.reject(new Error('away'))
    const response = await (await startServer({ checks: { database }, degraded })).request('GET', '/readyz')
    expect([response.status, await response.json()]).toEqual([
      503,
      { status: 'not_ready', checks: { database: false }, degraded: [] },
    ])
  })

  it('says so as soon as it is to be given nothing more', async () => {
    const { request, drain } = await startServer()
    drain()
    const response = await request('GET', '/readyz')
    expect([response.status, await response.json()]).toMatchObject([503, { status: 'draining' }])
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

  it('come as OpenMetrics to whoever would rather have that, and to nobody else', async () => {
    const metrics = new Registry()
    new Counter({ name: 'turns_total', help: 'What is called "turns".', registers: [metrics] }).inc(3)
    const { url } = await startServer({ metrics })
    const ask = async (accept: string) => {
      const response = await fetch(new URL('/metrics', url), { headers: { accept } })
      return { type: response.headers.get('content-type')!, text: await response.text() }
    }
    // As Prometheus 3 asks.
    const open = await ask(
      'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2',
    )
    expect(open.type).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
    expect(open.text).toContain('# HELP turns What is called \\"turns\\".\n# TYPE turns counter\nturns_total 3\n')
    expect(open.text).toMatch(/\n# EOF\n$/)
    expect(open.text).not.toMatch(/\n\n|^# TYPE \w+_total /m)
    // What asks next finds what it knows.
    for (const accept of [
      '*/*',
      'text/plain',
      'text/plain, application/openmetrics-text;q=0.5',
      'application/openmetrics-text;q=0',
    ]) {
      const { type, text } = await ask(accept)
      expect({ accept, type }).toEqual({ accept, type: expect.stringMatching(/^text\/plain; version=/) })
      expect(text).toContain('# TYPE turns_total counter\nturns_total 3\n')
    }
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
    const seen: RouteRequest[] = []
    const routes = [
      {
        method: 'POST' as const,
        path: '/slack/events',
        handle: async (request: RouteRequest) => {
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

describe('listening', () => {
  it('at a port that is taken says so', async () => {
    const { url } = await startServer()
    const port = Number(new URL(url).port)
    await expect(startServer({ listen: { host: '127.0.0.1', port } })).rejects.toThrow(`using port ${port}`)
  })
})

it('no answer of any door is taken for something else than it says', async () => {
  const handle = async () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: 'ok' })
  const panes: Playground = {
    open: async () => ({ user: 'U0ANN' }),
    handle: async (_pane, _request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('x'),
  }
  const { http, url, request, say, manage } = await startServer({
    routes: [{ method: 'POST', path: '/slack/events', handle }],
    playground: { panes, folder: pages(), owner: 'slack_T0PARLEY_U0ANN' },
  })
  const cookie = await enterPlayground(http.playground!)
  const answers: Record<string, Response> = {
    'POST /api': await say({ utterance: 'hello' }),
    'POST /api, as a stream': await say({ utterance: 'hello', uid: 'ann', stream: true }),
    'POST /api, wrong key': await request('POST', '/api', { api_key: 'x', agent_id: 'guide', utterance: 'hello' }),
    'OPTIONS /api': await request('OPTIONS', '/api'),
    'PUT /api': await request('PUT', '/api', {}),
    'GET /admin': await manage('GET', ''),
    'DELETE /admin': await manage('DELETE', '/guide'),
    'a bad path': await request('GET', '/admin/%zz/agent'),
    'GET /nothing': await request('GET', '/nothing'),
    'GET /slack/events': await request('GET', '/slack/events'),
    'POST /slack/events': await request('POST', '/slack/events', {}),
    'the playground, closed': await request('GET', '/', undefined, { accept: 'text/html' }),
    'the playground, opened': await fetch(http.playground!, { redirect: 'manual' }),
    'the page of the playground': await request('GET', '/', undefined, { cookie }),
    'a script of the playground': await request('GET', '/assets/main-4f3a.js', undefined, { cookie }),
    'a pane of the playground': await request('GET', '/playground/slack/events', undefined, { cookie }),
  }
  for (const path of ['/healthz', '/readyz', '/metrics', '/docs', '/openapi.json']) {
    answers[`GET ${path}`] = await request('GET', path)
    answers[`HEAD ${path}`] = await request('HEAD', path)
  }
  const told = Object.entries(answers).map(([door, { headers }]) => [door, headers.get('x-content-type-options')])
  expect(told).toEqual(Object.keys(answers).map((door) => [door, 'nosniff']))

  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).end('this is no HTTP\r\n\r\n')
  expect(String(Buffer.concat(await socket.toArray()))).toMatch(
    /^HTTP\/1\.1 400 [\s\S]*\r\nx-content-type-options: nosniff\r\n/,
  )
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
    const panes: Playground = {
      open: async () => ({ user: 'U0ANN' }),
      handle: async (_pane, _request, response) => void response.writeHead(200).write('data: {}\n\n'),
    }
    const { http, url } = await startServer({ playground: { panes, folder: pages(), owner: 'slack_T0PARLEY_U0ANN' } })
    const cookie = await enterPlayground(http.playground!)
    const events = get(`${url}/playground/slack/events`, { headers: { cookie } })
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
