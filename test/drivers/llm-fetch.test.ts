import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createStreamingFetch, type StreamedResponse } from '../../src/drivers/llm/fetch.ts'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ask = async (url: string, signal?: AbortSignal) => {
  const headers = { authorization: 'Bearer sk-ann', 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: '{}', ...(signal && { signal }) }
  return (await createStreamingFetch()(url, init)) as unknown as StreamedResponse
}

it('goes on where a server sends it, and takes no key to another', async () => {
  const seen: IncomingMessage['headers'][] = []
  const other = await serve((request, response) => {
    seen.push(request.headers)
    response.end('there')
  })
  const url = await serve((request, response) => {
    seen.push(request.headers)
    response.writeHead(307, { location: `${other}/v1` }).end()
  })
  const response = await ask(url)
  expect([response.status, await response.text()]).toEqual([200, 'there'])
  expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer sk-ann', undefined])
})

it('has a server wait whose answer nobody reads, and loses nothing of it', async () => {
  const size = 64 * 2 ** 20
  let written = 0
  let isFull = false
  const url = await serve(async (_, response) => {
    const chunk = Buffer.alloc(2 ** 16, 'x')
    for (; written < size; written += chunk.length) {
      if (response.write(chunk)) continue
      isFull = true
      await once(response, 'drain')
      isFull = false
    }
    response.end()
  })
  const { read } = await ask(url)
  let got = (await read())!.length
  await expect.poll(() => isFull).toBe(true)
  expect(written).toBeLessThan(size)
  for (let chunk = await read(); chunk; chunk = await read()) got += chunk.length
  expect(got).toBe(size)
})

it('gives what had come before the connection broke, and then says that it did', async () => {
  const url = await serve((_, response) => {
    response.write('half an ans')
    setImmediate(() => response.socket!.end())
  })
  const { read } = await ask(url)
  expect(Buffer.from((await read())!).toString()).toBe('half an ans')
  await expect(read()).rejects.toThrow()
})

it('ends with the signal, before the answer and in the middle of it', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/begins') response.write('half')
  })
  const before = new AbortController()
  const asked = ask(url, before.signal)
  before.abort(new Error('not any more'))
  await expect(asked).rejects.toThrow('not any more')
  const middle = new AbortController()
  const { read } = await ask(`${url}/begins`, middle.signal)
  await read()
  const rest = read()
  middle.abort(new Error('enough'))
  await expect(rest).rejects.toThrow('enough')
})
