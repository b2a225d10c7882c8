import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createPacking } from '../../src/lib/packing.ts'

const content = Buffer.from('const guide = "guide"\n'.repeat(100))
const text = () => createPacking(async () => content, { isText: true })
const unpackers: Record<string, (packed: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;q=0.8, identity', 'gzip'],
  ['br;q=0, gzip;q=1.0', 'gzip'],
  ['br;q=0.0', undefined],
  ['zstd', undefined],
  [undefined, undefined],
])('sends what can be read: %s', async (accepted, encoding) => {
  const { status, headers, body } = await text()({ 'accept-encoding': accepted })
  expect([status, headers['content-encoding'], headers['vary']]).toEqual([200, encoding, 'Accept-Encoding'])
  expect(encoding ? unpackers[encoding]!(body as Buffer) : body).toEqual(content)
  if (encoding) expect(body.length).toBeLessThan(content.length / 10)
})

it('knows each encoding by a tag of its own, and sends nothing to whoever has that one', async () => {
  const pack = text()
  const accepted = ['br', 'gzip', undefined]
  const tags = await Promise.all(accepted.map(async (one) => (await pack({ 'accept-encoding': one })).headers['etag']!))
  expect(new Set(tags).size).toBe(3)
  for (const [n, one] of accepted.entries()) {
    const ask = (tag: string) => pack({ 'accept-encoding': one, 'if-none-match': tag })
    expect(await ask(`"other", W/${tags[n]!}`)).toMatchObject({ status: 304, body: '', headers: { etag: tags[n] } })
    expect((await ask(tags[(n + 1) % 3]!)).status).toBe(200)
    expect((await ask('*')).status).toBe(304)
  }
})

it('packs once for all who ask, leaves alone what is packed already, and reads again what could not be read', async () => {
  let reads = 0
  let isThere = false
  const read = async () => {
    reads += 1
    if (!isThere) throw new Error('gone')
    return content
  }
  const pack = createPacking(read, { isText: true })
  const asking = { 'accept-encoding': 'br' }
  await expect(pack(asking)).rejects.toThrow('gone')
  isThere = true
  const [first, second] = await Promise.all([pack(asking), pack(asking)])
  const before = reads
  expect((await pack(asking)).body).toBe(first.body)
  expect(second.body).toBe(first.body)
  expect(reads).toBe(before)

  const picture = createPacking(async () => content, { isText: false })
  const { headers, body } = await picture(asking)
  expect([Object.keys(headers), body]).toEqual([['etag'], content])
})
