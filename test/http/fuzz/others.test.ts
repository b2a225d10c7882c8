import { Pool } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../../src/app/index.ts'
import { loadConfig } from '../../support/config.ts'
import { extent } from '../../support/extent.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { guide, startServer } from '../server.ts'
import { type Dice, dice, fitting, garbage } from './generate.ts'

/** What no operation of the description stands for, or reads no body: of each address. */
const cases = extent({ usual: 40, full: 10_000 })
const seed = 20261127
const patience = extent({ usual: 120_000, full: 3_600_000 })

interface Sent {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string | Buffer | null
}

const hostile = ['%zz', '%', '%c3%28', '%ed%a0%80', '%00', 'a%2Fb', '__proto__', '%F0%9F%90%9F', 'x'.repeat(300), '-1']
/** Anything that JSON can say. */
const anything = (d: Dice, deep = 2): unknown =>
  deep > 0 && d.once(2)
    ? Object.fromEntries(
        Array.from({ length: d.below(4) }, () => [fitting({ type: 'string' }, {}, d), anything(d, deep - 1)]),
      )
    : fitting({}, {}, d)

/** What is wrong with an answer, whatever was asked. */
async function faultOf(
  pool: Pool,
  { method, path, headers = {}, body = null }: Sent,
  onGood: () => void,
): Promise<string | undefined> {
  const response = await pool.request({ method, path, headers, body })
  const { statusCode: status } = response
  if (status < 300) onGood()
  // What goes on for ever has begun well.
  if (status === 200 && path.startsWith('/web/events')) {
    response.body.on('error', () => {}).destroy()
    return undefined
  }
  const text = await response.body.text()
  const told = `${status} ${text.slice(0, 300)}\n${method} ${path.slice(0, 200)} ${String(body).slice(0, 400)}`
  if (status >= 500) return `failed: ${told}`
  // As JSON-RPC has it, with a status that says nothing. The SDK calls parameters so that do not fit, and names each of them.
  if (text.includes('-32603') && !text.includes('\\"path\\"')) return `failed inside: ${told}`
  if (status < 400) return undefined
  try {
    const { code, error } = JSON.parse(text)
    return (code ?? error?.code ?? error?.message) === undefined ? `has no code: ${told}` : undefined
  } catch {
    return `is no JSON: ${told}`
  }
}

async function expectNoFault(url: string, makers: Record<string, (d: Dice) => Sent>): Promise<void> {
  const pool = new Pool(url, { connections: 4 })
  onTestFinished(() => pool.destroy())
  const wrong = new Map<string, string>()
  const good = new Set<string>()
  for (const [name, make] of Object.entries(makers)) {
    for (let n = 0; n < cases; n++) {
      const fault = await faultOf(pool, make(dice(seed + n)), () => good.add(name))
      if (fault) wrong.set(name, `case ${n}: ${fault}`)
    }
  }
  expect([...wrong]).toEqual([])
  // A generator that never gets through proves nothing.
  expect(good.size).toBeGreaterThan(Object.keys(makers).length / 2)
}

it(
  'whatever is sent to /mcp, or asked of models, responses and turns: nothing fails, and what is refused has a code',
  async () => {
    const server = await startServer({ agents: { guide } })
    const key = { authorization: `Bearer ${server.conversationKey}` }
    const first = await server.request('POST', '/v1/responses', { model: 'guide', input: 'hello' }, key)
    const { id: response } = (await first.json()) as { id: string }
    const turn = first.headers.get('x-turn-id')!
    const keyed = (d: Dice) => (d.once(8) ? { authorization: d.pick(['', 'Bearer', 'Bearer x', 'Basic eDp5']) } : key)
    const place = (d: Dice, known: string) => (d.once(2) ? known : d.pick(hostile))
    const get = (path: (d: Dice) => string, headers: (d: Dice) => Record<string, string> = () => ({})) => {
      return (d: Dice): Sent => ({ method: 'GET', path: path(d), headers: { ...keyed(d), ...headers(d) } })
    }
    const after = (d: Dice): Record<string, string> =>
      d.once(2) ? { 'last-event-id': d.pick(['0', '1', '-1', '1e3', 'x', '9'.repeat(30), '']) } : {}
    await expectNoFault(server.url, {
      models: get(() => '/v1/models'),
      model: get((d) => `/v1/models/${place(d, 'guide')}`),
      response: get((d) => {
        const query = [
          ...(d.once(2) ? [`stream=${d.pick(['true', 'false', '1', '%00', ''])}`] : []),
          ...(d.once(2) ? [`starting_after=${d.pick(['0', '2', '-1', 'x', '9'.repeat(30), '%', ''])}`] : []),
        ]
        return `/v1/responses/${place(d, response)}?${query.join('&')}`
      }, after),
      events: get((d) => `/v1/turns/${place(d, turn)}/events`, after),
      cancel: (d) => ({ method: 'POST', path: `/v1/responses/${place(d, response)}/cancel`, headers: keyed(d) }),
      mcp(d) {
        const message = (): unknown => ({
          jsonrpc: d.once(8) ? anything(d, 0) : '2.0',
          ...(d.once(4) ? {} : { id: d.once(4) ? anything(d, 0) : d.below(100) }),
          method: d.pick([
            ...['initialize', 'ping', 'tools/list', 'tools/call', 'resources/list', 'resources/read', 'prompts/list'],
            ...['prompts/get', 'notifications/initialized', 'completion/complete', 'nothing', '__proto__'],
          ]),
          ...(d.once(6)
            ? {}
            : {
                params: d.once(2)
                  ? anything(d)
                  : { name: d.pick(['ask_guide', 'search_guide', 'x']), arguments: { question: anything(d, 0) } },
              }),
        })
        const body = d.once(8) ? garbage(d) : JSON.stringify(d.once(6) ? [message(), message()] : message())
        const headers = {
          ...keyed(d),
          accept: d.once(10) ? 'text/plain' : 'application/json, text/event-stream',
          'content-type': d.once(20) ? 'text/plain' : 'application/json',
          ...(d.once(4) && { 'mcp-protocol-version': d.pick(['2025-06-18', '2025-03-26', 'x']) }),
        }
        return { method: 'POST', path: '/mcp', headers, body }
      },
    })
  },
  patience,
)

it(
  'whatever pages send to the chat for websites: nothing fails, and what is refused has a code',
  async () => {
    const origin = 'https://shop.example.com'
    const env = { PARLEY_DATA: tempFolder(), PARLEY_PLAYGROUND: 'off', LOG_LEVEL: 'silent', PORT: '0' }
    const sites = [{ agent: 'demo', origins: [origin], anonymous: true }]
    const perMinute = { visitor: 100_000, address: 100_000 }
    const app = await createApp({ ...loadConfig(env), platforms: { web: { sites, perMinute } } })
    onTestFinished(() => app.close())
    const json = { 'content-type': 'application/json', origin }
    const made = await fetch(`${app.url}/web/visitors`, {
      ...{ method: 'POST', headers: json, body: JSON.stringify({ agent: 'demo' }) },
    })
    expect(made.status).toBe(201)
    const { token } = (await made.json()) as { token: string }
    const headers = (d: Dice) => ({
      ...json,
      ...(d.once(10) && { origin: d.pick(['https://evil.example', 'null', 'x']) }),
      authorization: d.once(10) ? d.pick(['', 'Bearer', 'Bearer x']) : `Bearer ${token}`,
      ...(d.once(20) && { 'content-type': 'text/plain' }),
    })
    const right: Record<string, object> = {
      '/web/visitors': { agent: 'demo' },
      '/web/messages': { id: 'a-message', text: 'hello' },
      '/web/presses': { id: 'a-press-1', replyId: 'a', index: 0 },
      '/web/votes': { feedbackId: 'a', good: true },
      '/web/stop': {},
      '/web/open': {},
    }
    const body = (path: string, d: Dice) => {
      if (d.once(6)) return garbage(d)
      const given = Object.entries(right[path]!).map(([name, value]) => [name, d.once(4) ? anything(d) : value])
      return JSON.stringify({ ...Object.fromEntries(given), ...(d.once(8) && { unknown: anything(d) }) })
    }
    const post =
      (path: string) =>
      (d: Dice): Sent => ({
        ...{ method: 'POST', path, headers: headers(d), body: body(path, d) },
      })
    await expectNoFault(app.url, {
      ...Object.fromEntries(Object.keys(right).map((path) => [path, post(path)])),
      files: (d) => ({
        ...{ method: 'POST', path: `/web/files?name=${d.pick([...hostile, 'a.txt', ''])}` },
        ...{ headers: headers(d), body: garbage(d) },
      }),
      file: (d) => ({ method: 'GET', path: `/web/file?id=${d.pick([...hostile, '1', ''])}`, headers: headers(d) }),
      events: (d) => ({
        ...{ method: 'GET', path: '/web/events' },
        headers: { ...headers(d), 'last-event-id': d.pick(['0', '-1', 'x', '9'.repeat(30)]) },
      }),
    })
  },
  patience,
)
