import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessRole } from '../../src/config/environment.ts'
import { freePort } from '../../src/lib/free-port.ts'
import { endWithParent } from '../support/end-with-parent.ts'
import { shippedArgs } from '../support/shipped-args.ts'

const ours = resolve(import.meta.dirname, '../..')
const startsWithinMs = 60_000

/** One process of a cluster. */
export interface Member {
  readonly name: string
  readonly roles: readonly ProcessRole[]
  readonly url: string
  readonly pid: number
  /** Where what it prints goes. */
  readonly logFile: string
  isRunning(): boolean
  send(signal: NodeJS.Signals): void
  /** Resolves when it has ended; at once when it had. */
  end(signal: NodeJS.Signals): Promise<void>
  /** Starts it again, at the same address. */
  begin(): Promise<void>
}

export interface MemberParts {
  name: string
  roles: readonly ProcessRole[]
  /** Where it finds its `config` folder. */
  cwd: string
  env: Record<string, string>
  /** Where its log and its data are. */
  folder: string
  /** Of the build that it runs, if not of this one. */
  root?: string
  signal?: AbortSignal
  onExit?(code: number | null, signal: NodeJS.Signals | null): void
}

/** Starts the built server as `npm start` does; resolves once it serves and says that it is ready. */
export async function startMember({ root = ours, ...parts }: MemberParts): Promise<Member> {
  const { name, roles, cwd, env, folder, signal, onExit } = parts
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const logFile = join(folder, `${name}.log`)
  let child: ChildProcess
  const isRunning = () => child.exitCode === null && child.signalCode === null

  async function begin(): Promise<void> {
    const log = openSync(logFile, 'a')
    child = spawn(process.execPath, [...shippedArgs, join(root, 'bin/parley.mjs'), 'start'], {
      cwd,
      env: {
        PATH: process.env['PATH'],
        PARLEY_DATA: join(folder, name),
        LOG_LEVEL: 'warn',
        PORT: String(port),
        ROLES: roles.join(','),
        ...env,
      },
      // Ctrl-C in a terminal reaches all of a group: these are ended in order, by whoever started them.
      detached: true,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    endWithParent(child)
    child.on('exit', (code, signal) => onExit?.(code, signal))
    const until = Date.now() + startsWithinMs
    while (!(await isReady(url))) {
      signal?.throwIfAborted()
      if (isRunning() && Date.now() < until) await sleep(50)
      else throw new Error(`${name} did not start:\n${readFileSync(logFile, 'utf8').slice(-2000)}`)
    }
  }

  const member: Member = {
    name,
    roles,
    url,
    logFile,
    get pid() {
      return child.pid!
    },
    isRunning,
    send: (signal) => void child.kill(signal),
    async end(signal) {
      if (!isRunning()) return
      const exited = once(child, 'exit')
      child.kill(signal)
      // One that is stopped hears nothing else.
      if (signal !== 'SIGKILL') child.kill('SIGCONT')
      await exited
    },
    begin,
  }
  try {
    await begin()
  } catch (error) {
    await member.end('SIGKILL')
    throw error
  }
  return member
}

/** Its platforms are connected too. */
async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1000) })
    const { degraded } = (await answer.json()) as { degraded: readonly { what: string }[] }
    // The database of tests waits for no disk, and is told of.
    return answer.ok && degraded.every(({ what }) => what === 'database')
  } catch {
    return false
  }
}
