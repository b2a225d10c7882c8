import type { Log } from '../../ports/log.ts'
import { type ServerTools, type ToolProgram, type ToolServer, Unauthorized } from '../../ports/tools.ts'
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

/** How long the programs are waited for when everything ends. */
const endMs = 5000

export interface ServerToolsParts {
  allow: readonly string[]
  /** Hears what programs write to their standard error. */
  log?: Pick<Log, 'debug'>
  now: () => number
}

type Server = ToolServer | ToolProgram

/** Connections to servers of the Model Context Protocol, shared by all who come with the same credentials. */
export function createServerTools({ allow, log, now }: ServerToolsParts): ServerTools {
  const guarded = createGuardedFetch(allow)
  const kept = new Map<string, Kept>()
  const ending = new AbortController()

  const lingering = new Set<() => Promise<void>>()

  const keyOf = (server: Server) => JSON.stringify(server)

  function drop(key: string, dropped = kept.get(key)): void {
    if (!dropped || kept.get(key) !== dropped) return
    kept.delete(key)
    clearTimeout(dropped.idle)
    const close = async () => {
      lingering.delete(close)
      await dropped.opening.then((connection) => connection.close()).catch(() => {})
    }
    lingering.add(close)
    // Others may be in the middle of a call.
    setTimeout(close, lingerMs).unref()
  }

  /** What is a secret of the program stands in no log. */
  function onLine({ command, env }: ToolProgram, line: string): void {
    const secrets = Object.values(env).filter((value) => value.length > 3)
    const text = secrets.reduce((text, secret) => text.replaceAll(secret, '••••'), line)
    log?.debug({ program: command, line: text }, 'a program of tools said')
  }

  function connected(server: Server, onClosed: () => void): Promise<Connection> {
    const parts =
      'url' in server
        ? { ...server, fetch: guarded.fetch }
        : { program: server, onLine: (line: string) => onLine(server, line) }
    return connect(parts, ending.signal, onClosed)
  }

  function opened(server: Server): Kept {
    const key = keyOf(server)
    let one = kept.get(key)
    if (!one) {
      const made: Kept = {
        // What has ended, perhaps by itself, is begun anew with the next call.
        opening: connected(server, () => drop(key, made)),
        idle: setTimeout(() => drop(key, made), idleMs).unref(),
      }
      made.opening.catch(() => drop(key, made))
      one = made
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
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof Unauthorized) return { outcome: 'unauthorized', text: error.message }
        return { outcome: 'failed', text: 'the server could not be reached' }
      }
    },

    async close() {
      ending.abort(new Error('the process ends'))
      for (const key of [...kept.keys()]) drop(key)
      const limit = new Promise((resolve) => setTimeout(resolve, endMs).unref())
      await Promise.race([Promise.all([...lingering].map((close) => close())), limit])
      await guarded.close()
    },
  }
}
