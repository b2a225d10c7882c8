import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

export interface RedisSetup {
  alone?: boolean
  settings?: Record<string, string>
  lines?: readonly string[]
}

const usual = {
  bind: '127.0.0.1',
  save: '',
  appendonly: 'yes',
  appendfsync: 'everysec',
  'maxmemory-policy': 'noeviction',
}

/**
 * A Redis of its own, as an operator is told to set it up (AOF every second, no eviction), on a free port of this machine.
 * `alone`: Ctrl-C in the terminal does not reach it. `settings`: others, or more. `lines`: it is a Sentinel with this configuration.
 */
export async function startRedis({ alone = false, settings = {}, lines }: RedisSetup = {}): Promise<RedisServer> {
  const binary = findRedis()
  if (!binary) throw new Error('Redis is not on this machine: install it, e.g. with `apt-get install redis-server`.')
  const folder = mkdtempSync(join(tmpdir(), 'parley-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const all = { ...usual, ...settings, port: String(port), dir: folder }
  let told = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value])
  if (lines) {
    // It writes into its file what it learns.
    const file = join(folder, 'sentinel.conf')
    writeFileSync(file, [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, ...lines].join('\n'))
    told = [file, '--sentinel']
  }
  const start = async () => {
    const server = endWithParent(spawn(binary, told, { detached: alone, stdio: 'ignore' }))
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
    const client = new Redis({
      port,
      host: '127.0.0.1',
      lazyConnect: true,
      enableReadyCheck: false,
      retryStrategy: () => null,
    })
    let wantsPassword = false
    client.on('error', ({ message }) => {
      wantsPassword ||= message.startsWith('NOAUTH')
    })
    try {
      await client.connect()
      await client.ping()
      return
    } catch {
      if (wantsPassword) return
      await sleep(20)
    } finally {
      client.disconnect()
    }
  }
  throw new Error('Redis does not answer.')
}
