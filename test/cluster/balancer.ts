import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { bodyOf, forward, Unreachable } from './forward.ts'

const checkEveryMs = 500
const checkMs = 1000

/** Processes that can all do the same. */
export interface Pool {
  /** The requests that are theirs. */
  takes(path: string): boolean
  members: readonly { readonly url: string }[]
}

export interface Balancer {
  readonly url: string
  stop(): Promise<void>
}

/**
 * What stands before the processes: the next one of those that say they are ready gets the next request. Answers pass as they
 * come. What was sent to one that then died is not sent to another: whoever asked decides that.
 */
export async function startBalancer({ port, pools }: { port: number; pools: readonly Pool[] }): Promise<Balancer> {
  const ready = new Set<string>()
  const turns = new Map(pools.map((pool) => [pool, 0]))

  async function check(url: string): Promise<void> {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(checkMs) }).catch(() => undefined)
    if (answer?.ok) ready.add(url)
    else ready.delete(url)
    await answer?.body?.cancel()
  }
  const checkAll = () => Promise.all(pools.flatMap(({ members }) => members.map(({ url }) => check(url))))
  await checkAll()
  const timer = setInterval(() => void checkAll(), checkEveryMs)

  /** Those that are ready, each time beginning with another one. */
  function inTurn(pool: Pool): string[] {
    const urls = pool.members.map(({ url }) => url).filter((url) => ready.has(url))
    const first = turns.get(pool)!
    turns.set(pool, first + 1)
    return urls.map((_, n) => urls[(first + n) % urls.length]!)
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    const pool = pools.find(({ takes }) => takes(path.split('?')[0]!))
    const body = await bodyOf(request)
    for (const url of pool ? inTurn(pool) : []) {
      try {
        return await forward(request, response, new URL(path, url), body)
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
        ready.delete(url)
      }
    }
    response.writeHead(pool ? 503 : 404, { 'retry-after': '1' }).end()
  }

  const server = createServer((request, response) => {
    // Whoever asked has left.
    pass(request, response).catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      clearInterval(timer)
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
