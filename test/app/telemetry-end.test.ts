import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { Counter, Registry } from 'prom-client'
import { expect, it, onTestFinished } from 'vitest'
import { startTelemetry } from '../../src/app/telemetry/start.ts'
import { spanned } from '../../src/lib/spans.ts'

it('tells the last spans and the last metrics at once, so that a slow collector is waited for once', async () => {
  const open = new Map<string, ServerResponse>()
  let atOnce: string[] = []
  const server = createServer((request, response) => {
    const path = request.url!
    open.set(path, response)
    response.on('close', () => open.delete(path))
    request.resume()
    // Nobody is answered before both have asked.
    if (open.size < 2) return
    atOnce = [...open.keys()].sort()
    for (const one of open.values()) one.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const telemetry = await startTelemetry(
    {
      traces: `${url}/v1/traces`,
      metrics: `${url}/v1/metrics`,
      headers: {},
      resource: {},
      share: 1,
      everyMs: 600_000,
    },
    pino({ level: 'silent' }),
  )
  const registry = new Registry()
  new Counter({ name: 'example_total', help: 'An example.', registers: [registry] }).inc()
  telemetry.watch(registry)
  await spanned('example', {}, async () => {})
  await telemetry.close()
  expect(atOnce).toEqual(['/v1/metrics', '/v1/traces'])
})
