import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createWebhookClient } from '../../../src/drivers/webhooks/client.ts'
import type { Lookup } from '../../../src/drivers/webhooks/names.ts'
import type { OutgoingRequest, SendOptions } from '../../../src/ports/webhooks.ts'
import { type Respond, startWebhookServer } from '../../support/webhook-server.ts'

const noNames: Lookup = async () => {
  throw new Error('nothing has a name here')
}

function client(options: { allow?: string[]; lookup?: Lookup } = {}) {
  const { allow = ['127.0.0.0/8'], lookup = noNames } = options
  const made = createWebhookClient({ allow, lookup, now: Date.now })
  onTestFinished(() => made.close())
  return {
    get: (url: string, more: Partial<OutgoingRequest & SendOptions> = {}) => {
      const { timeoutMs = 5000, maxBytes = 1000, signal = new AbortController().signal, ...request } = more
      return made.send({ method: 'GET', url, headers: [], ...request }, { timeoutMs, maxBytes, signal })
    },
  }
}

/** A server of raw bytes, for what no HTTP server would send. */
async function startRawServer(bytes: string | Buffer) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function* repeated(text: string) {
  for (;;) yield text
}

describe('a request', () => {
  it('arrives as it was made, and its answer comes back', async () => {
    const server = await startWebhookServer((_, response) => {
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"ok":true}')
    })
    const outcome = await client().get(`${server.url}/hook?a=1`, {
      method: 'POST',
      headers: [
        ['content-type', 'application/json'],
        ['x-twice', 'one'],
        ['x-twice', 'two'],
      ],
      body: '{"é":1}',
    })
    expect(outcome).toEqual({ status: 201, body: '{"ok":true}', ms: expect.any(Number) })
    expect(server.received).toMatchObject([
      { method: 'POST', url: '/hook?a=1', body: '{"é":1}', headers: { 'x-twice': 'one, two', 'content-length': '8' } },
    ])
  })

  it('cannot be framed by configured headers', async () => {
    const server = await startWebhookServer()
    await client().get(server.url, {
      method: 'POST',
      headers: [
        ['Host', 'internal.example.com'],
        ['Content-Length', '0'],
        ['Transfer-Encoding', 'chunked'],
        ['Connection', 'upgrade'],
        ['Upgrade', 'websocket'],
        ['Accept-Encoding', 'gzip'],
      ],
      body: 'whole',
    })
    const { headers, body } = server.received[0]!
    expect(body).toBe('whole')
    expect(headers).toMatchObject({ host: `127.0.0.1:${server.port}`, 'accept-encoding': 'identity' })
    expect(headers['transfer-encoding']).toBeUndefined()
    expect(headers.upgrade).toBeUndefined()
  })

  it.each([
    ['x-split', 'a\r\nx-injected: b'],
    ['x-split\r\nx-injected', 'b'],
    ['x-nul', 'a\0b'],
  ])('with a header that could split it is not sent (%j)', async (name, value) => {
    const server = await startWebhookServer()
    expect(await client().get(server.url, { headers: [[name, value]] })).toMatchObject({ failed: 'refused' })
    expect(server.received).toEqual([])
  })

  it.each([
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'javascript:1',
    'http://user:secret@127.0.0.1/',
    'http://user@127.0.0.1/',
    'nothing',
    'http://',
  ])('to %s is refused, without repeating the URL', async (url) => {
    const outcome = await client().get(url)
    expect(outcome).toMatchObject({ failed: 'refused' })
    expect(JSON.stringify(outcome)).not.toContain('secret')
  })
})

describe('an answer', () => {
  it('is cut off at the limit, after a whole character, however much there is', async () => {
    const endless = Readable.from(repeated('あ'.repeat(1000)))
    const server = await startWebhookServer((_, response) => void pipeline(endless, response, () => {}))
    expect(await client().get(server.url, { maxBytes: 100 })).toMatchObject({
      status: 200,
      cut: true,
      body: 'あ'.repeat(33),
    })
  })

  it('that fits exactly is whole', async () => {
    const server = await startWebhookServer((_, response) => void response.end('x'.repeat(100)))
    const outcome = await client().get(server.url, { maxBytes: 100 })
    expect(outcome).toEqual({ status: 200, body: 'x'.repeat(100), ms: expect.any(Number) })
  })

  it('is read in the charset it says', async () => {
    const answer = (contentType: string, bytes: number[]) =>
      startWebhookServer((_, response) => {
        response.writeHead(200, { 'content-type': contentType }).end(Buffer.from(bytes))
      })
    const { get } = client()
    const sjis = await answer('text/plain; charset=Shift_JIS', [0x93, 0xfa, 0x96, 0x7b])
    expect(await get(sjis.url)).toMatchObject({ body: '日本' })
    const unknown = await answer('text/plain; charset=klingon', [0xc3, 0xa9])
    expect(await get(unknown.url)).toMatchObject({ body: 'é' })
  })

  it('that is compressed though nobody asked is nothing', async () => {
    const server = await startWebhookServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello'))
    })
    expect(await client().get(server.url)).toMatchObject({ status: 200, body: '' })
  })

  it.each([
    ['30', 30_000],
    ['Fri, 21 Nov 2036 09:00:00 GMT', expect.any(Number)],
    ['Fri, 21 Nov 2003 09:00:00 GMT', 0],
  ])('says when to come back: %s', async (value, ms) => {
    const server = await startWebhookServer(
      (_, response) => void response.writeHead(503, { 'retry-after': value }).end(),
    )
    expect(await client().get(server.url)).toMatchObject({ status: 503, retryAfterMs: ms })
  })

  it('does not say so with anything else', async () => {
    const server = await startWebhookServer(
      (_, response) => void response.writeHead(503, { 'retry-after': 'soon' }).end(),
    )
    expect(await client().get(server.url)).not.toHaveProperty('retryAfterMs')
  })

  it.each([301, 302, 303, 307, 308])('%i is not followed', async (status) => {
    const elsewhere = await startWebhookServer()
    const server = await startWebhookServer((_, response) => {
      response.writeHead(status, { location: elsewhere.url }).end()
    })
    expect(await client().get(server.url, { headers: [['authorization', 'Bearer x']] })).toMatchObject({
      failed: 'redirect',
      detail: `status ${status}`,
    })
    expect(elsewhere.received).toEqual([])
  })
})

describe('a server that misbehaves', () => {
  const hangs: [string, Respond][] = [
    ['never answers', () => {}],
    ['never ends its answer', (_, response) => void response.write('some')],
    [
      'answers a byte at a time',
      (_, response) => {
        const timer = setInterval(() => response.write('.'), 20)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ]
  it.each(hangs)('and %s is given up in time', async (_, respond) => {
    const server = await startWebhookServer(respond)
    expect(await client().get(server.url, { timeoutMs: 100, maxBytes: 100_000 })).toMatchObject({ failed: 'timeout' })
  })

  it('and whose name is never found is given up in time', async () => {
    const { get } = client({ lookup: () => new Promise(() => {}) })
    expect(await get('http://example.com/', { timeoutMs: 50 })).toMatchObject({ failed: 'timeout' })
  })

  it.each([
    ['garbage', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['nothing', ''],
    ['endless headers', `HTTP/1.1 200 OK\r\n${'x-pad: y\r\n'.repeat(10_000)}\r\n`],
    ['less than it said', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
  ])('and sends %s has failed', async (_, bytes) => {
    expect(await client().get(`${await startRawServer(bytes)}/`)).toMatchObject({ failed: 'connection' })
  })

  it('or is not there has failed, without saying where it was looked for', async () => {
    const { url, stop } = await startWebhookServer()
    await stop()
    expect(await client().get(`${url}/secret`)).toEqual({
      failed: 'connection',
      detail: 'ECONNREFUSED',
      ms: expect.any(Number),
    })
  })
})

describe('whoever aborts', () => {
  it('gets their reason, before and during the request', async () => {
    const server = await startWebhookServer(() => {})
    const reason = new Error('enough')
    await expect(client().get(server.url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(server.received).toEqual([])
    const aborting = new AbortController()
    const sent = client().get(server.url, { signal: aborting.signal })
    await expect.poll(() => server.received.length).toBe(1)
    aborting.abort(reason)
    await expect(sent).rejects.toBe(reason)
  })
})

describe('an address that is not public', () => {
  const spellings = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0x7f.1',
    '127.0.0.1.',
    '0.0.0.0',
    '0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'app.localhost',
    '①②⑦.0.0.1',
    '127。0。0。1',
  ]
  it.each(spellings)('is not called as %s', async (host) => {
    const server = await startWebhookServer()
    const outcome = await client({ allow: [] }).get(`http://${host}:${server.port}/`)
    expect(outcome).toMatchObject({ failed: 'refused', detail: 'the address is not a public one' })
    expect(server.received).toEqual([])
  })

  it('is not called by a name that stands for it, and the answer does not tell it', async () => {
    const server = await startWebhookServer()
    const { get } = client({ allow: [], lookup: async () => ['127.0.0.1'] })
    const outcome = await get(`http://hooks.example.com:${server.port}/`)
    expect(outcome).toEqual({ failed: 'refused', detail: 'the address is not a public one', ms: expect.any(Number) })
    expect(server.received).toEqual([])
  })

  it('is not called by a name that stood for a public one a moment ago', async () => {
    const server = await startWebhookServer()
    const answers = [['127.0.0.2'], ['127.0.0.1']]
    let asked = 0
    const { get } = client({ allow: ['127.0.0.2'], lookup: async () => answers[asked++]! })
    const url = `http://rebound.example.com:${server.port}/`
    // The server is not at the first address, which may be called: what is connected to is what was checked.
    expect(await get(url, { timeoutMs: 200 })).not.toHaveProperty('status')
    expect(await get(url, { timeoutMs: 200 })).toMatchObject({ failed: 'refused' })
    expect(asked).toBe(2)
    expect(server.received).toEqual([])
  })

  it('is left out where a name has others too', async () => {
    const server = await startWebhookServer()
    const { get } = client({ allow: ['127.0.0.1'], lookup: async () => ['10.0.0.1', '127.0.0.1', 'fd00::1'] })
    expect(await get(`http://mixed.example.com:${server.port}/`)).toMatchObject({ status: 200 })
    expect(server.received[0]!.headers.host).toBe(`mixed.example.com:${server.port}`)
  })

  it('is called when its host is allowed by name', async () => {
    const server = await startWebhookServer()
    const { get } = client({ allow: ['hooks.internal'], lookup: async () => ['127.0.0.1'] })
    expect(await get(`http://hooks.internal:${server.port}/`)).toMatchObject({ status: 200 })
    expect(await get(`http://other.internal:${server.port}/`)).toMatchObject({ failed: 'refused' })
  })

  it('is called as localhost when it is allowed', async () => {
    const server = await startWebhookServer()
    expect(await client({ allow: ['127.0.0.1'] }).get(`http://localhost:${server.port}/`)).toMatchObject({
      status: 200,
    })
  })
})

describe('a port of another protocol', () => {
  it.each([25, 22, 6667, 10080])('%i is not called on a public address', async (port) => {
    const { get } = client({ allow: [], lookup: async () => ['192.0.43.8'] })
    expect(await get(`http://example.com:${port}/`)).toMatchObject({
      failed: 'refused',
      detail: expect.stringContaining(`port ${port}`),
    })
  })
})
