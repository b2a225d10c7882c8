import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '../../src/lib/free-port.ts'
import { endWithParent } from './end-with-parent.ts'

export interface RedisServer {
  url: string
  /** `SIGKILL` as a power cut would, `SIGTERM` orderly; begins again on the same port with what it had written. */
  restart(how: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Ends it without beginning again; `begin` does that. */
  end(how: 'SIGKILL' | 'SIGTERM'): Promise<void>
  begin(): Promise<void>
  stop(): Promise<void>
}

/** Where `redis-server` is; undefined: not on this machine. */
export function findRedis(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, 'redis-server')).find(existsSync)
}

/**
 * A Redis of its own, as an operator is told to set it up (AOF every second, no eviction), on a free port of this machine.
 * `alone`: Ctrl-C in the terminal does not reach it.
 */
export async function startRedis({ alone = false } = {}): Promise<RedisServer> {
  const binary = findRedis()
  if (!binary) throw new Error('Redis is not on this machine: install it, e.g. with `apt-get install redis-server`.')
  const folder = mkdtempSync(join(tmpdir(), 'parley-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const settings = Object.entries({
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    appendonly: 'yes',
    appendfsync: 'everysec',
    'maxmemory-policy': 'noeviction',
  }).flatMap(([name, value]) => [`--${name}`, value])
  const start = async () => {
    const server = endWithParent(spawn(binary, settings, { detached: alone, stdio: 'ignore' }))
    await answers(port, () => server.exitCode !== null)
    return server
  }
  let server = await start()
  const end = async (how: 'SIGKILL' | 'SIGTERM') => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill(how)
    await exited
  }
  const begin = async () => {
    server = await start()
  }
  return {
    url,
    end,
    begin,
    async restart(how) {
      await end(how)
      await begin()
    },
    async stop() {
      await end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(port: number, hasEnded: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600 && !hasEnded(); tries++) {
    const client = new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: () => null })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.ping()
      return
    } catch {
      await sleep(20)
    } finally {
      client.disconnect()
    }
  }
  throw new Error('Redis does not answer.')
}
