import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, type KyselyPlugin, type QueryId, type RawNode, SqliteDialect } from 'kysely'
import { AppError } from '../lib/errors.ts'
import { createCatalogue } from './catalogue.ts'
import { checkpoint } from './checkpoints.ts'
import type { Database, Durability } from './database.ts'
import { makeFolder } from './durable-file.ts'
import { createGroupCommit } from './group-commit.ts'
import { createLogCopying } from './log-copying.ts'
import { openDisk } from './log-disk.ts'
import { migrate } from './migrate.ts'
import { privateFile } from './private-file.ts'
import { explainSqlite } from './sqlite-faults.ts'
import { overwriteDeleted } from './sqlite-pragmas.ts'
import { type Step, values } from './statement.ts'
import { createSums } from './sums.ts'
import type { Tables } from './tables.ts'

/** Built queries come in endless shapes; the hot ones are few and come first. */
const maxPrepared = 500

interface Prepared {
  statement: Sqlite.Statement
  changesCatalogue: boolean
}

export interface SqliteOptions {
  durability?: Durability
  /** Called before anything is changed; what it throws, opening does. */
  verify?: (db: Sqlite.Database) => void
}

/**
 * Opens `<folder>/parley.db`, making folder and tables when they are missing. Throws `database_damaged` and `database_unusable`,
 * which say what to do.
 */
export async function openSqlite(folder: string, options: SqliteOptions = {}): Promise<Database> {
  const path = join(folder, 'parley.db')
  let db: Sqlite.Database | undefined
  try {
    makeFolder(folder)
    db = new Sqlite(privateFile(path), { timeout: 5000 })
    options.verify?.(db)
    prepareFile(db)
    return await openOn(db, options.durability ?? 'power')
  } catch (error) {
    db?.close()
    throw explainSqlite(error, path)
  }
}

function prepareFile(db: Sqlite.Database): void {
  db.pragma('journal_mode = WAL')
  db.pragma('foreign_keys = ON')
  db.pragma('cache_size = -8000')
  // In pages of 4 KB, far beyond what is copied apart.
  db.pragma('wal_autocheckpoint = 4000')
  // What grew meanwhile because somebody was reading for long is cut when the log begins anew.
  db.pragma('journal_size_limit = 16777216')
  overwriteDeleted(db)
}

async function openOn(db: Sqlite.Database, durability: Durability): Promise<Database> {
  // Tables are made and changed with a commit on the disk when it returns.
  db.pragma('synchronous = FULL')
  await migrate(new Kysely<Tables>({ dialect: new SqliteDialect({ database: db }) }))
  db.pragma('synchronous = NORMAL')
  const disk = durability === 'power' ? openDisk(db) : undefined
  const sums = createSums(({ sql, values }) => prepare(sql).run(...values))
  const committed = (writes: number) => log.committed(writes)
  const { write, read, endReading, hold, idle } = createGroupCommit(db, { sums, committed, ...(disk && { disk }) })
  const log = createLogCopying({ db, hold, endReading })
  const catalogue = createCatalogue(db, read)
  const prepareAlone = (sql: string) => {
    endReading()
    return db.prepare(sql)
  }
  const query = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: { prepare: prepareAlone, close() {} } }),
    plugins: disk ? [keptBeforeTold(() => write(() => {}))] : [],
    log: ({ query }) => {
      if (catalogue.changedBy(query.sql)) catalogue.change()
    },
  })

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
    checkpoints: {
      look() {
        endReading()
        return checkpoint(db, 'NOOP')
      },
      copy: () => log.copy(),
      empty() {
        endReading()
        return checkpoint(db, 'TRUNCATE')
      },
    },
    warnings: [],
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
    async batch(steps, options) {
      try {
        return await write(() => runSteps(steps), options)
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
      await log.close()
      await query.destroy()
      // What was asked for while that ended is kept too.
      await idle()
      endReading()
      disk?.close()
      // Whoever closes it last has SQLite copy what is left of the log, and remove it: the file alone is the whole database.
      db.close()
    },
  }
}

/** What a query that is run by itself may have written is told once the disk keeps it, as all else that is written. */
function keptBeforeTold(keep: () => Promise<void>): KyselyPlugin {
  const reads = new WeakSet<QueryId>()
  return {
    transformQuery({ node, queryId }) {
      const [begins = ''] = node.kind === 'RawNode' ? (node as RawNode).sqlFragments : []
      if (node.kind === 'SelectQueryNode' || /^\s*select\b/i.test(begins)) reads.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (!reads.has(queryId)) await keep()
      return result
    },
  }
}

function openLock(folder: string, waitMs: number): Sqlite.Database {
  try {
    makeFolder(folder)
    return new Sqlite(privateFile(join(folder, 'parley.lock')), { timeout: waitMs })
  } catch (cause) {
    throw unusable(folder, cause)
  }
}

function unusable(folder: string, cause: unknown): AppError {
  const say = `The data folder ${folder} cannot be used: ${(cause as Error).message}. See that its disk has room and that this user may write to it, or name another with PARLEY_DATA.`
  return new AppError('data_folder_unusable', say, { cause })
}

const guardFailed = new Error('a guard changed no row')

/** For so long somebody may only look whether it is held, in milliseconds. */
const lookedAtMs = 200

/** Whether a server, or something else that wants the folder for itself, holds it. */
export function isLocked(folder: string): boolean {
  try {
    lockFolder(folder, 0).release()
    return false
  } catch (error) {
    return (error as AppError).code === 'data_folder_in_use'
  }
}

/**
 * Makes this process the only server on the data folder until it ends, however it ends: the operating system drops the
 * lock with the process. Commands of the CLI don't take it; they may work beside a server.
 */
export function lockFolder(folder: string, waitMs = lookedAtMs): { release(): void } {
  const lock = openLock(folder, waitMs)
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    if (!/^SQLITE_(?:BUSY|LOCKED)/.test(`${(cause as { code?: unknown }).code}`)) throw unusable(folder, cause)
    throw new AppError(
      'data_folder_in_use',
      `Another Parley is running on the data folder ${folder}. Stop it first, or give this one a folder of its own with PARLEY_DATA.`,
    )
  }
  return { release: () => lock.close() }
}
