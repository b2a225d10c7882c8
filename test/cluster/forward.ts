import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** Connections that are kept, so that a busy machine does not run out of ports. */
export const agent = new Agent({ keepAlive: true, maxSockets: 1000 })

export class Unreachable extends Error {}

/**
 * Passes a request on, its answer back as it comes, and the end of either side to the other. Resolves when that is over. Rejects
 * with `Unreachable` when nobody listened there, so that another may be asked: nothing was sent to anybody.
 */
export function forward(from: IncomingMessage, to: ServerResponse, url: URL, body: Buffer): Promise<void> {
  return new Promise((done, failed) => {
    const { method, headers } = from
    const onward = request(url, { method, headers: { ...headers, 'content-length': body.length }, agent })
    const leave = () => onward.destroy()
    to.on('close', leave)
    onward.on('response', (answer) => {
      to.writeHead(answer.statusCode!, answer.headers)
      to.flushHeaders()
      answer.pipe(to)
      answer.on('close', () => {
        if (!answer.complete) to.destroy()
        done()
      })
      answer.on('error', () => {})
    })
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') {
        to.off('close', leave)
        return failed(new Unreachable(url.host))
      }
      if (to.headersSent) to.destroy()
      else to.writeHead(502).end()
      done()
    })
    onward.end(body)
  })
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat((await request.toArray()) as Buffer[])
}
