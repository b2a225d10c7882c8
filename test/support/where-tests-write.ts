import { accessSync, constants, statfsSync } from 'node:fs'

const memory = '/dev/shm'
const enough = 4 * 1024 ** 3

/**
 * Where a run's tests write: in memory where there is room for it, because thousands of them make a database, wait for it to be on
 * the disk and remove it again. Whoever names a folder by TMPDIR has that one; undefined: the system's own.
 */
export function testsFolder(): string | undefined {
  const named = process.env['TMPDIR']
  if (named !== undefined) return named
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= enough ? memory : undefined
  } catch {
    return undefined
  }
}
