import type { Database as Sqlite } from 'better-sqlite3'
import type { Disk } from './log-disk.ts'
import type { Sums } from './sums.ts'

/** What is patient waits for others to share its transaction with, and so long at most. */
export const patienceMs = 25

interface Write {
  run(): unknown
  resolve(value: never): void
  reject(error: unknown): void
}

/** What a commit is told to. */
export interface CommitParts {
  sums: Sums
  /** Has the disk keep what was committed by now; absent where the operating system may do that whenever it likes. */
  disk?: Disk
  /** After each commit, before anybody hears of it, with how many writes were in it. */
  committed: (writes: number) => void
}

/**
 * What is asked for in one turn of the event loop shares its transactions, because taking a lock costs more than most of what
 * is done under it: one for what is read, which all sees the same moment, and one for what is written, in which each write is
 * all or nothing on its own. Nobody hears of a write before it is durable: the disk is waited for beside the event loop, and what is
 * asked for meanwhile shares the next commit and the next wait. Who reads may see a commit that the disk is yet to keep; what they then
 * write is told after both, as the log keeps its order.
 */
export function createGroupCommit(db: Sqlite, { sums, disk, committed }: CommitParts) {
  const beginRead = db.prepare('BEGIN')
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  const save = db.prepare('SAVEPOINT one')
  const undo = db.prepare('ROLLBACK TO one')
  const release = db.prepare('RELEASE one')
  let waiting: Write[] = []
  let isReading = false
  /** Something waits that has no patience, or none left. */
  let isDue = false
  let patience: NodeJS.Timeout | undefined
  let flushed: Promise<void> | undefined
  /** What writes have to wait for: the disk, and whoever wants the log to rest. */
  const holds = new Set<Promise<void>>()

  function hold(work: Promise<unknown>): void {
    const held = work.then(
      () => {},
      () => {},
    )
    holds.add(held)
    void held.then(() => {
      holds.delete(held)
      if (isDue) flushSoon()
    })
  }

  function flushSoon(): void {
    flushed ??= new Promise((done) => {
      setImmediate(() => {
        flush()
        done()
      })
    })
  }

  function writeSoon(): void {
    isDue = true
    flushSoon()
  }

  function endReading(): void {
    if (isReading) commit.run()
    isReading = false
  }

  function flush(): void {
    flushed = undefined
    endReading()
    if (!isDue || holds.size > 0) return
    const writes = waiting
    waiting = []
    isDue = false
    clearTimeout(patience)
    patience = undefined
    const fail = (error: unknown) => {
      for (const { reject } of writes) reject(error)
    }
    try {
      disk?.mend()
      const told = together(writes) ?? oneByOne(writes)
      const tell = () => {
        for (const one of told) one()
      }
      if (disk) hold(disk.keep().then(tell, fail))
      else tell()
      committed(writes.length)
    } catch (error) {
      if (db.inTransaction) rollback.run()
      fail(error)
    }
  }

  /** Resolves with what tells everybody; undefined, and nothing done, when one of them fails. */
  function together(writes: readonly Write[]): (() => void)[] | undefined {
    begin.run()
    sums.begin()
    try {
      const told = writes.map(({ run, resolve }) => {
        const value = run() as never
        return () => resolve(value)
      })
      sums.write()
      commit.run()
      return told
    } catch {
      // A full disk ends the whole transaction by itself.
      if (db.inTransaction) rollback.run()
      return undefined
    }
  }

  /** Savepoints keep what each write changes apart. They cost as much as the writes, so only a group with a failure pays for them. */
  function oneByOne(writes: readonly Write[]): (() => void)[] {
    begin.run()
    sums.begin()
    const told = writes.map(attempt)
    sums.write()
    commit.run()
    return told
  }

  function attempt({ run, resolve, reject }: Write): () => void {
    save.run()
    try {
      const value = run() as never
      release.run()
      return () => resolve(value)
    } catch (error) {
      if (!db.inTransaction) throw error
      undo.run()
      release.run()
      return () => reject(error)
    }
  }

  return {
    /** `run` may be called twice, the first time in vain. */
    write<T>(run: () => T, { isPatient = false } = {}): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        waiting.push({ run, resolve, reject })
        if (isPatient) patience ??= setTimeout(writeSoon, patienceMs)
        else writeSoon()
      })
    },
    read<T>(run: () => T): T {
      if (!isReading) beginRead.run()
      isReading = true
      flushSoon()
      return run()
    },
    /** Before anything is run on the connection that may be a write of its own. */
    endReading,
    /** Nothing is written until that is over; it waits. */
    hold,
    /** Resolves when nothing waits to be written. */
    async idle(): Promise<void> {
      while (flushed || waiting.length > 0 || holds.size > 0) {
        if (waiting.length > 0) writeSoon()
        await flushed
        await Promise.all(holds)
      }
    },
  }
}
