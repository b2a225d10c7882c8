import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import type Sqlite from 'better-sqlite3'
import { checkpoint } from './checkpoints.ts'

const sync = promisify(fdatasync)

/** What has to keep the log of a database. */
export interface Disk {
  /** Resolves when the disk keeps all that was committed before the call. Rejects where it says that it cannot. */
  keep(): Promise<void>
  /**
   * After a disk that could not: what it was to keep may be lost while it says that all is well again, so all that was committed is
   * written once more, into the database. Throws where that fails too; nothing may be committed then.
   */
  mend(): void
  close(): void
}

/**
 * Waits for the disk beside the event loop. A commit alone (`synchronous = NORMAL`) hands its frames of the log to the operating
 * system, in order; one `fdatasync` of that file keeps all of them. What SQLite itself waits for stays its own: where the log begins
 * anew, and where it is copied.
 */
export function openDisk(db: Sqlite.Database): Disk {
  // No lock of SQLite's is on this file: they would go with any descriptor that is closed.
  const file = openSync(`${db.name}-wal`, 'r+')
  let isSure = true
  return {
    async keep() {
      try {
        await sync(file)
      } catch (cause) {
        isSure = false
        const error = new Error('disk I/O error', { cause })
        throw Object.assign(error, { code: 'SQLITE_IOERR_FSYNC' })
      }
    },
    mend() {
      if (isSure) return
      const { pages } = checkpoint(db, 'TRUNCATE')
      if (pages > 0) throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
      isSure = true
    },
    close: () => closeSync(file),
  }
}
