import type { Database as Sqlite } from 'better-sqlite3'

interface Write {
  run(): unknown
  resolve(value: never): void
  reject(error: unknown): void
}

/**
 * Writes that are asked for in one turn of the event loop become one transaction: taking the lock and writing the log costs
 * more than most writes. Each is all or nothing on its own, and nobody hears of one before it is durable.
 */
export function createGroupCommit(db: Sqlite) {
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  const save = db.prepare('SAVEPOINT one')
  const undo = db.prepare('ROLLBACK TO one')
  const release = db.prepare('RELEASE one')
  let waiting: Write[] = []
  let flushed: Promise<void> | undefined

  function flush(): void {
    const writes = waiting
    waiting = []
    flushed = undefined
    const settle: (() => void)[] = []
    try {
      begin.run()
      for (const write of writes) settle.push(attempt(write))
      commit.run()
    } catch (error) {
      if (db.inTransaction) rollback.run()
      for (const { reject } of writes) reject(error)
      return
    }
    for (const done of settle) done()
  }

  /** Does one write; what it returns tells the one who asked, once all is committed. */
  function attempt({ run, resolve, reject }: Write): () => void {
    save.run()
    try {
      const value = run() as never
      release.run()
      return () => resolve(value)
    } catch (error) {
      // A full disk ends the whole transaction by itself.
      if (!db.inTransaction) throw error
      undo.run()
      release.run()
      return () => reject(error)
    }
  }

  return {
    write<T>(run: () => T): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        waiting.push({ run, resolve, reject })
        flushed ??= new Promise((done) => {
          setImmediate(() => {
            flush()
            done()
          })
        })
      })
    },
    /** Resolves when nothing waits to be written. */
    async idle(): Promise<void> {
      while (flushed) await flushed
    },
  }
}
