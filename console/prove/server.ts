import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../../src/lib/free-port.ts'
import { packageFolder } from '../../src/lib/package-folder.ts'

/** The server as operators start it, in a process of its own that can be killed. */
export interface Server {
  readonly url: string
  /** All that it has printed, over all of its lives. */
  printed(): string
  start(): Promise<void>
  /** Without a warning, as a machine that loses its power. */
  kill(): Promise<void>
  /** As operators do. */
  stop(): Promise<void>
}

/** `folder`: where its `config` is. It inherits nothing of our environment: no token of a real platform. */
export async function createServerProcess(folder: string, env: Readonly<Record<string, string>>): Promise<Server> {
  const port = await freePort()
  let printed = ''
  let child: ChildProcess | undefined
  const killed = () => void child?.kill('SIGKILL')
  process.once('exit', killed)

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  return {
    url: `http://127.0.0.1:${port}`,
    printed: () => printed,
    async start() {
      const started = spawn(process.execPath, [join(packageFolder, 'bin/parley.mjs'), 'start'], {
        cwd: folder,
        env: { PATH: process.env['PATH'], PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'info', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      await new Promise<void>((resolve, reject) => {
        const read = (piece: Buffer) => {
          printed += piece
          if (String(piece).includes('Parley is running')) resolve()
        }
        started.stdout.on('data', read)
        started.stderr.on('data', read)
        started.once('exit', () =>
          reject(new Error(`The server ended before it was running:\n${printed.slice(-2000)}`)),
        )
      })
    },
    kill: () => end('SIGKILL'),
    async stop() {
      process.off('exit', killed)
      await end('SIGTERM')
    },
  }
}
