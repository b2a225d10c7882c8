import type { ServerTools, ToolServer } from '../../ports/tools.ts'
import { type Connection, connect } from './connection.ts'
import { createGuardedFetch } from './fetch.ts'

/** A connection that nobody has used for so long is closed. */
const idleMs = 300_000
/** What a server offers is asked again after so long, and before every call that somebody agreed to. */
const listedMs = 60_000

/** As long as a call may take. */
const lingerMs = 30_000

interface Kept {
  opening: Promise<Connection>
  idle: NodeJS.Timeout
  listed?: { at: number; tools: ReturnType<Connection['list']> }
}

/** Connections to servers of the Model Context Protocol, shared by all who come with the same credentials. */
export function createServerTools({ allow, now }: { allow: readonly string[]; now: () => number }): ServerTools {
  const guarded = createGuardedFetch(allow)
  const kept = new Map<string, Kept>()
  const ending = new AbortController()

  const keyOf = ({ url, headers }: ToolServer) => JSON.stringify([url, headers])

  function drop(key: string): void {
    const one = kept.get(key)
    kept.delete(key)
    clearTimeout(one?.idle)
    // Others may be in the middle of a call.
    const close = () => one?.opening.then((connection) => connection.close()).catch(() => {})
    if (ending.signal.aborted) void close()
    else setTimeout(close, lingerMs).unref()
  }

  function opened(server: ToolServer): Kept {
    const key = keyOf(server)
    let one = kept.get(key)
    if (!one) {
      const opening = connect({ ...server, fetch: guarded.fetch }, ending.signal)
      opening.catch(() => drop(key))
      one = { opening, idle: setTimeout(() => drop(key), idleMs).unref() }
      kept.set(key, one)
    }
    one.idle.refresh()
    return one
  }

  return {
    async list(server, signal, { fresh = false } = {}) {
      const one = opened(server)
      const isOld = !one.listed || now() - one.listed.at > listedMs
      if (isOld || fresh) one.listed = { at: now(), tools: one.opening.then((it) => it.list(ending.signal)) }
      try {
        return await one.listed!.tools
      } catch (error) {
        // A server that was started anew does not know the connection any more.
        drop(keyOf(server))
        signal.throwIfAborted()
        throw error
      }
    },

    async call(server, name, input, signal) {
      const once = async () => (await opened(server).opening).call(name, input, signal)
      try {
        const result = await once()
        if (!result.isLost) return result
        drop(keyOf(server))
        // A session that its server does not know any more: nothing was done.
        return result.outcome === 'failed' ? await once() : result
      } catch {
        signal.throwIfAborted()
        return { outcome: 'failed', text: 'the server could not be reached' }
      }
    },

    async close() {
      ending.abort(new Error('the process ends'))
      for (const key of [...kept.keys()]) drop(key)
      await guarded.close()
    },
  }
}
