import type Sqlite from 'better-sqlite3'
import type { Checkpoints, LogState } from './database.ts'

const lookEveryMs = 1000
/** In pages: who writes no more than that in a second is at rest. Leases are renewed then too. */
const calm = 8
/** In pages: less is not worth the disk's time, unless it waits for long. */
const worth = 16
const atLeastEveryMs = 60_000

export interface CheckpointParts {
  checkpoints: Checkpoints
  /** Called before what there is in the log is copied, and afterwards when all of it was. */
  beforeCopy?: () => Promise<void>
  copied?: () => void
  onError: (error: unknown) => void
}

/**
 * Copies the log into the database as soon as hardly anything was written for a second, and at least each minute, so that the
 * file is never far behind. That the log stays small under load is seen to with each commit (`log-copying.ts`): whoever else copies it never
 * reaches its end as long as somebody writes, and a log that is not copied to its end only grows.
 */
export function startCheckpoints(parts: CheckpointParts): { stop(): Promise<void> } {
  const { checkpoints, beforeCopy, copied, onError } = parts
  let last: LogState = { pages: 0, copied: 0 }
  let copiedAt = performance.now()
  let copying: Promise<void> | undefined

  async function copyAll(): Promise<void> {
    try {
      await beforeCopy?.()
      const state = await checkpoints.copy()
      copiedAt = performance.now()
      if (state.copied === state.pages) copied?.()
    } catch (error) {
      onError(error)
    }
  }

  function copySoon(): Promise<void> {
    copying ??= copyAll().finally(() => {
      copying = undefined
    })
    return copying
  }

  function look(): void {
    const state = checkpoints.look()
    const isAtRest = Math.abs(state.pages - last.pages) <= calm
    last = state
    const open = state.pages - state.copied
    const isLate = performance.now() - copiedAt >= atLeastEveryMs
    if ((isAtRest && open >= worth) || (isLate && open > 0)) void copySoon()
  }

  const timer = setInterval(() => {
    try {
      look()
    } catch (error) {
      onError(error)
    }
  }, lookEveryMs).unref()

  return {
    async stop() {
      clearInterval(timer)
      await copying
      await copySoon()
    },
  }
}

/** The log and how far it is copied, as `PRAGMA wal_checkpoint` tells it. */
export function checkpoint(db: Sqlite.Database, mode: 'NOOP' | 'PASSIVE' | 'TRUNCATE'): LogState {
  const [{ busy, log, checkpointed } = none] = db.pragma(`wal_checkpoint(${mode})`) as Row[]
  // While another connection copies, SQLite looks at nothing and says -1, as it does where there is no log at all.
  if (busy && log < 0) return { pages: Number.POSITIVE_INFINITY, copied: 0 }
  return { pages: Math.max(0, log), copied: Math.max(0, checkpointed) }
}

interface Row {
  busy: number
  log: number
  checkpointed: number
}

const none: Row = { busy: 0, log: 0, checkpointed: 0 }
