import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Playground } from '../../src/http/playground-routes.ts'
import { playgroundAccount } from '../../src/store/apart.ts'
import { enterPlayground } from '../support/enter-playground.ts'
import { pages } from './pages.ts'
import { problemOf, type ServerOptions, startServer } from './server.ts'

type Headers = Record<string, string>

/** Headers that fetch would not let us set. */
async function bare(url: string, method: string, headers: Headers) {
  const request = httpRequest(url, { method, headers })
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of response) body += chunk
  return { status: response.statusCode!, body, headers: response.headers }
}

const owner = 'slack_T0PARLEY_U0ANN'
const panes: Playground = {
  open: async (pane) => (pane === 'slack' ? { user: 'U0ANN' } : undefined),
  async handle(pane, request, response, path) {
    let body = ''
    for await (const chunk of request) body += chunk
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ pane, path, body, method: request.method }))
  },
}

/** A server with a playground, and a browser that has opened it. */
async function open(options: ServerOptions = {}) {
  const server = await startServer({
    playground: { panes, folder: pages(), owner },
    ...options,
  })
  const cookie = await enterPlayground(server.http.playground!)
  return {
    ...server,
    cookie,
    ask: (method: string, path: string, body?: unknown, headers: Headers = {}) =>
      server.request(method, path, body, { cookie, ...headers }),
  }
}

/** All of it: the page, what it is made of, its panes, their streams. */
const everything = [
  ['GET', '/'],
  ['GET', '/index.html'],
  ['GET', '/assets/main-4f3a.js'],
  ['POST', '/playground/slack/open'],
  ['GET', '/playground/slack/events'],
  ['POST', '/playground/slack/messages'],
] as const

describe('the playground', () => {
  it('opens a pane, and hands its requests over with their bodies unread', async () => {
    const { ask } = await open()
    expect(await (await ask('POST', '/playground/slack/open', {})).json()).toEqual({ user: 'U0ANN' })
    expect((await problemOf(await ask('POST', '/playground/irc/open', {})))['status']).toBe(404)
    const response = await ask('POST', '/playground/slack/messages?a=b', { text: 'hi' })
    expect(response.headers.get('x-request-id')).not.toBeNull()
    expect(await response.json()).toEqual({
      pane: 'slack',
      path: 'messages?a=b',
      body: '{"text":"hi"}',
      method: 'POST',
    })
    const file = await ask('GET', '/playground/slack/files/a%2Fb')
    expect(await file.json()).toMatchObject({ path: 'files/a%2Fb' })
  })

  it('that fails closes the connection rather than leaving it open', async () => {
    const broken = { ...panes, handle: () => Promise.reject(new Error('broken pane')) }
    const { ask, lines } = await open({ playground: { panes: broken, folder: pages(), owner } })
    await expect(ask('GET', '/playground/slack/events')).rejects.toThrow()
    expect(lines.some((line) => line.includes('broken pane'))).toBe(true)
  })

  it('has pages that are fresh, their hashed files kept for ever, and nothing foreign runs in them', async () => {
    const { ask } = await open()
    const page = await ask('GET', '/')
    expect(await page.text()).toContain('Parley')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(page.headers.get('etag')).not.toBeNull()
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'self';.*frame-ancestors 'self'/)
    const script = await ask('GET', '/assets/main-4f3a.js')
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    // Packed for whoever can read it; a proxy keeps apart what is not.
    for (const one of [page, script]) {
      expect([one.headers.get('content-encoding'), one.headers.get('vary')]).toEqual(['gzip', 'Accept-Encoding'])
    }
    const again = await ask('GET', '/', undefined, { 'if-none-match': page.headers.get('etag')! })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('content-security-policy')).toBe(page.headers.get('content-security-policy'))
    const head = await ask('HEAD', '/')
    expect([head.status, head.headers.get('etag')]).toEqual([200, page.headers.get('etag')])
  })

  it('leaves the addresses of the API alone, and unknown ones unknown', async () => {
    const { request, say } = await open()
    expect((await say({ utterance: 'hello' })).status).toBe(200)
    expect((await request('GET', '/api')).status).toBe(405)
    expect(await problemOf(await request('GET', '/nothing'))).toMatchObject({ status: 404 })
    expect(await problemOf(await request('GET', '/..%2f..%2fetc/passwd'))).toMatchObject({ code: 'endpoint_not_found' })
  })
})

describe('the console of the playground', () => {
  const pressed = { 'sec-fetch-site': 'same-origin' }
  const ofConsole = { ...pressed, 'x-parley-console': '1' }

  async function opened() {
    const server = await open({ consolePage: pages() })
    const { store } = server
    await store.accounts.ensurePlayground()
    const give = () => store.db.batch(store.roles.firstOwnerSteps(playgroundAccount, owner))
    return { ...server, give }
  }

  it('is entered from its page alone, by whoever it belongs to, and is of its account', async () => {
    const server = await opened()
    const { ask, request, give } = server
    expect((await request('POST', '/playground/console', undefined, pressed)).status).toBe(403)
    expect(await problemOf(await ask('POST', '/playground/console', undefined, pressed))).toMatchObject({
      code: 'forbidden',
    })
    await give()
    const entered = await ask('POST', '/playground/console', undefined, pressed)
    expect(entered.status).toBe(204)
    const cookie = entered.headers.get('set-cookie')!.split(';')[0]!
    const me = await request('GET', '/console/api/me', undefined, { ...ofConsole, cookie })
    expect(await me.json()).toMatchObject({ account: playgroundAccount, person: owner, plays: true, operates: false })
    // Whoever is in already is not let in once more.
    const again = await ask('POST', '/playground/console', undefined, {
      ...pressed,
      cookie: `${server.cookie}; ${cookie}`,
    })
    expect([again.status, again.headers.get('set-cookie')]).toEqual([204, null])
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://example.com' }
    expect((await ask('POST', '/playground/console', undefined, elsewhere)).status).toBe(403)
  })
})

describe('the token of the playground', () => {
  it('becomes a cookie of this host, and leaves the address', async () => {
    const { http, url } = await startServer({ playground: { panes, folder: pages(), owner } })
    expect(http.playground).toMatch(new RegExp(`^${url}/\\?token=[\\w-]{43}$`))
    const { status, headers } = await bare(http.playground!, 'GET', {})
    expect(status).toBe(303)
    expect(headers).toMatchObject({ location: '/', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const token = new URL(http.playground!).searchParams.get('token')
    const cookie = `parley-playground-${new URL(url).port}=${token}; Path=/; HttpOnly; SameSite=Strict`
    expect(headers['set-cookie']).toEqual([cookie])
  })

  it('is another one at each start, and never in the log', async () => {
    const [one, other] = [await open(), await open()]
    const token = (address: string) => new URL(address).searchParams.get('token')!
    expect(token(one.http.playground!)).not.toBe(token(other.http.playground!))
    await one.ask('GET', '/')
    await expect.poll(() => one.accessLog().length).toBeGreaterThan(1)
    expect(one.lines.join()).not.toContain(token(one.http.playground!))
  })

  it.each(everything)('is needed for %s %s', async (method, path) => {
    const { request, ask, url } = await open()
    expect((await ask(method, path, method === 'POST' ? {} : undefined)).status).toBe(200)
    const port = new URL(url).port
    for (const cookie of ['', `parley-playground-${port}=`, `parley-playground-${port}=${'x'.repeat(43)}`]) {
      const problem = await problemOf(await request(method, path, undefined, { cookie }))
      expect(problem).toMatchObject({ status: 403, code: 'playground_closed' })
    }
    expect((await request(method, `${path}?token=wrong`)).status).toBe(403)
  })

  it('opens nothing but the page: elsewhere a token in the address is not looked at', async () => {
    const { http, request, cookie } = await open()
    const { search } = new URL(http.playground!)
    expect((await request('POST', `/playground/slack/open${search}`, {})).status).toBe(403)
    expect((await request('POST', '/playground/slack/open?token=x', {}, { cookie })).status).toBe(200)
  })

  it.each([
    ['en-GB', 'The playground is closed here', 'use the whole address that Parley printed'],
    ['ja', 'ここからはプレイグラウンドを開けません', '起動時に表示されたアドレス全体'],
  ])('is asked for in a page where a browser comes without it (%s)', async (language, title, sentence) => {
    const { request } = await open()
    const headers = { accept: 'text/html,*/*;q=0.8', 'accept-language': language }
    const page = await request('GET', '/', undefined, headers)
    expect(page.status).toBe(403)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/)
    const html = await page.text()
    expect(html).toContain(title)
    expect(html).toContain(sentence)
  })
})

describe('whoever is not at this machine', () => {
  it.each([
    'Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'X-Forwarded-Host',
    'X-Forwarded',
    'X-Real-IP',
    'Via',
    'X-Client-IP',
    'True-Client-IP',
    'CF-Connecting-IP',
    'Fastly-Client-IP',
    'X-Cluster-Client-IP',
    'X-Original-Forwarded-For',
    'X-Original-Host',
    'X-Envoy-External-Address',
    'CDN-Loop',
  ])('is refused the playground, also with its cookie: %s', async (name) => {
    const { url, http, cookie } = await open()
    for (const [method, path] of everything) {
      const { status, body } = await bare(url + path, method, { cookie, [name]: 'for=203.0.113.7' })
      expect(status).toBe(403)
      expect(JSON.parse(body)).toMatchObject({ code: 'forwarded' })
    }
    expect((await bare(http.playground!, 'GET', { [name]: '1.1 example' })).headers['set-cookie']).toBeUndefined()
  })

  it('is refused it behind a reverse proxy that forwards, and behind one that says nothing', async () => {
    const { url, http } = await open()
    const { port } = new URL(url)
    // As nginx does by `proxy_pass http://127.0.0.1:3000;`: the name it is reached by is not passed on.
    const behind = async (more: Headers): Promise<string> => {
      const proxy = createServer((asked, answered) => {
        const headers = { ...asked.headers, host: `127.0.0.1:${port}`, ...more }
        const on = httpRequest({ port, method: asked.method, path: asked.url, headers }, (answer) => {
          answered.writeHead(answer.statusCode!, answer.headers)
          answer.pipe(answered)
        })
        asked.pipe(on)
      }).listen(0, '127.0.0.1')
      onTestFinished(() => void proxy.close())
      await once(proxy, 'listening')
      return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    }
    const [told, silent] = [await behind({ 'x-forwarded-for': '203.0.113.7' }), await behind({})]
    const { search } = new URL(http.playground!)
    expect((await bare(`${told}/${search}`, 'GET', { accept: 'text/html' })).body).toContain('not through a proxy')
    for (const [method, path] of everything) {
      expect(JSON.parse((await bare(told + path, method, {})).body)).toMatchObject({ code: 'forwarded' })
      expect(JSON.parse((await bare(silent + path, method, {})).body)).toMatchObject({ code: 'playground_closed' })
    }
  })

  it.each(['example.com', 'localhost.example.com', '10.0.0.1:3000', '127.0.0.1.example.com', 'x@[::2]'])(
    'is refused it at the host %j, which may be somebody else’s name for this machine',
    async (host) => {
      const { url, cookie } = await open()
      for (const [method, path] of everything) {
        const { status, body } = await bare(url + path, method, { host, cookie })
        expect(status).toBe(403)
        expect(JSON.parse(body)).toMatchObject({ code: 'loopback_only' })
      }
    },
  )

  it.each(['localhost:3000', 'LOCALHOST', '127.0.0.1:80', '[::1]:3000', 'parley.localhost'])(
    'is not meant by %s',
    async (host) => {
      const { url, cookie } = await open()
      const pane = `${url}/playground/slack/open`
      expect((await bare(pane, 'POST', { host, cookie })).status).toBe(200)
      expect((await bare(pane, 'POST', { host, cookie, origin: `http://${host}` })).status).toBe(200)
    },
  )

  it.each([
    [{ origin: 'https://example.com' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost:1' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('writes nothing from another site: %j', async (headers) => {
    const { url, cookie } = await open()
    const sent = { host: 'localhost:3000', cookie, ...(headers as Headers) }
    for (const path of ['open', 'messages']) {
      const { status, body } = await bare(`${url}/playground/slack/${path}`, 'POST', sent)
      expect(status).toBe(403)
      expect(JSON.parse(body)).toMatchObject({ code: 'cross_origin' })
    }
  })
})
