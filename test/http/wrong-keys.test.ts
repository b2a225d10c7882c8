import { createHmac } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createEventsRoute } from '../../adapters/slack/http.ts'
import { createWeb } from '../../adapters/web/index.ts'
import { createSecrets } from '../../src/admin/index.ts'
import { createIdentities } from '../../src/app/parts/identities.ts'
import type { Playground } from '../../src/http/playground-routes.ts'
import { createWrongKeys } from '../../src/http/wrong-keys.ts'
import { AppError } from '../../src/lib/errors.ts'
import type { Log } from '../../src/lib/log.ts'
import { createLog } from '../../src/lib/log.ts'
import { visitorTokenContext } from '../../src/model/visitor.ts'
import { memoryInstallations } from '../support/adapter-parts.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { pages } from './pages.ts'
import { problemOf, startServer } from './server.ts'

const wrong = new AppError('invalid_api_key', 'wrong', { status: 401 })
const log = createLog('silent')

describe('wrong keys', () => {
  it('of one address are told so twenty times, then one every ten seconds', () => {
    let at = 0
    const { refuse } = createWrongKeys({ log, now: () => at })
    const answers = Array.from({ length: 300 }, () => refuse('192.0.2.1', wrong))
    expect(answers.filter((answer) => answer === wrong)).toHaveLength(20)
    expect(answers.at(-1)).toMatchObject({ code: 'too_many_wrong_keys', status: 429, retryAfterMs: 10_000 })
    expect(refuse('192.0.2.2', wrong)).toBe(wrong)
    at = 10_000
    expect(refuse('192.0.2.1', wrong)).toBe(wrong)
    expect(refuse('192.0.2.1', wrong)).not.toBe(wrong)
  })

  it('of all addresses together have a ceiling, however many there are', () => {
    const { refuse } = createWrongKeys({ log, now: () => 0 })
    const answers = Array.from({ length: 300 }, (_, n) => refuse(`192.0.2.${n % 250}`, wrong))
    expect(answers.filter((answer) => answer === wrong)).toHaveLength(200)
  })

  it('of one network of IPv6 are of one address', () => {
    const { refuse } = createWrongKeys({ log, now: () => 0 })
    const of = (address: string) => Array.from({ length: 20 }, () => refuse(address, wrong)).at(-1) === wrong
    expect(of('2001:db8:0:1::1')).toBe(true)
    expect(of('2001:db8::1:ffff:0:0:2')).toBe(false)
    expect(of('2001:DB8:0:1:a:b:c:d')).toBe(false)
    expect(of('2001:db8:0:2::1')).toBe(true)
    expect(of('::ffff:192.0.2.1')).toBe(true)
    expect(of('::ffff:192.0.2.2')).toBe(true)
    expect(of('fe80::1%eth0')).toBe(true)
  })

  it('are told once a minute, with their number and where they came from', () => {
    let at = 0
    const told: unknown[] = []
    const { refuse } = createWrongKeys({
      log: { ...log, warn: (about: object) => told.push(about) } as unknown as Log,
      now: () => at,
    })
    for (let n = 0; n < 30; n++) refuse('192.0.2.1', wrong)
    at = 59_999
    refuse('192.0.2.2', wrong)
    at = 60_000
    refuse('192.0.2.3', wrong)
    expect(told).toEqual([
      { count: 1, throttled: 0, addresses: ['192.0.2.1'] },
      { count: 31, throttled: 10, addresses: ['192.0.2.1', '192.0.2.2', '192.0.2.3'] },
    ])
  })
})

const panes: Playground = {
  open: async () => ({ user: 'U0ANN' }),
  handle: async (_p, _q, response) => void response.end(),
}

describe('three hundred wrong keys in a row', () => {
  const guess = (prefix: string, n: number) => `${prefix}_${String(n).padStart(43, 'x')}`

  it.each([
    [
      'management keys',
      401,
      (n: number) => ({ path: '/admin/default/agent', headers: { 'x-api-key': guess('pmk', n) } }),
    ],
    [
      'keys of conversations',
      401,
      (n: number) => ({ path: '/api', body: { api_key: guess('pck', n), agent_id: 'guide', utterance: 'hello' } }),
    ],
    [
      'keys of agents',
      401,
      (n: number) => ({ path: '/api', body: { api_key: guess('pak', n), agent_id: 'guide', utterance: 'hello' } }),
    ],
    ['tokens of the playground', 403, (n: number) => ({ path: `/?token=${n}` })],
    [
      'cookies of the playground',
      403,
      (n: number, port: string) => ({ path: '/', headers: { cookie: `parley-playground-${port}=${n}` } }),
    ],
  ] as const)('%s are throttled, and whoever has the right one is answered', async (_name, status, attempt) => {
    const { url, http, request, say, manage, lines } = await startServer({
      playground: { panes, folder: pages(), owner: 'slack_T0PARLEY_U0ANN' },
    })
    const { port } = new URL(url)
    const seen: number[] = []
    let last: Response | undefined
    for (let n = 0; n < 300; n++) {
      const { path, body, headers } = attempt(n, port) as {
        path: string
        body?: object
        headers?: Record<string, string>
      }
      last = await request(body ? 'POST' : 'GET', path, body, headers)
      seen.push(last.status)
      if (n < 299) await last.arrayBuffer()
    }
    expect(seen.slice(0, 20)).toEqual(Array(20).fill(status))
    // A slow machine lets one more in every ten seconds.
    expect(seen.filter((one) => one === 429).length).toBeGreaterThan(250)
    expect(seen.at(-1)).toBe(429)
    expect(Number(last!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await problemOf(last!)).toMatchObject({ code: 'too_many_wrong_keys' })
    expect((await manage('GET', '')).status).toBe(200)
    expect((await say({ utterance: 'hello' })).status).toBe(200)
    expect((await fetch(http.playground!, { redirect: 'manual' })).status).toBe(303)
    const told = lines.filter((line) => line.includes('wrong keys were refused'))
    expect(told.length).toBeGreaterThan(0)
    expect(told.length).toBeLessThan(5)
    expect(lines.join()).not.toMatch(/p[mca]k_xxx/)
  })

  it('a key that is right, but not for this, is refused and never throttled', async () => {
    const { request, conversationKey } = await startServer()
    for (let n = 0; n < 30; n++) {
      const response = await request('GET', '/admin/default/agent', undefined, { 'x-api-key': conversationKey })
      expect(response.status).toBe(401)
    }
  })
})

describe('thirty wrong keys in a row', () => {
  const origin = 'https://shop.example.com'
  const token = (n: number) => String(n).padStart(43, 'x')
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  const ours = { 'x-parley-console': '1', 'sec-fetch-site': 'same-origin' }
  const chat = { model: 'guide', messages: [{ role: 'user', content: 'hello' }] }
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const event = '{"type":"url_verification","challenge":"x"}'
  const signed = (secret: string) => {
    const at = String(Math.floor(Date.now() / 1000))
    const hmac = createHmac('sha256', secret).update(`v0:${at}:${event}`).digest('hex')
    return { 'x-slack-request-timestamp': at, 'x-slack-signature': `v0=${hmac}` }
  }

  async function open() {
    const consolePage = tempFolder()
    mkdirSync(join(consolePage, 'assets'))
    writeFileSync(join(consolePage, 'index.html'), '<!doctype html><title>Parley</title>')
    const secrets = createSecrets({ dataFolder: tempFolder() })
    const web = createWeb({
      sites: [{ agent: 'guide', origins: [origin], anonymous: true }],
      perMinute: { visitor: 1000, address: 1000 },
      ...{ installations: memoryInstallations(), secrets, log, now: Date.now },
      transcript: { keyOf: async () => undefined } as never,
      budget: { tryTake: async () => 'ok' } as never,
    })
    const slack = createEventsRoute({ signingSecret: 'right', now: Date.now, deliver: async () => undefined })
    const away = { issuer: 'http://127.0.0.1:9', account: 'default' }
    const house = { ...away, id: 'house', name: 'House', clientId: 'x', clientSecret: 'x', scope: 'openid' }
    const server = await startServer({
      consolePage,
      routes: [slack, ...web.routes!],
      mcpTokens: { publicUrl: 'https://parley.example.com', issuers: [{ ...away, agent: 'guide' }] },
      issuers: [{ ...house, people: { claim: 'email', uids: {} } }],
      identities: createIdentities({ now: Date.now }),
    })
    const claims = { agent: 'guide', uid: `web_${'a'.repeat(32)}`, origin, until: Date.now() + 60_000 }
    const visitor = secrets.seal(JSON.stringify(claims), visitorTokenContext)
    const { port } = new URL(server.url)
    return { ...server, port, visitor }
  }
  type Open = Awaited<ReturnType<typeof open>>
  type Attempt = [method: string, path: string, body: unknown, headers: Record<string, string>]

  const doors: {
    name: string
    told: number
    wrong: (n: number, of: Open) => Attempt
    right?: (of: Open) => Attempt
  }[] = [
    {
      name: 'keys at /mcp',
      told: 401,
      wrong: (n) => ['POST', '/mcp', list, bearer(`pck_${token(n)}`)],
    },
    {
      name: 'tokens of others at /mcp',
      told: 401,
      wrong: (n) => ['POST', '/mcp', list, bearer(`eyJhbGciOiJSUzI1NiJ9.${token(n)}.x`)],
    },
    {
      name: 'bearers of OpenAI’s protocol',
      told: 401,
      wrong: (n) => ['POST', '/v1/chat/completions', chat, bearer(`pck_${token(n)}`)],
      right: (of) => ['POST', '/v1/chat/completions', chat, bearer(of.conversationKey)],
    },
    {
      name: 'keys at /v1',
      told: 401,
      wrong: (n) => ['GET', '/v1/agents', undefined, bearer(`pmk_${token(n)}`)],
      right: (of) => ['GET', '/v1/agents', undefined, bearer(of.managementKey)],
    },
    {
      name: 'links of the console',
      told: 401,
      wrong: (n) => ['POST', '/console/api/enter', { token: token(n) }, ours],
    },
    {
      name: 'cookies of the console',
      told: 401,
      wrong: (n, { port }) => [
        'GET',
        '/console/api/me',
        undefined,
        { ...ours, cookie: `parley-console-${port}=${token(n)}` },
      ],
    },
    {
      name: 'ways back from signing in',
      told: 410,
      wrong: (n, { port }) => [
        'GET',
        `/console/oidc/house?code=${n}&state=x`,
        undefined,
        { cookie: `parley-sign-in-${port}=${token(n)}` },
      ],
    },
    {
      name: 'links to connect a server',
      told: 410,
      wrong: (n) => ['GET', `/connect/${token(n)}`, undefined, {}],
    },
    {
      name: 'tokens of visitors',
      told: 401,
      wrong: (n) => ['POST', '/web/stop', {}, { origin, ...bearer(token(n)) }],
      // There is no agent; whose the token is was found before.
      right: (of) => ['POST', '/web/stop', {}, { origin, ...bearer(of.visitor) }],
    },
    {
      name: 'signatures of Slack',
      told: 401,
      wrong: (n) => ['POST', '/slack/events', event, signed(`wrong ${n}`)],
      right: () => ['POST', '/slack/events', event, signed('right')],
    },
  ]

  it.each(doors)('$name are throttled, and whoever has the right one is answered', async ({ told, wrong, right }) => {
    const of = await open()
    const seen: number[] = []
    let last: Response | undefined
    for (let n = 0; n < 30; n++) {
      last = await of.request(...wrong(n, of))
      await last.arrayBuffer()
      seen.push(last.status)
    }
    expect(seen.slice(0, 20)).toEqual(Array(20).fill(told))
    // A slow machine lets one more in every ten seconds.
    expect(seen.filter((status) => status === 429).length).toBeGreaterThan(5)
    const throttled = await of.request(...wrong(30, of))
    expect([429, told]).toContain(throttled.status)
    expect((await of.say({ utterance: 'hello' })).status).toBe(200)
    if (right) expect([200, 404]).toContain((await of.request(...right(of))).status)
  })
})
