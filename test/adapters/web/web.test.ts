import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { type WebSettings, settings as web } from '../../../adapters/web/settings.ts'
import { setup } from '../../../adapters/web/setup.ts'
import { createSecrets } from '../../../src/admin/index.ts'
import { type App, createApp } from '../../../src/app/index.ts'
import { freePort } from '../../../src/lib/free-port.ts'
import { visitorTokenContext } from '../../../src/model/visitor.ts'
import type { Finding } from '../../../src/ports/setup.ts'
import { runCommand } from '../../support/command.ts'
import { loadConfig } from '../../support/config.ts'
import { endWithParent } from '../../support/end-with-parent.ts'
import { makeTempFolder } from '../../support/temp-folder.ts'
import { openVisitor, storage, type Visitor, type VisitorOptions } from './visitor.ts'

const [shop, blog] = ['https://shop.example.com', 'https://blog.example.com']
const folder = makeTempFolder()
const settings: WebSettings = {
  sites: [{ agent: 'demo', origins: [shop], anonymous: true }],
  perMinute: { visitor: 10_000, address: 10_000 },
}

function start(port = '0', more: Partial<WebSettings> = {}): Promise<App> {
  const env = { PARLEY_DATA: folder.path, PARLEY_PLAYGROUND: 'off', LOG_LEVEL: 'silent', PORT: port }
  return createApp({ ...loadConfig(env), platforms: { web: { ...settings, ...more } } })
}

describe('a chat on a website', () => {
  let app: App
  beforeAll(async () => {
    app = await start()
  })
  afterAll(async () => {
    await app.close()
    folder.remove()
  })

  function visit(more: Partial<VisitorOptions> = {}): Visitor {
    const visitor = openVisitor({ server: app.url, agent: 'demo', origin: shop, ...more })
    onTestFinished(() => visitor.connection.close())
    return visitor
  }
  const reads = (visitor: Visitor, text: RegExp) =>
    vi.waitFor(() => expect(visitor.read().at(-1)).toMatch(text), { interval: 10 })
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/web/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { origin: shop, ...headers },
    })
  const v1 = (path: string, body: object, bearer: string) =>
    fetch(`${app.url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const problem = async (response: Response) => ({ status: response.status, ...((await response.json()) as object) })
  /** As the site's server makes it. */
  const seal = (claims: object) =>
    createSecrets({ dataFolder: folder.path }).seal(JSON.stringify(claims), visitorTokenContext)
  const claims = (more: object = {}) => ({
    ...{ agent: 'demo', uid: `web_${'a'.repeat(32)}`, origin: shop, until: Date.now() + 60_000 },
    ...more,
  })

  it('is greeted, answered, and pressed: in two windows alike, and again after a reload', async () => {
    const kept = storage()
    const visitor = visit({ kept })
    await visitor.connection.begin()
    await reads(visitor, /./)
    visitor.say('order a coffee')
    await reads(visitor, /What will it be\?/)
    const other = visit({ kept })
    await vi.waitFor(() => expect(other.shown()).toEqual(visitor.shown()))
    const { buttons } = visitor.shown().at(-1)!
    expect(buttons!.options).toEqual(['Espresso', 'Cappuccino', 'Tea'])
    await visitor.connection.press(buttons!.id, 1)
    await reads(visitor, /With which milk\?/)
    await reads(other, /With which milk\?/)
    const asked = other.shown().find((one) => one.buttons?.id === buttons!.id)!
    await vi.waitFor(() => expect(other.shown().find(({ id }) => id === asked.id)!.buttons!.chosen).toBe(1))
    // Pressed once more, by somebody who has not seen it yet.
    await other.connection.press(buttons!.id, 2)
    await reads(other, /already/i)
    const again = visit({ kept })
    await vi.waitFor(() => expect(again.shown()).toEqual(other.shown()))
  })

  it('answers once what is sent again and again, at once and later', async () => {
    const visitor = visit()
    const id = visitor.say('order a coffee')
    await reads(visitor, /What will it be\?/)
    const shown = visitor.shown()
    for (let i = 0; i < 5; i++) visitor.connection.say({ id, text: 'order a coffee' })
    visitor.say('Tea')
    await reads(visitor, /name/i)
    expect(
      visitor
        .shown()
        .slice(0, shown.length)
        .map(({ id }) => id),
    ).toEqual(shown.map(({ id }) => id))
    expect(visitor.shown().filter(({ from }) => from === 'visitor')).toHaveLength(2)
  })

  it('goes on by itself when Parley is started anew: nothing is lost, and nothing comes twice', async () => {
    const visitor = visit()
    visitor.say('order a coffee')
    await reads(visitor, /What will it be\?/)
    const before = visitor.heard.length
    const { port } = new URL(app.url)
    await app.close()
    await vi.waitFor(() => expect(visitor.states).toContain('lost'))
    visitor.say('Cappuccino')
    app = await start(port)
    await reads(visitor, /With which milk\?/)
    expect(
      visitor.heard
        .slice(before)
        .filter(({ id }) => visitor.heard.slice(0, before).some((one) => one.id === id && one.from === 'visitor')),
    ).toEqual([])
    expect(
      visitor
        .shown()
        .filter(({ from }) => from === 'visitor')
        .map(({ text }) => text),
    ).toEqual(['order a coffee', 'Cappuccino'])
  })

  it('is one small script, which any page may load and keep', async () => {
    const script = await fetch(`${app.url}/widget.js`, { headers: { origin: blog } })
    expect(gzipSync(Buffer.from(await script.arrayBuffer())).length).toBeLessThan(30_000)
    expect(script.headers.get('access-control-allow-origin')).toBe('*')
    expect(script.headers.get('cache-control')).toContain('public')
    const again = await fetch(script.url, { headers: { 'if-none-match': script.headers.get('etag')! } })
    expect(again.status).toBe(304)
    // Packed for whoever can read it, and known apart from what is not.
    const bare = await fetch(script.url, { headers: { 'accept-encoding': 'identity' } })
    expect([script.headers.get('content-encoding'), bare.headers.get('content-encoding')]).toEqual(['gzip', null])
    expect(bare.headers.get('etag')).not.toBe(script.headers.get('etag'))
    expect(bare.headers.get('vary')).toBe('Accept-Encoding')
  })

  it('is only for pages of its origins, and says so', async () => {
    const foreign = await problem(await post('visitors', { agent: 'demo' }, { origin: blog }))
    expect(foreign).toMatchObject({ status: 403, code: 'origin_refused', detail: expect.stringContaining(blog) })
    const asked = (origin: string) =>
      fetch(`${app.url}/web/messages`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      })
    const [ours, theirs] = [await asked(shop), await asked(blog)]
    expect([ours.status, ours.headers.get('access-control-allow-origin')]).toEqual([204, shop])
    expect(ours.headers.get('access-control-allow-headers')).toContain('Authorization')
    expect(ours.headers.has('access-control-allow-credentials')).toBe(false)
    expect([theirs.status, theirs.headers.get('access-control-allow-origin')]).toEqual([403, null])
    const bare = await fetch(`${app.url}/web/visitors`, { method: 'POST', body: '{"agent":"demo"}' })
    expect(await problem(bare)).toMatchObject({ status: 403, code: 'origin_refused' })
    const japanese = await post('visitors', { agent: 'demo' }, { origin: blog, 'accept-language': 'ja' })
    expect((await problem(japanese)) as object).toMatchObject({ detail: expect.stringContaining('オリジン') })
  })

  it.each([
    ['none', () => '', 'invalid_token'],
    ['one that nobody made', () => 'v1:0:0:0:0', 'invalid_token'],
    ['one of another origin', () => seal(claims({ origin: blog })), 'invalid_token'],
    ['one that has expired', () => seal(claims({ until: Date.now() - 1 })), 'token_expired'],
    [
      'a secret of something else',
      () => createSecrets({ dataFolder: folder.path }).seal(JSON.stringify(claims()), 'agent:demo'),
      'invalid_token',
    ],
  ])('refuses a token: %s', async (_, token, code) => {
    const answer = await post('messages', { id: 'message-1', text: 'hi' }, { authorization: `Bearer ${token()}` })
    expect(await problem(answer)).toMatchObject({ status: 401, code })
    expect(answer.headers.get('access-control-allow-origin')).toBe(shop)
  })

  it('knows agents that it has no site for from those that are gone', async () => {
    const of = (agent: string) => post('open', {}, { authorization: `Bearer ${seal(claims({ agent }))}` })
    expect(await problem(await of('nobody'))).toMatchObject({ status: 404, code: 'no_site' })
  })

  it.each([
    ['{', 'The body must be JSON.'],
    ['{"text":"x"}', 'id'],
    ['{"id":"a b c d e f","text":"x"}', 'id'],
    ['{"id":"message-1","text":5}', 'text'],
    ['{"id":"message-1","text":"a\\u0000b"}', 'text'],
    ['{"id":"message-1","text":"half of a pair: \\ud83d"}', 'text'],
    ['{"id":"message-1","text":"x","files":["nothing-1"],"more":1}', 'body'],
  ])('names what is wrong with %s', async (body, names) => {
    const headers = { origin: shop, authorization: `Bearer ${seal(claims())}` }
    const answer = await problem(await fetch(`${app.url}/web/messages`, { method: 'POST', body, headers }))
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request', detail: expect.stringContaining(names) })
  })

  it('shows files to whoever sent them, and to nobody else', async () => {
    const [ann, ben] = [visit(), visit()]
    const file = await ann.connection.upload(new Blob(['a,b\n1,2\n'], { type: 'text/csv' }), '../figures.csv')
    expect(file).toMatchObject({ name: '..figures.csv', mimetype: 'text/csv', size: 8 })
    ann.connection.say({ id: crypto.randomUUID(), text: 'look', files: [file.id] })
    await vi.waitFor(() => expect(ann.shown()[0]?.files).toEqual([file]))
    expect(await (await ann.connection.file(file.id)).text()).toBe('a,b\n1,2\n')
    await expect(ben.connection.file(file.id)).rejects.toThrow('There is no such file.')
    await expect(ann.connection.upload(new Blob([]), 'nothing')).rejects.toThrow('The file is empty.')
  })

  it('is the same person as long as the site says so, under a uid that nobody can guess', async () => {
    const kept = storage()
    const before = visit({ kept })
    before.say('order a coffee')
    await reads(before, /What will it be\?/)
    before.connection.close()
    const after = visit({ kept })
    await vi.waitFor(() => expect(after.shown()).toEqual(before.shown()))
    const stranger = visit()
    await vi.waitFor(() => expect(stranger.states.at(-1)).toBe('open'))
    expect(stranger.shown()).toEqual([])
  })

  it('knows whom the site’s own server vouches for, by the samples of the documentation', async () => {
    const parley = async (...argv: string[]) => {
      let out = ''
      const env = { PARLEY_DATA: folder.path }
      await runCommand(argv, { stdout: { write: (text: string) => (out += text) }, stderr: process.stderr, env })
      return out
    }
    const issued = await parley('key', 'issue', '--kind', 'management', '--json')
    const { key: manager } = JSON.parse(issued) as { key: string }
    const scoped = { kind: 'management', name: 'shop', scopes: ['visitors:write'] }
    const { key } = (await (await v1('keys', scoped, manager)).json()) as { key: string }
    const page = readFileSync(join(import.meta.dirname, '../../../docs/web.md'), 'utf8').replaceAll(
      'agents/shop/',
      'agents/demo/',
    )
    const sample = (language: string) => new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(page)![1]!
    const port = await freePort()
    const known = `const customerOf = () => ({ id: '4711', name: 'Ann' })\n${sample('js').replace('8080', String(port))}`
    const env = { PATH: process.env['PATH'], PARLEY_URL: app.url, PARLEY_KEY_OF_SITE: key }
    const site = endWithParent(
      spawn(process.execPath, ['--input-type=module', '--eval', known], { env, stdio: 'inherit' }),
    )
    onTestFinished(() => void site.kill())
    const tokenUrl = `http://127.0.0.1:${port}/parley-token`
    await vi.waitFor(() => fetch(tokenUrl))
    const [here, there] = [visit({ tokenUrl }), visit({ tokenUrl })]
    here.say('order a coffee')
    await reads(here, /What will it be\?/)
    await vi.waitFor(() => expect(there.shown()).toEqual(here.shown()))

    const python = `${sample('python')}\nprint(parley_token({"id": "4711", "name": "Ann"}).decode())`
    const told = await promisify(execFile)('python3', ['-c', python], { env })
    const { uid, token } = JSON.parse(told.stdout) as { uid: string; token: string }
    expect(uid).toMatch(/^web_[0-9a-f]{32}$/)
    expect(uid).not.toContain('4711')
    expect((await post('open', {}, { authorization: `Bearer ${token}` })).status).toBe(200)

    const ask = (agent: string, body: object, bearer = key) => v1(`agents/${agent}/visitor-tokens`, body, bearer)
    const visitor = { visitor: '4711', origin: shop }
    expect(await problem(await ask('demo', { ...visitor, origin: `${shop}/` }))).toMatchObject({
      ...{ status: 400, code: 'invalid_request' },
      errors: [{ path: 'origin', message: expect.stringContaining('without a path') }],
    })
    const elsewhere = 'https://elsewhere.example.com'
    expect(await problem(await ask('demo', { ...visitor, origin: elsewhere }))).toMatchObject({
      ...{ status: 403, code: 'origin_refused' },
      detail: expect.stringContaining(`Pages of ${elsewhere} do not show this agent`),
    })
    expect(await problem(await ask('other', visitor))).toMatchObject({ status: 404, code: 'agent_not_found' })
    expect(await problem(await ask('demo', visitor, 'pmk_x'))).toMatchObject({ status: 401, code: 'invalid_api_key' })

    await parley('installations', 'refuse', 'web', 'demo')
    here.say('Tea')
    await reads(here, /do not answer here/)
    await parley('installations', 'approve', 'web', 'demo')
  })

  it('waits for visitors whom the site knows no more, and says nothing of theirs is lost by that', async () => {
    let isKnown = false
    let refused = 0
    const site = createServer((_request, response) => {
      if (!isKnown) refused++
      const { until, ...who } = claims()
      const token = { token: seal({ ...who, until }), expiresAt: new Date(until) }
      response.writeHead(isKnown ? 200 : 401).end(JSON.stringify(isKnown ? token : { detail: 'Please sign in.' }))
    })
    site.listen(0, '127.0.0.1')
    onTestFinished(() => void site.close())
    await once(site, 'listening')
    const tokenUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
    const visitor = visit({ tokenUrl })
    visitor.say('order a coffee')
    await vi.waitFor(() => expect(visitor.whys).toContain('Please sign in.'))
    expect(visitor.states).toEqual(['connecting', 'refused'])
    // They have signed in, and look at the page again.
    const comeBack = (text: RegExp) =>
      vi.waitFor(() => {
        visitor.connection.hurry()
        expect(visitor.read().at(-1)).toMatch(text)
      })
    isKnown = true
    await comeBack(/What will it be\?/)
    // Their session there has ended: what they write waits.
    isKnown = false
    const before = refused
    visitor.say('Tea')
    await vi.waitFor(() => expect(refused).toBeGreaterThan(before))
    isKnown = true
    await comeBack(/name/i)
    expect(visitor.failed).toEqual([])
  })

  it('holds visitors and addresses to so many requests', async () => {
    const { port } = new URL(app.url)
    await app.close()
    app = await start(port, { perMinute: { visitor: 10_000, address: 10 } })
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => (await post('visitors', { agent: 'demo' })).status),
    )
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(3)
    const refused = await post('visitors', { agent: 'demo' })
    expect(await problem(refused)).toMatchObject({ status: 429, code: 'too_fast' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('holds nobody to what comes from their address who shows who they are, and everybody else', async () => {
    const { port } = new URL(app.url)
    await app.close()
    app = await start(port, { perMinute: { visitor: 40, address: 10 } })
    const { proof } = (await (await post('visitors', { agent: 'demo' })).json()) as { proof: string }
    const told = (token: string) => ({ authorization: `Bearer ${token}` })
    const expired = seal(claims({ until: Date.now() - 1 }))
    const statuses = async (n: number, ask: () => Promise<Response>) => {
      const all = []
      for (let i = 0; i < n; i++) all.push((await ask()).status)
      return new Set(all)
    }
    expect(await statuses(10, () => post('stop', {}, told(expired)))).toEqual(new Set([401, 429]))
    expect(await statuses(10, () => post('stop', {}, told(seal(claims()))))).toEqual(new Set([200]))
    expect(await statuses(10, () => post('visitors', { agent: 'demo', proof }))).toEqual(new Set([201]))
    expect(await statuses(1, () => post('visitors', { agent: 'demo' }))).toEqual(new Set([429]))
    // Each is held to what one visitor may ask.
    expect(await statuses(20, () => post('stop', {}, told(seal(claims()))))).toEqual(new Set([200, 429]))
    expect(await statuses(20, () => post('visitors', { agent: 'demo', proof }))).toEqual(new Set([201, 429]))
  })
})

it('is looked at by doctor: its origins, and whether pages get its script', async () => {
  const findings = async (sites: WebSettings['sites'], language: 'en' | 'ja' = 'en') => {
    const found: Finding[] = []
    const at = { url: 'http://127.0.0.1:9', language, installations: [] }
    const given = { ...at, env: {}, settings: { ...settings, sites } }
    for await (const one of setup.diagnose(given)) found.push(one)
    return found.map(({ what, state }) => `${what} ${state}`)
  }
  expect(await findings([])).toEqual(['Sites unknown'])
  const sites = [
    { agent: 'shop', origins: [shop, 'http://localhost:8080'], anonymous: true },
    { agent: 'blog', origins: ['http://blog.example.com'], anonymous: false },
  ]
  expect(await findings(sites)).toEqual(['Site shop ok', 'Site blog fault', 'Script unknown'])
  expect(await findings([], 'ja')).toEqual(['サイト unknown'])
  expect(await findings(sites, 'ja')).toEqual(['サイト shop ok', 'サイト blog fault', 'スクリプト unknown'])
})

it.each([
  ['https://shop.example.com/', 'must be an origin'],
  ['shop.example.com', 'must be an origin'],
  ['*', 'must be an origin'],
])('takes no %s for an origin', (origin, why) => {
  const read = z.object(web.section!).safeParse({ sites: [{ agent: 'shop', origins: [origin] }] })
  expect(read.error!.issues[0]!.message).toContain(why)
})

it('is not there where no site is named', () => {
  expect(loadConfig({ PARLEY_DATA: folder.path }).platforms['web']).toBeUndefined()
})
