import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { endWithParent } from './end-with-parent.ts'

const root = resolve(import.meta.dirname, '../..')
const { start } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts as { start: string }

export interface LogLine {
  level: number
  msg: string
  reason?: string
  err?: object
}

export interface ParleyProcess {
  pid: number
  url: string
  /** The address as it was printed: that which opens the playground, where there is one. */
  address: string
  /** Everything it has printed, for the message of a failing test. */
  output(): string
  /** What of that is its log. */
  logged(): LogLine[]
  /** Resolves when it is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Its exit code, once it is gone; null where a signal ended it. */
  ended: Promise<number | null>
}

/**
 * Starts the built server by the script of `npm start`, in a shell as npm does, on a free port; resolves once it says where it is.
 * The shell becomes the server, so that whoever ends the one has ended the other. `bin`: of the package that was installed
 * somewhere, and not of the checkout. `spawned`: told at once how it is killed, also before it runs.
 */
export async function startProcess(
  env: Record<string, string>,
  {
    cwd = root,
    bin = 'bin/parley.mjs',
    spawned,
  }: { cwd?: string; bin?: string; spawned?: (kill: ParleyProcess['kill']) => void } = {},
): Promise<ParleyProcess> {
  const options: SpawnOptions = {
    cwd,
    env: { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  }
  const child = endWithParent(spawn('sh', ['-c', start.replace('bin/parley.mjs', bin)], options))
  let printed = ''
  const exited = once(child, 'exit')
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal)
    await exited
  }
  spawned?.(kill)
  const address = await new Promise<string>((found, failed) => {
    const read = (chunk: Buffer) => {
      printed += chunk
      const match = /Parley is running: (\S+)/.exec(printed)
      if (match) found(match[1]!)
    }
    child.stdout!.on('data', read)
    child.stderr!.on('data', read)
    void exited.then(() => failed(new Error(`parley ended before it was running:\n${printed}`)))
  })
  return {
    pid: child.pid!,
    url: new URL(address).origin,
    address,
    output: () => printed,
    logged: () =>
      printed
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line): LogLine => JSON.parse(line)),
    kill,
    ended: exited.then(([code]) => code as number | null),
  }
}
