import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../src/lib/free-port.ts'
import { endWithParent } from './end-with-parent.ts'

export interface PostgresOptions {
  /** It keeps what it has committed, whatever happens. */
  durable?: boolean
  /** Ctrl-C in the terminal does not reach it. */
  alone?: boolean
  /** Further settings, each as `name=value`. */
  settings?: readonly string[]
  /** Fills the data folder, which is not there yet, in place of `initdb`; as the user who is handed in. */
  fill?: (data: string, user: { uid?: number; gid?: number }) => void
}

export interface PostgresServer {
  /** Of its database `postgres`; every database of it is reached likewise. */
  url: string
  /** Ends it as a power cut would, or orderly, and begins again on the same port. */
  restart(how: 'immediate' | 'fast'): Promise<void>
  /** Ends it likewise, until it begins again. */
  end(how: 'immediate' | 'fast'): Promise<void>
  begin(): Promise<void>
  stop(): Promise<void>
}

/** Where `initdb` and `postgres` are; undefined: not on this machine. */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((x, y) => Number(y) - Number(x)) : []
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...versions.map((one) => join(debian, one, 'bin'))]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
}

/**
 * A PostgreSQL of its own, on a free port of this machine and in a temporary folder. PostgreSQL refuses to be run by root,
 * so then it is run by the user `postgres`.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const { durable = false, alone = false, fill = initialise, ...more } = options
  const bin = findPostgres()
  if (!bin) throw new Error('PostgreSQL is not on this machine: install it, e.g. with `apt-get install postgresql`.')
  const user = process.getuid?.() === 0 ? userIds('postgres') : {}
  const folder = mkdtempSync(join(tmpdir(), 'parley-postgres-'))
  if (user.uid !== undefined) {
    chmodSync(folder, 0o755)
    spawnSync('chown', [`${user.uid}:${user.gid}`, folder])
  }
  const data = join(folder, 'data')
  fill(data, user)
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=400',
    'shared_buffers=64MB',
    // Each database that is made is written here, too; what nobody waits for the disk for needs no more of it.
    'max_wal_size=64MB',
    'min_wal_size=32MB',
    'log_min_messages=fatal',
    // Two that wait for each other are found at once, and not after a second.
    'deadlock_timeout=50ms',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    ...(more.settings ?? []),
  ].flatMap((setting) => ['-c', setting])
  const begin = async () => {
    const args = ['-D', data, '-p', String(port), ...settings]
    const server = endWithParent(spawn(join(bin, 'postgres'), args, { ...user, detached: alone, stdio: 'ignore' }))
    await answers(url, () => server.exitCode !== null)
    return server
  }
  let server = await begin()
  // Without waiting for whoever is connected.
  const end = async (how: 'immediate' | 'fast') => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill(how === 'immediate' ? 'SIGQUIT' : 'SIGINT')
    await exited
  }
  const beginAgain = async () => {
    server = await begin()
  }
  return {
    url,
    async restart(how) {
      await end(how)
      await beginAgain()
    },
    end,
    begin: beginAgain,
    async stop() {
      await end('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function initialise(data: string, user: { uid?: number; gid?: number }): void {
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  const { status, stderr } = spawnSync(join(findPostgres()!, 'initdb'), args, { ...user, encoding: 'utf8' })
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`)
}

async function answers(url: string, hasEnded: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600 && !hasEnded(); tries++) {
    const client = new pg.Client(url)
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await sleep(50)
    }
  }
  throw new Error('PostgreSQL does not answer.')
}

function userIds(name: string): { uid?: number; gid?: number } {
  const id = (which: string) => Number(spawnSync('id', [which, name], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}
