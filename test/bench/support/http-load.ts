import { once } from 'node:events'
import { connect } from 'node:net'
import { type Scope, within } from './bench.ts'

/**
 * Sends JSON as fast as it is answered, over so many connections. Bare sockets, because a client of the usual kind is slower
 * than the servers it is to measure; they have to tell a content-length.
 */
export async function load(
  scope: Scope,
  options: { url: string; connections: number; ms: number; body: (n: number) => string },
): Promise<{ requests: number; seconds: number }> {
  const { hostname, port, pathname, host } = new URL(options.url)
  const head = `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: `
  let requests = 0
  const startedAt = performance.now()
  const endsAt = startedAt + options.ms

  async function loop(first: number): Promise<void> {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    scope.defer(() => socket.destroy())
    await once(socket, 'connect')
    let next = first
    const send = () => {
      const body = options.body(next)
      next += options.connections
      socket.write(`${head}${Buffer.byteLength(body)}\r\n\r\n${body}`)
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      answer += chunk
      if (!isWhole(answer)) return
      if (!answer.startsWith('HTTP/1.1 200 ')) return reject(new Error(`a request was answered: ${answer}`))
      answer = ''
      requests++
      if (performance.now() < endsAt) send()
      else resolve()
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('a connection was closed')))
    send()
    await promise.finally(() => socket.destroy())
  }

  await within(
    options.ms + 10_000,
    'the load',
    Promise.all(Array.from({ length: options.connections }, (_, n) => loop(n))),
  )
  return { requests, seconds: (performance.now() - startedAt) / 1000 }
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return false
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(answer) ?? []
  return answer.length >= end + 4 + Number(length)
}
