import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { AppError } from '../errors.ts'
import type { Database } from './database.ts'
import { createGroupCommit } from './group-commit.ts'
import { migrate } from './migrate.ts'
import { type Step, values } from './statement.ts'
import type { Tables } from './tables.ts'

/** Built queries come in endless shapes; the hot ones are few and come first. */
const maxPrepared = 500

/** Opens `<folder>/parley.db`, making folder and tables when they are missing. WAL, synchronous NORMAL: survives kill -9. */
export async function openSqlite(folder: string): Promise<Database> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const db = new Sqlite(join(folder, 'parley.db'), { timeout: 5000 })
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('foreign_keys = ON')
  db.pragma('cache_size = -8000')
  // In pages of 4 KB. Turns write the same pages again and again: the longer the log, the fewer of them are copied and synced.
  db.pragma('wal_autocheckpoint = 10000')
  const query = new Kysely<Tables>({ dialect: new SqliteDialect({ database: db }) })
  await migrate(query)

  const prepared = new Map<string, Sqlite.Statement>()
  const prepare = (sql: string): Sqlite.Statement => {
    let statement = prepared.get(sql)
    if (!statement) {
      statement = db.prepare(sql)
      if (prepared.size < maxPrepared) prepared.set(sql, statement)
    }
    return statement
  }
  const { write, idle } = createGroupCommit(db)

  const runSteps = (steps: readonly Step[]): void => {
    for (const { sql, values, guard } of steps) {
      const { changes } = prepare(sql).run(...values)
      if (guard && changes === 0) throw guardFailed
    }
  }

  return {
    query,
    async get(statement, params) {
      const run = () => prepare(statement.sql).get(...values(statement, params)) as never
      return statement.reads ? run() : write(run)
    },
    async all(statement, params) {
      const run = () => prepare(statement.sql).all(...values(statement, params)) as never
      return statement.reads ? run() : write(run)
    },
    run: (statement, params) => write(() => prepare(statement.sql).run(...values(statement, params)).changes),
    async batch(steps) {
      try {
        await write(() => runSteps(steps))
        return true
      } catch (error) {
        if (error === guardFailed) return false
        throw error
      }
    },
    async close() {
      await idle()
      await query.destroy()
    },
  }
}

function openLock(folder: string): Sqlite.Database {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return new Sqlite(join(folder, 'parley.lock'), { timeout: 0 })
  } catch (cause) {
    const say = `The data folder ${folder} cannot be used: ${(cause as Error).message}. Make it a folder this user may write to, or name another with PARLEY_DATA.`
    throw new AppError('data_folder_unusable', say, { cause })
  }
}

const guardFailed = new Error('a guard changed no row')

/**
 * Makes this process the only server on the data folder until it ends, however it ends: the operating system drops the
 * lock with the process. Commands of the CLI don't take it; they may work beside a server.
 */
export function lockFolder(folder: string): { release(): void } {
  const lock = openLock(folder)
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new AppError(
      'data_folder_in_use',
      `Another Parley is running on the data folder ${folder}. Stop it first, or give this one a folder of its own with PARLEY_DATA.`,
    )
  }
  return { release: () => lock.close() }
}
