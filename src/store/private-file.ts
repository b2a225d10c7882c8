import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'

/** Beside the file of a database; SQLite makes them with the rights of that one. */
const companions = ['', '-wal', '-shm', '-journal']

/**
 * The file of a database, for its owner alone from its first byte on; one that is there already is made so with what is beside it.
 * Where it belongs to another user it stays as they have it. One that is there is not opened: closing it again would drop the
 * locks that this process has on it.
 */
export function privateFile(path: string): string {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  for (const file of companions.map((end) => path + end).filter(existsSync)) {
    try {
      chmodSync(file, 0o600)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
    }
  }
  return path
}
