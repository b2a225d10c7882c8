import { expect, it } from 'vitest'
import { settingsSchema } from '../../src/config/settings.ts'
import { startServer } from './server.ts'

const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
const headersOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

it('any page may talk to agents unless somebody says otherwise, and none may manage them', async () => {
  const { say, manage, request, lines } = await startServer()
  const origin = { origin: 'https://example.com' }
  expect(headersOf(await say({ utterance: 'hello' }, origin))).toMatchObject({ 'access-control-allow-origin': '*' })
  const asked = 'content-type,authorization,x-stainless-os,x-stainless-retry-count,openai-beta,x-other'
  const headers = { ...origin, ...preflight, 'access-control-request-headers': asked }
  const allowed = headersOf(await request('OPTIONS', '/api', undefined, headers))['access-control-allow-headers']
  expect(allowed).toMatch(/Authorization.*x-stainless-os, x-stainless-retry-count, openai-beta$/)
  const path = '/admin/default/agent'
  for (let n = 0; n < 3; n++) {
    expect(headersOf(await request('OPTIONS', path, undefined, { ...origin, ...preflight }))).toEqual({})
  }
  expect(headersOf(await manage('GET', ''))).toEqual({})
  const told = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /another origin/.test(msg))
  expect(told).toMatchObject([{ level: 40, origin: 'https://example.com', route: '/admin/:uid/agent' }])
})

it('no page may where nobody is named', async () => {
  const { say, request } = await startServer({ cors: [] })
  const origin = { origin: 'https://example.com' }
  expect(headersOf(await say({ utterance: 'hello' }, origin))).toEqual({})
  expect(headersOf(await request('OPTIONS', '/api', undefined, { ...origin, ...preflight }))).toEqual({})
})

it('pages of the origins that are named may, and no others', async () => {
  const { say, manage, request } = await startServer({ cors: ['https://example.com'] })
  const allowed = await say({ utterance: 'hello' }, { origin: 'https://example.com' })
  expect(allowed.headers.get('vary')).toBe('Origin')
  expect(headersOf(allowed)).toEqual({
    'access-control-allow-origin': 'https://example.com',
    'access-control-expose-headers': expect.stringMatching(/X-Turn-Id.*Idempotency-Replayed, X-Should-Retry/),
  })
  for (const origin of ['https://example.org', 'http://example.com', 'https://example.com:8443', 'null']) {
    expect(headersOf(await say({ utterance: 'hello' }, { origin }))).toEqual({})
  }
  expect(headersOf(await manage('GET', ''))).toEqual({})
  const problem = await request('POST', '/api', '{', { origin: 'https://example.com' })
  expect(problem.headers.get('access-control-allow-origin')).toBe('https://example.com')
})

it.each(['/api', '/admin/default/agent', '/admin/default/agent/guide', '/openapi.json'])(
  'a preflight of %s says what may be sent, without a key',
  async (path) => {
    const { request } = await startServer({ cors: ['https://example.com'] })
    const response = await request('OPTIONS', path, undefined, { origin: 'https://example.com', ...preflight })
    expect(response.status).toBe(204)
    expect(headersOf(response)).toEqual({
      'access-control-allow-origin': 'https://example.com',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': expect.stringContaining('X-API-Key'),
      'access-control-max-age': '3600',
    })
  },
)

it('any page may where * says so, but never with credentials', async () => {
  const { say } = await startServer({ cors: ['*'] })
  const response = await say({ utterance: 'hello', stream: true }, { origin: 'https://example.com' })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-allow-credentials')).toBeNull()
})

it('what is no API stays closed', async () => {
  const { request } = await startServer({ cors: ['*'] })
  for (const path of ['/metrics', '/healthz', '/nothing']) {
    expect(headersOf(await request('GET', path, undefined, { origin: 'https://example.com' }))).toEqual({})
  }
})

it.each([
  ['https://example.com', true],
  ['http://localhost:8080', true],
  ['*', true],
  ['https://example.com/', false],
  ['https://example.com/path', false],
  ['https://Example.com', false],
  ['example.com', false],
  ['ftp://example.com', false],
  ['null', false],
])('an origin is configured as browsers send it: %s', (origin, good) => {
  expect(settingsSchema.safeParse({ http: { cors: { origins: [origin] } } }).success).toBe(good)
})
