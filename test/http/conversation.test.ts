import { describe, expect, it } from 'vitest'
import { minimalAgent } from '../support/agent.ts'
import { guide, problemOf, startServer } from './server.ts'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)])
const image = (bytes: Buffer) => bytes.toString('base64')
const padded = (signature: string, size = 64) =>
  image(Buffer.concat([Buffer.from(signature, 'latin1'), Buffer.alloc(size)]))

describe('fields of the request', () => {
  it('that are optional may be null', async () => {
    const { say } = await startServer()
    const body = {
      uid: null,
      state: null,
      stream: null,
      base64_image: null,
      third_party_token: null,
      disable_history: null,
    }
    expect((await say({ utterance: 'hello', ...body })).status).toBe(200)
  })

  it.each([[[]], ['"text"'], ['null'], [3]])('have to be those of an object, not of %j', async (body) => {
    const { request } = await startServer()
    const problem = await problemOf(await request('POST', '/api', body))
    expect(problem).toMatchObject({ status: 400, errors: [{ path: '', message: 'must be an object' }] })
  })
})

describe('a key', () => {
  it('that is no string is a 400, like an agent_id that is none; a good shape of both comes before the rest', async () => {
    const { say } = await startServer()
    expect((await say({ utterance: 'hello', api_key: 1 })).status).toBe(400)
    expect((await say({ utterance: 'hello', api_key: 'unknown', agent_id: 1 })).status).toBe(400)
    expect((await say({ utterance: 'hello', api_key: 'unknown', agent_id: '' })).status).toBe(400)
    expect((await say({ utterance: 1, api_key: 'unknown' })).status).toBe(401)
    expect((await say({ api_key: undefined })).status).toBe(401)
  })
})

describe('an image', () => {
  it.each([
    ['PNG', '\x89PNG\r\n\x1a\n', 'image/png'],
    ['JPEG', '\xff\xd8\xff\xe0', 'image/jpeg'],
    ['GIF', 'GIF89a', 'image/gif'],
    ['WebP', 'RIFF\x00\x00\x00\x00WEBP', 'image/webp'],
  ])('in %s reaches a model that sees', async (_name, signature, mimetype) => {
    const { say, model } = await startServer({ model: { vision: true } })
    const script = model.script()
    const base64_image = padded(signature)
    const answered = say({ utterance: 'what is this?', base64_image })
    const asked = await script.asked
    script.write('A fish')
    script.end()
    expect((await answered).status).toBe(200)
    expect(asked.messages.at(-1)).toMatchObject({ images: [{ mimetype, base64: base64_image }] })
  })

  it('may be a data URL, and may have line breaks', async () => {
    const { say } = await startServer({ model: { vision: true } })
    const wrapped = image(png).replace(/(.{20})/g, '$1\r\n')
    expect((await say({ utterance: 'x', base64_image: `data:image/png;base64,${wrapped}` })).status).toBe(200)
  })

  it.each([
    ['no image', image(Buffer.from('plain text, no image'))],
    ['no base64', '$$$$'],
    ['SVG', image(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
  ])('that is %s is a 400', async (_what, base64_image) => {
    const { say } = await startServer({ model: { vision: true } })
    const problem = await problemOf(await say({ utterance: 'x', base64_image }))
    expect(problem).toMatchObject({ status: 400, code: 'image_unreadable', errors: [{ path: 'base64_image' }] })
  })

  it('may have 8 MiB and no more', async () => {
    const { say } = await startServer({ model: { vision: true } })
    const size = 8 * 1024 * 1024 - 8
    expect((await say({ utterance: 'x', base64_image: padded('\x89PNG\r\n\x1a\n', size) })).status).toBe(200)
    const problem = await problemOf(await say({ utterance: 'x', base64_image: padded('\x89PNG\r\n\x1a\n', size + 1) }))
    expect(problem).toMatchObject({ status: 400, code: 'image_too_large' })
  })

  it('is refused where the model does not see, or there is none, also when a rule would answer', async () => {
    const { say } = await startServer({ agents: { guide, ruled: minimalAgent() } })
    const base64_image = image(png)
    expect((await problemOf(await say({ utterance: 'hello', base64_image })))['code']).toBe('image_not_supported')
    const ruled = await say({ utterance: 'hello', base64_image, agent_id: 'ruled' })
    expect(await problemOf(ruled)).toMatchObject({ status: 400, code: 'image_not_supported' })
  })
})

describe('the size of a body', () => {
  const raw = (bytes: number) => `{"utterance":"hello","padding":"${'x'.repeat(bytes)}"}`

  it('is at most 12 MiB in all, whether it is announced or not', async () => {
    const { request, url } = await startServer()
    const body = raw(12 * 1024 * 1024)
    expect((await request('POST', '/api', body)).status).toBe(413)
    const chunked = await fetch(`${url}/api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit).catch((error) => error.cause)
    // The server need not read on to answer: a client that only writes may find the connection closed.
    if (chunked instanceof Response) expect(chunked.status).toBe(413)
    else expect(chunked.code).toMatch(/EPIPE|ECONNRESET|UND_ERR_SOCKET/)
  })
})
