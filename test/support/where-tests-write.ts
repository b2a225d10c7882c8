import { accessSync, constants, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'
const prefix = 'parley-tests-'

/** What a whole run writes stays below 1 GB; its processes want the rest. */
const enoughToWrite = 4 * 1024 ** 3
const enoughBesides = 8 * 1024 ** 3

/**
 * Where a run's tests write: in memory where there is room for it, because thousands of them make a database, wait for it to be on
 * the disk and remove it again. It is gone when this process ends; what one that was killed has left is removed by the next.
 * Whoever names a folder by TMPDIR has that one; undefined: the system's own.
 */
export function testsFolder(): string | undefined {
  const named = process.env['TMPDIR']
  if (named !== undefined) return named
  try {
    accessSync(memory, constants.W_OK)
    removeLeft()
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < enoughToWrite || availableMemory() < enoughBesides) return undefined
    const folder = join(memory, `${prefix}${process.pid}`)
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  } catch {
    return undefined
  }
}

function removeLeft(): void {
  for (const name of readdirSync(memory)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0
    if (pid > 0 && !isRunning(pid)) rmSync(join(memory, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** In bytes. A folder in memory that says it has room may say so of memory that is long in use. */
function availableMemory(): number {
  const [, kilobytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? []
  return Number(kilobytes ?? 0) * 1024
}
