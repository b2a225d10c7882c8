import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endWithParent } from '../../support/end-with-parent.ts'
import type { Scope } from './bench.ts'
import { tempFolder } from './folder.ts'
import type { FromChild, Usage } from './probe.ts'

/** A process of its own that is measured. */
export interface Child {
  url: string
  usage(): Promise<Usage>
}

export interface ChildOptions {
  /** Where it runs; a new folder by default. */
  folder?: string
  env?: Record<string, string>
  args?: string[]
  nodeArgs?: string[]
}

const killAfterMs = 5000

/** Starts a script that calls `serveProbe`. What it logs goes to a file, as it would on a server. */
export async function startChild(scope: Scope, script: URL, options: ChildOptions = {}): Promise<Child> {
  const { folder = tempFolder(scope), env, args = [], nodeArgs = [] } = options
  const logFile = join(folder, 'log')
  const log = openSync(logFile, 'w')
  const child = fork(script, args, {
    cwd: folder,
    // NODE_OPTIONS="--cpu-prof --cpu-prof-dir=…" profiles the processes that are measured.
    env: { PATH: process.env['PATH'], NODE_OPTIONS: process.env['NODE_OPTIONS'], ...env },
    execArgv: nodeArgs,
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  endWithParent(child)
  const exited = once(child, 'exit')
  const died = exited.then(() => {
    throw new Error(`${script.pathname} ended early:\n${readFileSync(logFile, 'utf8').slice(-2000)}`)
  })
  died.catch(() => {})
  scope.defer(async () => {
    if (child.connected) child.disconnect()
    const kill = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    await exited
    clearTimeout(kill)
  })
  const next = async (): Promise<FromChild> => (await Promise.race([once(child, 'message'), died]))[0]
  const { url } = (await next()) as { url: string }
  return {
    url,
    async usage() {
      child.send('usage')
      return ((await next()) as { usage: Usage }).usage
    },
  }
}
