import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDocuments } from '../../src/drivers/documents/index.ts'
import { createPages } from '../../src/drivers/pages.ts'

const html = 'text/html; charset=utf-8'
const article = `<!doctype html><html><head><title>Notice  periods</title><script>var tracker = 1</script></head><body>
<header>Menu of the shop</header><nav>Home</nav><div role="main"><header><h1>Notice</h1></header>
<p>Three months to the end of a quarter, whoever gives it, and in writing. ${'It is so. '.repeat(10)}</p>
<aside>Buy our chairs</aside></div><footer>© Example</footer></body></html>`
const sjis = Buffer.from([0x8e, 0x4f, 0x83, 0x96, 0x8c, 0x8e])

const served: Record<
  string,
  { status?: number; type?: string; body?: string | Buffer; location?: string; headers?: object }
> = {
  '/article': { body: article },
  '/plain': { type: 'text/plain', body: 'Words alone.' },
  '/sjis': { type: 'text/plain; charset=shift_jis', body: sjis },
  '/bare': { body: `<title>Bare</title><header>Menu</header><p>Only a few words.</p><footer>Imprint</footer>` },
  '/moved': { status: 302, location: '/article' },
  '/inside': { status: 302, location: 'http://[::1]:1/secret' },
  '/loop': { status: 302, location: '/loop' },
  '/file': { status: 302, location: 'file:///etc/passwd' },
  '/picture': { type: 'image/png', body: 'PNG' },
  '/packed': { body: 'x', headers: { 'content-encoding': 'gzip' } },
  '/large': { body: 'x'.repeat(2 * 1024 * 1024 + 1) },
  '/gone': { status: 404 },
  '/nested': { body: '<table>'.repeat(200_000) },
}
const server = createServer((req, res) => {
  const { status = 200, type = html, body = '', location, headers } = served[req.url!] ?? {}
  if (req.url === '/slow') return void res.writeHead(200, { 'content-type': html }).write('<p>a')
  res.writeHead(status, { 'content-type': type, ...(location && { location }), ...headers }).end(body)
})
const documents = createDocuments()
const pages = createPages({ documents, allow: ['127.0.0.1'], timeoutMs: 2_000 })
const hasty = createPages({ documents, allow: ['127.0.0.1'], timeoutMs: 30 })
let base: string
const read = (url: string, by = pages) =>
  by.read(url.startsWith('/') ? base + url : url, 'ann', AbortSignal.timeout(60_000))

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await Promise.all([pages.close(), hasty.close()])
  documents.close()
  server.closeAllConnections()
  server.close()
})

it('reads what a page is about, with its title and where it was found, and nothing of its frame', async () => {
  const page = await read('/moved')
  expect(page).toMatchObject({ url: `${base}/article`, title: 'Notice periods', mimetype: 'text/html' })
  expect(page).toMatchObject({ text: expect.stringMatching(/^# Notice\n\nThree months to the end of a quarter/) })
  expect(JSON.stringify(page)).not.toMatch(/tracker|Menu|Home|chairs|©/)
  expect(await read('/plain')).toMatchObject({ title: `${base.slice(7)}/plain`, text: 'Words alone.' })
  expect(await read('/sjis')).toMatchObject({ text: '三ヶ月' })
  expect(await read('/bare')).toMatchObject({ text: '# Bare\n\nOnly a few words.' })
})

it.each([
  ['/inside', 'it is not on the public Internet'],
  ['http://169.254.169.254/latest/meta-data', 'it is not on the public Internet'],
  ['http://localhost:1/', 'it is not on the public Internet'],
  ['/loop', 'it leads from one address to the next without end'],
  ['/file', 'it is not on the Web'],
  ['http://ann:secret@example.com/', 'its address holds a password'],
  ['/picture', 'it is no page with text'],
  ['/packed', 'it is no page with text'],
  ['/large', 'it is larger than 2 MB'],
  ['/gone', 'its server answered with status 404'],
  ['http://127.0.0.1:1/', 'its server could not be reached'],
])('%s is not read: %s', async (url, why) => {
  const strict = url.includes('localhost') ? createPages({ documents }) : pages
  expect(await read(url, strict)).toEqual({ unread: why })
})

it('gives up a server that is slow, and a page that nothing could read in time', async () => {
  expect(await read('/slow', hasty)).toEqual({ unread: 'it took too long to come' })
  // Nested beyond all measure, it costs its reader a moment and nobody else anything.
  expect(await read('/nested')).toEqual({ unread: 'there is no text on it' })
})
