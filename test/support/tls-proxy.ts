import { once } from 'node:events'
import { request as ask } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { selfSigned } from './certificate.ts'

/** What stands before a server where there is TLS: it ends it, and passes everything on. `to` is said once the server is there. */
export async function startTlsProxy() {
  let to = ''
  const { certificate, key } = selfSigned(1)
  const proxy = createServer({ cert: certificate, key }, (request, response) => {
    const { method, headers, url } = request
    const passed = ask(
      `${to}${url}`,
      { method: method!, headers: { ...headers, host: new URL(to).host } },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.rawHeaders)
        answer.pipe(response)
      },
    )
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(async () => {
    proxy.closeAllConnections()
    await new Promise((closed) => proxy.close(closed))
  })
  return {
    url: `https://localhost:${(proxy.address() as AddressInfo).port}`,
    leadTo(url: string): void {
      to = url
    },
  }
}
