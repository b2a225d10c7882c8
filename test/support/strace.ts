import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { endWithParent } from './end-with-parent.ts'

/** Whether processes can be watched, and their calls be made to fail, with `strace`: some containers forbid it. */
export function hasStrace(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0
}

/** A call to the system, as strace has written it down. */
export interface SystemCall {
  name: string
  /** As written, with all strings as `\x..`. */
  args: string
  /** What it returned; undefined: it has begun, and is told again when it has ended. */
  result: number | undefined
}

/** Reads what `strace -f -xx` has written: each call when it begins, where something else came between, and when it has ended. */
export function* readCalls(log: string): Generator<SystemCall> {
  const begun = new Map<string, string>()
  for (const line of log.split('\n')) {
    const [, pid, rest] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (pid === undefined || rest === undefined) continue
    const unfinished = /^(\w+)\((.*) <unfinished \.\.\.>$/.exec(rest)
    if (unfinished) {
      begun.set(pid, unfinished[2]!)
      yield { name: unfinished[1]!, args: unfinished[2]!, result: undefined }
      continue
    }
    const resumed = /^<\.\.\. (\w+) resumed>(.*)\) += (-?\d+)/.exec(rest)
    if (resumed) {
      yield { name: resumed[1]!, args: (begun.get(pid) ?? '') + resumed[2]!, result: Number(resumed[3]) }
      continue
    }
    const whole = /^(\w+)\((.*)\) += (-?\d+)/.exec(rest)
    if (whole) yield { name: whole[1]!, args: whole[2]!, result: Number(whole[3]) }
  }
}

/** The strings among the arguments of a call, one after another. */
export function stringsIn(args: string): Buffer[] {
  return [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex]) => Buffer.from(hex!.replaceAll('\\x', ''), 'hex'))
}

/**
 * From now on calls of a running process that are about these files fail as `how` says, e.g. `fsync:error=EIO` or, once,
 * `pwrite64:error=ENOSPC:when=3`. Resolves with what ends that.
 */
export async function failCalls(
  pid: number,
  files: readonly string[],
  how: readonly string[],
): Promise<() => Promise<void>> {
  const calls = [...new Set(how.flatMap((one) => one.split(':')[0]!.split(',')))]
  const args = [
    ['-f', '-o', '/dev/null', '-p', String(pid)],
    ...files.map((file) => ['-P', file]),
    ['-e', `trace=${calls.join()}`],
    ...how.map((one) => ['-e', `inject=${one}`]),
  ]
  const tracer = endWithParent(spawn('strace', args.flat(), { stdio: ['ignore', 'ignore', 'pipe'] }))
  const ended = once(tracer, 'exit')
  let said = ''
  await new Promise<void>((attached, failed) => {
    tracer.stderr.on('data', (chunk) => {
      said += chunk
      if (said.includes(`Process ${pid} attached`)) attached()
    })
    void ended.then(() => failed(new Error(`strace ended: ${said}`)))
  })
  return async () => {
    tracer.kill('SIGINT')
    await ended
  }
}
