import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { AppError } from '../errors.ts'
import { createCatalogue } from './catalogue.ts'
import type { Database } from './database.ts'
import { createGroupCommit } from './group-commit.ts'
import { migrate } from './migrate.ts'
import { privateFile } from './private-file.ts'
import { type Step, values } from './statement.ts'
import { createSums } from './sums.ts'
import type { Tables } from './tables.ts'

/** Built queries come in endless shapes; the hot ones are few and come first. */
const maxPrepared = 500

interface Prepared {
  statement: Sqlite.Statement
  changesCatalogue: boolean
}

/** Opens `<folder>/parley.db`, making folder and tables when they are missing. WAL, synchronous NORMAL: survives kill -9. */
export async function openSqlite(folder: string): Promise<Database> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const db = new Sqlite(privateFile(join(folder, 'parley.db')), { timeout: 5000 })
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('foreign_keys = ON')
  db.pragma('cache_size = -8000')
  // In pages of 4 KB. A server has its log copied before that, aside (`checkpoints.ts`).
  db.pragma('wal_autocheckpoint = 40000')
  const sums = createSums(({ sql, values }) => prepare(sql).run(...values))
  const { write, read, endReading, idle } = createGroupCommit(db, sums)
  const catalogue = createCatalogue(db, read)
  const prepareAlone = (sql: string) => {
    endReading()
    return db.prepare(sql)
  }
  const query = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: { prepare: prepareAlone, close: () => void db.close() } }),
    log: ({ query }) => {
      if (catalogue.changedBy(query.sql)) catalogue.change()
    },
  })
  await migrate(query)

  const prepared = new Map<string, Prepared>()
  const prepareAnew = (sql: string): Prepared => {
    const one = { statement: db.prepare(sql), changesCatalogue: catalogue.changedBy(sql) }
    if (prepared.size < maxPrepared) prepared.set(sql, one)
    return one
  }
  const prepare = (sql: string): Sqlite.Statement => {
    const { statement, changesCatalogue } = prepared.get(sql) ?? prepareAnew(sql)
    if (changesCatalogue) catalogue.change()
    return statement
  }
  /** False when a guard failed before anything was changed; one that fails later throws, so that all is undone. */
  const runSteps = (steps: readonly Step[]): boolean => {
    let changed = false
    for (const { sql, values, guard, sums } of steps) {
      if (sums) continue
      const { changes } = prepare(sql).run(...values)
      if (guard && changes === 0) {
        if (changed) throw guardFailed
        return false
      }
      changed ||= changes > 0
    }
    for (const step of steps) if (step.sums) sums.add(step)
    return true
  }

  return {
    dialect: 'sqlite',
    keepsTime: false,
    query,
    async get(statement, params) {
      const run = () => prepare(statement.sql).get(...values(statement, params)) as never
      return statement.reads ? read(run) : write(run)
    },
    async all(statement, params) {
      const run = () => prepare(statement.sql).all(...values(statement, params)) as never
      return statement.reads ? read(run) : write(run)
    },
    run: (statement, params) => write(() => prepare(statement.sql).run(...values(statement, params)).changes),
    async batch(steps) {
      try {
        return await write(() => runSteps(steps))
      } catch (error) {
        if (error === guardFailed) return false
        throw error
      }
    },
    catalogue: catalogue.version,
    async tell() {},
    hear: () => () => {},
    async close() {
      await idle()
      await query.destroy()
    },
  }
}

function openLock(folder: string): Sqlite.Database {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return new Sqlite(privateFile(join(folder, 'parley.lock')), { timeout: 0 })
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
