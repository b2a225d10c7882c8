import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import Fastify from 'fastify'
import { Registry } from 'prom-client'
import { expect, it, onTestFinished } from 'vitest'
import { observeRequests } from '../../src/http/observe.ts'
import type { Log } from '../../src/lib/log.ts'

it('whoever stops listening to events has left nothing unfinished; whoever leaves before an answer has', async () => {
  const lines: { route: string; status: number }[] = []
  const log = { info: (line: (typeof lines)[number]) => lines.push(line), debug: () => {} } as unknown as Log
  const app = Fastify()
  onTestFinished(() => app.close())
  observeRequests(app, { log, metrics: new Registry(), onBegin() {}, onEnd() {} })
  const endless = (type: string) => (_: unknown, reply: { type(name: string): { send(body: unknown): unknown } }) => {
    const body = new PassThrough()
    body.write('data: 1\n\n')
    return reply.type(type).send(body)
  }
  app.get('/events', endless('text/event-stream; charset=utf-8'))
  app.get('/file', endless('text/plain'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  for (const path of ['/events', '/file']) {
    const request = get({ port, path, host: '127.0.0.1' })
    const [response] = await once(request, 'response')
    await once(response, 'data')
    request.destroy()
    request.on('error', () => {})
  }
  await expect
    .poll(() => lines.map(({ route, status }) => [route, status]))
    .toEqual([
      ['/events', 200],
      ['/file', 499],
    ])
})
